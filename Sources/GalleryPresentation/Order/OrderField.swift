/// A field of the order form as it stands: what is typed, and what is to be said of it.
public struct OrderField: Hashable, Sendable, Identifiable {
  /// In the order of the form.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case name, email, note, delivery, address
  }

  /// How it is filled in.
  public enum Entry: Hashable, Sendable {
    case line
    case lines
    /// One of these is chosen; there is always one.
    case choice([OrderFieldChoice])
  }

  public let kind: Kind
  /// Such as `E-mail`.
  public let label: String
  public let entry: Entry
  /// As it was typed; of a choice its id. Kept while the field is not visible.
  public let text: String
  /// Whether the order waits for it; never while it is not visible.
  public let isRequired: Bool
  public let isVisible: Bool
  public let validation: ValidationResult
  /// What is wrong, in a few words. Nil while nothing is, and for an empty field that nobody has been in.
  public let reason: String?
  /// `1,950 of 2,000`, near the limit; nil far from it.
  public let countText: String?

  public var id: Kind { kind }
}

/// One of several things to choose from.
public struct OrderFieldChoice: Hashable, Sendable, Identifiable {
  /// What the field's text is when it is chosen.
  public let id: String
  public let title: String

  public init(id: String, title: String) {
    self.id = id
    self.title = title
  }
}
