/// Counts of what was written in a period.
struct OutputFigures {
  var bytes = 0
  /// Bytes that are a picture: base64 of kitty and iTerm2, sixels; not those of placing and deleting.
  var pictureBytes = 0
  /// Pictures that were sent again, whatever their bytes (shared memory has none).
  var sentPictures = 0
  var placements = 0
  var deletions = 0
  /// Synchronized updates that began.
  var updates = 0
  /// Whether pictures or their cells were written outside an update.
  var isOutsideUpdate = false
  /// When the first and the last of a picture were read.
  var firstPicture: ContinuousClock.Instant?
  var lastPicture: ContinuousClock.Instant?

  private var isWithinUpdate = false
  private var continues = false

  mutating func note(_ event: OutputEvent, at time: ContinuousClock.Instant) {
    switch event {
    case .kitty(let keys, let payload, _): note(kitty: keys, payload, at: time)
    case .picture(let count):
      pictureBytes += count
      sentPictures += 1
      picture(at: time)
    case .pictureCell: picture(at: time)
    case .updateBegins:
      updates += 1
      isWithinUpdate = true
    case .updateEnds: isWithinUpdate = false
    case .question: break
    }
  }

  /// Starts counting from 0, whatever is on the screen.
  mutating func reset() {
    let former = self
    self = OutputFigures()
    isWithinUpdate = former.isWithinUpdate
    continues = former.continues
  }

  private mutating func note(
    kitty keys: [Character: String], _ payload: Int, at time: ContinuousClock.Instant
  ) {
    switch keys["a"] ?? "t" {
    case "q": return
    case "d": deletions += 1
    case "p":
      placements += 1
      picture(at: time)
    default:
      // A picture comes in pieces (`m=1`); only the first has the other keys.
      if !continues { sentPictures += 1 }
      continues = keys["m"] == "1"
      pictureBytes += payload
      picture(at: time)
    }
  }

  private mutating func picture(at time: ContinuousClock.Instant) {
    if firstPicture == nil { firstPicture = time }
    lastPicture = time
    if !isWithinUpdate { isOutsideUpdate = true }
  }
}
