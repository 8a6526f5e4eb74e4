import GalleryDomain

/// The text of the filter line, its completions, and what of it is not understood.
///
/// A highlighted suggestion is shown in the field; going back shows the typed text again. Completing makes the
/// suggestion the typed text. If rows can be loaded quickly, the list is filtered at every change.
///
/// Bound to no actor and not `Sendable`, like `PhotoListViewModel`.
public final class FilterViewModel {
  private let actions: FilterViewModelActions
  private let filtersAtOnce: Bool
  private var completion: FilterCompletion
  private let textBefore: String
  private var typedText: String
  private var found: [FilterSuggestion] = []
  private var offersAll = false
  /// A line ends only once, however many keys arrive together.
  private var hasEnded = false

  public var updateTextClosure: (() -> Void)?
  public var updateSuggestionsClosure: (() -> Void)?

  public private(set) var highlightedIndex: Int?
  public private(set) var fault: FilterFaultText?
  public let placeholderText = "camera:nikon price:<100 date:2017 tag:sea -portrait"

  /// - Parameters:
  ///   - text: The current filter.
  ///   - photos: The photos whose values are offered.
  ///   - filtersAtOnce: Whether the list is filtered while the text is typed.
  public init(
    text: String = "", photos: [Photo] = [], filtersAtOnce: Bool = false,
    actions: FilterViewModelActions = FilterViewModelActions()
  ) {
    textBefore = text
    typedText = text.isEmpty ? "" : text + " "
    self.filtersAtOnce = filtersAtOnce
    self.actions = actions
    completion = FilterCompletion(photos: photos)
    update()
  }

  /// The filter line of a list.
  public convenience init(list: any PhotoListViewModelType, actions: FilterViewModelActions) {
    self.init(
      text: FilterText.shown(list.outputs.wantedQuery.filter), photos: list.outputs.knownPhotos,
      filtersAtOnce: list.outputs.filtersAtOnce, actions: actions)
  }

  public var text: String { highlightedIndex.map { found[$0].text } ?? typedText }
  public var suggestions: [String] { found.map(\.label) }
  public var hintText: String { filtersAtOnce ? "Filters as you type" : "Filters on Enter" }

  /// The fault is that of the text in the field; the suggestions stay those for the typed text.
  private func update() {
    if highlightedIndex == nil {
      found = completion.suggestions(for: typedText, offersAll: offersAll)
    }
    fault = Self.fault(in: text)
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

  private func preview() {
    guard filtersAtOnce, !hasEnded else { return }
    actions.preview(text)
  }

  /// - Returns: Whether the line was still open.
  private func end() -> Bool {
    guard !hasEnded else { return false }
    hasEnded = true
    return true
  }
}

extension FilterViewModel: FilterViewModelInputs {
  public func textChanged(to text: String) {
    guard !hasEnded, text != self.text else { return }
    highlightedIndex = nil
    offersAll = false
    typedText = text
    update()
    updateSuggestionsClosure?()
    preview()
  }

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

  public func nextSuggestionWanted() {
    if found.isEmpty { return completionWanted() }
    highlight(min((highlightedIndex ?? -1) + 1, found.count - 1))
  }

  public func previousSuggestionWanted() {
    guard let highlightedIndex else { return }
    highlight(highlightedIndex > 0 ? highlightedIndex - 1 : nil)
  }

  public func suggestionHighlighted(at index: Int) {
    guard found.indices.contains(index) else { return }
    highlight(index)
  }

  public func submit() {
    let text = text
    guard end() else { return }
    actions.filter(text, FilterReading(text).faults.first.map { FilterText.notice($0, in: text) })
  }

  public func cancel() {
    guard end() else { return }
    actions.close(textBefore)
  }
}

extension FilterViewModel: FilterViewModelOutputs {}

extension FilterViewModel: FilterViewModelType {
  public var inputs: any FilterViewModelInputs { self }
  public var outputs: any FilterViewModelOutputs { self }
}
