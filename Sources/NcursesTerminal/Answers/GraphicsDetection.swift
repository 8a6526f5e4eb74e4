import TerminalKit

/// Finds out how a terminal is given pictures, from the environment and from what it has answered so
/// far. A value: the same facts always give the same result, in whatever order they came.
///
/// Why each is preferred: docs/decisions/0011-which-way-pictures-are-given.md.
nonisolated struct GraphicsDetection: Hashable, Sendable {
  let environment: TerminalEnvironment
  /// What the user says; only the details are found out then.
  let chosen: GraphicsMethod?

  private var version: TerminalVersion?
  private var attributes: [Int]?
  private var speaksKitty = false
  private var sharesMemory = false
  private var foreground: RGBColor?
  private var background: RGBColor?
  private var sixelColorCount: Int?
  private var sixelPixelLimit: PixelSize?
  /// What tmux said; stays nil elsewhere.
  var tmux: TmuxState?

  init(environment: TerminalEnvironment, chosen: GraphicsMethod? = nil) {
    self.environment = environment
    self.chosen = chosen
  }

  mutating func take(_ answer: TerminalAnswer) {
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
    case .cellSize, .textAreaSize, .cursorColumn: break
    }
  }

  var support: GraphicsSupport {
    let method = method
    let isKitty = method == .kitty || method == .kittyPlaceholders
    return GraphicsSupport(
      method: method, sharesMemory: isKitty && sharesMemory, foreground: foreground,
      background: background, isPassedThrough: isKitty && isInTmux,
      sixelColorCount: method == .sixel ? sixelColorCount : nil,
      sixelPixelLimit: method == .sixel ? sixelPixelLimit : nil)
  }

  /// Whether it is of use to know that the terminal speaks it.
  var isKittyWanted: Bool { chosen == nil || chosen == .kitty || chosen == .kittyPlaceholders }

  /// Whether it came to the end of its answers once.
  var hasAnswered: Bool { attributes != nil }

  private var isInTmux: Bool {
    switch environment.multiplexer {
    case .tmux, .remoteTmux: true
    case .screen, .zellij, nil: false
    }
  }

  private var method: GraphicsMethod {
    if let chosen {
      // Positions of tmux are not those of the terminal: only cells that tmux itself moves hold.
      return chosen == .kitty && isInTmux ? .kittyPlaceholders : chosen
    }
    switch environment.multiplexer {
    case .tmux: return tmux?.showsPlaceholders == true ? .kittyPlaceholders : .symbols
    case .remoteTmux, .screen: return .symbols
    case .zellij, nil: return ownMethod
    }
  }

  /// Of a terminal that nothing stands before.
  private var ownMethod: GraphicsMethod {
    let hasSixel = attributes?.contains(4) == true
    let byAnswers: GraphicsMethod = speaksKitty ? .kitty : hasSixel ? .sixel : .symbols
    guard let name = version ?? environment.name else { return byAnswers }
    // A name from the environment may be that of the terminal which another was started from: it
    // counts until the answers are there, and then if they fit. All that are named here say sixel too.
    let isCertain = version != nil
    switch name.name {
    // A multiplexer that hid itself: over ssh, with a terminal type of its user's choice.
    case "tmux", "screen": return .symbols
    case "iterm2", "wezterm":
      return isCertain || attributes == nil || hasSixel ? .iTerm2 : byAnswers
    case "mintty" where name.isAtLeast(3):
      return isCertain || attributes == nil || hasSixel ? .iTerm2 : byAnswers
    // They have pictures when their users want them, and then say sixel.
    case "vscode", "xterm.js", "tabby", "hyper", "rio":
      return !speaksKitty && hasSixel ? .iTerm2 : byAnswers
    // They answer; until they have, their terminal type is as good.
    case "kitty", "ghostty": return attributes == nil ? .kitty : byAnswers
    default: return byAnswers
    }
  }
}
