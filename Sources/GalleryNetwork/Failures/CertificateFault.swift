/// What is wrong with a server's certificate.
enum CertificateFault: Hashable, Sendable {
  case expired
  case notYetValid
  case unknownIssuer

  /// For people, in lower case.
  var words: String {
    switch self {
    case .expired: "it has expired"
    case .notYetValid: "it is not valid yet"
    case .unknownIssuer: "its issuer is not trusted"
    }
  }
}
