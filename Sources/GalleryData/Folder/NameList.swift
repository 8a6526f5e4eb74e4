import GalleryDomain

/// Many names in one buffer.
struct NameList {
  private(set) var bytes: [UInt8] = []
  private(set) var ends: [UInt32] = []

  var count: Int { ends.count }

  /// - Returns: The name's bytes; `index` within `0..<count`.
  subscript(index: Int) -> ArraySlice<UInt8> {
    let start = index == 0 ? 0 : Int(ends[index - 1])
    return bytes[start..<Int(ends[index])]
  }

  /// Whether another name of 255 bytes has room.
  var hasRoom: Bool { bytes.count < Int(UInt32.max) - 255 }

  /// Call only while `hasRoom`.
  mutating func append(_ name: some Collection<UInt8>) {
    bytes.append(contentsOf: name)
    ends.append(UInt32(bytes.count))
  }

  func prefix(_ count: Int) -> NameList {
    var list = NameList()
    for index in 0..<min(count, self.count) { list.append(self[index]) }
    return list
  }

  /// In natural order; names that differ only in case or zeros are ordered by their bytes.
  func sorted() -> NameList {
    var sorted = NameList()
    sorted.bytes.reserveCapacity(bytes.count)
    sorted.ends.reserveCapacity(count)
    for index in naturalOrder() { sorted.append(self[index]) }
    return sorted
  }

  func naturalOrder() -> [Int] {
    var keys: [UInt8] = []
    keys.reserveCapacity(bytes.count + 4 * count)
    var items: [Item] = []
    items.reserveCapacity(count)
    for index in 0..<count {
      let start = keys.count
      // Which files belong to a picture doesn't move it.
      NaturalOrder.appendKey(of: PhotoPairs.shownName(ofRow: self[index]), to: &keys)
      items.append(
        Item(index: index, key: start..<keys.count, beginning: Self.word(keys[start...])))
    }
    items.sort { isBefore($0, $1, keys: keys) }
    return items.map(\.index)
  }

  private struct Item {
    var index: Int
    var key: Range<Int>
    /// The key's first eight bytes, which decide most comparisons.
    var beginning: UInt64
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    var word: UInt64 = 0
    for offset in 0..<8 {
      word <<= 8
      if offset < bytes.count { word |= UInt64(bytes[bytes.startIndex + offset]) }
    }
    return word
  }

  private func isBefore(_ left: Item, _ right: Item, keys: [UInt8]) -> Bool {
    if left.beginning != right.beginning { return left.beginning < right.beginning }
    var (leftIndex, rightIndex) = (left.key.lowerBound, right.key.lowerBound)
    while leftIndex < left.key.upperBound, rightIndex < right.key.upperBound {
      let (leftByte, rightByte) = (keys[leftIndex], keys[rightIndex])
      if leftByte != rightByte { return leftByte < rightByte }
      leftIndex += 1
      rightIndex += 1
    }
    if left.key.count != right.key.count { return left.key.count < right.key.count }
    return self[left.index].lexicographicallyPrecedes(self[right.index])
  }
}
