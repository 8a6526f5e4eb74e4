/// What the keys pressed so far mean where they were pressed.
public enum KeyMatch {
  /// They call a command, which is not performed yet.
  case command(() -> Void)
  /// A sequence of keys begins with them.
  case beginning
}

/// A command with the keys that call it, after `UIKeyCommand`.
public struct KeyCommand {
  /// The command's name, such as `list.refresh`: keys are bound by it.
  public let id: String
  /// The first one stands in the key line.
  public let keys: [KeySequence]
  /// What the mouse does for it, such as `drag`; help names it where there are no keys.
  public let gesture: String?
  /// A few words for the help, such as `refresh`.
  public let title: String
  /// The heading under which help lists it.
  public let group: String
  /// One word for the key line at the foot of the screen; nil leaves it out there.
  public let hint: String?
  /// Whether the key line keeps it longest, as it does help and quit.
  public let isEssential: Bool
  public let action: () -> Void

  public init(
    id: String, keys: [KeySequence], title: String, group: String = "", hint: String? = nil,
    isEssential: Bool = false, action: @escaping () -> Void
  ) {
    self.id = id
    self.keys = keys
    gesture = nil
    self.title = title
    self.group = group
    self.hint = hint
    self.isEssential = isEssential
    self.action = action
  }

  public init(
    id: String, keys: [Key], title: String, group: String = "", hint: String? = nil,
    isEssential: Bool = false, action: @escaping () -> Void
  ) {
    self.init(
      id: id, keys: keys.map { KeySequence($0) }, title: title, group: group, hint: hint,
      isEssential: isEssential, action: action)
  }

  /// A mouse gesture, to be listed in the help.
  public init(id: String, gesture: String, title: String, group: String = "") {
    self.id = id
    keys = []
    self.gesture = gesture
    self.title = title
    self.group = group
    hint = nil
    isEssential = false
    action = {}
  }
}

extension [KeyCommand] {
  /// What the first command does that has these keys, or a sequence that begins with them; nil for none.
  public func match(_ keys: KeySequence) -> KeyMatch? {
    for command in self {
      if command.keys.contains(keys) { return .command(command.action) }
      if command.keys.contains(where: { $0.continues(keys) }) { return .beginning }
    }
    return nil
  }
}
