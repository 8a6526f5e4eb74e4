import FeedFormats
import Foundation
import GalleryDomain

extension PhotoSourceError {
  /// The same without the secrets of its request, wherever it quotes the response.
  package func hidingSecrets(of request: HTTPRequest) -> PhotoSourceError {
    let secrets = request.secrets
    let pieces = Set((secrets + secrets.flatMap(Self.encoded)).flatMap(Self.pieces))
    guard !pieces.isEmpty else { return self }
    func hidden(_ text: String) -> String {
      let bytes = Array(text.utf8)
      var shown: [UInt8] = []
      var end = 0
      for index in bytes.indices {
        if let piece = pieces.first(where: { bytes[index...].starts(with: $0) }) {
          if end < index || index == 0 { shown += Self.mask }
          end = max(end, index + piece.count)
        }
        if index >= end { shown.append(bytes[index]) }
      }
      // Percent-encoded it can't be told from what is around it.
      let decoded = PercentEncoding.decodedForm(shown)
      let isHidden = !pieces.contains { decoded.firstRange(of: $0) != nil }
      return String(decoding: isHidden ? shown : Self.mask, as: UTF8.self)
    }
    return switch self {
    case .notAFeed(let name, let beginning, let content):
      .notAFeed(name: hidden(name), beginning: hidden(beginning), content: content)
    case .notAPicture(let name, let beginning):
      .notAPicture(name: hidden(name), beginning: hidden(beginning))
    case .malformed(let name, let line, let column, let reason):
      .malformed(name: hidden(name), line: line, column: column, reason: hidden(reason))
    case .serviceFailed(let source, let message):
      .serviceFailed(source: source, message: hidden(message))
    case .redirectRefused(let host, let reason):
      .redirectRefused(host: host, reason: hidden(reason))
    case .notFound(let name): .notFound(name: hidden(name))
    default: self
    }
  }

  private static let mask = Array("•••".utf8)

  /// What gives a secret away: eight bytes of it, since servers and messages shorten what they quote, or all of a shorter one.
  /// One to three occur in any text.
  private static func pieces(of secret: String) -> [[UInt8]] {
    let bytes = Array(secret.utf8)
    guard bytes.count > 3 else { return [] }
    let length = min(bytes.count, 8)
    return (0...(bytes.count - length)).map { Array(bytes[$0..<$0 + length]) }
  }

  /// The middle of what a secret is in base64, wherever it begins in the bytes that are encoded, in both alphabets.
  private static func encoded(_ secret: String) -> [String] {
    // Of a shorter one, too little would be left.
    guard secret.utf8.count >= 12 else { return [] }
    return (0..<3).flatMap { offset in
      let text = Data(repeating: 0, count: offset) + Data(secret.utf8)
      // The first and the last characters depend on what is around it.
      let middle = String(text.base64EncodedString().dropFirst(4).dropLast(4))
      return [middle, middle.replacing("+", with: "-").replacing("/", with: "_")]
    }
  }
}

extension HTTPRequest {
  /// Keys and passwords, and what a header makes of them.
  fileprivate var secrets: [String] {
    var secrets = bodySecrets
    for field in headers.fields where secretNames.contains(field.name.lowercased()) {
      // `Client-ID KEY`, `Basic BASE64`: the first word names the scheme and isn't a secret.
      let key = field.value.split(separator: " ", maxSplits: 1).last.map(String.init) ?? ""
      secrets.append(key)
      if let data = Data(base64Encoded: key) {
        secrets += String(decoding: data, as: UTF8.self).split(separator: ":", maxSplits: 1)
          .map(String.init)
      }
    }
    if let credentials {
      let password = String(decoding: credentials.password, as: UTF8.self)
      secrets += [password, Data("\(credentials.user):\(password)".utf8).base64EncodedString()]
    }
    let parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    secrets += (parts?.queryItems ?? []).filter { secretNames.contains($0.name.lowercased()) }
      .compactMap(\.value)
    return secrets + [parts?.password ?? ""]
  }
}
