import GalleryDomain

/// The photos of a list by when they were taken: bars of years, months or days. The list moves along with the focus.
///
/// All photos of a folder are counted, under the list's search and filter; of other sources those that are loaded. The
/// bars grow while a folder is being read.
///
/// Bound to no actor and not `Sendable`, like `PhotoListViewModel`.
public final class TimelineViewModel {
  private let show: (_ row: Int, _ firstRow: Int) -> Void
  private let close: (_ notice: String?) -> Void
  private let keys: KeyHints
  private weak var list: (any PhotoListViewModelType)?
  private let request: CountRequest
  private let countsSource: Bool
  private let isSortedByDate: Bool
  private var counting: (any Cancellable)?
  private var counts: FacetCounts?
  private var timeline: Timeline?
  /// The day, id and row of the photo that was in focus, and how many rows of the window were above it.
  private let startDay: DatePeriod?
  private let startID: Photo.ID?
  private let startRow: Int?
  private let rowsAbove: Int
  /// The row that the list was moved to.
  private var shownRow: Int?
  private var typedDate = ""
  /// The number of the first period that is shown.
  private var firstNumber = 0
  /// The width of a period with the gap after it.
  private var columnWidth = 1
  private var hasEnded = false

  /// Emits when something that is shown has changed.
  public var updateClosure: (() -> Void)?

  /// - Parameters:
  ///   - list: Its photos are shown.
  ///   - keys: Those that texts name.
  ///   - show: Moves the list to a row, and its window to a first row, while the user moves along.
  ///   - close: Ends the timeline, with a line that says what there is to know, or nil; called once.
  public init(
    list: any PhotoListViewModelType, keys: KeyHints = KeyHints(),
    show: @escaping (_ row: Int, _ firstRow: Int) -> Void,
    close: @escaping (_ notice: String?) -> Void
  ) {
    (self.show, self.close) = (show, close)
    self.keys = keys
    let outputs = list.outputs
    countsSource = outputs.isReadWhole
    let query = outputs.shownQuery
    isSortedByDate =
      query.sort?.key == .date || query.grouping == .day || query.grouping == .month
    startRow = outputs.focusedIndexPath?.row
    rowsAbove = (startRow ?? 0) - outputs.displayedRows.lowerBound
    startID = outputs.focusedIndexPath.flatMap(outputs.photo(at:))?.id
    startDay = outputs.focusedDay
    request = CountRequest(query, countsDays: true)
    self.list = list
  }

  deinit {
    counting?.cancel()
  }

  private func receive(_ counts: FacetCounts) {
    guard !hasEnded else { return }
    self.counts = counts
    timeline = timeline.map { $0.replacing(counts.days) } ?? Timeline(counts.days, at: startDay)
    if timeline == nil, counts.isComplete { return end(TimelineText.noDates) }
    updateClosure?()
  }

  private func end(_ notice: String?) {
    guard !hasEnded else { return }
    hasEnded = true
    counting?.cancel()
    close(notice)
  }

  private func move(_ change: (inout Timeline) -> Void) {
    typedDate = ""
    follow(change)
  }

  private func follow(_ change: (inout Timeline) -> Void) {
    guard !hasEnded, let before = timeline else { return }
    var moved = before
    change(&moved)
    guard moved != before else { return }
    timeline = moved
    if let row = focusedRow, row != shownRow {
      shownRow = row
      show(row, row)
    }
    updateClosure?()
  }

  /// The first row of the period in focus; nil if it isn't known, or the list doesn't show all rows yet.
  private var focusedRow: Int? { isPart ? nil : timeline?.focus.row }

  private var isPart: Bool { list?.outputs.isPart ?? false }
}

// MARK: Inputs

extension TimelineViewModel {
  /// Call before the timeline is shown, to count the photos.
  ///
  /// - Returns: False if it has ended already, because no photo has a date of its own.
  public func begin() -> Bool {
    guard !hasEnded, counting == nil else { return !hasEnded }
    counting = list?.inputs.count(request) { [weak self] in self?.receive($0) }
    return !hasEnded
  }

  /// Call when the user moves to the next period with photos, or to the previous one.
  public func move(by step: Int) { move { $0.move(by: step) } }
  public func moveToFirst() { move { $0.moveToFirst() } }
  public func moveToLast() { move { $0.moveToLast() } }

  /// Call when the user points at a period; the nearest with photos comes into focus.
  ///
  /// - Parameter column: As in `Period.columns`, of those that were last returned by `periods(in:)`.
  public func move(toColumn column: Int) {
    move { $0.move(to: firstNumber + column / columnWidth) }
  }

