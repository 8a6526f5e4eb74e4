/// A date in the proleptic Gregorian calendar, without a zone.
struct DateFields: Hashable {
  var year: Int
  var month = 1
  var day = 1
  /// Whether a day was stated, and not only a year or a month.
  var hasDay = true
  var hour = 0
  var minute = 0
  var second = 0
  /// From 0 to below 1.
  var fraction = 0.0

  /// A leap second counts as the previous second.
  var isValid: Bool {
    (1000...9999).contains(year) && (1...12).contains(month)
      && (1...daysInMonth).contains(day) && (0...23).contains(hour)
      && (0...59).contains(minute) && (0...60).contains(second)
  }

  /// What programs write if they don't know the date; 1970 in any zone.
  var isZero: Bool {
    year == 1970 && month == 1 && day == 1 && hour == 0 && minute == 0 && second == 0
  }

  /// `1966` or `1966-07`.
  func period(hasMonth: Bool) -> String {
    guard hasMonth else { return "\(year)" }
    return month < 10 ? "\(year)-0\(month)" : "\(year)-\(month)"
  }

  private var daysInMonth: Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: isLeapYear ? 29 : 28
    default: 31
    }
  }

  private var isLeapYear: Bool { (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 }

  /// As if it were UTC. The days are computed with Howard Hinnant's *days_from_civil*, valid for all years here.
  var secondsSince1970: Double {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * 146_097 + dayOfEra - 719_468
    return Double(days * 86_400 + hour * 3_600 + minute * 60 + min(second, 59)) + fraction
  }
}
