import Foundation
import GalleryDomain

/// Dates as users read them, in the Gregorian calendar, also before it was introduced.
struct DateText: Equatable {
  private let timeZone: TimeZone

  static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  init(timeZone: TimeZone = .current) {
    self.timeZone = timeZone
  }

  /// The day when a photo was taken, on the camera's clock if that is known; empty if the day isn't.
  func day(of photo: Photo) -> String {
    photo.createdAt.map { day(on: clock(at: $0, utcOffset: photo.utcOffset)) } ?? ""
  }

  /// Its day and minute.
  func minute(of photo: Photo) -> String {
    photo.createdAt.map { minute(on: clock(at: $0, utcOffset: photo.utcOffset)) } ?? ""
  }

  /// `yyyy-MM-dd`; empty outside the years 1–9999.
  func day(of date: Date) -> String { day(on: clock(at: date)) }

  /// `yyyy-MM-dd HH:mm`; empty outside the years 1–9999.
  func minute(of date: Date) -> String { minute(on: clock(at: date)) }

  /// `3 May`, with its year if that isn't the year of `now`; empty outside the years 1–9999.
  func dayInWords(of date: Date, now: Date? = nil) -> String {
    day(on: clock(at: date), inWordsAt: now).text
  }

  /// When a photo was taken, in a column of a list: `28 Nov 13:22`, or `28 Nov 2018` if that isn't the year of `now`.
  func moment(of photo: Photo, now: Date) -> String {
    guard let date = photo.createdAt else { return "" }
    let clock = clock(at: date, utcOffset: photo.utcOffset)
    let (day, isThisYear) = day(on: clock, inWordsAt: now)
    return isThisYear ? "\(day) \(time(on: clock))" : day
  }

  func isThisYear(_ photo: Photo, now: Date) -> Bool {
    guard let date = photo.createdAt else { return false }
    return day(on: clock(at: date, utcOffset: photo.utcOffset), inWordsAt: now).isThisYear
  }

  private func day(on clock: Double, inWordsAt now: Date?) -> (text: String, isThisYear: Bool) {
    guard let (year, month, day) = ClockDay(clock: clock)?.date else { return ("", false) }
    let isThisYear = now.flatMap { ClockDay(clock: self.clock(at: $0))?.date.year } == year
    let text = "\(day) \(Self.months[month - 1].prefix(3))"
    return (text + (isThisYear ? "" : " \(year)"), isThisYear)
  }

  private func clock(at date: Date, utcOffset: Int? = nil) -> Double {
    ClockDay.clock(at: date, utcOffset: utcOffset, in: timeZone)
  }

  private func day(on clock: Double) -> String {
    guard let (year, month, day) = ClockDay(clock: clock)?.date else { return "" }
    return "\(padded(year / 100))\(padded(year % 100))-\(padded(month))-\(padded(day))"
  }

  private func minute(on clock: Double) -> String {
    let day = day(on: clock)
    return day.isEmpty ? "" : "\(day) \(time(on: clock))"
  }

  private func time(on clock: Double) -> String {
    guard let number = ClockDay(clock: clock)?.number else { return "" }
    let minute = Int((clock - Double(number) * 86_400) / 60)
    return "\(padded(minute / 60)):\(padded(minute % 60))"
  }

  /// Two digits; text of this length takes no memory of its own.
  private func padded(_ number: Int) -> String {
    number < 10 ? "0\(number)" : String(number)
  }
}

/// How long ago something was, in words.
enum AgeText {
  /// `stored 3 hours ago`, `offline · stored 3 hours ago`, `offline`; nil for fresh rows.
  static func mark(storedAt: Date?, isOffline: Bool, now: Date, dates: DateText) -> String? {
    let stored = storedAt.map { "stored \(text(since: $0, now: now, dates: dates))" }
    let mark = joined([isOffline ? "offline" : nil, stored], by: " · ")
    return mark.isEmpty ? nil : mark
  }

  /// `just now`, `5 minutes ago`, `3 hours ago`, `2 days ago`, and the day if it is more than a week ago. A time in the
  /// future, as after the clock was set back, is just now.
  static func text(since date: Date, now: Date, dates: DateText) -> String {
    let seconds = now.timeIntervalSince(date)
    switch seconds {
    case ..<60: return "just now"
    case ..<3_600: return "\(CountText.count(Int(seconds / 60), "minute")) ago"
    case ..<86_400: return "\(CountText.count(Int(seconds / 3_600), "hour")) ago"
    case ..<604_800: return "\(CountText.count(Int(seconds / 86_400), "day")) ago"
    default:
      let day = dates.day(of: date)
      return day.isEmpty ? "long ago" : "on \(day)"
    }
  }
}
