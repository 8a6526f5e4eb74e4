/// The fingerprints of many photos: finds those that look alike. 116 bytes a photo.
public struct FingerprintTable: Sendable {
  /// The greatest distance at which photos are put into groups; `0...groupLimit` are the thresholds.
  public static let groupLimit = 10
  /// At which photos count as similar.
  public static let usualDistance = 6

  private var numbers: [UInt32] = []
  private var differences: [UInt64] = []
  /// The lower half of the differences: photos that have more than enough of them here needn't be looked at as a whole, and
  /// four are compared at once.
  private var halves: [UInt32] = []
  /// `PhotoFingerprint.colorCount` for each.
  private var colors: [UInt8] = []

  public init() {}

  public var count: Int { numbers.count }

  /// Flat pictures are left out, since they look like nothing else.
  ///
  /// - Parameter number: The caller's number for the photo, larger than those before.
  public mutating func append(_ fingerprint: PhotoFingerprint, number: Int) {
    guard !fingerprint.isFlat, let number = UInt32(exactly: number) else { return }
    numbers.append(number)
    differences.append(fingerprint.differences)
    halves.append(UInt32(truncatingIfNeeded: fingerprint.differences))
    colors.append(contentsOf: fingerprint.colors)
  }

  /// The photos that look like one, nearest first, itself among them if it is in the table.
  ///
  /// - Parameter distance: 0–64.
  /// - Complexity: O(*photos*): 2 ms for a million.
  public func nearest(
    to fingerprint: PhotoFingerprint, within distance: Int
  ) -> [(number: Int, distance: Int)] {
    guard !fingerprint.isFlat else { return [] }
    var found: [(number: Int, distance: Int, color: Int)] = []
    fingerprint.colors.withUnsafeBufferPointer { wanted in
      withBuffers { differences, colors in
        for index in differences.indices {
          let count = (differences[index] ^ fingerprint.differences).nonzeroBitCount
          guard count <= distance else { continue }
          let color = PhotoFingerprint.colorDistance(wanted, Self.part(index, of: colors))
          guard color <= PhotoFingerprint.colorLimit else { continue }
          found.append((Int(numbers[index]), count, color))
        }
      }
    }
    found.sort { ($0.distance, $0.color, $0.number) < ($1.distance, $1.color, $1.number) }
    return found.map { ($0.number, $0.distance) }
  }

  /// Photos that look alike, each group in the order of their numbers, and the groups in that of their first ones. A photo
  /// is in a group if it looks like one of the others, so that the first and the last of a series need not be alike.
  ///
  /// - Parameters:
  ///   - distance: 0–`groupLimit`.
  ///   - progress: Called now and then with the number of photos that have been compared with all others.
  /// - Returns: Without the rest if the task is cancelled.
  /// - Complexity: O(*photos*²): the comparisons of 50,000 take 0.8 s, those of 150,000 8 s.
  public func groups(
    within distance: Int, progress: (Int) -> Void = { _ in }
  ) -> [[Int]] {
    let distance = max(0, min(distance, Self.groupLimit))
    var linking = Linking(count: count)
    withBuffers { differences, colors in
      for one in differences.indices {
        if one % 1_024 == 0 {
          guard !Task.isCancelled else { return }
          progress(one)
        }
        var start = one + 1
        while start < count {
          let block = start..<min(start + Self.blockCount, count)
          start = block.upperBound
          guard leastDifference(of: one, in: block) <= distance else { continue }
          for other in block
          where (differences[one] ^ differences[other]).nonzeroBitCount <= distance
            && !linking.areLinked(one, other)
            && PhotoFingerprint.colorDistance(
              Self.part(one, of: colors), Self.part(other, of: colors))
              <= PhotoFingerprint.colorLimit
          {
            linking.link(one, other)
          }
        }
      }
    }
    return linking.groups().map { $0.map { Int(numbers[$0]) } }
  }

  /// Enough for vectors, and few enough that most blocks of different photos have none that is near by its half.
  private static let blockCount = 32

  /// How much the most similar half of a block differs from that of a photo. A loop without a branch, so that the compiler
  /// counts the bits of several at once: processors that it compiles for have no instruction for it.
  private func leastDifference(of one: Int, in block: Range<Int>) -> Int {
    halves.withUnsafeBufferPointer { halves in
      let value = halves[one]
      var least = UInt32.max
      for other in block {
        least = min(least, UInt32(truncatingIfNeeded: (value ^ halves[other]).nonzeroBitCount))
      }
      return Int(least)
    }
  }

  private func withBuffers(
    _ body: (UnsafeBufferPointer<UInt64>, UnsafeBufferPointer<UInt8>) -> Void
  ) {
    differences.withUnsafeBufferPointer { differences in
      colors.withUnsafeBufferPointer { body(differences, $0) }
    }
  }

  private static func part(
    _ index: Int, of colors: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    let start = index * PhotoFingerprint.colorCount
    return UnsafeBufferPointer(rebasing: colors[start..<start + PhotoFingerprint.colorCount])
  }
}

/// Photos that have been found to look alike (union–find).
private struct Linking {
  private var parents: [Int32]

  init(count: Int) { parents = (0..<count).map(Int32.init) }

  private mutating func root(of index: Int) -> Int {
    var index = index
    while parents[index] != Int32(index) {
      parents[index] = parents[Int(parents[index])]
      index = Int(parents[index])
    }
    return index
  }

  mutating func areLinked(_ one: Int, _ other: Int) -> Bool { root(of: one) == root(of: other) }

  mutating func link(_ one: Int, _ other: Int) {
    let (first, second) = (root(of: one), root(of: other))
    parents[max(first, second)] = Int32(min(first, second))
  }

  /// Only those of two photos and more.
  mutating func groups() -> [[Int]] {
    var members: [Int: [Int]] = [:]
    for index in parents.indices {
      let root = root(of: index)
      if root != index { members[root, default: [root]].append(index) }
    }
    return members.values.sorted { $0[0] < $1[0] }
  }
}
