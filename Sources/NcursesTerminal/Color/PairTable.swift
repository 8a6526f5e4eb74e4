/// Numbers for pairs of a foreground and a background, given out in the order of first use.
///
/// ncurses' own `alloc_pair` fails for good once 65,000 pairs were used, and pictures use
/// thousands a frame; this table says when it is full, is emptied, and filled again.
nonisolated struct PairTable {
  /// The pair of the terminal's own two colours; never given out.
  static let defaultPair: Int32 = 0

  enum Lookup: Equatable {
    /// The pair is known to ncurses.
    case known(Int32)
    /// The pair is new: ncurses has to be told its colours.
    case new(Int32)
    /// No number is left; the table must be emptied.
    case full
  }

  /// How many pairs may be given out.
  private(set) var limit: Int
  private var numbers: [UInt64: Int32] = [:]

  init(limit: Int) {
    self.limit = max(1, limit)
  }

  var count: Int { numbers.count }

  mutating func pair(foreground: Int32, background: Int32) -> Lookup {
    if foreground < 0 && background < 0 { return .known(Self.defaultPair) }
    let key = UInt64(UInt32(bitPattern: foreground)) << 32 | UInt64(UInt32(bitPattern: background))
    if let number = numbers[key] { return .known(number) }
    guard numbers.count < limit else { return .full }
    let number = Int32(numbers.count + 1)
    numbers[key] = number
    return .new(number)
  }

  /// Forgets every pair.
  mutating func removeAll() {
    numbers.removeAll(keepingCapacity: true)
  }

  /// Makes room so that one frame of that many cells always fits.
  mutating func reserve(cells: Int) {
    limit = max(limit, cells + 1)
  }
}
