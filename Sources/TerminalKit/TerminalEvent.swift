/// An event from the terminal.
nonisolated public enum TerminalEvent: Hashable, Sendable {
  case key(Key)
  case mouse(MouseEvent)
  /// Pasted text, not cleaned: it may contain control characters and newlines. A paste never arrives as keys, so it
  /// cannot run commands.
  case paste(String)
  case resize(Size)
  /// More is known about the terminal: how it shows pictures, or the size of its cells in pixels.
  case capabilitiesChanged
  /// The program was continued after a suspension; everything has to be redrawn.
  case resumed
  /// The program should exit.
  case terminate(TerminationReason)
}

/// Why the program should exit.
nonisolated public enum TerminationReason: Hashable, Sendable {
  /// SIGINT from outside (Ctrl-C on the keyboard arrives as a key).
  case interrupt
  /// SIGTERM.
  case terminate
  /// SIGQUIT from outside.
  case quit
  /// SIGHUP, or end of file, `EIO` or `POLLHUP` on the terminal.
  case hangUp
  /// Another signal that terminates programs, such as SIGUSR1 or SIGXCPU (`ulimit -t`).
  case signal(Int32)

  /// 128 plus the signal's number, as shells report it.
  public var exitStatus: Int32 {
    switch self {
    case .hangUp: 129
    case .interrupt: 130
    case .quit: 131
    case .terminate: 143
    case .signal(let number): 128 + number
    }
  }
}

/// A key with its modifiers.
nonisolated public struct Key: Hashable, Sendable {
  public var code: KeyCode
  public var modifiers: Modifiers
  /// The letter on the same key of a Latin keyboard, if `code` is of another script and the terminal says so.
  public var latin: Character?

  public init(_ code: KeyCode, modifiers: Modifiers = [], latin: Character? = nil) {
    self.code = code
    self.modifiers = modifiers
    self.latin = latin
  }

  /// What the key means where it types no text, if that is another key: `j` for `о` of a keyboard that is set to
  /// Cyrillic (`latin`), and for the full-width `ｊ` of an input method.
  public var commandKey: Key? {
    if let latin { return Key(.character(latin), modifiers: modifiers) }
    guard case .character(let character) = code, let scalar = character.unicodeScalars.first,
      character.unicodeScalars.count == 1
    else { return nil }
    // U+FF01 to U+FF5E repeat ASCII; U+3000 is the space of that width.
    let value = scalar.value == 0x3000 ? 0x20 : scalar.value &- 0xFF01 &+ 0x21
    guard scalar.value == 0x3000 || (0xFF01...0xFF5E).contains(scalar.value) else { return nil }
    return Key(.character(Character(Unicode.Scalar(UInt8(value)))), modifiers: modifiers)
  }

  /// A key that types a character; capitals have no Shift.
  public static func character(_ character: Character) -> Key { Key(.character(character)) }

  /// Ctrl with a lower-case letter.
  public static func control(_ letter: Character) -> Key {
    Key(.character(letter), modifiers: .control)
  }

  public static let enter = Key(.enter)
  public static let escape = Key(.escape)
  public static let space = Key(.character(" "))
  public static let tab = Key(.tab)
  public static let backspace = Key(.backspace)
  public static let up = Key(.up)
  public static let down = Key(.down)
  public static let left = Key(.left)
  public static let right = Key(.right)
  public static let pageUp = Key(.pageUp)
  public static let pageDown = Key(.pageDown)
  public static let home = Key(.home)
  public static let end = Key(.end)

  public struct Modifiers: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    public static let shift = Modifiers(rawValue: 1)
    public static let alt = Modifiers(rawValue: 2)
    public static let control = Modifiers(rawValue: 4)
  }
}

/// The key itself, without modifiers.
nonisolated public enum KeyCode: Hashable, Sendable {
  case character(Character)
  case enter, escape, tab, backspace, delete, insert
  case up, down, left, right
  case pageUp, pageDown, home, end
  /// A function key, from 1.
  case function(Int)
}

/// What the mouse did, and in which cell.
nonisolated public struct MouseEvent: Hashable, Sendable {
  public enum Action: Hashable, Sendable {
    case press, doubleClick, release, wheelUp, wheelDown
    /// No second press followed in time, so the last press was a single click. Until then, what it selected does not
    /// move, so that both presses of a double click hit the same item.
    case singleClick
    /// The mouse moved to another cell with its button held; sent only while `Terminal.reportsDrags` is true.
    case drag
  }

  public var action: Action
  public var position: Point
  /// Whether Ctrl was held while the wheel turned; many terminals change their font then and report nothing.
  public var isControlled: Bool

  public init(_ action: Action, at position: Point, isControlled: Bool = false) {
    self.action = action
    self.position = position
    self.isControlled = isControlled
  }
}
