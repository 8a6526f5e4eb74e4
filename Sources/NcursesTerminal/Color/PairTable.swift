/// Numbers for pairs of foreground and background, assigned in the order of first use.
///
/// ncurses' own `alloc_pair` fails permanently once 65,000 pairs were used, and pictures use thousands per frame. This
/// table reports when it is full, so that it can be cleared and filled again.
nonisolated struct PairTable {
  /// The pair of the terminal's default colours; never assigned.
  static let defaultPair: Int32 = 0

  enum Lookup: Equatable {
    /// ncurses already knows the pair.
    case known(Int32)
    /// The pair is new: ncurses has to be given its colours.
    case new(Int32)
    /// No number is left; the table must be cleared.
    case full
  }

  /// How many pairs may be assigned.
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

  /// Makes room so that one frame with that many cells always fits.
  mutating func reserve(cells: Int) {
    limit = max(limit, cells + 1)
  }
}
