/// How a service's pages follow each other, and how an answer says so.
struct PresetPaging: Hashable, Sendable {
  enum Kind: String, CaseIterable, Sendable {
    /// Pages by number.
    case page
    /// By the count of items before them.
    case offset
    /// The answer holds the next page's address.
    case nextURL = "next_url"
    /// The address stands in the `Link` header (RFC 8288).
    case linkHeader = "link_header"
    /// The answer holds a word for the next page.
    case token
    /// The answer holds query items for the next page.
    case merge
    /// The last item holds the word: what comes before it, or after it.
    case lastItem = "last_item"
    /// There is one page.
    case none
  }

  /// What ends a feed that does not say how long it is.
  enum Until: String, CaseIterable, Sendable {
    /// A page with fewer items than asked for.
    case short
    /// A page without items.
    case empty
  }

  var kind: Kind
  /// The number of the first page or item: 0 or 1.
  var first = 1
  /// Where the next address, the token or the items stand.
  var next: [PresetPath] = []
  /// The query item of a token, or its place in the request.
  var parameter: String?
  /// Other places that the next request needs, and where an answer has what stands there.
  var carried: [String: [PresetPath]] = [:]
  /// How many pages there are.
  var pages: [PresetPath] = []
  /// How many items there are.
  var total: [PresetPath] = []
  /// How many items the page has, where it is not those that are listed.
  package var count: [PresetPath] = []
  /// How many items a page has at most, where the answer says it.
  var limit: [PresetPath] = []
  /// Where the page begins, as the service counts.
  var start: [PresetPath] = []
  var until: Until = .empty
  /// Statuses that, behind the first page, mean that there are no more.
  var endStatuses: [Int] = []
}
