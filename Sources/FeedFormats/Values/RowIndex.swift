/// Finds byte strings that are stored in rows elsewhere, by a hash table of row numbers.
///
/// Costs at most 16 bytes a row, and 8 as a rule, where a `Set` of arrays takes a hundred: an answer of a server may
/// hold hundreds of thousands of names.
package struct RowIndex: Sendable {
  /// Row numbers plus one; 0 where a slot is free. The count is a power of two.
  private var slots: [UInt32] = []
  private var count = 0

  package init() {}

  /// The row that holds a string; nil if none does.
  ///
  /// - Parameters:
  ///   - hash: Of the string, the same in this process.
  ///   - isSame: Whether a row holds the string.
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

  /// Adds a row that no other one equals.
  ///
  /// - Parameters:
  ///   - row: Below `UInt32.max`.
  ///   - hashOfRow: The hash of each row that was added before, for when the table grows.
  package mutating func insert(_ row: Int, hash: Int, hashOfRow: (Int) -> Int) {
    if (count + 1) * 4 > slots.count * 3 { grow(hashOfRow) }
    place(UInt32(row) + 1, hash: hash)
    count += 1
  }

  private mutating func place(_ entry: UInt32, hash: Int) {
    var slot = hash & (slots.count - 1)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = entry
  }

  private mutating func grow(_ hashOfRow: (Int) -> Int) {
    let former = slots
    slots = [UInt32](repeating: 0, count: max(16, former.count * 2))
    for entry in former where entry != 0 { place(entry, hash: hashOfRow(Int(entry) - 1)) }
  }

  /// A hash that differs from run to run, so that no server can choose names that collide.
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
