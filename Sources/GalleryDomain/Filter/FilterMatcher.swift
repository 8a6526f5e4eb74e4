import Foundation

/// Tests photos against a filter.
public struct FilterMatcher: Sendable {
  /// A condition prepared for matching: texts are folded, dates are ranges of moments.
  private typealias Test = @Sendable (Photo) -> Bool

  /// The range that a date has to be in.
  private struct DateSpan {
    var moments: Range<Date>
    /// The same days on a camera's clock (`Photo.clockTime`).
    var clockTimes: Range<Date>
  }

  private let tests: [Test]

  /// - Parameters:
  ///   - expression: Which photos match.
  ///   - photosOfState: The photos that have states which they don't have of themselves, for `is:selected` and the like.
  ///   - zone: The time zone in which days begin.
  public init(
    _ expression: FilterExpression, photosOfState: [PhotoState: Set<Photo.ID>] = [:],
    zone: TimeZone
  ) {
    let calendar = Calendar.gregorian(in: zone)
    tests = expression.terms.map { term -> Test in
      let test = Self.test(term.condition, photosOfState, calendar)
      guard term.isNegated else { return test }
      return { photo in !test(photo) }
    }
  }

  /// Whether a photo meets all terms. An unknown property meets no condition, and therefore every negated one.
  public func matches(_ photo: Photo) -> Bool { tests.allSatisfy { $0(photo) } }

  /// - Parameter calendar: Has the time zone in which days begin.
  private static func test(
    _ condition: FilterCondition, _ photosOfState: [PhotoState: Set<Photo.ID>], _ calendar: Calendar
  ) -> Test {
    switch condition {
    case .anywhere(let words):
      let words = words.map(FoldedText.init)
      return { photo in words.contains { isAnywhere($0, in: photo) } }
    case .text(let field, let values):
      let takesAny = values.contains(where: \.isAny)
      let values = values.filter { !$0.isAny }.map {
        (text: FoldedText($0.text), isWhole: $0.isWhole)
      }
      return { photo in
        if takesAny, hasAny(field, photo) { return true }
        return texts(field, of: photo).contains { text in
          values.contains { value in
            guard value.isWhole else { return value.text.isContained(in: text) }
            // `path:=2024/`: everything in that folder.
            return field == .path && value.text.endsWithSeparator
              ? value.text.isPrefix(of: text) : value.text.isWhole(text)
          }
        }
      }
    case .number(let field, let comparisons):
      return { photo in
        number(field, of: photo).map { number in comparisons.contains { $0.holds(number) } }
          ?? false
      }
    case .price(let values):
      return { photo in
        guard let price = photo.price else { return false }
        return values.contains {
          ($0.currency == nil || $0.currency == price.currency) && $0.comparison.holds(price.number)
        }
      }
    case .currency(let codes): return { $0.price?.currency.map(codes.contains) ?? false }
    case .date(let comparisons):
      let spans = comparisons.compactMap { comparison in
        moments(comparison, calendar).flatMap { moments in
          self.moments(comparison, .gregorianUTC).map {
            DateSpan(moments: moments, clockTimes: $0)
          }
        }
      }
      return { isTaken($0, in: spans, calendar) }
    case .sale(let statuses): return { statuses.contains($0.saleStatus) }
    case .state(let states):
      return { photo in
        states.contains { state in
          state == .rejected
            ? photo.isRejected : photosOfState[state]?.contains(photo.id) ?? false
        }
      }
    }
  }

  /// Beyond the years 1–9999; `Date.distantFuture` is in the year 4001.
  static let distantPast = Date(timeIntervalSince1970: -1e13)
  static let distantFuture = Date(timeIntervalSince1970: 1e13)

