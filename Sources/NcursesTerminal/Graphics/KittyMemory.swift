import TerminalKit

/// Which pictures a terminal stores, under which numbers, and which of them to drop if there are too many.
///
/// Numbers are reused: sending a picture under a number replaces the old one. A picture is also dropped that way, by
/// sending a single pixel, because deleting is not reliable: at `d=I`, kitty 0.26 frees all pictures without a
/// placement (`filter_refs` in graphics.c), later versions free none.
nonisolated struct KittyMemory {
  private struct Entry {
    let number: UInt32
    let byteCount: Int
    var lastUse: Int
  }

  /// kitty stores 320 MB for all programs of a window and removes the oldest; other terminals store less.
  static let byteLimit = 64 << 20

  let numbers: ClosedRange<UInt32>
  let byteLimit: Int
  private var entries: [UInt32: Entry] = [:]
  /// The last one is assigned next: one that was given up, or the lowest that was never used.
  private var free: [UInt32]
  private var clock = 0

  /// - Parameter numbers: The numbers of this process; not empty.
  init(numbers: ClosedRange<UInt32>, byteLimit: Int = byteLimit) {
    self.numbers = numbers
    self.byteLimit = byteLimit
    free = numbers.reversed()
  }

  var byteCount: Int { entries.values.reduce(0) { $0 + $1.byteCount } }
  /// By the ids of their pictures.
  var usedNumbers: [UInt32] { entries.sorted { $0.key < $1.key }.map(\.value.number) }

  func number(of graphic: Graphic) -> UInt32? { entries[graphic.id]?.number }
  func id(ofNumber number: UInt32) -> UInt32? {
    entries.first { $0.value.number == number }?.key
  }

  /// Pictures that are on the screen now are dropped last.
  mutating func use(_ graphics: [Graphic]) {
    clock += 1
    for graphic in graphics { entries[graphic.id]?.lastUse = clock }
  }

  /// Makes room for a picture and assigns a number; nil if all numbers are on the screen.
  ///
  /// - Parameter kept: Pictures that must stay.
  /// - Returns: Its number, and the numbers of the pictures dropped for it, which may be the same.
  mutating func add(_ graphic: Graphic, keeping kept: Set<UInt32>) -> (
    number: UInt32, evicted: [UInt32]
  )? {
    let size = Self.byteCount(of: graphic)
    let evicted = evict(for: size, count: free.isEmpty ? 1 : 0, keeping: kept)
    guard let number = free.popLast() else { return nil }
    clock += 1
    entries[graphic.id] = Entry(number: number, byteCount: size, lastUse: clock)
    return (number, evicted)
  }

  /// Drops the least recently used pictures until there is room.
  ///
  /// - Parameter count: The minimum number to drop.
  /// - Returns: Their numbers.
  mutating func evict(for size: Int = 0, count: Int = 0, keeping kept: Set<UInt32>) -> [UInt32] {
    var total = byteCount
    guard total + size > byteLimit || count > 0 else { return [] }
    var evicted: [UInt32] = []
    let candidates = entries.filter { !kept.contains($0.key) }
      .sorted { ($0.value.lastUse, $0.key) < ($1.value.lastUse, $1.key) }
    for (id, entry) in candidates {
      guard total + size > byteLimit || evicted.count < count else { break }
      total -= entry.byteCount
      entries[id] = nil
      free.append(entry.number)
      evicted.append(entry.number)
    }
    return evicted
  }

  /// The terminal no longer has the picture, or never received all of it.
  mutating func remove(id: UInt32) {
    guard let entry = entries.removeValue(forKey: id) else { return }
    free.append(entry.number)
  }

  mutating func removeAll() {
    entries.removeAll()
    free = numbers.reversed()
  }

  /// Terminals store four bytes per pixel, however the picture was sent.
  private static func byteCount(of graphic: Graphic) -> Int {
    max(0, min(graphic.pixelSize.width, 1 << 16)) * max(0, min(graphic.pixelSize.height, 1 << 16))
      * 4
  }
}
