/// Dates of HTTP headers (RFC 9110, 5.6.7), read by hand: `strptime` follows the locale.
enum HTTPDate {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Seconds since 1970. Reads `Sun, 06 Nov 1994 08:49:37 GMT` and the two old forms,
  /// `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`.
  static func seconds(_ text: String) -> Int? {
    var words = text.split { $0 == " " || $0 == "," || $0 == "-" }.map { $0.lowercased() }
    guard words.count >= 5 else { return nil }
    words.removeFirst()
    if words.last == "gmt" || words.last == "utc" { words.removeLast() }
    guard words.count == 4 else { return nil }
    // The oldest form names the month first, and the year last.
    if months.contains(words[0]) { words = [words[1], words[0], words[3], words[2]] }
    guard let day = Int(words[0]), (1...31).contains(day),
      let month = months.firstIndex(of: words[1]),
      var year = Int(words[2]), (0...9999).contains(year), let time = secondsOfDay(words[3])
    else { return nil }
    if year < 100 { year += year < 70 ? 2000 : 1900 }
    return days(year: year, month: month + 1, day: day) * 86_400 + time
  }

  private static func secondsOfDay(_ text: String) -> Int? {
    let parts = text.split(separator: ":").map { Int($0) }
    guard parts.count == 3, let hour = parts[0], let minute = parts[1], let second = parts[2],
      (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    return hour * 3_600 + minute * 60 + second
  }

  /// Days since 1970 in the Gregorian calendar; the year of the sum begins in March.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
