import Foundation

/// Two photos of which the user says that they are not alike.
public struct IgnoredPair: Hashable, Sendable {
  public var one: IgnoredPhoto
  public var other: IgnoredPhoto
  public var ignoredAt: Date

  public init(_ one: IgnoredPhoto, _ other: IgnoredPhoto, ignoredAt: Date) {
    self.one = one
    self.other = other
    self.ignoredAt = ignoredAt
  }

  /// Whether both files are the same bytes, so that nothing tells one from the other.
  public var isOfCopies: Bool { one.digest == other.digest }

  /// Whether their pictures tell one from the other.
  public var areTold: Bool {
    guard let picture = one.fingerprint, let second = other.fingerprint else { return true }
    return picture != second
  }

  /// Whether a photo is one of the two, as its file is now.
  ///
  /// - Parameters:
  ///   - known: One of the two.
  ///   - digest: The SHA-256 of the file.
  public func knows(
    _ known: IgnoredPhoto, as digest: [UInt8], _ fingerprint: PhotoFingerprint?
  ) -> Bool {
    known.digest == digest
      || areTold && known.fingerprint != nil && known.fingerprint == fingerprint
  }

  /// Whether it is about the same two photos, in any order, of which the other pair has what their files are now.
  public func isSame(as pair: IgnoredPair) -> Bool {
    func areKnown(_ first: IgnoredPhoto, _ second: IgnoredPhoto) -> Bool {
      knows(one, as: first.digest, first.fingerprint)
        && knows(other, as: second.digest, second.fingerprint)
    }
    return areKnown(pair.one, pair.other) || areKnown(pair.other, pair.one)
  }
}

/// A photo of an ignored pair. It is known by its content, wherever its file is: by the bytes of the file or, after
/// another program has written a title into it, by its picture.
public struct IgnoredPhoto: Hashable, Sendable {
  /// The SHA-256 of the file.
  public var digest: [UInt8]
  public var byteCount: Int
  /// nil for a picture that has none, or a flat one, which looks like many others.
  public var fingerprint: PhotoFingerprint?
  /// Where the file was, to tell the user.
  public var path: [UInt8]

  public init(digest: [UInt8], byteCount: Int, fingerprint: PhotoFingerprint?, path: [UInt8]) {
    self.digest = digest
    self.byteCount = byteCount
    self.fingerprint = fingerprint.flatMap { $0.isFlat ? nil : $0 }
    self.path = path
  }
}

/// Which photos, by their numbers, are not put into one group.
public struct SeparatedPhotos: Sendable {
  /// The pairs that a photo is of, with the side: 1, 2, or both for copies.
  private var sides: [Int: [Int: UInt8]] = [:]
  private var pairCount = 0

  public init() {}

  public var isEmpty: Bool { sides.isEmpty }

  /// Separates each of some photos from each of others; a photo may be among both.
  public mutating func separate(_ photos: [Int], from others: [Int]) {
    guard !photos.isEmpty, !others.isEmpty else { return }
    pairCount += 1
    for photo in photos { sides[photo, default: [:]][pairCount, default: 0] |= 1 }
    for photo in others { sides[photo, default: [:]][pairCount, default: 0] |= 2 }
  }

  /// - Complexity: O(*pairs that the first is of*).
  public func areApart(_ photo: Int, _ other: Int) -> Bool {
    guard photo != other, let one = sides[photo], let second = sides[other] else { return false }
    return Self.areApart(one, second)
  }

  /// Whether two of some photos are apart.
  func separatesAny(of photos: [Int]) -> Bool {
    var met: [Int: UInt8] = [:]
    for photo in photos {
      guard let sides = sides[photo] else { continue }
      if Self.areApart(sides, met) { return true }
      met.merge(sides) { $0 | $1 }
    }
    return false
  }

  private static func areApart(_ one: [Int: UInt8], _ other: [Int: UInt8]) -> Bool {
    one.contains { pair, side in
      let second = other[pair] ?? 0
      return side & 1 != 0 && second & 2 != 0 || side & 2 != 0 && second & 1 != 0
    }
  }

  /// Photos that are linked one after the other, so that no two of a group are apart.
  struct Groups {
    private let photos: SeparatedPhotos
    private var parents: [Int]
    private var sides: [[Int: UInt8]]

    init(of members: [Int], _ photos: SeparatedPhotos) {
      self.photos = photos
      parents = Array(members.indices)
      sides = members.map { photos.sides[$0] ?? [:] }
    }

    private mutating func root(of place: Int) -> Int {
      var place = place
      while parents[place] != place {
        parents[place] = parents[parents[place]]
        place = parents[place]
      }
      return place
    }

    /// By their places among the members.
    mutating func link(_ place: Int, _ other: Int) {
      let (one, second) = (root(of: place), root(of: other))
      guard one != second, !SeparatedPhotos.areApart(sides[one], sides[second]) else { return }
      let (first, last) = (min(one, second), max(one, second))
      parents[last] = first
      sides[first].merge(sides[last]) { $0 | $1 }
      sides[last] = [:]
    }

    mutating func areLinked(_ place: Int, _ other: Int) -> Bool {
      root(of: place) == root(of: other)
    }

    /// The places of two and more, in their order.
    mutating func groups() -> [[Int]] {
      var found: [Int: [Int]] = [:]
      for place in parents.indices { found[root(of: place), default: []].append(place) }
      return found.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
    }
  }
}
