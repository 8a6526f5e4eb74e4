import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats

/// Which terms are sent to a service in its own language, and which ones are left to be applied here.
@Suite struct PresetFilterTests {
  private func preset(_ toml: String) throws(PresetProblem) -> Preset {
    try PresetFixture.preset(
      toml: """
        items = "items"
        [fields]
        id = "id"
        image = "image"
        \(toml)
        """)
  }

  private func format(_ toml: String) throws -> PresetFormat {
    try PresetFormat(preset: try preset(toml), argument: nil) { _ in nil }
  }

  private func request(
    _ format: PresetFormat, _ filter: String, sort: String? = nil
  ) throws -> HTTPRequest {
    let query = PhotoQuery(
      filter: FilterReading(filter).expression, sort: sort.flatMap { PhotoSort(name: $0) })
    let zone = try #require(TimeZone(secondsFromGMT: 3_600))
    return try format.request(
      for: FeedPageRequest(
        size: 2, query: query.answered(by: format.capabilities), zone: zone))
  }

  private func url(_ format: PresetFormat, _ filter: String, sort: String? = nil) throws -> String {
    try request(format, filter, sort: sort).url.absoluteString
  }

  private let table = """
    [list]
    url = "https://x.example/photos?n={size}"
    [filters]
    camera.contains = "camera=ilike.*{value}*"
    camera.equal = "camera=eq.{value}"
    words.contains = "fts={value}"
    currency.equal = "currency=eq.{value}"
    sale.yes = "status=eq.available"
    date = { at_least = "taken=gte.{value}", less = "taken=lt.{value}" }
    iso.more = "iso=gt.{value}"
    [filters.price]
    less = "price=lt.{value}"
    at_most = "price=lte.{value}"
    at_least = "price=gte.{value}"
    [sorts]
    date = "order=taken.asc"
    -price = "order=price.desc.nullslast"
    default = "order=id"
    """

  @Test(arguments: [
    ("", "&order=id"), ("camera:nikon", "&camera=ilike.*nikon*&order=id"),
    ("camera:=\"nikon d850\"", "&camera=eq.nikon%20d850&order=id"),
    ("sale:yes", "&status=eq.available&order=id"),
    ("price:<100", "&price=lt.100&order=id"),
    ("price:9.50..20", "&price=gte.9.5&price=lte.20&order=id"),
    ("price:<100EUR", "&price=lt.100&currency=eq.EUR&order=id"),
    ("harbour", "&fts=harbour&order=id"),
    (
      "date:2024",
      "&taken=gte.2023-12-31T23%3A00%3A00Z&taken=lt.2024-12-31T23%3A00%3A00Z&order=id"
    ),
    ("date:>=2024-02-29", "&taken=gte.2024-02-28T23%3A00%3A00Z&order=id"),
    ("date:<2024", "&taken=lt.2023-12-31T23%3A00%3A00Z&order=id"),
    // Terms without words are applied here.
    ("price:>100", "&order=id"), ("price:100", "&order=id"), ("-camera:nikon", "&order=id"),
    ("camera:nikon|canon", "&order=id"), ("sale:no", "&order=id"), ("sale:unstated", "&order=id"),
    ("title:sea", "&order=id"), ("is:rejected", "&order=id"), ("iso:<400", "&order=id"),
    ("camera:nikon -sea iso:>400", "&camera=ilike.*nikon*&iso=gt.400&order=id"),
  ])
  func `terms with templates become query items`(filter: String, expected: String) throws {
    try expectEqual(url(try format(table), filter), "https://x.example/photos?n=2" + expected)
  }

  @Test func `only orders that the service supports are requested`() throws {
    let format = try format(table)

    #expect(try url(format, "", sort: "date").hasSuffix("?n=2&order=taken.asc"))
    #expect(try url(format, "", sort: "-price").hasSuffix("?n=2&order=price.desc.nullslast"))
    #expect(try url(format, "", sort: "-date").hasSuffix("?n=2&order=id"))
    expectEqual(
      format.capabilities.sorts, [PhotoSort(.date), PhotoSort(.price, isDescending: true)])
  }

