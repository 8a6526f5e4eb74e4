import Foundation

/// Dates in headers (RFC 9110, 5.6.7), parsed by hand because `strptime` depends on the locale.
public enum HTTPDate {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// `Sun, 06 Nov 1994 08:49:37 GMT`, and the two older forms, `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6
  /// 08:49:37 1994`.
  ///
  /// - Returns: nil for anything else, such as `0`.
  public static func date(_ text: String) -> Date? {
    let words = text.lowercased().prefix(40).split { $0 == " " || $0 == "," || $0 == "-" }
    guard words.count >= 5,
      let month = words.compactMap({ months.firstIndex(of: String($0)) }).first,
      let clock = words.firstIndex(where: { $0.contains(":") })
    else { return nil }
    let numbers = words.indices.filter { $0 != clock }.compactMap { number(words[$0]) }
    let time = words[clock].split(separator: ":").map(number)
    guard numbers.count == 2, time.count == 3, let hour = time[0], let minute = time[1],
      let second = time[2]
    else { return nil }
    let year =
      numbers[1] < 70 ? numbers[1] + 2000 : numbers[1] < 100 ? numbers[1] + 1900 : numbers[1]
    let fields = DateFields(
      year: year, month: month + 1, day: numbers[0], hour: hour, minute: minute, second: second)
    return fields.isValid ? Date(timeIntervalSince1970: fields.secondsSince1970) : nil
  }

  private static func number(_ text: some StringProtocol) -> Int? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } && text.utf8.count <= 4 ? Int(text) : nil
  }
}

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
    guard let date = HTTPDate.date(text) else { return nil }
    let seconds = date.timeIntervalSince(now)
    return seconds > 0 ? .seconds(min(seconds.rounded(.up), Double(limit))) : nil
  }
}
