/// Whether what is remembered of photos is looked up for some screens at once, together with the first of their photos that
/// has to be read. The others wait for its answer, since most of them need not be read then.
struct LookAhead: Equatable {
  private enum Phase: Equatable {
    case possible
    case running(PhotoList.LoadID)
    /// Nothing was remembered.
    case vain
  }

  private var phase = Phase.possible
  /// The most photos of a look-up: a tall screen with those around it. It takes a few milliseconds.
  static let photoLimit = 200

  /// Whether the next photo that is read takes others along.
  var isPossible: Bool { phase == .possible }
  /// Whether photos are read by themselves, several at a time.
  var isVain: Bool { phase == .vain }

  mutating func started(by load: PhotoList.LoadID) { phase = .running(load) }

  mutating func ended(_ load: PhotoList.LoadID, hasFound: Bool) {
    if phase == .running(load) { phase = hasFound ? .possible : .vain }
  }

  mutating func cancelled(_ load: PhotoList.LoadID) {
    if phase == .running(load) { phase = .possible }
  }

  /// More may be remembered now: files have been read, or the rows are loaded again.
  mutating func tryAgain() {
    if phase == .vain { phase = .possible }
  }

  /// The screen, the next two and the previous one.
  static func rows(around shown: Range<Int>) -> [Range<Int>] {
    [
      shown, shown.upperBound..<(shown.upperBound + 2 * shown.count),
      (shown.lowerBound - shown.count)..<shown.lowerBound,
    ]
  }
}
