/// What is to be said of what was typed into a field, as in RxSwift's sign-up example.
public enum ValidationResult: Hashable, Sendable {
  /// Nothing is typed; right where nothing is required.
  case empty(isRequired: Bool)
  case ok
  /// `reason` says in a few words what is wrong, such as `no @`.
  case failed(reason: String)
  /// What the field has to hold is not known yet.
  case validating

  /// Whether an order can be placed with it.
  public var isValid: Bool {
    switch self {
    case .ok, .empty(isRequired: false): true
    case .empty(isRequired: true), .failed, .validating: false
    }
  }
}
