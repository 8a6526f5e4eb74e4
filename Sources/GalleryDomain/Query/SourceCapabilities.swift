/// What a source can do beyond listing its photos: what of a query it answers itself. All else is done here
/// (`LocalQueryRepository`).
public struct SourceCapabilities: Hashable, Sendable {
  /// Where a search is answered.
  public enum Search: Hashable, Sendable {
    /// The source searches all that it holds.
    case atSource
    /// What was seen of the source is searched here.
    case here
    case none
  }

  public var search: Search
  /// The terms of a filter that the source can be asked for.
  public var terms: Set<FilterTerm>
  /// The orders that it can be asked for.
  public var sorts: Set<PhotoSort>
  /// Whether the source is on the network, so that what is shown may be older than it.
  public var isRemote: Bool

  public init(
    search: Search = .none, terms: Set<FilterTerm> = [], sorts: Set<PhotoSort> = [],
    isRemote: Bool = false
  ) {
    self.search = search
    self.terms = terms
    self.sorts = sorts
    self.isRemote = isRemote
  }

  public static let localList = SourceCapabilities()
}
