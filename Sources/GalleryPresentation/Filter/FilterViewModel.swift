import GalleryDomain

/// A part of a filter's text that was not understood.
public struct FilterFaultText: Hashable, Sendable {
  /// What would be right, in a few words.
  public let advice: String
  /// Where it is in the text, in characters.
  public let place: Range<Int>
  /// Whether it is at the end of the text, which the user may not have finished.
  public let isUnfinished: Bool
}

/// The text of the filter line, its completions, and the first part that is not understood.
///
/// A highlighted suggestion is shown in the field; going back shows the typed text again. Completing makes the
/// suggestion the typed text. If rows can be loaded quickly, the list is filtered at every change. Values are offered with the number
/// of photos that have them among those that meet the other terms; they are counted again when another term is complete.
///
/// Bound to no actor and not `Sendable`, like `PhotoListViewModel`.
public final class FilterViewModel {
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
  /// Whether counts that come now are part of what is announced anyway.
  private var isAsking = false
  private var counts: FacetCounts?
  private let textBefore: String
  private var typedText: String
  private var found: [FilterSuggestion] = []
  private var offersAll = false
  /// A line ends only once, however many keys arrive together.
  private var hasEnded = false

  /// Emits when `text` changed by anything but typing: put it into the field.
  public var updateTextClosure: (() -> Void)?
  /// Emits when `suggestions`, `highlightedIndex`, `fault` or `countText` changed.
  public var updateSuggestionsClosure: (() -> Void)?

  /// The suggestion that is shown in the field; nil while the typed text is. Announced by `updateSuggestionsClosure`.
  public private(set) var highlightedIndex: Int?
  /// The first thing that was not understood; nil if everything was. Announced by `updateSuggestionsClosure`.
  public private(set) var fault: FilterFaultText?
  /// Shown in the field while it is empty.
  public let placeholderText = "camera:nikon price:<100 date:2017 tag:sea -portrait"

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
    typedText = textBefore.isEmpty ? "" : textBefore + " "
    filtersAtOnce = outputs.filtersAtOnce
    search = outputs.wantedQuery.search
    countsSource = outputs.countsWholeSource
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

  /// The text in the field. Announced by `updateTextClosure`.
  public var text: String { highlightedIndex.map { found[$0].text } ?? typedText }
  /// Completions of the text, the most likely first. Announced by `updateSuggestionsClosure`.
  public var suggestions: [String] { found.map(\.label) }
  /// How many photos each of the suggestions leaves: `1,204`; empty where that isn't known. Announced by
  /// `updateSuggestionsClosure`.
  public var suggestionCounts: [String] {
    found.map { $0.count.map(CountText.grouped) ?? "" }
  }
  /// When the filter is applied: `Filters as you type`.
  public var hintText: String {
    filtersAtOnce ? "Filters as you type" : "Filters on \(keys.submitFilter)"
  }
  /// What the counts are of, unless it is the whole source: `Counted 12,300 of 50,000`. Announced by `updateSuggestionsClosure`.
  public var countText: String? {
    guard found.contains(where: { $0.count != nil }), let counts else { return nil }
    if !countsSource { return FilterText.countedLoaded(counts.readCount) }
    return counts.isComplete ? nil : FilterText.counted(counts.readCount, of: counts.totalCount)
  }

  /// The fault belongs to the text in the field; the suggestions remain those for the typed text.
  private func update() {
    if highlightedIndex == nil {
      count()
      found = completion.suggestions(for: typedText, offersAll: offersAll)
    }
    fault = Self.fault(in: text)
  }

  /// Counts again if other photos or properties are counted than before.
  private func count() {
    let facets = FilterCompletion.facets(for: typedText, offersAll: offersAll)
    guard !facets.isEmpty else { return }
    let request = CountRequest(
      PhotoQuery(search: search, filter: FilterCompletion.terms(before: typedText)), by: facets)
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
    guard highlightedIndex == nil, !isAsking else { return }
    found = completion.suggestions(for: typedText, offersAll: offersAll)
    updateSuggestionsClosure?()
  }

  private static func fault(in text: String) -> FilterFaultText? {
    guard let fault = FilterReading(text).faults.first else { return nil }
    func characters(_ offset: Int) -> Int {
      String(String.UnicodeScalarView(text.unicodeScalars.prefix(offset))).count
    }
    let end = text.unicodeScalars.count
    return FilterFaultText(
      advice: FilterText.advice(fault.reason),
      place: characters(fault.place.lowerBound)..<characters(fault.place.upperBound),
      isUnfinished: fault.place.upperBound == end)
  }

  private func highlight(_ index: Int?) {
    guard index != highlightedIndex, !hasEnded else { return }
    highlightedIndex = index
    update()
    updateSuggestionsClosure?()
    updateTextClosure?()
    preview()
  }

  /// While the last term is a part of a field's name, or of its value, the list keeps what it shows: as a word it would find
  /// nothing, and without it everything.
  private func preview() {
    guard filtersAtOnce, !hasEnded, !isHalfTyped else { return }
    filter(text)
  }

  private var isHalfTyped: Bool {
    if let fault = FilterReading(text).faults.last,
      fault.place.upperBound == text.unicodeScalars.count, fault.reason != .unclosedQuote
    {
      return true
    }
    let tail = FilterTail(text)
    let typed = tail.typed.lowercased()
    return tail.mayBeName && !typed.isEmpty
      && FilterField.allCases.contains { $0.rawValue.hasPrefix(typed) }
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
  /// Call when the user changed the text by typing, deleting or pasting.
  public func textChanged(to text: String) {
    guard !hasEnded, text != self.text else { return }
    highlightedIndex = nil
    offersAll = false
    typedText = text
    update()
    updateSuggestionsClosure?()
    preview()
  }

  /// Call when the user wants the text completed: by the highlighted suggestion, else by the first; if there is none,
  /// all fields are offered.
  public func completionWanted() {
    guard !hasEnded else { return }
    guard let suggestion = highlightedIndex.map({ found[$0] }) ?? found.first else {
      guard !offersAll else { return }
      offersAll = true
      update()
      updateSuggestionsClosure?()
      return
    }
    highlightedIndex = nil
    offersAll = false
    typedText = suggestion.text
    update()
    updateSuggestionsClosure?()
    updateTextClosure?()
    preview()
  }

  /// Call when the user moves to the next suggestion, away from the line. If there is none, this is
  /// `completionWanted()`.
  public func nextSuggestionWanted() {
    if found.isEmpty { return completionWanted() }
    highlight(min((highlightedIndex ?? -1) + 1, found.count - 1))
  }

  /// Call when the user moves back; before the first suggestion, the typed text is shown again.
  public func previousSuggestionWanted() {
    guard let highlightedIndex else { return }
    highlight(highlightedIndex > 0 ? highlightedIndex - 1 : nil)
  }

  /// Call when the user points at a suggestion; `index` is that in `suggestions`.
  public func suggestionHighlighted(at index: Int) {
    guard found.indices.contains(index) else { return }
    highlight(index)
  }

  /// Call when the user submits the text; blank text removes the filter.
  public func submit() {
    let text = text
    guard end() else { return }
    filter(text)
    close(FilterReading(text).faults.first.map { FilterText.notice($0, in: text) })
  }

  /// Call when the user cancels the line: restores the filter.
  public func cancel() {
    guard end() else { return }
    filter(textBefore)
    close(nil)
  }
}
