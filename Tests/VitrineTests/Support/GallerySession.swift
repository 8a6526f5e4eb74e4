import ExpectationSupport
import Glibc
import PseudoTerminalSupport

/// The real program in a pseudo-terminal, started from a shell, and the screen that the user would see.
final class GallerySession {
  /// What was expected and did not appear, and what was on the screen instead.
  struct NotShown: Error, CustomStringConvertible {
    let awaited: String
    let screen: String
    let cause: String

    var description: String { "no \(awaited) on the screen (\(cause)):\n\(screen)" }
  }

  /// The bar of the selected row.
  private static let selectionBar = "▌"

  let shell: ShellSession
  /// Baskets and recent queries for this session only, unless the test provides a folder: sessions run in parallel.
  private let state: ScratchFolder
  private(set) var screen: ScreenEmulator
  /// How many bytes of the output the screen has processed.
  private var shownCount = 0

  var terminal: PseudoTerminal { shell.terminal }

  /// Starts `vitrine` without waiting.
  ///
  /// - Parameters:
  ///   - arguments: Quoted for the shell; redirections may follow.
  ///   - tracer: A program, with its arguments, that starts `vitrine`.
  ///   - without: Variables to unset.
  ///   - afterwards: What the shell does after the program has stopped or exited.
  init(
    _ arguments: String = "--sample", under tracer: String = "",
    environment extra: [String: String] = [:], without: [String] = [],
    columns: Int = 80, rows: Int = 24, hasJobControl: Bool = false,
    directory: String? = nil, afterwards: String = ""
  ) throws {
    var environment = BuiltProgram.environment
    environment["COLORTERM"] = "truecolor"
    environment["TZ"] = "UTC"
    state = ScratchFolder()
    environment["XDG_STATE_HOME"] = state.path
    environment.merge(extra) { $1 }
    for name in without { environment[name] = nil }
    screen = ScreenEmulator(columns: columns, rows: rows)
    shell = try ShellSession(
      "\(tracer) \(BuiltProgram.path("vitrine")) \(arguments)", environment: environment,
      columns: columns, rows: rows, hasJobControl: hasJobControl,
      directory: directory,
      afterwards: afterwards)
  }

  /// Starts the program and waits until its list shows a text.
  static func started(
    _ arguments: String = "--sample", environment: [String: String] = [:], without: [String] = [],
    columns: Int = 80, rows: Int = 24, hasJobControl: Bool = false, directory: String? = nil,
    afterwards: String = "", showing text: String
  ) throws -> GallerySession {
    let session = try GallerySession(
      arguments, environment: environment, without: without, columns: columns, rows: rows,
      hasJobControl: hasJobControl, directory: directory, afterwards: afterwards)
    try session.wait(for: text)
    session.answerQuery()
    return session
  }

  /// The built-in gallery, on its first screen.
  static func sampleGallery(
    environment: [String: String] = [:], without: [String] = [], columns: Int = 80,
    rows: Int = 24, hasJobControl: Bool = false, afterwards: String = ""
  ) throws -> GallerySession {
    try started(
      environment: environment, without: without, columns: columns, rows: rows,
      hasJobControl: hasJobControl, afterwards: afterwards, showing: SampleGallery.firstTitle)
  }

  /// Answers that there are no synchronized updates and no pictures; otherwise, exiting waits for the answer for a
  /// moment.
  func answerQuery() {
    terminal.send("\u{1B}[?2026;0$y\u{1B}[?62c")
  }

  func send(_ keys: String) {
    terminal.send(keys)
  }

  /// Types keys, and reads until a row of the screen contains a text.
  func send(_ keys: String, showing text: String) throws {
    send(keys)
    try wait(for: text)
  }

  /// Types keys that leave the program, and expects its status.
  func leave(
    _ keys: String = "q", status: Int32 = 0, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) throws {
    send(keys)
    expectEqual(
      try shell.status(), status, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  func resize(columns: Int, rows: Int) {
    screen = ScreenEmulator(columns: columns, rows: rows)
    terminal.resize(columns: columns, rows: rows)
  }

  /// Clears the screen: only what is written from now on counts.
  func forgetScreen() {
    terminal.readAvailable()
    shownCount = terminal.output.count
    screen = ScreenEmulator(columns: screen.columns, rows: screen.rows)
  }

  // MARK: - The screen

  /// Reads until the screen meets a condition.
  func wait(for awaited: String, until isShown: (ScreenEmulator) -> Bool) throws {
    do {
      try terminal.read(awaited, from: shownCount) { output in
        screen.feed(output[shownCount...])
        shownCount = output.endIndex
        return isShown(screen)
      }
    } catch let error as PseudoTerminal.TimedOut {
      throw NotShown(
        awaited: error.awaited, screen: screenText, cause: "\(terminal.output.count) bytes came")
    }
  }

  /// Reads until a row of the screen contains a text.
  func wait(for text: String) throws {
    try wait(for: "“\(text)”") { Self.rows(of: $0).contains { $0.contains(text) } }
  }

  /// Reads until no row contains a text.
  func waitUntilGone(_ text: String) throws {
    try wait(for: "screen without “\(text)”") { !Self.rows(of: $0).contains { $0.contains(text) } }
  }

  /// Reads until the selected row's first line contains a text.
  func awaitSelection(_ text: String) throws {
    try wait(for: "selection on “\(text)”") { Self.selectedLine(of: $0)?.contains(text) == true }
  }

  func shows(_ text: String) -> Bool {
    Self.rows(of: screen).contains { $0.contains(text) }
  }

  var screenText: String {
    Self.rows(of: screen).joined(separator: "\n")
  }

  /// The first line of the selected row.
  var selectedLine: String? { Self.selectedLine(of: screen) }

  private static func selectedLine(of screen: ScreenEmulator) -> String? {
    rows(of: screen).first { $0.hasPrefix(selectionBar) }
  }

  private static func rows(of screen: ScreenEmulator) -> [String] {
    (0..<screen.rows).map { screen.text(row: $0) }
  }

  // MARK: - Pictures

  /// Cells on the screen with a kind of colour, such as `2;` for 24 bits and `5;` for 256.
  func pictureCellCount(colors kind: String) -> Int {
    Self.pictureCellCount(screen, colors: kind)
  }

  func awaitPictures(colors kind: String = "2;", atLeast count: Int = 60) throws {
    try wait(for: "\(count) picture cells of \(kind)") {
      Self.pictureCellCount($0, colors: kind) >= count
    }
  }

  /// Text is also coloured, but never on a coloured background.
  private static func pictureCellCount(_ screen: ScreenEmulator, colors kind: String) -> Int {
    screen.cells.reduce(0) { $0 + $1.count { $0.background.hasPrefix("48;\(kind)") } }
  }
}