  @Test func `later pages request the same`() throws {
    let format = try format(table)
    let query = PhotoQuery(filter: FilterReading("camera:nikon").expression)

    let request = try format.request(
      for: FeedPageRequest(position: .continuation(.token("t")), size: 2, query: query))

    expectEqual(
      request.url.absoluteString,
      "https://x.example/photos?n=2&camera=ilike.*nikon*&order=id&page=t")
  }

  private let index = """
    [list]
    method = "POST"
    url = "https://x.example/_search"
    body = '''{"size": {size}, "sort?": {sort},
      "query": {"bool": {"must": [{"match?": {"all": "{query}"}}], "filter": [{"term": {"kind": "photo"}}, {filters}]}}}'''
    [filters]
    camera.contains = '{"match_phrase_prefix": {"camera": "{value}"}}'
    price.less = '{"range": {"price": {"lt": {value}}}}'
    sale.yes = '{"term": {"for_sale": true}}'
    [sorts]
    price = '[{"price": {"order": "asc", "missing": "_last"}}, {"id": "asc"}]'
    """

  @Test(arguments: [
    ("", nil, #"{"size":2,"query":{"bool":{"must":[],"filter":[{"term":{"kind":"photo"}}]}}}"#),
    (
      "sale:yes price:<99.90", nil,
      #"{"size":2,"query":{"bool":{"must":[],"filter":[{"term":{"kind":"photo"}},{"term":{"for_sale":true}},{"range":{"price":{"lt":99.9}}}]}}}"#
    ),
    (
      "", "price",
      #"{"size":2,"sort":[{"price":{"order":"asc","missing":"_last"}},{"id":"asc"}],"query":{"bool":{"must":[],"filter":[{"term":{"kind":"photo"}}]}}}"#
    ),
  ])
  func `terms with templates become clauses of a body`(
    filter: String, sort: String?, expected: String
  ) throws {
    let request = try request(try format(index), filter, sort: sort)

    expectEqual(String(decoding: request.body ?? [], as: UTF8.self), expected)
  }

  @Test func `a value cannot end its clause`() throws {
    let typed = #""}}}, {"match_all": {}}, {"x": {"y": {"z": ""#
    let term = FilterTerm(.text(.camera, [FilterTextValue(typed)]))
    let request = try format(index).request(
      for: FeedPageRequest(size: 2, query: PhotoQuery(filter: FilterExpression([term]))))

    let body = try #require(JSONValue(bytes: request.body ?? []))
    let clauses = try PresetPath("query.bool.filter[]").values(in: body)
    expectEqual(clauses.count, 2)
    try expectEqual(
      PresetPath("match_phrase_prefix.camera").values(in: try #require(clauses.last)),
      [.text(typed)])
  }

  @Test(arguments: [
    ("lucene", "camera:{value}", #"x) OR *:* //"#, #"camera:x\)\ OR\ \*\:\*\ \/\/"#),
    ("lucene", "camera:{value}", #"a\" && b"#, #"camera:a\\\"\ \&\&\ b"#),
    ("double", "camera = \"{value}\"", #"x" OR a = "b\"#, #"camera = "x\" OR a = \"b\\""#),
    ("single", "camera like '{value}'", "x' or '1'='1", "camera like 'x'' or ''1''=''1'"),
    ("backtick", "camera:=`{value}`", "x` || a:=`b", "camera:=`x  || a:= b`"),
    ("like", "camera.like.{value}", "100%_\\", "camera.like.100\\%\\_\\\\"),
    ("none", "camera:{value}", "a&b=c", "camera:a&b=c"),
  ])
  func `a value cannot end its literal in the service's language`(
    quoting: String, words: String, typed: String, expected: String
  ) throws {
    let format = try format(
      """
      [list]
      url = "https://x.example/select?fq={filters}"
      [filters]
      quoting = "\(quoting)"
      camera.contains = '''\(words)'''
      price.less = "price:<{value}"
      """)
    let filter = FilterExpression(
      [FilterTerm(.text(.camera, [FilterTextValue(typed)]))]
        + (FilterReading("price:<5").expression.terms))

    let url = try format.request(for: FeedPageRequest(query: PhotoQuery(filter: filter))).url

    let items = PresetAddress.items(of: url)
    expectEqual(items.count, 1)
    expectEqual(items.first.map { PresetAddress.decoded($0.value) }, expected + " AND price:<5")
  }

  @Test func `search words are quoted as the request says`() throws {
    let format = try format(
      """
      [list]
      url = "https://x.example/select"
      [search]
      url = "https://x.example/select?q=text:{query}"
      quoting = "lucene"
      """)

    let url = try format.request(
      for: FeedPageRequest(query: PhotoQuery(search: "a) OR *:*"))
    ).url

    expectEqual(
      PresetAddress.items(of: url).map { PresetAddress.decoded($0.value) },
      [#"text:a\)\ OR\ \*\:\*"#])
  }

  @Test(arguments: [
    ("day", "2024-01-01", "2025-01-01"),
    ("moment", "2023-12-31T23:00:00Z", "2024-12-31T23:00:00Z"),
    ("seconds", "1704063600", "1735686000"), ("milliseconds", "1704063600000", "1735686000000"),
  ])
  func `dates are written in the service's format`(
    form: String, start: String, end: String
  ) throws {
    let format = try format(
      """
      [list]
      url = "https://x.example/list?f={filters}"
      [filters]
      dates = "\(form)"
      date = { at_least = "[{value}", less = "{value})" }
      """)

    let items = PresetAddress.items(of: try request(format, "date:2024").url)

    expectEqual(items.map { PresetAddress.decoded($0.value) }, ["[\(start) AND \(end))"])
  }

  @Test func `filters for a file or for any web URL are applied here`() throws {
    let bodies = try preset(index)
    let items = try preset(table)
    let url = try #require(URL(string: "https://x.example/photos"))
    let other = try #require(URL(string: "https://y.example/photos"))

    let file = PresetFormat(preset: items, file: "x.json") { _ in nil }
    let own = try PresetFormat(preset: items, url: url) { _ in nil }

    #expect(file.capabilities.operations.isEmpty && file.capabilities.sorts.isEmpty)
    #expect(!own.capabilities.operations.isEmpty)
    #expect(
      try PresetFormat(preset: items, url: other) { _ in nil }.capabilities.operations.isEmpty)
    #expect(
      try PresetFormat(preset: bodies, url: url) { _ in nil }.capabilities.operations.isEmpty)
  }

  @Test func `in a URL the order is replaced, and filters are added`() throws {
    let url = try #require(URL(string: "https://x.example/photos?order=width&album=5"))
    let format = try PresetFormat(preset: try preset(table), url: url) { _ in nil }

    try expectEqual(
      self.url(format, "camera:nikon", sort: "date"),
      "https://x.example/photos?album=5&camera=ilike.*nikon*&order=taken.asc")
  }

  @Test(arguments: [
    ("[filters]\ncamera.begins = \"a\"", "filters.camera.begins"),
    ("[filters]\ncolour.contains = \"a\"", "filters.colour"),
    ("[filters]\ncamera.contains = \"a={vale}\"", "filters.camera.contains"),
    ("[filters]\ndate.equal = \"a={value}\"", "filters.date.equal"),
    ("[filters]\nquoting = \"sql\"", "filters.quoting"),
    ("[sorts]\n\"+date\" = \"a\"", "sorts.+date"),
    ("[sorts]\ndate = \"a={value}\"", "sorts.date"),
  ])
  func `a mistake is reported with its key`(toml: String, key: String) {
    #expect {
      try preset("[list]\nurl = \"https://x.example/photos\"\n\(toml)")
    } throws: { ($0 as? PresetProblem)?.key == key }
  }
}
