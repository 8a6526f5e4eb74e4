/// The fingerprints of many photos: finds those that look alike. 112 bytes a photo.
public struct FingerprintTable: Sendable {
  /// The greatest distance at which photos are put into groups; `0...groupLimit` are the thresholds.
  public static let groupLimit = 10
  /// At which photos count as similar.
  public static let usualDistance = 6

  private var numbers: [UInt32] = []
  private var differences: [UInt64] = []
  /// `PhotoFingerprint.colorCount` for each.
  private var colors: [UInt8] = []

  public init() {}

  public var count: Int { numbers.count }

  public mutating func reserveCapacity(_ count: Int) {
    numbers.reserveCapacity(count)
    differences.reserveCapacity(count)
    colors.reserveCapacity(count * PhotoFingerprint.colorCount)
  }

  /// Flat pictures are left out, since they look like nothing else.
  ///
  /// - Parameter number: The caller's number for the photo, larger than those before.
  public mutating func append(_ fingerprint: PhotoFingerprint, number: Int) {
    guard !fingerprint.isFlat, let number = UInt32(exactly: number) else { return }
    numbers.append(number)
    differences.append(fingerprint.differences)
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
  /// All such pairs are found, without comparing each photo with each: of `distance + k` parts of the 64 differences, `k` are
  /// equal in two that differ in `distance` of them. So the photos are sorted by each choice of `k` parts, and those with
  /// equal parts are compared (Manku, Jain, Das Sarma: *Detecting near-duplicates for web crawling*, 2007).
  ///
  /// - Parameter distance: 0–`groupLimit`.
  /// - Returns: Without the rest if the task is cancelled.
  /// - Complexity: A second for 300,000 photos at the usual distance, three times as much at the greatest one.
  public func groups(within distance: Int) -> [[Int]] {
    let distance = max(0, min(distance, Self.groupLimit))
    // Photos with equal differences together.
    let order = differences.indices.sorted {
      (differences[$0], numbers[$0]) < (differences[$1], numbers[$1])
    }
    var unique: [UInt64] = []
    var starts: [Int] = []
    for (place, index) in order.enumerated() where unique.last != differences[index] {
      unique.append(differences[index])
      starts.append(place)
    }
    starts.append(order.count)
    var linking = Linking(table: self, order: order, starts: starts)
    withBuffers { _, colors in
      for value in unique.indices { linking.linkEqual(value, colors) }
      if distance > 0 {
        Self.forEachPair(of: unique, within: distance) { linking.link($0, $1, colors) }
      }
    }
    return linking.groups()
  }

  /// Groups in which no two photos are apart. Where some are, the photos of the group are linked again, the most similar
  /// first: what looks like both goes with the one that it looks more like.
  ///
  /// - Parameters:
  ///   - groups: From `groups(within:)` with the same distance.
  ///   - separated: By the photos' numbers.
  /// - Returns: Without the rest if the task is cancelled.
  /// - Complexity: O(*photos in groups*), and O(*photos*²) for a group with photos that are apart.
  public func groups(
    _ groups: [[Int]], within distance: Int, separating separated: SeparatedPhotos
  ) -> [[Int]] {
    guard !separated.isEmpty else { return groups }
    return groups.flatMap { group in
      separated.separatesAny(of: group) ? split(group, within: distance, separated) : [group]
    }.sorted { $0[0] < $1[0] }
  }

  private func split(
    _ group: [Int], within distance: Int, _ separated: SeparatedPhotos
  ) -> [[Int]] {
    let rows = group.compactMap(index(of:))
    var linked = SeparatedPhotos.Groups(of: rows.map(number(of:)), separated)
    withBuffers { differences, colors in
      for wanted in 0...max(0, distance) {
        for (place, row) in rows.enumerated() {
          guard !Task.isCancelled else { return }
          for second in place + 1..<max(place + 1, rows.count) {
            let other = rows[second]
            guard (differences[row] ^ differences[other]).nonzeroBitCount == wanted,
              !linked.areLinked(place, second),
              PhotoFingerprint.colorDistance(
                Self.part(row, of: colors), Self.part(other, of: colors))
                <= PhotoFingerprint.colorLimit
            else { continue }
            linked.link(place, second)
          }
        }
      }
    }
    return linked.groups().map { $0.map { number(of: rows[$0]) } }
  }

  /// The photos, of some, that have these fingerprints.
  ///
  /// - Parameter photos: Their numbers; those that are not in the table are left out.
  /// - Complexity: O(*photos* log *all photos*).
  public func numbers(
    of fingerprints: Set<PhotoFingerprint>, among photos: [Int]
  ) -> [PhotoFingerprint: [Int]] {
    guard !fingerprints.isEmpty else { return [:] }
    let wanted = Dictionary(grouping: fingerprints, by: \.differences)
    var found: [PhotoFingerprint: [Int]] = [:]
    withBuffers { differences, colors in
      for photo in photos {
        guard let index = index(of: photo), let known = wanted[differences[index]] else { continue }
        let part = Self.part(index, of: colors)
        for fingerprint in known where fingerprint.colors.elementsEqual(part) {
          found[fingerprint, default: []].append(photo)
        }
      }
    }
    return found
  }

  /// Where a photo is. They come in the order of their numbers.
  private func index(of number: Int) -> Int? {
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(numbers[middle]) < number { low = middle + 1 } else { high = middle }
    }
    return low < numbers.count && Int(numbers[low]) == number ? low : nil
  }

