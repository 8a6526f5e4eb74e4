/// How a service's pages follow each other, and how responses express that.
struct PresetPaging: Hashable, Sendable {
  enum Kind: String, CaseIterable, Sendable {
    /// By page number.
    case page
    /// By the number of preceding items.
    case offset
    /// The response contains the next page's URL.
    case nextURL = "next_url"
    /// The URL is in the `Link` header (RFC 8288).
    case linkHeader = "link_header"
    /// The response contains a token for the next page.
    case token
    /// The response contains query items for the next page.
    case merge
    /// The last item contains the token: the next page is before or after it.
    case lastItem = "last_item"
    /// There is only one page.
    case none
  }

  /// How to detect the end of a feed without a stated length.
  enum Until: String, CaseIterable, Sendable {
    /// A page with fewer items than requested.
    case short
    /// A page without items.
    case empty
  }

  var kind: Kind
  /// The number of the first page or item: 0 or 1.
  var first = 1
  /// Where to find the next URL, the token or the items.
  var next: [PresetPath] = []
  /// The query item for a token, or its place in the request.
  var parameter: String?
  /// The number of pages.
  var pages: [PresetPath] = []
  /// The number of items.
  var total: [PresetPath] = []
  /// The number of items on the page, if it is not the number of listed ones.
  var count: [PresetPath] = []
  /// The maximum number of items per page, if the response says so.
  var limit: [PresetPath] = []
  /// Where the page starts, in the service's counting.
  var start: [PresetPath] = []
  var until: Until = .empty
  /// Statuses that, after the first page, mean that there are no more.
  var endStatuses: [Int] = []

  /// - Parameter taken: Places that the request fills itself.
  init?(_ table: PresetTable, taken: Set<String>) {
    let kind = table.requiredChoice("kind", of: Kind.self)
    first = table.whole("first", in: 0...1) ?? (kind == .offset ? 0 : 1)
    next = table.paths("next")
    parameter = table.text("parameter")
    pages = table.paths("pages")
    total = table.paths("total")
    count = table.paths("count")
    limit = table.paths("limit")
    start = table.paths("start")
    until = table.choice("until", of: Until.self) ?? .empty
    endStatuses = table.wholes("end_statuses")
    if let parameter, taken.contains(parameter) {
      table.note("parameter", "{\(parameter)} is set by the request itself")
    }
    guard let kind else { return nil }
    self.kind = kind
    if [.nextURL, .token, .merge, .lastItem].contains(kind), next.isEmpty {
      table.note("next", "required: the path of the value for the next page")
    }
  }
}
