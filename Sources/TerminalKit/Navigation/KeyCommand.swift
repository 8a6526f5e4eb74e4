/// A command with the keys that call it, as `UIKeyCommand`.
public struct KeyCommand {
  /// What configuration files call the command, such as `refresh`.
  public let id: String
  public let keys: [Key]
  /// A few words for the help, such as `refresh`.
  public let title: String
  /// The heading under which help lists it.
  public let group: String
  /// One word for the key line at the foot of the screen; nil leaves it out there.
  public let hint: String?
  public let action: () -> Void

  public init(
    id: String, keys: [Key], title: String, group: String = "", hint: String? = nil,
    action: @escaping () -> Void
  ) {
    self.id = id
    self.keys = keys
    self.title = title
    self.group = group
    self.hint = hint
    self.action = action
  }
}
