import Digests
import FeedFormats
import Foundation

/// How a server asks its users to authenticate (RFC 9110, 11.6.1): Basic (RFC 7617) or Digest (RFC 7616).
enum AuthenticationChallenge: Hashable, Sendable {
  case basic
  case digest(DigestChallenge)

  /// The best of the challenges in an answer; nil if none is supported, such as `Negotiate`.
  static func best(of fields: [String]) -> AuthenticationChallenge? {
    let offers = fields.flatMap { parameters(in: $0) }
    let digests = offers.compactMap { $0.scheme == "digest" ? DigestChallenge($0.parameters) : nil }
    // The first of the best: a server lists them in order of preference.
    if let best = digests.max(by: { $0.rank <= $1.rank ? $0.rank < $1.rank : false }) {
      return .digest(best)
    }
    return offers.contains { $0.scheme == "basic" } ? .basic : nil
  }

  private static let byteLimit = 16_384

  /// The challenges of a field; commas separate both challenges and their parameters.
  ///
  /// - Returns: Schemes and names of parameters in lower case; the first of a name counts.
  static func parameters(in field: String) -> [(scheme: String, parameters: [String: String])] {
    let bytes = Array(field.utf8.prefix(byteLimit))
    var found: [(scheme: String, parameters: [String: String])] = []
    var index = 0
    func skip(_ signs: String) {
      while index < bytes.count, signs.utf8.contains(bytes[index]) { index += 1 }
    }
    func word() -> String {
      let start = index
      while index < bytes.count, !" \t,=\"".utf8.contains(bytes[index]) { index += 1 }
      return String(decoding: bytes[start..<index], as: UTF8.self)
    }
    func value() -> String {
      guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { return word() }
      var text: [UInt8] = []
      index += 1
      while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
        if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count { index += 1 }
        text.append(bytes[index])
        index += 1
      }
      index = min(index + 1, bytes.count)
      return String(decoding: text, as: UTF8.self)
    }
    while index < bytes.count {
      skip(" \t,")
      let start = index
      let name = word().lowercased()
      skip(" \t")
      if index < bytes.count, bytes[index] == UInt8(ascii: "=") {
        // `Negotiate abc==` isn't a parameter either, and belongs to an unsupported scheme.
        skip("=")
        skip(" \t")
        let value = value()
        if !found.isEmpty, found[found.count - 1].parameters[name] == nil {
          found[found.count - 1].parameters[name] = value
        }
      } else if !name.isEmpty {
        found.append((name, [:]))
      }
      if index == start { index += 1 }
    }
    return found
  }
}

/// A server's Digest challenge.
struct DigestChallenge: Hashable, Sendable {
  enum Algorithm: String, Hashable, Sendable {
    case md5 = "MD5"
    case sha256 = "SHA-256"

    func hash(_ bytes: [UInt8]) -> [UInt8] {
      Array(Digest.hex((self == .md5 ? Digest.md5 : .sha256).hash(bytes)).utf8)
    }
  }

  let realm: String
  let nonce: String
  private let opaque: String?
  private let algorithm: Algorithm
  private let isSession: Bool
  /// As written; nil if missing.
  private let algorithmName: String?
  /// Whether the server supports `qop=auth`; old ones don't.
  private let hasQuality: Bool
  /// Whether the password was right, and only the nonce has expired.
  let isStale: Bool

  /// - Returns: nil for an unsupported challenge: another algorithm, or one that includes the body.
  init?(_ parameters: [String: String]) {
    guard let nonce = parameters["nonce"], let realm = parameters["realm"] else { return nil }
    let name = parameters["algorithm"]?.uppercased() ?? "MD5"
    isSession = name.hasSuffix("-SESS")
    guard let algorithm = Algorithm(rawValue: isSession ? String(name.dropLast(5)) : name) else {
      return nil
    }
    let qualities = parameters["qop"]?.lowercased().split { " ,\t".contains($0) } ?? []
    hasQuality = qualities.contains("auth")
    guard hasQuality || qualities.isEmpty else { return nil }
    self.algorithm = algorithm
    self.realm = realm
    self.nonce = nonce
    algorithmName = parameters["algorithm"]
    opaque = parameters["opaque"]
    isStale = parameters["stale"]?.lowercased() == "true"
  }

  var rank: Int { (algorithm == .sha256 ? 2 : 0) + (hasQuality ? 1 : 0) }

  /// The value of `Authorization`.
  ///
  /// - Parameters:
  ///   - uri: The path and the query as sent.
  ///   - count: How often the nonce was used, including this time.
  ///   - cnonce: Random digits, different at least for each nonce.
  func answer(
    _ credentials: ServerCredentials, method: String, uri: String, count: Int, cnonce: String
  ) -> String {
    var first = algorithm.hash(Array("\(credentials.user):\(realm):".utf8) + credentials.password)
    if isSession { first = algorithm.hash(first + Array(":\(nonce):\(cnonce)".utf8)) }
    let second = algorithm.hash(Array("\(method):\(uri)".utf8))
    let digits = String(count, radix: 16)
    let number = String(repeating: "0", count: max(0, 8 - digits.utf8.count)) + digits
    let middle = hasQuality ? ":\(nonce):\(number):\(cnonce):auth:" : ":\(nonce):"
    let response = algorithm.hash(first + Array(middle.utf8) + second)
    var fields = [
      "username=\(Self.quoted(credentials.user))", "realm=\(Self.quoted(realm))",
      "nonce=\(Self.quoted(nonce))", "uri=\(Self.quoted(uri))",
      "response=\"\(String(decoding: response, as: UTF8.self))\"",
    ]
    if let algorithmName {
      fields.append(
        "algorithm=\(algorithmName.filter { $0.isASCII && !$0.isWhitespace && $0 != "," })")
    }
    if hasQuality || isSession { fields.append("cnonce=\"\(cnonce)\"") }
    if hasQuality { fields += ["qop=auth", "nc=\(number)"] }
    if let opaque { fields.append("opaque=\(Self.quoted(opaque))") }
    return "Digest " + fields.joined(separator: ", ")
  }

  private static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}
