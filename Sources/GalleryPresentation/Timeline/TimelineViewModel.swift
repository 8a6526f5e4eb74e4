import GalleryDomain

/// What the timeline does; set by the code that shows it.
public struct TimelineViewModelActions {
  /// Moves the list to a row, while the user moves along.
  public var show: (_ row: Int) -> Void
  /// Ends the timeline, with a line that says what there is to know, or nil. Called once.
  public var close: (_ notice: String?) -> Void

  public init(
    show: @escaping (_ row: Int) -> Void = { _ in },
    close: @escaping (_ notice: String?) -> Void = { _ in }
  ) {
    self.show = show
    self.close = close
  }
}

/// The photos of a list by when they were taken: bars of years, months or days. The list moves along with the focus.
///
/// All photos of a folder are counted, under the list's search and filter; of other sources those that are loaded. While a folder is
/// being read, the bars grow.
///
/// Bound to no actor and not `Sendable`, like `PhotoListViewModel`.
public final class TimelineViewModel {
  private let actions: TimelineViewModelActions
  private let keys: KeyHints
  private weak var list: (any PhotoListViewModelType)?
  private let request: CountRequest
  private let countsSource: Bool
  private let isSortedByDate: Bool
  private var counting: (any Cancellable)?
  private var counts: FacetCounts?
  private var timeline: Timeline?
  /// The day of the photo that was in focus, its id, and its row.
  private let startDay: DatePeriod?
  private let startID: Photo.ID?
  private let startRow: Int?
  /// The row that the list was moved to.
  private var shownRow: Int?
  private var typedYear = ""
  /// The number of the first period that is shown.
  private var firstNumber = 0
  private var hasEnded = false

  /// Emits when something that is shown has changed.
  public var updateClosure: (() -> Void)?

  /// - Parameters:
  ///   - list: Its photos are shown.
  ///   - keys: Those that texts name.
  ///   - actions: What the timeline asks of the list.
  public init(
    list: any PhotoListViewModelType, keys: KeyHints = KeyHints(),
    actions: TimelineViewModelActions
  ) {
    self.actions = actions
    self.keys = keys
    let outputs = list.outputs
    countsSource = outputs.countsWholeSource
    let query = outputs.shownQuery
    isSortedByDate =
      query.sort?.key == .date || query.grouping == .day || query.grouping == .month
    startRow = outputs.focusedIndexPath?.row
    startID = outputs.focusedIndexPath.flatMap(outputs.photo(at:))?.id
    let (day, loaded) = (outputs.focusedDay, countsSource ? nil : outputs.loadedDays)
    startDay = day
    counts = loaded
    timeline = loaded.flatMap { Timeline($0.days, at: day) }
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
    actions.close(notice)
  }

  private func move(_ change: (inout Timeline) -> Void) {
    guard !hasEnded, var moved = timeline else { return }
    let before = moved
    change(&moved)
    guard moved != before else { return }
    timeline = moved
    if moved.focus != before.focus || moved.scale != before.scale { showFocus() }
    updateClosure?()
  }

  /// The first row of the period in focus. What is counted isn't in the rows of a list that is a part.
  private var focusedRow: Int? {
    list?.outputs.isPart ?? false ? nil : timeline?.focusedBar.row
  }

  /// Moves the list along, as far as its rows are known.
  private func showFocus() {
    guard let row = focusedRow, row != shownRow else { return }
    shownRow = row
    actions.show(row)
  }
}

// MARK: Inputs

extension TimelineViewModel {
  /// Call before the timeline is shown, to count the photos.
  ///
  /// - Returns: False if it has ended already, because no photo has a date of its own.
  public func begin() -> Bool {
    guard !hasEnded, counting == nil else { return !hasEnded }
    if countsSource {
      counting = list?.inputs.count(request) { [weak self] in self?.receive($0) }
    } else if timeline == nil {
      end(TimelineText.noDates)
    }
    return !hasEnded
  }

  /// Call when the user moves to the next period with photos, or to the previous one.
  public func move(by step: Int) {
    typedYear = ""
    move { $0.move(by: step) }
  }

  public func moveToFirst() {
    typedYear = ""
    move { $0.moveToFirst() }
  }