  /// The moments that a date is compared with.
  ///
  /// - Parameters:
  ///   - comparison: With a day, a month or a year.
  ///   - calendar: A Gregorian one, with the time zone in which days begin.
  /// - Returns: nil if there are none.
  public static func moments(
    _ comparison: FilterComparison<DatePeriod>, _ calendar: Calendar
  ) -> Range<Date>? {
    /// The first moment of a period, or the first one after it.
    func moment(_ period: DatePeriod, _ isStart: Bool) -> Date? {
      let moments = period.moments(in: calendar)
      return isStart ? moments?.lowerBound : moments?.upperBound
    }
    let lower = comparison.lower.map { moment($0.value, $0.isIncluded) } ?? distantPast
    let upper = comparison.upper.map { moment($0.value, !$0.isIncluded) } ?? distantFuture
    guard let lower, let upper, lower < upper else { return nil }
    return lower..<upper
  }

  /// By the day on the camera's clock if it is known; a file's date isn't when a photo was taken. If only the year or the
  /// month of a photo is known, the whole period has to be in the range.
  private static func isTaken(
    _ photo: Photo, in spans: [DateSpan], _ calendar: Calendar
  ) -> Bool {
    if let date = photo.statedDate {
      guard photo.utcOffset != nil, let clockTime = photo.clockTime(in: calendar.timeZone) else {
        return spans.contains { $0.moments.contains(date) }
      }
      return spans.contains { $0.clockTimes.contains(clockTime) }
    }
    guard let period = photo.datePeriod?.moments(in: calendar) else { return false }
    return spans.contains {
      $0.moments.lowerBound <= period.lowerBound && period.upperBound <= $0.moments.upperBound
    }
  }

  /// Whether the word is in the name, description, alt text, author, camera, lens, tags, places or path.
  static func isAnywhere(_ word: FoldedText, in photo: Photo) -> Bool {
    word.isContained(in: photo.name)
      || photo.description.map(word.isContained) ?? false
      || photo.altText.map(word.isContained) ?? false
      || photo.author.map(word.isContained) ?? false
      || photo.camera.map(word.isContained) ?? false
      || photo.lens.map(word.isContained) ?? false
      || photo.tags.contains(where: word.isContained)
      || photo.places.contains(where: word.isContained)
      || photo.pathText.map(word.isContained) ?? false
  }

  private static func hasAny(_ field: FilterField, _ photo: Photo) -> Bool {
    field == .title ? PhotoCaption(of: photo).title != nil : !texts(field, of: photo).isEmpty
  }

  private static func texts(_ field: FilterField, of photo: Photo) -> [String] {
    switch field {
    case .title: [photo.name]
    case .description: [photo.description].compactMap { $0 }
    case .author: [photo.author].compactMap { $0 }
    case .camera: [photo.camera].compactMap { $0 }
    case .lens: [photo.lens].compactMap { $0 }
    case .tag: photo.tags
    case .place: photo.places
    case .licence: [photo.licence?.name].compactMap { $0 }
    case .copyright: [photo.copyright].compactMap { $0 }
    case .alt: [photo.altText].compactMap { $0 }
    case .id: [photo.id]
    case .path: [photo.pathText].compactMap { $0 }
    case .fileExtension: [photo.fileExtension].compactMap { $0 }
    case .label: [photo.label?.text, photo.label?.color?.rawValue].compactMap { $0 }
    default: []
    }
  }

  private static func number(_ field: FilterField, of photo: Photo) -> ExactDecimal? {
    switch field {
    case .iso: photo.exposure.iso.flatMap { ExactDecimal(prefixOf: $0) }
    case .focal: photo.exposure.focalLength.flatMap { ExactDecimal(prefixOf: $0) }
    case .width: photo.width.map { ExactDecimal($0) }
    case .height: photo.height.map { ExactDecimal($0) }
    case .megapixels:
      photo.width.flatMap { width in
        photo.height.flatMap { ExactDecimal(millionsIn: width, times: $0) }
      }
    case .size: photo.fileSize.map { ExactDecimal($0) }
    // No rating counts as 0 stars; a rejected photo has no number of stars (`is:rejected`).
    case .rating: photo.isRejected ? nil : ExactDecimal(photo.rating ?? 0)
    default: nil
    }
  }
}
