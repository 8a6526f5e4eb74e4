import Foundation

/// `Retry-After`: a number of seconds or a date (RFC 9110, 10.2.3).
public enum RetryAfter {
  /// No time is longer than a year: the number is the server's.
  private static let limit = 366 * 86_400

  /// - Parameter now: What the date is compared with.
  /// - Returns: nil for what is neither, and for a date that has passed, which says nothing about when to ask
  ///   again.
  public static func duration(_ text: String?, now: Date) -> Duration? {
    guard let text = text?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
    if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      return .seconds(min(Int(text) ?? limit, limit))
    }
    guard let date = HTTPDate.date(text) else { return nil }
    let seconds = date.timeIntervalSince(now)
    return seconds > 0 ? .seconds(min(seconds.rounded(.up), Double(limit))) : nil
  }
}