  /// Call when the user wants shorter or longer periods.
  public func zoom(isIn: Bool) { move { $0.zoom(isIn: isIn) } }

  /// Call when the user types a date: `2019`, `2019-07`, `4 July 2019`. Characters that none has are ignored.
  public func typed(_ character: Character) {
    guard !hasEnded else { return }
    // After a whole date, a character that can't continue it begins another one: a fifth digit begins another year.
    let isWhole =
      DatePeriod(typed: typedDate) != nil || typedDate.count == 4 && Int(typedDate) != nil
    let begun = isWhole ? [typedDate, ""] : [typedDate]
    guard let text = begun.map({ $0 + String(character) }).first(where: TypedDate.isBeginning)
    else { return }
    typedDate = text
    if let period = DatePeriod(typed: text) { follow { $0.move(to: period) } }
    updateClosure?()
  }

  /// Whether a character continues the date that is being typed, even if its key is a command, too.
  public func continuesDate(_ character: Character) -> Bool {
    !typedDate.isEmpty && TypedDate.isBeginning(typedDate + String(character))
  }

  /// Call when the user deletes a character of the typed date.
  public func characterDeleted() {
    guard !typedDate.isEmpty else { return }
    typedDate.removeLast()
    updateClosure?()
  }

  /// Call when the user goes to the period in focus. A date that doesn't exist stays in the title, which says so.
  public func submit() {
    guard !hasEnded, let timeline, TypedDate.fault(typedDate) == nil else { return }
    guard let row = focusedRow else {
      return end(isPart ? TimelineText.stillReading : TimelineText.rowUnknown)
    }
    show(row, row)
    let (count, period) = (timeline.focus.count, timeline.focusedPeriod)
    end(isSortedByDate ? nil : TimelineText.dispersed(count, of: period, keys: keys))
  }

  /// Call when the user wants to see the photos of the period in focus alone: ends with their date in the filter.
  public func filter() {
    guard !hasEnded, let timeline, let list, TypedDate.fault(typedDate) == nil else { return }
    let filter = list.outputs.wantedQuery.filter.description
    end(nil)
    list.inputs.filter(by: "\(filter) date:\(timeline.focusedPeriod)")
  }

  /// Call when the user cancels: the list returns to where it was.
  public func cancel() {
    guard !hasEnded else { return }
    if shownRow != nil, let startRow {
      let row = startID.flatMap { list?.outputs.indexPath(of: $0)?.row } ?? startRow
      show(row, row - rowsAbove)
    }
    end(nil)
  }
}

// MARK: Outputs

extension TimelineViewModel {
  /// A period as it is shown.
  public struct Period: Equatable {
    /// From 0 to 1, the height of the bar with the most photos.
    public var height: Double
    /// What is written below it; nil for nothing.
    public var mark: String?
    /// The columns of its bar, counted from the first period that is shown.
    public var columns: Range<Int>
    public var isFocused: Bool
  }

  /// The widest period: `2019-07` fits below it.
  private static let mostColumns = 8

  /// As many periods as fit, with the one in focus among them. If they are few, they are as wide as the names below them.
  public func periods(in columns: Int) -> [Period] {
    guard let timeline, columns > 0 else { return [] }
    let range = timeline.range
    columnWidth = max(1, min(columns / range.count, Self.mostColumns))
    let count = columns / columnWidth
    // The focus is in the middle, unless the timeline begins or ends there.
    let latest = max(range.lowerBound, range.upperBound - count + 1)
    firstNumber = min(max(timeline.focus.number - count / 2, range.lowerBound), latest)
    return (firstNumber...min(firstNumber + count - 1, range.upperBound)).map { number in
      let column = (number - firstNumber) * columnWidth
      return Period(
        height: Double(timeline.count(number)) / Double(max(1, timeline.highestCount)),
        mark: timeline.mark(number, columns: columnWidth - 1),
        columns: column..<(column + max(1, columnWidth - 1)),
        isFocused: number == timeline.focus.number)
    }
  }

  /// `2019-07`; nil as long as no photo is known.
  public var focusText: String? { timeline?.focusedPeriod.description }

  /// `2019-07 · 312 photos`, or `312 photos`: the period is below its bar, too. The longest first.
  public var titles: [String] {
    if !typedDate.isEmpty, DatePeriod(typed: typedDate) == nil {
      return TypedDate.fault(typedDate) ?? ["to \(typedDate)_"]
    }
    guard let timeline else { return TimelineText.counting(counts) }
    return TimelineText.titles(timeline.focusedPeriod, count: timeline.focus.count)
  }

