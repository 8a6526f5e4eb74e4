import Foundation

/// A year, a month or a day of the Gregorian calendar, in no particular time zone.
public struct DatePeriod: Hashable, Sendable {
  /// 1–9999.
  public let year: Int
  /// nil for the whole year.
  public let month: Int?
  /// nil for the whole month.
  public let day: Int?

  /// - Returns: nil for a date that the calendar doesn't have.
  public init?(year: Int, month: Int? = nil, day: Int? = nil) {
    guard (1...9_999).contains(year) else { return nil }
    if let month {
      guard (1...12).contains(month), (1...Self.days(of: month, in: year)).contains(day ?? 1)
      else { return nil }
    } else if day != nil {
      return nil
    }
    self.year = year
    self.month = month
    self.day = day
  }

  /// `2017`, `2017-10` or `2017-10-01`; also `2017-1-5`.
  ///
  /// - Returns: nil for anything else.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count <= 3, let first = parts.first, first.utf8.count == 4 else { return nil }
    var numbers: [Int] = []
    for part in parts {
      guard (1...4).contains(part.utf8.count), part.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let number = Int(part)
      else { return nil }
      numbers.append(number)
    }
    self.init(
      year: numbers[0], month: numbers.count > 1 ? numbers[1] : nil,
      day: numbers.count > 2 ? numbers[2] : nil)
  }

  private static func days(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The range from its first moment to the first moment after it; nil if the calendar cannot compute it.
  ///
  /// - Parameter calendar: A Gregorian calendar with the time zone in which days begin.
  public func moments(in calendar: Calendar) -> Range<Date>? {
    let unit: Calendar.Component = day != nil ? .day : month != nil ? .month : .year
    let start = calendar.date(
      from: DateComponents(year: year, month: month ?? 1, day: day ?? 1))
    guard let start, let end = calendar.date(byAdding: unit, value: 1, to: start), start < end
    else { return nil }
    return start..<end
  }

  /// Whether the whole period is before another one.
  func isBefore(_ other: DatePeriod) -> Bool {
    (year, month ?? 12, day ?? 31) < (other.year, other.month ?? 1, other.day ?? 1)
  }
}

extension DatePeriod: CustomStringConvertible {
  public var description: String {
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = "\(number)"
      return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
    return ([padded(year, 4)] + [month, day].compactMap { $0 }.map { padded($0, 2) })
      .joined(separator: "-")
  }
}
