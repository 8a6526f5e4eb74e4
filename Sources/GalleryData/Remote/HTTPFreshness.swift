import FeedFormats
import Foundation

/// How long a response may be used without asking again, for a private cache (RFC 9111).
struct HTTPFreshness: Hashable {
  /// Whether it may be kept at all.
  var isStorable: Bool
  /// nil if it has to be revalidated each time.
  var freshUntil: Date?

  /// The largest age (RFC 9111, 1.2.2).
  private static let secondsLimit = 2_147_483_648

  /// - Parameter now: When the response arrived.
  init(_ headers: HTTPHeaders, now: Date) {
    // Names, and behind each its value if it has one.
    let directives = headers.values(of: "Cache-Control").flatMap { value in
      value.prefix(4_096).lowercased().split(separator: ",").map { directive in
        directive.split(separator: "=", maxSplits: 1)
          .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " \t\"")) }
      }
    }
    func last(_ name: String) -> [String]? { directives.last { $0.first == name } }
    func seconds(_ text: String?) -> Int? {
      text.flatMap { RetryAfter.seconds($0, upTo: Self.secondsLimit) }
    }
    isStorable = last("no-store") == nil
    // Servers that send only `Expires` are asked whether it has changed.
    guard isStorable, last("no-cache") == nil, let limit = seconds(last("max-age")?.last) else {
      return
    }
    let age = seconds(headers["Age"]) ?? 0
    if limit > age { freshUntil = now.addingTimeInterval(Double(limit - age)) }
  }
}
