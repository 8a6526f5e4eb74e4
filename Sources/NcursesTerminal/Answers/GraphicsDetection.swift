import TerminalKit

/// Decides how to show pictures in a terminal, from the environment and from its answers so far. A value: the same
/// facts always give the same result, in whatever order they arrived.
///
/// Decision 11 has the reasons for each preference.
nonisolated struct GraphicsDetection: Hashable, Sendable {
  let environment: TerminalEnvironment
  /// The user's choice; if set, only the details are detected.
  let chosen: GraphicsMethod?

  /// What the terminal has answered.
  private(set) var version: TerminalVersion?
  private(set) var attributes: [Int]?
  private var speaksKitty = false
  private var sharesMemory = false
  private var foreground: RGBColor?
  private var background: RGBColor?
  private var sixelColorCount: Int?
  private var sixelPixelLimit: PixelSize?
  /// tmux's answer; nil outside tmux.
  var tmux: TmuxState?
  var cells: CellPixelSizes

  init(
    environment: TerminalEnvironment, chosen: GraphicsMethod? = nil,
    cells: CellPixelSizes = CellPixelSizes()
  ) {
    self.environment = environment
    self.chosen = chosen
    self.cells = cells
  }

  mutating func receive(_ answer: TerminalAnswer) {
    switch answer {
    case .attributes(let numbers): attributes = numbers
    case .version(let version): self.version = version
    case .foreground(let color): foreground = color
    case .background(let color): background = color
    case .sixelColors(let count): if count >= 2 { sixelColorCount = count }
    case .sixelLimit(let size): if size.width > 0, size.height > 0 { sixelPixelLimit = size }
    case .kitty(let answer):
      guard answer.isOK else { return }
      if answer.id == TerminalQuery.kittyNumber { speaksKitty = true }
      if answer.id == TerminalQuery.sharedMemoryNumber { sharesMemory = true }
    case .cellSize, .textAreaSize: cells.receive(answer)
    }
  }

  var support: GraphicsSupport {
    let method = method
    let isKitty = method == .kitty || method == .kittyPlaceholders
    var requiredVersion: String?
    if chosen == nil, method == .symbols, case .tooOld(let version)? = tmux?.pictures {
      requiredVersion = version
    }
    return GraphicsSupport(
      method: method, sharesMemory: isKitty && sharesMemory, foreground: foreground,
      background: background, isPassedThrough: isKitty && isInTmux,
      sixelColorCount: method == .sixel ? sixelColorCount : nil,
      sixelPixelLimit: method == .sixel ? sixelPixelLimit : nil,
      requiredVersion: requiredVersion)
  }

  /// Whether it matters if the terminal supports the kitty protocol.
  var isKittyWanted: Bool { chosen == nil || chosen == .kitty || chosen == .kittyPlaceholders }

  /// Whether all of its answers to a query have arrived once.
  var hasAnswered: Bool { attributes != nil }

  private var isInTmux: Bool {
    switch environment.multiplexer {
    case .tmux, .remoteTmux: true
    case .screen, .zellij, nil: false
    }
  }

  private var method: GraphicsMethod {
    if let chosen {
      // Positions in tmux are not those of the terminal: only cells, which tmux itself moves, are reliable.
      return chosen == .kitty && isInTmux ? .kittyPlaceholders : chosen
    }
    return switch environment.multiplexer {
    case .tmux: tmux?.pictures == .shown ? .kittyPlaceholders : .symbols
    case .remoteTmux, .screen: .symbols
    case .zellij, nil: ownMethod
    }
  }

  /// For a terminal without a multiplexer in front of it.
  private var ownMethod: GraphicsMethod {
    let hasSixel = attributes?.contains(4) == true
    let byAnswers: GraphicsMethod = speaksKitty ? .kitty : hasSixel ? .sixel : .symbols
    guard let name = version ?? environment.name else { return byAnswers }
    // A name from the environment may belong to the terminal that this one was started from. It counts until the
    // answers have arrived, and after that only if they match it: all terminals named here also report sixel.
    let isBelieved = version != nil || attributes == nil || hasSixel
    return switch name.name {
    // A multiplexer that isn't visible in the environment: over ssh, with a terminal type that its user has chosen.
    case "tmux", "screen": .symbols
    case "iterm2" where isBelieved, "wezterm" where isBelieved: .iTerm2
    case "mintty" where name.isAtLeast(3) && isBelieved: .iTerm2
    // They show pictures only if their users have turned that on, and then report sixel.
    case "vscode", "xterm.js", "tabby", "hyper", "rio":
      !speaksKitty && hasSixel ? .iTerm2 : byAnswers
    // They answer; until they do, the terminal type is good enough.
    case "kitty", "ghostty": attributes == nil ? .kitty : byAnswers
    default: byAnswers
    }
  }
}

/// What becomes of pictures in tmux.
nonisolated public enum TmuxPictures: Hashable, Sendable {
  /// They reach the terminal outside, which shows them.
  case shown
  /// `allow-passthrough` is off.
  case notPassedThrough
  /// The terminal outside is too old; the version that is required, such as `kitty 0.28`.
  case tooOld(requires: String)
  /// The terminal outside can't show pictures in tmux; its name, if tmux knows it.
  case unsupported(name: String?)
}

/// The size of a cell in pixels from several sources, the most trusted first.
nonisolated struct CellPixelSizes: Hashable, Sendable {
  /// Set by the user; overrides everything else.
  var chosen: PixelSize?
  /// `CSI 16 t`.
  private(set) var answered: PixelSize?
  /// `CSI 14 t`: the size of all cells together.
  private(set) var textArea: PixelSize?
  /// `TIOCGWINSZ`.
  private(set) var window: PixelSize?

  init(chosen: PixelSize? = nil, window: PixelSize? = nil) {
    self.chosen = chosen
    self.window = window
  }

  /// - Parameter cells: The terminal's size.
  func size(in cells: Size) -> PixelSize? {
    if let chosen { return chosen }
    if let answered, Self.isCredible(answered) { return answered }
    if let textArea, cells.columns > 0, cells.rows > 0 {
      let cell = PixelSize(
        width: textArea.width / cells.columns, height: textArea.height / cells.rows)
      if Self.isCredible(cell) { return cell }
    }
    return window
  }

  mutating func receive(_ answer: TerminalAnswer) {
    switch answer {
    case .cellSize(let size): answered = size
    case .textAreaSize(let size): textArea = size
    default: break
    }
  }

  /// The window has changed. The system's value is current, while answers arrive later: if the system's value differs
  /// from the previous one, the font has changed, and earlier answers are for the old font.
  ///
  /// - Parameter cells: Whether the number of cells has changed, too. That says nothing about the font, but invalidates
  ///   the size of all cells together.
  mutating func windowChanged(to window: PixelSize?, cellsChanged: Bool) {
    if window != self.window {
      answered = nil
      textArea = nil
    }
    if cellsChanged { textArea = nil }
    self.window = window
  }

  /// Some terminals report 0×0, 640×480 for any window, or cells of 2×6. Real values are well within these limits: the
  /// smallest readable font is 4×6, a large one on a high-resolution screen about 60×120; square bitmap fonts (8×8) are
  /// the widest, and the narrowest, 1 to 3, comes from a narrow font with a third of line spacing.
  static func isCredible(_ cell: PixelSize) -> Bool {
    (4...80).contains(cell.width) && (6...160).contains(cell.height)
      && cell.height >= cell.width && cell.height <= 3 * cell.width
  }
}
