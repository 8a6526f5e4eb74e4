import GalleryDomain

/// The text of the filter line, its completions, and the first part that is not understood.
///
/// Completing makes a suggestion the typed text. If rows can be loaded quickly, the list is filtered at every change. Values
/// are offered with the number of photos that have them among those that meet the other terms; they are counted again when
/// another term is complete.
public final class FilterViewModel: PromptViewModel {
  private weak var list: (any PhotoListViewModelType)?
  private let filter: (String) -> Void
  private let close: (_ notice: String?) -> Void
  private let filtersAtOnce: Bool
  private let keys: KeyHints
  private var completion: FilterCompletion
  private let countsSource: Bool
  /// The search in which photos are filtered.
  private let search: String?
  /// What is counted, or was counted last.
  private var countRequest: CountRequest?
  private var counting: (any Cancellable)?
  /// Whether counts that arrive now are announced anyway.
  private var isAsking = false
  private var counts: FacetCounts?
  private let textBefore: String
  public var line = PromptLine()
  public let maximumLength: Int
  /// Whether all fields are offered where none is begun: at first, in an empty line, and after Tab.
  private var offersAll = true
  /// A line ends only once, however many keys arrive together.
  private var hasEnded = false

  public var updateClosure: (() -> Void)?
  /// The first thing that was not understood; nil if everything was.
  private var fault: FilterFault?

  public let prompt = "& "
  public let heading = "suggestions"
  public let placeholderText = "e.g. camera:nikon rating:>=3 -portrait"

  /// - Parameters:
  ///   - list: Its photos are filtered and counted: those of the whole source, or those that are loaded.
  ///   - keys: Those that its texts name.
  ///   - filter: Filters the list by a text, while it is typed and at the end.
  ///   - close: Ends the line, with a notice about what was not understood; called once.
  public init(
    list: any PhotoListViewModelType, keys: KeyHints = KeyHints(),
    filter: @escaping (String) -> Void, close: @escaping (_ notice: String?) -> Void
  ) {
    let outputs = list.outputs
    self.list = list
    self.keys = keys
    (self.filter, self.close) = (filter, close)
    textBefore = FilterText.line(outputs.wantedQuery.filter.description)
    line.completesFirst = true
    line.typed = textBefore.isEmpty ? "" : textBefore + " "
    // A filter that is longer can be edited as a whole.
    maximumLength = line.typed.count + FilterText.typedLimit
    filtersAtOnce = outputs.filtersAtOnce
    search = outputs.wantedQuery.search
    countsSource = outputs.isReadWhole
    let currencies = Dictionary(
      outputs.knownPhotos.compactMap { $0.price?.currency }.map { ($0, 1) }, uniquingKeysWith: +)
    completion = FilterCompletion(
      currencies: currencies.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key),
      countsSource: countsSource)
    update()
  }

  deinit {
    counting?.cancel()
  }

  /// What was not understood; or what may be typed, unless something is suggested.
  public var title: String {
    guard let fault, isTitleWarning || line.choices.isEmpty else { return "" }
    return FilterText.advice(fault.reason, isWarning: isTitleWarning)
  }

  /// What the counts are of; or when the filter is applied, unless something is suggested: its keys need the room.
  public var note: String {
    if let countText { return countText }
    guard line.choices.isEmpty else { return "" }
    return filtersAtOnce ? "Filters as you type" : "Filters on \(keys.submitFilter)"
  }

  /// A term that is still being typed isn't wrong yet.
  public var isTitleWarning: Bool {
    fault.map { $0.range.upperBound != text.unicodeScalars.count } ?? false
  }

  public var faultPosition: Range<Int>? {
    guard isTitleWarning, let range = fault?.range else { return nil }
    let text = text
    func characters(_ offset: Int) -> Int {
      String(String.UnicodeScalarView(text.unicodeScalars.prefix(offset))).count
    }
    return characters(range.lowerBound)..<characters(range.upperBound)
  }

  /// What the counts are of, unless it is the whole source: `Counted 12,300 of 50,000`.
  private var countText: String? {
    guard line.choices.contains(where: { $0.count != nil }), let counts else { return nil }
    if !countsSource { return FilterText.countedLoaded(counts.readCount) }
    return counts.isComplete ? nil : FilterText.counted(counts.readCount, of: counts.totalCount)
  }

  /// The fault belongs to the text in the field; the suggestions remain those for the typed text.
  private func update() {
    if line.highlightedIndex == nil {
      count()
      line.choices = completion.suggestions(for: line.typed, offersAll: offersAll)
    }
    fault = FilterReading(text).faults.first
    updateClosure?()
  }

  /// Counts again if other photos or properties are counted than before.
  private func count() {
    let facets = FilterCompletion.facets(for: line.typed, offersAll: offersAll)
    guard !facets.isEmpty else { return }
    let request = CountRequest(
      PhotoQuery(search: search, filter: FilterCompletion.terms(before: line.typed)), by: facets)
    guard request != countRequest else { return }
    counting?.cancel()
    (countRequest, counts, completion.counts) = (request, nil, nil)
    isAsking = true
    counting = list?.inputs.count(request) { [weak self] in self?.receive($0, for: request) }
    isAsking = false
  }

  private func receive(_ counts: FacetCounts, for request: CountRequest) {
    guard request == countRequest, !hasEnded else { return }
    (self.counts, completion.counts) = (counts, counts)
    // What the user is going through stays as it is.
    guard line.highlightedIndex == nil, !isAsking else { return }
    line.choices = completion.suggestions(for: line.typed, offersAll: offersAll)
    updateClosure?()
  }

  /// While the last term is a part of a field's name, or of its value, the list keeps what it shows: as a word it would find
  /// nothing, and without it everything.
  private func preview() {
    guard filtersAtOnce, !hasEnded, !isHalfTyped else { return }
    filter(text)
  }

  private var isHalfTyped: Bool {
    if let fault = FilterReading(text).faults.last,
      fault.range.upperBound == text.unicodeScalars.count, fault.reason != .unclosedQuote
    {
      return true
    }
    let tail = FilterTail(text)
    return tail.mayBeName && !tail.typed.isEmpty
      && !FilterField.beginning(with: tail.typed).isEmpty
  }

  /// - Returns: Whether the line was still open.
  private func end() -> Bool {
    guard !hasEnded else { return false }
    hasEnded = true
    counting?.cancel()
    return true
  }
}

// MARK: Inputs

extension FilterViewModel {
  public func textChanged(to text: String) {
    guard !hasEnded, text != self.text else { return }
    setText(text)
  }

  private func setText(_ text: String) {
    offersAll = text.isEmpty
    line.typed = text
    lineMoved()
  }

  public func lineMoved() {
    guard !hasEnded else { return }
    update()
    preview()
  }

  /// By the highlighted suggestion, else by the first; if there is none, all fields are offered.
  public func complete() {
    guard !hasEnded else { return }
    if let choice = line.highlightedIndex.map({ line.choices[$0] }) ?? line.choices.first {
      setText(choice.text)
    } else if !offersAll {
      offersAll = true
      update()
    }
  }

  /// If there is no suggestion, this is `complete()`.
  public func older() {
    if line.choices.isEmpty { return complete() }
    if line.move(by: 1) { lineMoved() }
  }

  /// Blank text removes the filter.
  public func submit() {
    let text = text
    guard end() else { return }
    filter(text)
    close(FilterReading(text).faults.first.map { FilterText.notice($0, in: text) })
  }

  /// Restores the filter.
  public func cancel() {
    guard end() else { return }
    filter(textBefore)
    close(nil)
  }
}
