import Foundation

/// `Retry-After`: a number of seconds or a date (RFC 9110, 10.2.3).
public enum RetryAfter {
  /// Capped at a year: the number comes from the server.
  private static let limit = 366 * 86_400

  /// - Parameter now: The moment that a date is compared with.
  /// - Returns: nil for anything else, and for a date in the past, which says nothing about when to try again.
  public static func duration(_ text: String?, now: Date) -> Duration? {
    guard let text = text?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
    if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      return .seconds(min(Int(text) ?? limit, limit))
    }
    guard let date = WrittenDate.date(text, zone: .gmt) else { return nil }
    let seconds = date.timeIntervalSince(now)
    return seconds > 0 ? .seconds(min(seconds.rounded(.up), Double(limit))) : nil
  }
}
