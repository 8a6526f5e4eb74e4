import Foundation

/// Opens addresses with the desktop's program.
public protocol AddressOpening: AnyObject {
  /// Opens an address in a program of its own, without waiting for it.
  ///
  /// - Parameters:
  ///   - url: http, https, mailto or file; any other is refused.
  ///   - completion: Called once: with nil when the program has finished or is still running after a moment, else with
  ///     the reason why it failed. Called immediately if it cannot even be started.
  func open(_ url: URL, completion: @escaping (AddressOpeningError?) -> Void)
}

/// Why an address was not opened.
nonisolated public enum AddressOpeningError: Error, Hashable, Sendable {
  /// There is no desktop: a console, or a login from elsewhere.
  case noDesktop
  /// The program is not installed; its name, cleaned.
  case noProgram(name: String)
  /// The program said that it could not; its name, cleaned.
  case failed(name: String)
  /// An address of another kind, or one that a program could take for an option.
  case refused

  /// In a few words, such as `there is no desktop here`.
  public var words: String {
    switch self {
    case .noDesktop: "no desktop here"
    case .noProgram(let name): "\(name) is not installed"
    case .failed(let name): "\(name) failed"
    case .refused: "not a web address or a file"
    }
  }
}
