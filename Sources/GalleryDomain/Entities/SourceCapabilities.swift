/// What a source can do beyond listing its photos.
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
  /// Whether the source can be asked for what is for sale only; where it cannot, it is sorted out here.
  public var filtersAtSource: Bool
  /// Whether the source is on the network, so that what is shown may be older than it.
  public var isRemote: Bool

  public init(
    search: Search = .none, filtersAtSource: Bool = false, isRemote: Bool = false
  ) {
    self.search = search
    self.filtersAtSource = filtersAtSource
    self.isRemote = isRemote
  }

  public static let localList = SourceCapabilities()
}