  fileprivate func number(of index: Int) -> Int { Int(numbers[index]) }

  private func withBuffers(
    _ body: (UnsafeBufferPointer<UInt64>, UnsafeBufferPointer<UInt8>) -> Void
  ) {
    differences.withUnsafeBufferPointer { differences in
      colors.withUnsafeBufferPointer { body(differences, $0) }
    }
  }

  fileprivate static func part(
    _ index: Int, of colors: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    let start = index * PhotoFingerprint.colorCount
    return UnsafeBufferPointer(rebasing: colors[start..<start + PhotoFingerprint.colorCount])
  }

  // MARK: Pairs

  /// Calls with each pair of values whose distance is at most so large, perhaps several times.
  private static func forEachPair(
    of values: [UInt64], within distance: Int, _ body: (Int, Int) -> Void
  ) {
    let plan = ComparisonPlan(of: values, distance: distance)
    var buckets = Buckets(count: values.count)
    for fields in plan.choices {
      guard !Task.isCancelled else { return }
      buckets.sort(values, by: fields)
      buckets.forEachPair(within: distance, body)
    }
  }
}

/// Values sorted by some of their bits.
private struct Buckets {
  private var keys: [UInt32]
  private var values: [UInt64]
  private var indices: [UInt32]
  /// The end of each bucket.
  private var ends: [UInt32] = []

  init(count: Int) {
    keys = [UInt32](repeating: 0, count: count)
    values = [UInt64](repeating: 0, count: count)
    indices = [UInt32](repeating: 0, count: count)
  }

  /// A counting sort.
  mutating func sort(_ unsorted: [UInt64], by fields: [BitField]) {
    ends = BitField.counts(of: unsorted, by: fields, keys: &keys)
    var sum: UInt32 = 0
    for key in ends.indices { (ends[key], sum) = (sum, sum + ends[key]) }
    ends.withUnsafeMutableBufferPointer { ends in
      values.withUnsafeMutableBufferPointer { values in
        indices.withUnsafeMutableBufferPointer { indices in
          unsorted.withUnsafeBufferPointer { unsorted in
            keys.withUnsafeBufferPointer { keys in
              for index in unsorted.indices {
                let place = Int(ends[Int(keys[index])])
                values[place] = unsorted[index]
                indices[place] = UInt32(truncatingIfNeeded: index)
                ends[Int(keys[index])] += 1
              }
            }
          }
        }
      }
    }
  }

  func forEachPair(within distance: Int, _ body: (Int, Int) -> Void) {
    values.withUnsafeBufferPointer { values in
      var start = 0
      for end in ends {
        let end = Int(end)
        var one = start
        while one < end {
          let value = values[one]
          var other = one + 1
          while other < end {
            if (value ^ values[other]).nonzeroBitCount <= distance {
              body(Int(indices[one]), Int(indices[other]))
            }
            other += 1
          }
          one += 1
        }
        start = end
      }
    }
  }
}

/// Some bits of a value.
struct BitField: Equatable {
  let shift: UInt64
  let width: UInt64

  /// The bits of several fields as one number.
  static func key(of value: UInt64, _ fields: UnsafeBufferPointer<BitField>) -> UInt32 {
    var key: UInt64 = 0
    for field in fields {
      key = key << field.width | value >> field.shift & (1 << field.width - 1)
    }
    return UInt32(truncatingIfNeeded: key)
  }

  /// How many values have each key.
  ///
  /// - Parameter keys: One for each value; set here.
  static func counts(
    of values: [UInt64], by fields: [BitField], keys: inout [UInt32]
  ) -> [UInt32] {
    var counts = [UInt32](repeating: 0, count: 1 << fields.reduce(0) { $0 + Int($1.width) })
    counts.withUnsafeMutableBufferPointer { counts in
      keys.withUnsafeMutableBufferPointer { keys in
        values.withUnsafeBufferPointer { values in
          fields.withUnsafeBufferPointer { fields in
            for index in values.indices {
              let key = key(of: values[index], fields)
              keys[index] = key
              counts[Int(key)] += 1
            }
          }
        }
      }
    }
    return counts
  }
}

/// Which bits of values are compared for equality, so that no pair within a distance is missed.
struct ComparisonPlan {
  /// The parts that are equal together.
  let choices: [[BitField]]

