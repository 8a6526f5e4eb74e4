import Foundation

/// Tests photos against a filter.
public struct FilterMatcher: Sendable {
  private let terms: [Term]
  /// Has the time zone in which days begin.
  private let calendar: Calendar

  private struct Term {
    var isNegated: Bool
    var condition: Condition
  }

  /// A condition prepared for matching: texts are folded, dates are ranges of moments.
  private enum Condition {
    case anywhere([FoldedText])
    case text(FilterField, [(text: FoldedText, isWhole: Bool)])
    case number(FilterField, [FilterComparison<ExactDecimal>])
    case price([FilterPriceValue])
    case currency([String])
    case date([DateSpan])
    case sale([SaleStatus])
    case state([PhotoState])
  }

  /// The range that a date has to be in.
  struct DateSpan {
    var moments: Range<Date>
    /// The same days on a camera's clock (`Photo.clockTime`).
    var clockTimes: Range<Date>
  }

  private let photosOfState: [PhotoState: Set<Photo.ID>]

  /// - Parameters:
  ///   - expression: Which photos match.
  ///   - photosOfState: The photos that have states which they don't have of themselves, for `is:selected` and the like.
  ///   - zone: The time zone in which days begin.
  public init(
    _ expression: FilterExpression, photosOfState: [PhotoState: Set<Photo.ID>] = [:],
    zone: TimeZone
  ) {
    self.photosOfState = photosOfState
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    self.calendar = calendar
    terms = expression.terms.map {
      Term(isNegated: $0.isNegated, condition: Self.prepared($0.condition, calendar))
    }
  }

  /// Whether a photo meets all terms. An unknown property meets no condition, and therefore every negated one.
  public func matches(_ photo: Photo) -> Bool {
    terms.allSatisfy { holds($0.condition, of: photo) != $0.isNegated }
  }

  private static func prepared(_ condition: FilterCondition, _ calendar: Calendar) -> Condition {
    switch condition {
    case .anywhere(let words): .anywhere(words.map(FoldedText.init))
    case .text(let field, let values):
      .text(field, values.map { (FoldedText($0.text), $0.isWhole) })
    case .number(let field, let comparisons): .number(field, comparisons)
    case .price(let values): .price(values)
    case .currency(let codes): .currency(codes)
    case .date(let comparisons):
      .date(
        comparisons.compactMap { comparison in
          guard let moments = moments(comparison, calendar),
            let clockTimes = self.moments(comparison, .gregorianUTC)
          else { return nil }
          return DateSpan(moments: moments, clockTimes: clockTimes)
        })
    case .sale(let statuses): .sale(statuses)
    case .state(let states): .state(states)
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
    func start(_ period: DatePeriod) -> Date? { period.moments(in: calendar)?.lowerBound }
    func end(_ period: DatePeriod) -> Date? { period.moments(in: calendar)?.upperBound }
    let lower: Date?
    let upper: Date?
    switch comparison {
    case .equal(let period): (lower, upper) = (start(period), end(period))
    case .less(let period): (lower, upper) = (distantPast, start(period))
    case .atMost(let period): (lower, upper) = (distantPast, end(period))
    case .more(let period): (lower, upper) = (end(period), distantFuture)
    case .atLeast(let period): (lower, upper) = (start(period), distantFuture)
    case .between(let first, let last): (lower, upper) = (start(first), end(last))
    }
    guard let lower, let upper, lower < upper else { return nil }
    return lower..<upper
  }

  /// By the day on the camera's clock if it is known; a file's date isn't when a photo was taken. If only the year or the month of a photo is known, the whole
  /// period has to be in the range.
  private func isTaken(_ photo: Photo, in spans: [DateSpan]) -> Bool {
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

  private func holds(_ condition: Condition, of photo: Photo) -> Bool {
    switch condition {
    case .anywhere(let words): words.contains { Self.isAnywhere($0, in: photo) }
    case .text(let field, let values):
      Self.texts(field, of: photo).contains { text in
        values.contains { value in
          guard value.isWhole else { return value.text.isContained(in: text) }
          // `path:=2024/`: everything in that folder.
          return field == .path && value.text.endsWithSeparator
            ? value.text.isPrefix(of: text) : value.text.isWhole(text)
        }
      }
    case .number(let field, let comparisons):
      Self.number(field, of: photo).map { number in comparisons.contains { $0.holds(number) } }
        ?? false
    case .price(let values): Self.holds(values, of: photo.price)
    case .currency(let codes): photo.price?.currency.map(codes.contains) ?? false
    case .date(let spans): isTaken(photo, in: spans)
    case .sale(let statuses): statuses.contains(photo.saleStatus)
    case .state(let states):
      states.contains { state in
        switch state {
        case .selected, .similar, .smaller, .duplicate, .copy:
          photosOfState[state]?.contains(photo.id) ?? false
        case .rejected: photo.isRejected
        }
      }
    }
  }

  private static func holds(_ values: [FilterPriceValue], of price: Price?) -> Bool {
    guard let price, let amount = ExactDecimal(price.amount) else { return false }
    return values.contains {
      ($0.currency == nil || $0.currency == price.currency) && $0.comparison.holds(amount)
    }
  }

  /// Whether the word is in the title, description, author, camera, lens, tags, places or path.
  static func isAnywhere(_ word: FoldedText, in photo: Photo) -> Bool {
    word.isContained(in: photo.name)
      || photo.description.map(word.isContained) ?? false
      || photo.author.map(word.isContained) ?? false
      || photo.camera.map(word.isContained) ?? false
      || photo.lens.map(word.isContained) ?? false
      || photo.tags.contains(where: word.isContained)
      || photo.places.contains(where: word.isContained)
      || photo.pathText.map(word.isContained) ?? false
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
