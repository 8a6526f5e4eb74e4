/// A field of the order form: its text, and what is wrong with it.
public struct OrderField: Hashable, Sendable, Identifiable {
  /// In the order of the form.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case name, email, note, delivery, address
  }

  /// How it is filled in.
  public enum Entry: Hashable, Sendable {
    case line
    case lines
    /// The user chooses one of these; empty if there are none, or none are known yet.
    case choice([OrderFieldChoice])
  }

  public let kind: Kind
  /// Such as `E-mail`.
  public let label: String
  public let entry: Entry
  /// What was typed; of a choice, the id of the chosen one. Kept while the field is not visible.
  public internal(set) var text: String
  /// Whether it has to be filled in; false while it is not visible.
  public let isRequired: Bool
  public internal(set) var isVisible: Bool
  public let validation: ValidationResult
  /// What is wrong, in a few words. nil if nothing is, and for an empty field that the user hasn't visited.
  public let reason: String?
  /// `1,950 of 2,000`, near the limit; nil otherwise.
  public let countText: String?

  public var id: Kind { kind }
}

/// One of several choices.
public struct OrderFieldChoice: Hashable, Sendable, Identifiable {
  /// The field's text when this is chosen.
  public let id: String
  public let title: String

  public init(id: String, title: String) {
    self.id = id
    self.title = title
  }
}

/// Whether the text of a field is valid, as in RxSwift's sign-up example.
public enum ValidationResult: Hashable, Sendable {
  /// Nothing is typed; valid unless the field is required.
  case empty(isRequired: Bool)
  case ok
  /// `reason` says in a few words what is wrong, such as `no @`.
  case failed(reason: String)
  /// It is not known yet what the field has to contain.
  case validating

  /// Whether an order can be placed with it.
  public var isValid: Bool {
    switch self {
    case .ok, .empty(isRequired: false): true
    case .empty(isRequired: true), .failed, .validating: false
    }
  }
}