  /// How far the photos are counted, and how many have no date of their own, the longest first; empty if all have been and all
  /// have one.
  public var notes: [String] {
    guard let counts else { return [] }
    let isWhole = countsSource || list?.outputs.footer == .noMorePhotos
    return TimelineText.notes(counts, isLoadedOnly: !isWhole)
  }

  /// What a shorter period is called, and a longer one: `days`; nil if there is none.
  public var finerText: String? { timeline?.scale.finer.map(TimelineText.name) }
  public var coarserText: String? { timeline?.scale.coarser.map(TimelineText.name) }
}

/// How dates are typed: as they are shown, or with a month in words.
enum TypedDate {
  private static func words(_ text: String) -> [Substring] {
    text.lowercased().split { $0 == " " || $0 == "-" }
  }

  /// By three letters of its name or more.
  fileprivate static func month(_ word: Substring) -> Int? {
    word.count < 3 ? nil : DateText.months.firstIndex { $0.lowercased().hasPrefix(word) }
  }

  /// Whether a date may begin like this.
  static func isBeginning(_ text: String) -> Bool {
    let isInOrder = text.first.map { $0 != " " && $0 != "-" } ?? false
    let words = words(text)
    return isInOrder && words.count <= 3
      && words.allSatisfy { word in
        word.count <= 4 && word.allSatisfy { $0.isASCII && $0.isNumber }
          || DateText.months.contains { $0.lowercased().hasPrefix(word) }
      }
      && words.count { $0.count > 2 && Int($0) != nil } <= 1
      && words.count { Int($0) == nil } <= 1
  }

  /// Why a date that is typed to its end is none: `2018 has no month 13`, `2018-02 has no day 30`; the longest first.
  fileprivate static func fault(_ text: String) -> [String]? {
    let parts = text.split(separator: "-")
    guard DatePeriod(typed: text) == nil, parts.count > 1, parts[0].count == 4,
      parts[1].count == 2, let month = Int(parts[1])
    else { return nil }
    func fault(_ period: Substring, _ missing: String) -> [String] {
      ["\(period) has no \(missing)", "no \(missing)"]
    }
    guard 1...12 ~= month else { return fault(parts[0], "month \(parts[1])") }
    return text.count == 10 ? fault(text.prefix(7), "day \(parts[2])") : nil
  }

  fileprivate static func parts(_ text: String) -> (year: Int, month: Int, day: Int?)? {
    let words = words(text)
    let months = words.compactMap(month)
    let numbers = words.filter { Int($0) != nil }
    let years = numbers.filter { $0.count == 4 }.compactMap { Int($0) }
    let days = numbers.filter { $0.count < 3 }.compactMap { Int($0) }
    guard months.count == 1, years.count == 1, days.count <= 1,
      words.count == 2 + days.count
    else { return nil }
    return (years[0], months[0] + 1, days.first)
  }
}

extension DatePeriod {
  /// `2019`, `2019-07`, `2019-07-04`, `July 2019`, `4 July 2019`; nil for anything else.
  init?(typed text: String) {
    if let parts = TypedDate.parts(text) {
      self.init(year: parts.year, month: parts.month, day: parts.day)
    } else {
      self.init(text)
    }
  }
}

/// The timeline in words.
public enum TimelineText {
  static func titles(_ period: DatePeriod, count: Int) -> [String] {
    ["\(period) · \(CountText.photos(count))", CountText.photos(count)]
  }

  /// While no photo is known.
  static func counting(_ counts: FacetCounts?) -> [String] {
    guard let counts else { return ["counting photos", "counting"] }
    return [FilterText.counted(counts.readCount, of: counts.totalCount).lowercased(), "counting"]
  }

  /// How far the photos are counted, and how many have no date but their file's.
  static func notes(_ counts: FacetCounts, isLoadedOnly: Bool) -> [String] {
    var parts: [String] = []
    if isLoadedOnly {
      parts.append("loaded photos only")
    } else if !counts.isComplete {
      parts.append(FilterText.counted(counts.readCount, of: counts.totalCount).lowercased())
    }
    if counts.undatedCount > 0 {
      parts.append("\(CountText.grouped(counts.undatedCount)) undated")
    }
    return parts.indices.reversed().map { parts[...$0].joined(separator: " · ") }
  }

  static func name(_ scale: Timeline.Scale) -> String { "\(scale)" }

  static let noDates = "No photo here has a date of its own"
  static let rowUnknown = "The list is still loading that row"
  static let stillReading = "That row is known when the order has been read"

  /// In a list that isn't in the order of dates.
  static func dispersed(_ count: Int, of period: DatePeriod, keys: KeyHints) -> String? {
    guard count > 1 else { return nil }
    return "First of \(CountText.photos(count)) of \(period) in this order · \(keys.sort) to sort"
  }
}