  /// - Parameter distance: 1–`FingerprintTable.groupLimit`.
  init(of values: [UInt64], distance: Int) {
    var best: (cost: Double, choices: [[BitField]])?
    var keys = [UInt32](repeating: 0, count: values.count)
    // More buckets than values gain nothing.
    let bitLimit = max(6, min(20, Int.bitWidth - values.count.leadingZeroBitCount + 1))
    for equalCount in 1...5 {
      let parts = Self.parts(distance + equalCount, widthLimit: bitLimit / equalCount)
      let choices = Self.choices(of: equalCount, from: parts[...])
      guard let first = choices.first, let last = choices.last else { continue }
      // Some differences go together in real pictures: the pairs are counted, not estimated.
      let samples = [first, choices[choices.count / 2], last]
      let pairs = samples.reduce(0.0) { sum, fields in
        BitField.counts(of: values, by: fields, keys: &keys).reduce(sum) {
          $0 + Double($1) * (Double($1) - 1) / 2
        }
      }
      let bucketCount = Double(UInt64(1) << first.reduce(0) { $0 + $1.width })
      // In nanoseconds, about.
      let cost =
        Double(choices.count)
        * (Double(values.count) * 15 + bucketCount * 2 + pairs / Double(samples.count) * 2)
      if best.map({ cost < $0.cost }) ?? true { best = (cost, choices) }
    }
    choices = best?.choices ?? []
  }

  /// - Parameter widthLimit: Of wider parts only so many bits are compared.
  private static func parts(_ count: Int, widthLimit: Int) -> [BitField] {
    (0..<count).map { part in
      let shift = part * 64 / count
      let width = min((part + 1) * 64 / count - shift, max(1, widthLimit))
      return BitField(shift: UInt64(shift), width: UInt64(width))
    }
  }

  private static func choices(
    of count: Int, from parts: ArraySlice<BitField>
  ) -> [[BitField]] {
    guard count > 0 else { return [[]] }
    return parts.indices.flatMap { last in
      choices(of: count - 1, from: parts[..<last]).map { $0 + [parts[last]] }
    }
  }
}

/// Photos that have been found to look alike (union–find).
private struct Linking {
  let table: FingerprintTable
  /// The photos, those with equal differences together.
  let order: [Int]
  /// Where those of each value begin in `order`, and the end of the last.
  let starts: [Int]
  private var parents: [Int32]
  /// Whether all photos of a value are linked with one another: then one more link concerns all of them.
  private var areOne: [Bool]

  init(table: FingerprintTable, order: [Int], starts: [Int]) {
    self.table = table
    self.order = order
    self.starts = starts
    parents = order.indices.map(Int32.init)
    areOne = [Bool](repeating: true, count: max(0, starts.count - 1))
  }

  private mutating func root(of place: Int) -> Int {
    var place = place
    while parents[place] != Int32(place) {
      parents[place] = parents[Int(parents[place])]
      place = Int(parents[place])
    }
    return place
  }

  /// Links two places of `order` if their colours are alike.
  private mutating func linkPlaces(
    _ one: Int, _ other: Int, _ colors: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let (first, second) = (root(of: one), root(of: other))
    if first == second { return true }
    let distance = PhotoFingerprint.colorDistance(
      FingerprintTable.part(order[one], of: colors),
      FingerprintTable.part(order[other], of: colors))
    guard distance <= PhotoFingerprint.colorLimit else { return false }
    parents[max(first, second)] = Int32(min(first, second))
    return true
  }

  /// Links the photos whose differences are the same value.
  mutating func linkEqual(_ value: Int, _ colors: UnsafeBufferPointer<UInt8>) {
    let places = starts[value]..<starts[value + 1]
    guard places.count > 1 else { return }
    // Most of such photos are a series: each looks like the next.
    var isOne = true
    for place in places.dropLast() where !linkPlaces(place, place + 1, colors) { isOne = false }
    if !isOne {
      for one in places {
        for other in one + 1..<max(one + 1, places.upperBound) {
          _ = linkPlaces(one, other, colors)
        }
      }
      let first = root(of: places.lowerBound)
      isOne = places.allSatisfy { root(of: $0) == first }
    }
    areOne[value] = isOne
  }

  /// Links the photos of two values.
  mutating func link(_ one: Int, _ other: Int, _ colors: UnsafeBufferPointer<UInt8>) {
    let isEnough = areOne[one] && areOne[other]
    for place in starts[one]..<starts[one + 1] {
      for second in starts[other]..<starts[other + 1] {
        if linkPlaces(place, second, colors), isEnough { return }
      }
    }
  }

  /// Those of two photos and more.
  mutating func groups() -> [[Int]] {
    var members: [Int: [Int]] = [:]
    for place in order.indices {
      let root = root(of: place)
      guard root != place else { continue }
      members[root, default: [table.number(of: order[root])]].append(
        table.number(of: order[place]))
    }
    return members.values.map { $0.sorted() }.sorted { $0[0] < $1[0] }
  }
}
