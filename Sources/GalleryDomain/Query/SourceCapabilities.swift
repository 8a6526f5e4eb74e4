/// What a source can do beyond listing its photos: which parts of a query it answers itself. `LocalQueryRepository`
/// does the rest.
public struct SourceCapabilities: Hashable, Sendable {
  /// Where a search is answered.
  public enum Search: Hashable, Sendable {
    /// The source searches all of its photos.
    case atSource
    /// What has been seen of the source is searched here.
    case here
    /// Photos are searched page by page, as they are read.
    case none
  }

  public var search: Search
  /// The terms of a filter that the source can apply.
  public var terms: Set<FilterTerm>
  /// What else it can apply, whatever the value: a term all of whose questions are among these.
  public var operations: Set<FilterOperation>
  /// Whether it applies every other term, too, but those about what is selected here. What it applies is not tested
  /// again then: it may compare texts in a way of its own.
  public var appliesFilters = false
  /// The orders in which the source can list its photos.
  public var sorts: Set<PhotoSort>
  /// What the source can put its photos together by, in the order of their sections.
  public var groupings: Set<PhotoGrouping> = []
  /// Whether the source is on the network, so that what is shown may be out of date.
  public var isRemote: Bool
  /// Whether the photos are the user's own files, as those of a folder are: they are opened whatever mark they carry,
  /// and Space selects them instead of putting them into the basket.
  public var holdsOwnFiles: Bool
  /// How many photos' files may be read at the same time: at first and at least, and at most (`DetailsReader`).
  public var parallelReads = Self.localReads
  /// On a disk: more than there are processors to decode them gains nothing.
  static let localReads = 4...4

  public init(
    search: Search = .none, terms: Set<FilterTerm> = [],
    operations: Set<FilterOperation> = [], sorts: Set<PhotoSort> = [], isRemote: Bool = false,
    holdsOwnFiles: Bool = false
  ) {
    self.search = search
    self.terms = terms
    self.operations = operations
    self.sorts = sorts
    self.isRemote = isRemote
    self.holdsOwnFiles = holdsOwnFiles
  }

  /// Whether the source applies a term of a filter itself.
  public func answers(_ term: FilterTerm) -> Bool {
    if terms.contains(term) { return true }
    if appliesFilters, !FilterExpression([term]).dependsOnSelection { return true }
    guard !operations.isEmpty, let questions = term.questions else { return false }
    return questions.allSatisfy { operations.contains($0.operation) }
  }

  /// A source on this computer that only lists its photos.
  public static let localList = SourceCapabilities()
}
