/// The argument after a preset's name and colon.
public struct PresetArgument: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Sendable {
    /// Nothing.
    case none
    /// What to search for; without it, the service's default list.
    case search
    /// A server, as a host or a URL: `{base}`.
    case address
    /// An identifier of the service, such as an album's key: `{argument}`.
    case word
  }

  public var kind: Kind
  /// For `vitrine sources`, such as `what to search for`; cleaned.
  public var meaning: String
  public var isRequired: Bool
}

/// A value that a preset takes from the environment, or from `?name=value` after its argument.
public struct PresetVariable: Hashable, Sendable {
  /// Its name in templates.
  public var name: String
  /// The environment variable, such as `UNSPLASH_ACCESS_KEY`.
  public var environment: String?
  public var meaning: String
  public var isRequired: Bool
  /// Never shown, logged or stored; only from the environment.
  public var isSecret: Bool
  public var fallback: String?
}
