import FeedFormats
import Foundation
import GalleryDomain

/// Finds a request's secrets in text that a server sent back, so that an error that quotes the server does not
/// show the user's key.
///
/// A secret is found whole, percent-encoded, and in base64 at any offset (as in `Authorization: Basic`, or in a token
/// that contains it). Secrets of eight characters and more are also found in pieces, since servers and messages shorten
/// what they quote.
struct SecretMask: Sendable {
  /// The shortest piece of a secret that is masked.
  private static let pieceLength = 8
  static let mask: [UInt8] = Array("•••".utf8)

  /// Shorter secrets, found whole only.
  private var words: Set<[UInt8]> = []
  /// All runs of `pieceLength` bytes in any form of a secret.
  private var pieces: Set<[UInt8]> = []

  /// - Complexity: O(*bytes of all secrets*).
  init(secretsOf request: HTTPRequest) {
    for field in request.headers.fields
    where request.secretNames.contains(field.name.lowercased()) {
      add(field.value)
      // `Client-ID KEY`, `Basic BASE64`: the first word names the scheme and isn't a secret.
      let credentials = field.value.split(separator: " ", maxSplits: 1).last.map(String.init) ?? ""
      add(credentials)
      if let data = Data(base64Encoded: credentials) {
        let text = String(decoding: data, as: UTF8.self)
        add(text)
        for part in text.split(separator: ":", maxSplits: 1) { add(String(part)) }
      }
    }
    if let credentials = request.credentials {
      let password = String(decoding: credentials.password, as: UTF8.self)
      for text in [credentials.user, password, "\(credentials.user):\(password)"] { add(text) }
    }
    let components = URLComponents(url: request.url, resolvingAgainstBaseURL: true)
    for item in components?.queryItems ?? []
    where request.secretNames.contains(item.name.lowercased()) {
      add(item.value ?? "")
    }
    add(components?.password ?? "")
    for secret in request.bodySecrets { add(secret) }
  }

  var isEmpty: Bool { words.isEmpty && pieces.isEmpty }

  /// - Complexity: O(*bytes of `text`*).
  func masked(_ text: String) -> String {
    guard !isEmpty else { return text }
    let bytes = Array(text.utf8)
    var isSecret = [Bool](repeating: false, count: bytes.count)
    for (length, forms) in Dictionary(grouping: words, by: \.count).map({ ($0, Set($1)) })
      + [(Self.pieceLength, pieces)]
    where length <= bytes.count {
      for start in 0...(bytes.count - length)
      where forms.contains(Array(bytes[start..<start + length])) {
        for index in start..<start + length { isSecret[index] = true }
      }
    }
    guard isSecret.contains(true) else { return text }
    var result: [UInt8] = []
    for index in bytes.indices {
      if !isSecret[index] {
        result.append(bytes[index])
      } else if index == 0 || !isSecret[index - 1] {
        result += Self.mask
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private mutating func add(_ secret: String) {
    // Secrets of one to three characters occur in any text.
    guard secret.utf8.count > 3 else { return }
    let encoded = ["", "-._~"].map {
      PercentEncoding.text(Array(secret.utf8), keeping: PercentEncoding.Plain($0))
    }
    var forms = ([secret] + encoded).flatMap { [$0, Self.lowercasingEscapes($0)] }
    // Base64 depends on the preceding bytes: there are three ways, minus the digits that contain bits of a neighbour.
    forms.append(Data(secret.utf8).base64EncodedString())
    for offset in 0..<3 {
      let data = Data(repeating: 0, count: offset) + Data(secret.utf8)
      let digits = data.base64EncodedString().prefix { $0 != "=" }
      let whole = digits.dropFirst(offset == 0 ? 0 : offset + 1)
        .dropLast(data.count.isMultiple(of: 3) ? 0 : 1)
      forms.append(String(whole))
      forms.append(String(whole).replacing("+", with: "-").replacing("/", with: "_"))
    }
    for form in forms.map({ Array($0.utf8) }) where form.count > 3 {
      guard form.count >= Self.pieceLength else {
        words.insert(form)
        continue
      }
      for start in 0...(form.count - Self.pieceLength) {
        pieces.insert(Array(form[start..<start + Self.pieceLength]))
      }
    }
  }

  /// `%2F` as `%2f`.
  private static func lowercasingEscapes(_ text: String) -> String {
    var isEscape = 0
    return String(
      text.map { character in
        if character == "%" {
          isEscape = 2
        } else if isEscape > 0 {
          isEscape -= 1
          return Character(character.lowercased())
        }
        return character
      })
  }
}

extension PhotoSourceError {
  /// The same without the secrets of its request, wherever it quotes the answer.
  package func hidingSecrets(of request: HTTPRequest) -> PhotoSourceError {
    let mask = SecretMask(secretsOf: request)
    guard !mask.isEmpty else { return self }
    return switch self {
    case .notAFeed(let name, let beginning, let content):
      .notAFeed(name: mask.masked(name), beginning: mask.masked(beginning), content: content)
    case .notAPicture(let name, let beginning):
      .notAPicture(name: mask.masked(name), beginning: mask.masked(beginning))
    case .malformed(let name, let line, let column, let reason):
      .malformed(name: mask.masked(name), line: line, column: column, reason: mask.masked(reason))
    case .serviceFailed(let source, let message):
      .serviceFailed(source: source, message: mask.masked(message))
    case .redirectRefused(let host, let reason):
      .redirectRefused(host: host, reason: mask.masked(reason))
    case .notFound(let name): .notFound(name: mask.masked(name))
    default: self
    }
  }
}
