import GalleryDomain

/// Photos by when they were taken, as bars of years, months or days, with one of them in focus.
///
/// A period is a number on its scale, so that gaps between periods with photos have their width.
struct Timeline: Equatable {
  enum Scale: Int {
    case years, months, days

    var finer: Scale? { Scale(rawValue: rawValue + 1) }
    var coarser: Scale? { Scale(rawValue: rawValue - 1) }
  }

  /// A period with photos.
  struct Bar: Equatable {
    let number: Int
    var count = 0
    /// The first row with a photo of the period; nil if it isn't known.
    var row: Int?
  }

  private(set) var scale: Scale
  /// Ascending; not empty.
  private let days: [DayCount]
  /// Ascending; not empty.
  private var bars: [Bar] = []
  private var focusedIndex = 0
  /// The photos of the longest bar.
  private(set) var highestCount = 0

  /// - Parameters:
  ///   - days: Ascending.
  ///   - day: The day to begin at, or the nearest with photos; nil for the latest.
  /// - Returns: nil without days.
  init?(_ days: [DayCount], scale: Scale = .months, at day: DatePeriod? = nil) {
    guard let last = days.last else { return nil }
    (self.days, self.scale) = (days, scale)
    makeBars(at: day ?? last.day)
  }

  /// The same focus among other days; nil without days.
  func replacing(_ days: [DayCount]) -> Timeline? {
    Timeline(days, scale: scale, at: focusedPeriod)
  }

  private mutating func makeBars(at period: DatePeriod) {
    bars = []
    for day in days {
      let number = number(of: day.day)
      var bar = bars.last?.number == number ? bars.removeLast() : Bar(number: number)
      bar.count += day.count
      bar.row = [bar.row, day.row].compactMap(\.self).min()
      bars.append(bar)
    }
    highestCount = bars.map(\.count).max() ?? 0
    move(to: number(of: period))
  }

  // MARK: What is shown

  /// All periods from the first to the last with photos.
  var range: ClosedRange<Int> { bars[0].number...max(bars[0].number, bars[bars.count - 1].number) }

  var focus: Bar { bars[focusedIndex] }
  var focusedPeriod: DatePeriod { period(focus.number) }

  /// How many photos a period has.
  func count(_ number: Int) -> Int {
    let index = bars.partitioningIndex { $0.number >= number }
    return index < bars.count && bars[index].number == number ? bars[index].count : 0
  }

  private func period(_ number: Int) -> DatePeriod {
    switch scale {
    case .years: DatePeriod(year: number) ?? Self.noPeriod
    case .months: DatePeriod(year: number / 12, month: number % 12 + 1) ?? Self.noPeriod
    case .days: ClockDay(number: Int32(clamping: number)).period(.day) ?? Self.noPeriod
    }
  }

  /// For numbers outside the years 1–9999, which no bar has. There is a year 1.
  private static let noPeriod = DatePeriod(year: 1)!

  private func number(of period: DatePeriod) -> Int {
    switch scale {
    case .years: period.year
    case .months: period.year * 12 + (period.month ?? 1) - 1
    case .days: Int(ClockDay(period).number)
    }
  }

  /// What is written below a period: where a longer one begins that one, `1990` below a year, `2019` below January, `2019-07`
  /// below the first day of a month; else its own name, `2019`, `Jul`, `4`, if that isn't longer than some columns.
  func mark(_ number: Int, columns: Int) -> String? {
    let period = period(number)
    let text = period.description
    let (isFirst, longer, name) =
      switch scale {
      case .years: (period.year.isMultiple(of: 10), text, text)
      case .months:
        (
          period.month == 1, String(text.dropLast(3)),
          String(DateText.months[(period.month ?? 1) - 1].prefix(3))
        )
      case .days: (period.day == 1, String(text.dropLast(3)), "\(period.day ?? 1)")
      }
    return isFirst ? longer : name.count <= columns ? name : nil
  }

  // MARK: Moving

  /// To the next period with photos, or the previous one.
  mutating func move(by step: Int) {
    focusedIndex = min(max(focusedIndex + step, 0), bars.count - 1)
  }

  mutating func moveToFirst() { focusedIndex = 0 }
  mutating func moveToLast() { focusedIndex = bars.count - 1 }

  /// To the first photos from a date on, else to the last; the bars become as short as the date is.
  mutating func move(to period: DatePeriod) {
    let scale: Scale = period.day != nil ? .days : period.month != nil ? .months : .years
    if scale.rawValue > self.scale.rawValue {
      self.scale = scale
      makeBars(at: period)
    }
    let number = number(of: period)
    focusedIndex = bars.firstIndex { $0.number >= number } ?? bars.count - 1
  }

  /// To the period that is shown there, or the nearest with photos.
  mutating func move(to number: Int) {
    func distance(_ index: Int) -> Int { abs(bars[index].number - number) }
    focusedIndex = bars.indices.min { distance($0) < distance($1) } ?? 0
  }

  /// To months from years, to days from months, or back.
  mutating func zoom(isIn: Bool) {
    guard let next = isIn ? scale.finer : scale.coarser else { return }
    // The first day of the period: it has photos.
    let day = days.first { number(of: $0.day) == focus.number }?.day ?? focusedPeriod
    scale = next
    makeBars(at: day)
  }
}
