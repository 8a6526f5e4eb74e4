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

  /// Sets the day of the year, from 1 (ISO 8601, *ordinal date*).
  ///
  /// - Returns: False if the year has no such day.
  mutating func set(dayOfYear: Int) -> Bool {
    guard (1000...9999).contains(year), dayOfYear >= 1 else { return false }
    var (left, candidate) = (dayOfYear, DateFields(year: year))
    for month in 1...12 {
      candidate.month = month
      if left <= candidate.daysInMonth {
        (self.month, day, hasDay) = (month, left, true)
        return true
      }
      left -= candidate.daysInMonth
    }
    return false
  }

  /// Sets the day of a week, with Monday as 1 (ISO 8601, *week date*): the first week of a year contains its first
  /// Thursday. The result may be in the previous or the next year.
  ///
  /// - Returns: False if there is no such week or day.
  mutating func set(week: Int, dayOfWeek: Int) -> Bool {
    guard (1001...9998).contains(year), (1...53).contains(week), (1...7).contains(dayOfWeek) else {
      return false
    }
    // 1970-01-01 was a Thursday; 4 January is always in the first week.
    let fourth = Int(DateFields(year: year, day: 4).secondsSince1970) / 86_400
    let weekday = ((fourth + 3) % 7 + 7) % 7
    let day = (week - 1) * 7 + dayOfWeek - weekday + 3
    let length = DateFields(year: year).isLeapYear ? 366 : 365
    if day < 1 {
      year -= 1
      return set(dayOfYear: day + (isLeapYear ? 366 : 365))
    }
    // A week belongs to the year of its Thursday.
    guard day - dayOfWeek + 4 <= length else { return false }
    guard day > length else { return set(dayOfYear: day) }
    year += 1
    return set(dayOfYear: day - length)
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
