/// A command with the keys that call it, as `UIKeyCommand`.
public struct KeyCommand {
  /// What configuration files call the command, such as `refresh`.
  public let id: String
  public let keys: [Key]
  /// What the mouse does for it, such as `drag`; help names it where there are no keys.
  public let gesture: String?
  /// A few words for the help, such as `refresh`.
  public let title: String
  /// The heading under which help lists it.
  public let group: String
  /// One word for the key line at the foot of the screen; nil leaves it out there.
  public let hint: String?
  /// Whether the key line keeps it longest, as the ways to the help and out.
  public let isEssential: Bool
  public let action: () -> Void

  public init(
    id: String, keys: [Key], title: String, group: String = "", hint: String? = nil,
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

  /// Something that is done with the mouse, for the help.
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
