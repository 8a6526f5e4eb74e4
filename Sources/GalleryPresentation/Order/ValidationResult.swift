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
