import GalleryDomain

/// Photos by when they were taken, as bars of years, months or days, with one of them in focus.
///
/// A period is a number on its scale, so that those without photos take their place between the others.
struct Timeline: Equatable {
  enum Scale: Int, CaseIterable {
    case years, months, days

    var finer: Scale? { Scale(rawValue: rawValue + 1) }
    var coarser: Scale? { Scale(rawValue: rawValue - 1) }
  }

  struct Bar: Equatable {
    var count = 0
    /// The first row with a photo of the period; nil if it isn't known.
    var row: Int?
  }

  private(set) var scale: Scale
  /// The number of the period in focus; it has photos.
  private(set) var focus: Int
  /// Ascending; not empty.
  private var days: [DayCount]
  /// By number.
  private var bars: [Int: Bar] = [:]
  /// The numbers of periods with photos, ascending; not empty.
  private var numbers: [Int] = []
  /// The photos of the longest bar.
  private(set) var highestCount = 0

  /// - Parameters:
  ///   - days: Ascending.
  ///   - day: The day to begin at, or the nearest with photos; nil for the latest.
  /// - Returns: nil without days.
  init?(_ days: [DayCount], scale: Scale = .months, at day: DatePeriod? = nil) {
    guard let last = days.last else { return nil }
    (self.days, self.scale) = (days, scale)
    focus = Self.number(of: day ?? last.day, scale)
    rescale(to: scale, at: day ?? last.day)
  }

  /// The same place among other days; nil without days.
  func replacing(_ days: [DayCount]) -> Timeline? {
    Timeline(days, scale: scale, at: period(focus))
  }

  private mutating func rescale(to scale: Scale, at period: DatePeriod) {
    self.scale = scale
    bars = [:]
    numbers = []
    for day in days {
      let number = Self.number(of: day.day, scale)
      if numbers.last != number { numbers.append(number) }
      var bar = bars[number] ?? Bar()
      bar.count += day.count
      bar.row = [bar.row, day.row].compactMap(\.self).min()
      bars[number] = bar
    }
    highestCount = bars.values.map(\.count).max() ?? 0
    focusNearest(to: Self.number(of: period, scale))
  }

  private mutating func focusNearest(to number: Int) {
    focus = numbers.min { abs($0 - number) < abs($1 - number) } ?? number
  }

  // MARK: Reading it

  /// All periods from the first to the last with photos.
  var range: ClosedRange<Int> {
    let first = numbers.first ?? focus
    return first...max(first, numbers.last ?? focus)
  }

  func bar(_ number: Int) -> Bar { bars[number] ?? Bar() }

  /// Of the period in focus.
  var focusedBar: Bar { bar(focus) }

  /// The period with a number.
  func period(_ number: Int) -> DatePeriod {
    switch scale {
    case .years: DatePeriod(year: number) ?? Self.noPeriod
    case .months:
      DatePeriod(year: number / 12, month: number % 12 + 1) ?? Self.noPeriod
    case .days:
      ClockDay(number: Int32(clamping: number)).period(.day) ?? Self.noPeriod
    }
  }

  /// For numbers that no period has, which are never asked for. There is a year 1.
  private static let noPeriod = DatePeriod(year: 1)!

  private static func number(of period: DatePeriod, _ scale: Scale) -> Int {
    switch scale {
    case .years: period.year
    case .months: period.year * 12 + (period.month ?? 1) - 1
    case .days: Int(ClockDay(period).number)
    }
  }

  /// What is written below a period where a longer one begins: `1990` below a year, `2019` below January, `2019-07` below the
  /// first day of a month.
  func mark(_ number: Int) -> String? {
    let period = period(number)
    return switch scale {
    case .years: period.year.isMultiple(of: 10) ? period.description : nil
    case .months: period.month == 1 ? DatePeriod(year: period.year)?.description : nil
    case .days:
      period.day == 1 ? DatePeriod(year: period.year, month: period.month)?.description : nil
    }
  }

  // MARK: Moving in it

  /// To the next period with photos, or the previous one.
  mutating func move(by step: Int) {
    guard let place = numbers.firstIndex(of: focus) else { return }
    focus = numbers[min(max(place + step, 0), numbers.count - 1)]
  }

  mutating func moveToFirst() { focus = numbers.first ?? focus }
  mutating func moveToLast() { focus = numbers.last ?? focus }

  /// To the first period with photos of a year, or of the next year that has any; else to the last.
  mutating func move(toYear year: Int) {
    guard let period = DatePeriod(year: year) else { return }
    let number = Self.number(of: period, scale)
    focus = numbers.first { $0 >= number } ?? numbers.last ?? focus
  }

  /// To the period that is shown there, or the nearest with photos.
  mutating func move(to number: Int) { focusNearest(to: number) }

  /// To months from years, to days from months.
  ///
  /// - Returns: Whether there is a finer scale.
  mutating func zoomIn() -> Bool { zoom(to: scale.finer) }

  mutating func zoomOut() -> Bool { zoom(to: scale.coarser) }

  private mutating func zoom(to scale: Scale?) -> Bool {
    guard let scale else { return false }
    // The first day of the period: it has photos.
    let day = days.first { Self.number(of: $0.day, self.scale) == focus }?.day
    rescale(to: scale, at: day ?? period(focus))
    return true
  }
}
