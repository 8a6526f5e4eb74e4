import TerminalKit

/// Which pictures a terminal keeps, under which numbers, and which of them go when there are too many.
///
/// Numbers are used again: sending a picture under a number takes away the one that had it. That is also
/// how one is given up, by one of a single pixel, for deleting is not to be relied on: kitty 0.26 frees
/// every picture that stands nowhere at `d=I` (`filter_refs` in graphics.c), later ones none.
nonisolated struct KittyMemory {
  struct Entry {
    let number: UInt32
    let byteCount: Int
    var lastUse: Int
  }

  /// kitty keeps 320 MB for all programs of a window, and takes the oldest away; other terminals less.
  static let byteLimit = 64 << 20

  let numbers: ClosedRange<UInt32>
  let byteLimit: Int
  private var entries: [UInt32: Entry] = [:]
  private var free: [UInt32] = []
  private var next: UInt32
  private var clock = 0

  /// - Parameter numbers: Those of this process, not empty.
  init(numbers: ClosedRange<UInt32>, byteLimit: Int = byteLimit) {
    self.numbers = numbers
    self.byteLimit = byteLimit
    next = numbers.lowerBound
  }

  var byteCount: Int { entries.values.reduce(0) { $0 + $1.byteCount } }
  var graphicIDs: [UInt32] { entries.keys.sorted() }

  func number(of graphic: Graphic) -> UInt32? { entries[graphic.id]?.number }
  func number(ofID id: UInt32) -> UInt32? { entries[id]?.number }
  func id(ofNumber number: UInt32) -> UInt32? {
    entries.first { $0.value.number == number }?.key
  }

  /// What is on the screen now is what goes last.
  mutating func use(_ graphics: [Graphic]) {
    clock += 1
    for graphic in graphics { entries[graphic.id]?.lastUse = clock }
  }

  /// Makes room and gives the picture a number; nil when all numbers are on the screen.
  ///
  /// - Parameter kept: Pictures that must stay.
  /// - Returns: Its number, and the numbers of what goes for it, which may be the same.
  mutating func add(_ graphic: Graphic, keeping kept: Set<UInt32>) -> (
    number: UInt32, evicted: [UInt32]
  )? {
    let size = Self.byteCount(of: graphic)
    let isFull = free.isEmpty && next > numbers.upperBound
    let evicted = evict(for: size, count: isFull ? 1 : 0, keeping: kept)
    let number: UInt32
    if let used = free.popLast() {
      number = used
    } else if next <= numbers.upperBound {
      number = next
      next += 1
    } else {
      return nil
    }
    clock += 1
    entries[graphic.id] = Entry(number: number, byteCount: size, lastUse: clock)
    return (number, evicted)
  }

  /// Takes away what was used longest ago until there is room.
  ///
  /// - Parameter count: At least so many.
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

  /// The terminal has not got it any more, or never got all of it.
  mutating func remove(id: UInt32) {
    guard let entry = entries.removeValue(forKey: id) else { return }
    free.append(entry.number)
  }

  mutating func removeAll() {
    entries.removeAll()
    free.removeAll()
    next = numbers.lowerBound
  }

  /// Terminals keep four bytes a pixel, however it was sent.
  private static func byteCount(of graphic: Graphic) -> Int {
    max(0, min(graphic.pixelSize.width, 1 << 16)) * max(0, min(graphic.pixelSize.height, 1 << 16))
      * 4
  }
}
