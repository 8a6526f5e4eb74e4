/// What the environment says about the terminal. It may be wrong: variables are inherited by terminals that are started
/// from other terminals, and lost on the way through ssh. What the terminal itself says takes precedence.
nonisolated struct TerminalEnvironment: Hashable, Sendable {
  /// A program between this one and the terminal that interprets the bytes and draws them again.
  enum Multiplexer: Hashable, Sendable {
    /// On this machine: `$TMUX` contains its socket.
    case tmux(socket: String, pane: String?)
    /// On another host; only the terminal type has been passed on.
    case remoteTmux
    case screen
    case zellij
  }

  /// `TERM`.
  let type: String
  let multiplexer: Multiplexer?
  /// The terminal according to its own variables. nil inside a multiplexer: its variables belong to the terminal that
  /// it was started in, perhaps long ago.
  let name: TerminalVersion?

  /// - Parameter variable: Returns the value of a variable.
  init(_ variable: (String) -> String?) {
    func value(_ name: String) -> String? {
      variable(name).flatMap { $0.isEmpty ? nil : $0 }
    }
    let type = value("TERM") ?? ""
    self.type = type
    // Each multiplexer sets its own variable and TERM; in a tmux within screen, or the other way round, the type shows
    // which is the inner one.
    if let tmux = value("TMUX"), !(type.hasPrefix("screen.") && value("STY") != nil) {
      let socket = tmux.split(separator: ",").first.map(String.init) ?? ""
      multiplexer = .tmux(socket: socket, pane: value("TMUX_PANE"))
    } else if value("STY") != nil || type.hasPrefix("screen") {
      multiplexer = .screen
    } else if value("ZELLIJ") != nil {
      multiplexer = .zellij
    } else if type.hasPrefix("tmux") {
      multiplexer = .remoteTmux
    } else {
      multiplexer = nil
    }
    name = multiplexer == nil ? Self.name(type: type, value) : nil
  }

  private static func name(type: String, _ value: (String) -> String?) -> TerminalVersion? {
    for (prefix, name) in namesByType where type.hasPrefix(prefix) {
      return TerminalVersion(name: name)
    }
    if let program = value("TERM_PROGRAM").flatMap({ namesByProgram[$0] }) {
      let version = value("TERM_PROGRAM_VERSION") ?? ""
      return TerminalVersion(name: program, numbers: TerminalVersion.numbers(version[...]))
    }
    // ssh passes on variables that start with LC_; iTerm2 sends its name that way.
    if value("LC_TERMINAL") == "iTerm2" { return TerminalVersion(name: "iterm2") }
    for (variable, name) in namesByVariable {
      guard let version = value(variable)?.drop(while: { !("0"..."9").contains($0) }) else {
        continue
      }
      return TerminalVersion(name: name, numbers: TerminalVersion.numbers(version))
    }
    return nil
  }

  /// Terminal types that only one terminal uses.
  private static let namesByType = [
    ("xterm-kitty", "kitty"), ("xterm-ghostty", "ghostty"), ("ghostty", "ghostty"),
    ("foot", "foot"), ("wezterm", "wezterm"), ("mlterm", "mlterm"), ("contour", "contour"),
    ("mintty", "mintty"), ("iterm2", "iterm2"), ("iTerm2", "iterm2"), ("rio", "rio"),
    ("konsole", "konsole"), ("alacritty", "alacritty"), ("st-", "st"), ("vte", "vte"),
  ]

  private static let namesByProgram = [
    "iTerm.app": "iterm2", "WezTerm": "wezterm", "ghostty": "ghostty", "mintty": "mintty",
    "vscode": "vscode",
    "rio": "rio", "WarpTerminal": "warp", "Tabby": "tabby", "Hyper": "hyper",
    "Apple_Terminal": "apple_terminal", "contour": "contour",
  ]

  private static let namesByVariable = [
    ("WEZTERM_EXECUTABLE", "wezterm"), ("KONSOLE_VERSION", "konsole"),
    ("WT_SESSION", "windows terminal"), ("VTE_VERSION", "vte"), ("XTERM_VERSION", "xterm"),
    ("MLTERM", "mlterm"),
  ]
}

/// A terminal's name and version as it reports them (XTVERSION), such as `kitty(0.26.5)` or `WezTerm 20240203-110809`.
nonisolated struct TerminalVersion: Hashable, Sendable {
  /// In lower case: `kitty`, `xterm`, `iterm2`, `xterm.js`.
  let name: String
  /// The leading numbers of its version: `3.3a` is 3, 3.
  let numbers: [Int]

  init(name: String, numbers: [Int] = []) {
    self.name = name
    self.numbers = numbers
  }

  /// nil for a text without a name.
  init?(_ text: Substring) {
    guard text.utf8.count <= 100 else { return nil }
    let name = text.prefix { $0 != "(" && $0 != " " }
    guard !name.isEmpty else { return nil }
    let version = text.dropFirst(name.count).drop { !("0"..."9").contains($0) }
    self.init(name: name.lowercased(), numbers: Self.numbers(version))
  }

  /// - Parameter version: For example `3.6.4`.
  static func numbers(_ version: Substring) -> [Int] {
    var numbers: [Int] = []
    for part in version.split(separator: ".", omittingEmptySubsequences: false).prefix(4) {
      let digits = part.prefix { ("0"..."9").contains($0) }
      guard let number = Int(digits) else { break }
      numbers.append(number)
      if digits.count < part.count { break }
    }
    return numbers
  }

  /// Such as `kitty 0.26.5`.
  var text: String {
    numbers.isEmpty ? name : "\(name) \(numbers.map(String.init).joined(separator: "."))"
  }

  func isAtLeast(_ wanted: Int...) -> Bool {
    !numbers.lexicographicallyPrecedes(wanted)
  }
}
