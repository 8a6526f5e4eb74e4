/// The meaning of the keys pressed so far.
public enum KeyMatch {
  /// They are the keys of a command, which has not been performed yet.
  case command(() -> Void)
  /// They are the beginning of a longer sequence.
  case beginning
}

/// A command with its keys, modelled on `UIKeyCommand`.
public struct KeyCommand {
  /// The command's name, such as `list.refresh`; keys are bound to it.
  public let id: String
  /// The first one is shown in the key line.
  public let keys: [KeySequence]
  /// The mouse gesture for it, such as `drag`; the help shows it if there are no keys.
  public let gesture: String?
  /// A few words for the help, such as `refresh`.
  public let title: String
  /// The heading under which the help lists it.
  public let group: String
  /// One word for the key line at the bottom of the screen; nil to leave it out there.
  public let hint: String?
  /// Whether the key line drops it last, like help and quit.
  public let isEssential: Bool
  /// Whether the action can be performed now; a help also lists commands of other moments and screens.
  public let isAvailable: Bool
  public let action: () -> Void

  public init(
    id: String, keys: [KeySequence], gesture: String? = nil, title: String, group: String = "",
    hint: String? = nil, isEssential: Bool = false, isAvailable: Bool = true,
    action: @escaping () -> Void
  ) {
    self.id = id
    self.keys = keys
    self.gesture = gesture
    self.title = title
    self.group = group
    self.hint = hint
    self.isEssential = isEssential
    self.isAvailable = isAvailable
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
}

extension [KeyCommand] {
  /// What the keys mean: the action of the first command that has them, or the beginning of a longer sequence; nil if
  /// no command starts with them.
  public func match(_ keys: KeySequence) -> KeyMatch? {
    for command in self {
      if command.keys.contains(keys) { return .command(command.action) }
      if command.keys.contains(where: { $0.continues(keys) }) { return .beginning }
    }
    return nil
  }
}