  public func moveToLast() {
    typedYear = ""
    move { $0.moveToLast() }
  }

  /// Call when the user points at a period; the nearest with photos comes into focus.
  ///
  /// - Parameter column: In columns from the first one that was last returned by `columns(_:)`.
  public func move(toColumn column: Int) {
    typedYear = ""
    let number = firstNumber + column
    move { $0.move(to: number) }
  }

  /// Call when the user wants shorter or longer periods.
  public func zoom(isIn: Bool) {
    typedYear = ""
    move { _ = isIn ? $0.zoomIn() : $0.zoomOut() }
  }

  /// Call when the user types a digit of a year.
  public func yearTyped(_ digit: Character) {
    guard !hasEnded, digit.isASCII, digit.isNumber else { return }
    typedYear = (typedYear.count < 4 ? typedYear : "") + String(digit)
    if typedYear.count == 4, let year = Int(typedYear) {
      typedYear = ""
      move { $0.move(toYear: year) }
    }
    updateClosure?()
  }

  /// Call when the user deletes a digit.
  public func digitDeleted() {
    guard !typedYear.isEmpty else { return }
    typedYear.removeLast()
    updateClosure?()
  }

  /// Call when the user goes to the period in focus.
  public func submit() {
    guard !hasEnded, let timeline else { return }
    let (bar, period) = (timeline.focusedBar, timeline.period(timeline.focus))
    guard let row = focusedRow else {
      let isPart = list?.outputs.isPart ?? false
      return end(isPart ? TimelineText.stillReading : TimelineText.rowUnknown)
    }
    actions.show(row)
    end(isSortedByDate ? nil : TimelineText.dispersed(bar.count, of: period, keys: keys))
  }

  /// Call when the user cancels: the list returns to where it was.
  public func cancel() {
    guard !hasEnded else { return }
    if shownRow != nil, let startRow {
      actions.show(startID.flatMap { list?.outputs.indexPath(of: $0)?.row } ?? startRow)
    }
    end(nil)
  }
}

// MARK: Outputs

extension TimelineViewModel {
  /// A period as it is shown.
  public struct Column: Equatable {
    /// The photos of the period, from 0 to 1 of those of the longest bar.
    public var height: Double
    /// What is written below it; nil for nothing.
    public var mark: String?
    public var isFocused: Bool
  }

  /// As many periods as fit, with the one in focus among them; the last ones if there are more.
  public func columns(_ count: Int) -> [Column] {
    guard let timeline, count > 0 else { return [] }
    let first = firstNumber(of: count)
    firstNumber = first
    let last = min(first + count - 1, timeline.range.upperBound)
    return (first...max(first, last)).map { number in
      let bar = timeline.bar(number)
      return Column(
        height: Double(bar.count) / Double(max(1, timeline.highestCount)),
        mark: timeline.mark(number), isFocused: number == timeline.focus)
    }
  }

  /// The focus is in the middle, unless the timeline begins or ends there.
  private func firstNumber(of count: Int) -> Int {
    guard let timeline else { return 0 }
    let range = timeline.range
    let latest = max(range.lowerBound, range.upperBound - count + 1)
    return min(max(timeline.focus - count / 2, range.lowerBound), latest)
  }

  /// `2019-07`; nil as long as no photo is known.
  public var focusText: String? { timeline.map { $0.period($0.focus).description } }

  /// `2019-07 · 312 photos`.
  public var titleText: String {
    if !typedYear.isEmpty { return TimelineText.typedYear(typedYear) }
    guard let timeline else { return TimelineText.counting(counts) }
    return TimelineText.title(
      timeline.period(timeline.focus), count: timeline.focusedBar.count)
  }

  /// How far the photos are counted, and how many have no date of their own; nil if all have been and all have one.
  public var noteText: String? {
    guard let counts else { return nil }
    return TimelineText.note(counts, isLoadedOnly: !countsSource)
  }

  /// What a shorter period is called, and a longer one: `days`; nil if there is none.
  public var finerText: String? { timeline?.scale.finer.map(TimelineText.name) }
  public var coarserText: String? { timeline?.scale.coarser.map(TimelineText.name) }
}
