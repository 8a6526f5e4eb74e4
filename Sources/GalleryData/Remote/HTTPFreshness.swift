import FeedFormats
import Foundation

/// How long an answer may be used without asking again, for a private cache (RFC 9111).
struct HTTPFreshness: Hashable {
  /// Whether it may be kept at all.
  var isStorable: Bool
  /// nil if it has to be revalidated each time.
  var freshUntil: Date?

  /// The largest age (RFC 9111, 1.2.2).
  private static let secondsLimit = 2_147_483_648

  /// - Parameter now: When the answer arrived.
  init(_ headers: HTTPHeaders, now: Date) {
    let directives = Self.directives(headers)
    isStorable = directives["no-store"] == nil
    guard isStorable, directives["no-cache"] == nil else { return }
    // Servers that send only `Expires` are asked whether it has changed.
    guard let text = directives["max-age"] else { return }
    let age = headers["Age"].flatMap(Self.seconds) ?? 0
    freshUntil = Self.seconds(text).map { now.addingTimeInterval(Double($0 - age)) }
    if let until = freshUntil, until <= now { freshUntil = nil }
  }

  /// Names in lower case, with their values; empty for those without one.
  private static func directives(_ headers: HTTPHeaders) -> [String: String] {
    var directives: [String: String] = [:]
    for value in headers.values(of: "Cache-Control") {
      for part in value.prefix(4_096).split(separator: ",") {
        let pair = part.split(separator: "=", maxSplits: 1)
        guard let name = pair.first else { continue }
        let argument = pair.count > 1 ? pair[1] : ""
        directives[trimmed(name).lowercased()] = trimmed(argument)
      }
    }
    return directives
  }

  private static func trimmed(_ text: Substring) -> String {
    text.trimmingCharacters(in: CharacterSet(charactersIn: " \t\""))
  }

  private static func seconds(_ text: String) -> Int? {
    let digits = text.trimmingCharacters(in: .whitespaces)
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return min(Int(digits) ?? secondsLimit, secondsLimit)
  }
}
