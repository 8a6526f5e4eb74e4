/// What a source can do beyond listing its photos: which parts of a query it answers itself. `LocalQueryRepository`
/// does the rest.
public struct SourceCapabilities: Hashable, Sendable {
  /// Where a search is answered.
  public enum Search: Hashable, Sendable {
    /// The source searches all of its photos.
    case atSource
    /// The photos that were already fetched from the source are searched here.
    case here
    /// Photos are searched page by page as they are read.
    case none
  }

  public var search: Search
  /// The names of questions that it answers (`FilterQuestion`): it can apply a term if all of the term's questions are listed.
  public var operations: Set<String>
  /// Whether it also applies all other terms, except those about the selection. Its result is not checked again then:
  /// it may compare texts in its own way.
  public var appliesFilters = false
  /// The orders in which the source can list its photos.
  public var sorts: Set<PhotoSort>
  /// What the source can group its photos by, in its own order of sections.
  public var groupings: Set<PhotoGrouping> = []
  /// Whether the source is on the network, so that what is shown may be out of date.
  public var isRemote: Bool
  /// Whether the photos are the user's own files, as in a folder. They can be opened whatever their sale mark, and
  /// Space selects them; it doesn't put them into the basket.
  public var holdsOwnFiles: Bool
  /// Whether all of the source is at hand, as a folder on this computer is: it is read to its end to sort, filter and count it,
  /// however many photos it has; it finds photos again by their ids (`PhotoRepository.photos(withIDs:)`), while of others what is
  /// selected is kept; and it compares its pictures (`PhotoRepository.comparison`).
  public var isReadWhole = false
  /// How many files may be read at the same time. On a disk, more reads than processors gain nothing.
  public var parallelReads = 4

  public init(
    search: Search = .none, operations: Set<String> = [], sorts: Set<PhotoSort> = [],
    isRemote: Bool = false, holdsOwnFiles: Bool = false
  ) {
    self.search = search
    self.operations = operations
    self.sorts = sorts
    self.isRemote = isRemote
    self.holdsOwnFiles = holdsOwnFiles
  }

  /// Whether the source searches its photos itself. One that is read whole leaves that to those who have its rows.
  var answersSearches: Bool { search != .none && !isReadWhole }

  /// Whether the source applies a term of a filter itself.
  public func answers(_ term: FilterTerm) -> Bool {
    let expression = FilterExpression([term])
    if appliesFilters, !expression.dependsOnSelection, expression.comparedStates.isEmpty {
      return true
    }
    guard !operations.isEmpty, let questions = term.questions() else { return false }
    return questions.allSatisfy { operations.contains($0.name) }
  }

  /// A source on this computer that only lists its photos.
  public static let localList = SourceCapabilities()
}
