/// What stands behind a preset's name and colon.
public struct PresetArgument: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Sendable {
    /// Nothing.
    case none
    /// What to search for; without it what the service lists.
    case search
    /// A server, as a host or an address: `{base}`.
    case address
    /// A word of the service's own, such as an album's key: `{argument}`.
    case word
  }

  public var kind: Kind
  /// For `vitrine sources`, such as `what to search for`; cleaned.
  public var meaning: String
  public var isRequired: Bool
}

/// A value that a preset takes from the environment, or from `?name=value` behind its argument.
public struct PresetVariable: Hashable, Sendable {
  /// In templates.
  public var name: String
  /// Of the environment, such as `UNSPLASH_ACCESS_KEY`.
  public var environment: String?
  public var meaning: String
  public var isRequired: Bool
  /// Never shown, logged or stored; only from the environment.
  public var isSecret: Bool
  public var fallback: String?
}
