import Glibc
import PseudoTerminalSupport

/// A program in a pseudo-terminal of its own, as a user at a keyboard has it.
final class TerminalSession {
  let terminal: PseudoTerminal
  let program: TerminalProgram
  /// Just before the program was started.
  let startTime: ContinuousClock.Instant
  /// The start of the output to look at.
  private(set) var mark = 0
  /// When the first bytes of a picture since the last key were read.
  private(set) var firstPicture: ContinuousClock.Instant?
  /// When the last bytes were read.
  private(set) var lastRead = ContinuousClock.now
  /// How many cells of pictures made of characters came since the last key, and whether a picture of more rows than a row's
  /// thumbnail has.
  private var pictureCells = 0
  private var hasLargePicture = false

  private let kind: TerminalKind
  private let columns: Int
  private let rows: Int
  private var scanner = OutputScanner()
  private var scanned = 0

  /// - Parameters:
  ///   - kind: What the terminal answers when the program asks it.
  ///   - environment: Over a usual one of UTF-8 and 24-bit colour.
  init(
    _ arguments: [String], columns: Int = 120, rows: Int = 40, kind: TerminalKind = .silent,
    environment: [String: String] = [:]
  ) throws {
    self.kind = kind
    self.columns = columns
    self.rows = rows
    terminal = try PseudoTerminal(columns: columns, rows: rows)
    // The usual size of a cell: 10×20 pixels.
    terminal.resize(
      columns: columns, rows: rows, pixelWidth: columns * 10, pixelHeight: rows * 20)
    var variables = BuiltProgram.environment
    variables["COLORTERM"] = "truecolor"
    if kind == .kitty { variables["TERM"] = "xterm-kitty" }
    variables.merge(environment) { $1 }
    startTime = .now
    program = try TerminalProgram(arguments, in: terminal, environment: variables)
  }

  var pid: pid_t { program.pid }

  /// Types, and clears the counts.
  ///
  /// - Returns: When it was typed.
  @discardableResult
  func press(_ keys: String) -> ContinuousClock.Instant {
    while pump(milliseconds: 0) {}
    mark = terminal.output.count
    firstPicture = nil
    (pictureCells, hasLargePicture) = (0, false)
    let time = ContinuousClock.now
    terminal.send(keys)
    return time
  }

  /// Types another key, and continues to count.
  func pressFurther(_ keys: String) {
    terminal.send(keys)
  }

  /// Whether a picture larger than a row's thumbnail came since the last key.
  var hasPreview: Bool { hasLargePicture || pictureCells > 60 }

  /// How many bytes were written since the last key.
  var byteCount: Int { terminal.output.count - mark }

  /// Reads until a text has been written since the last key, contiguously.
  ///
  /// - Returns: When the bytes that complete it had been read.
  func wait(for text: String) throws -> ContinuousClock.Instant {
    let wanted = Array(text.utf8)
    var searched = 0
    var time = ContinuousClock.now
    try wait(text.debugDescription) { output, now in
      let from = max(0, searched - wanted.count)
      searched = output.count
      time = now
      return output.dropFirst(from).holds(wanted)
    }
    return time
  }

  /// Reads until a text is on the screen, however little of it had to be written.
  func waitOnScreen(for text: String) throws -> ContinuousClock.Instant {
    var screen = ScreenEmulator(columns: columns, rows: rows)
    var fed = 0
    var time = ContinuousClock.now
    try wait(text.debugDescription) { _, now in
      time = now
      screen.feed(terminal.output[fed...])
      fed = terminal.output.count
      return screen.cells.contains { $0.map(\.text).joined().contains(text) }
    }
    return time
  }

  /// Reads until anything has been written since the last key.
  func waitForBytes() throws -> ContinuousClock.Instant {
    var time = ContinuousClock.now
    try wait("bytes") { output, now in
      time = now
      return !output.isEmpty
    }
    return time
  }

  /// Reads until a picture, or a cell of one, has been written since the last key.
  func waitForPicture() throws -> ContinuousClock.Instant {
    try wait("picture") { _, _ in self.firstPicture != nil }
    return firstPicture ?? .now
  }

  /// Reads until nothing has been written for a while.
  func waitForQuiet(milliseconds: Int = 60) {
    var last = ContinuousClock.now
    while last.duration(to: .now) < .milliseconds(milliseconds) {
      if pump(milliseconds: 5) { last = .now }
    }
  }

  /// Reads for a time, whatever arrives.
  func read(for time: Duration) {
    let end = ContinuousClock.now + time
    while ContinuousClock.now < end { pump(milliseconds: 5) }
  }

  /// Quits as users do, and closes the terminal if that does not help.
  func end() {
    press("qqq")
    for _ in 0..<40 {
      pump(milliseconds: 5)
      if waitpid(pid, nil, WNOHANG) != 0 { return }
    }
    terminal.hangUp()
    for _ in 0..<200 {
      if kill(pid, 0) != 0 || waitpid(pid, nil, WNOHANG) != 0 { return }
      usleep(5_000)
    }
  }

  /// Reads once, and answers questions.
  ///
  /// - Returns: Whether anything arrived.
  @discardableResult
  private func pump(milliseconds: Int32) -> Bool {
    guard terminal.read(atMost: 65536, milliseconds: milliseconds) > 0 else { return false }
    lastRead = .now
    let events = scanner.feed(terminal.output[scanned...])
    scanned = terminal.output.count
    for event in events {
      if event.isPicture, firstPicture == nil { firstPicture = lastRead }
      answer(event)
    }
    return true
  }

  private func answer(_ event: OutputEvent) {
    switch event {
    case .question(let question):
      if let text = kind.answer(to: question, columns: columns, rows: rows) { terminal.send(text) }
    case .pictureCell: pictureCells += 1
    case .kitty(let keys, let body):
      let rows = keys["r"].flatMap { Int($0) } ?? (keys["v"].flatMap { Int($0) } ?? 0) / 20
      if event.isPicture, rows >= 8 { hasLargePicture = true }
      if kind == .kitty { TransmittedFile(keys: keys, body: body)?.take() }
      if let text = kind.answer(toKitty: keys) { terminal.send(text) }
    default: break
    }
  }

  private func wait(
    _ awaited: String, until isThere: (ArraySlice<UInt8>, ContinuousClock.Instant) -> Bool
  ) throws {
    let deadline = ContinuousClock.now + PseudoTerminal.patience
    while !isThere(terminal.output[mark...], .now) {
      while !pump(milliseconds: 5) {
        guard ContinuousClock.now < deadline else {
          throw BenchError.missing("\(awaited) in the output")
        }
      }
    }
  }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes occur in these; by hand, because the standard library's search takes milliseconds for the bytes
  /// of a picture.
  fileprivate func holds(_ wanted: [UInt8]) -> Bool {
    guard let first = wanted.first else { return true }
    return withUnsafeBytes { own in
      guard own.count >= wanted.count else { return false }
      return (0...(own.count - wanted.count)).contains { place in
        own[place] == first
          && (1..<wanted.count).allSatisfy { own[place + $0] == wanted[$0] }
      }
    }
  }
}
