/// Finds byte strings that are stored elsewhere in rows, with a hash table of row numbers.
///
/// It takes at most 16 bytes per row, usually 8, while a `Set` of arrays takes a hundred: a server's response may
/// contain hundreds of thousands of names.
package struct RowIndex: Sendable {
  /// Row numbers plus one; 0 for a free slot. The size is a power of two.
  private var slots: [UInt32] = []
  private var count = 0

  package init() {}

  /// The row with a string; nil if there is none.
  ///
  /// - Parameters:
  ///   - hash: The hash of the string, stable within this process.
  ///   - isSame: Whether a row has the string.
  package func row(hash: Int, where isSame: (Int) -> Bool) -> Int? {
    guard !slots.isEmpty else { return nil }
    var slot = hash & (slots.count - 1)
    while slots[slot] != 0 {
      let row = Int(slots[slot]) - 1
      if isSame(row) { return row }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Adds a row that is different from all others.
  ///
  /// - Parameters:
  ///   - row: Below `UInt32.max`.
  ///   - hashOfRow: Returns the hash of an earlier row, for when the table grows.
  package mutating func insert(_ row: Int, hash: Int, hashOfRow: (Int) -> Int) {
    if (count + 1) * 4 > slots.count * 3 { grow(hashOfRow) }
    insert(UInt32(row) + 1, hash: hash)
    count += 1
  }

  private mutating func insert(_ entry: UInt32, hash: Int) {
    var slot = hash & (slots.count - 1)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = entry
  }

  private mutating func grow(_ hashOfRow: (Int) -> Int) {
    let former = slots
    slots = [UInt32](repeating: 0, count: max(16, former.count * 2))
    for entry in former where entry != 0 { insert(entry, hash: hashOfRow(Int(entry) - 1)) }
  }

  /// A hash that differs from run to run, so that a server cannot choose colliding names.
  package static func hash(_ bytes: some Sequence<UInt8>) -> Int {
    var hasher = Hasher()
    let isContiguous: Void? = bytes.withContiguousStorageIfAvailable {
      hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    if isContiguous == nil {
      Array(bytes).withUnsafeBytes { hasher.combine(bytes: $0) }
    }
    return hasher.finalize()
  }
}
