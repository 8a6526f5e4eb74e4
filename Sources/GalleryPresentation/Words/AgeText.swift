import Foundation

/// How long ago something was, in words.
enum AgeText {
  /// `stored 3 hours ago`, `offline · stored 3 hours ago`, `offline`; nil for fresh rows.
  static func mark(
    storedAt: Date?, isOffline: Bool, now: Date, dates: DateText
  ) -> String? {
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
    case ..<3_600: return ago(seconds / 60, "minute")
    case ..<86_400: return ago(seconds / 3_600, "hour")
    case ..<604_800: return ago(seconds / 86_400, "day")
    default:
      let day = dates.day(of: date)
      return day.isEmpty ? "long ago" : "on \(day)"
    }
  }

  /// - Parameter count: Less than 60; the callers ensure this.
  private static func ago(_ count: Double, _ unit: String) -> String {
    let count = Int(count)
    return "\(count) \(unit)\(count == 1 ? "" : "s") ago"
  }
}
