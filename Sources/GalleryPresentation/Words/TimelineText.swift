import GalleryDomain

/// The timeline in words.
public enum TimelineText {
  /// `2019-07 · 312 photos`.
  static func title(_ period: DatePeriod, count: Int) -> String {
    "\(period) · \(CountText.photos(count))"
  }

  /// While a year is being typed: `year 20__`.
  static func typedYear(_ digits: String) -> String {
    "year \(digits)\(String(repeating: "_", count: max(0, 4 - digits.count)))"
  }

  /// As long as no photo is known.
  static func counting(_ counts: FacetCounts?) -> String {
    guard let counts else { return "counting photos" }
    return FilterText.counted(counts.readCount, of: counts.totalCount).lowercased()
  }

  /// How far the photos are counted, and how many have no date but their file's.
  static func note(_ counts: FacetCounts, isLoadedOnly: Bool) -> String? {
    var parts: [String] = []
    if isLoadedOnly {
      parts.append("loaded photos only")
    } else if !counts.isComplete {
      parts.append(FilterText.counted(counts.readCount, of: counts.totalCount).lowercased())
    }
    if counts.undatedCount > 0 {
      parts.append("\(CountText.grouped(counts.undatedCount)) without a date of their own")
    }
    return parts.isEmpty ? nil : parts.joined(separator: " · ")
  }

  static func name(_ scale: Timeline.Scale) -> String {
    switch scale {
    case .years: "years"
    case .months: "months"
    case .days: "days"
    }
  }

  static let noDates = "No photo here has a date of its own"
  static let rowUnknown = "The list is still loading that row"
  static let stillReading = "That row is known when the order has been read"

  /// In a list that isn't in the order of dates.
  static func dispersed(_ count: Int, of period: DatePeriod, keys: KeyHints) -> String? {
    guard count > 1 else { return nil }
    return
      "First of \(CountText.photos(count)) of \(period) in this order · \(keys.sort) sorts them"
  }
}
