import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats

/// Which terms are sent to a service in its own language, and which ones are left to be applied here.
@Suite struct PresetFilterTests {
  private func preset(_ toml: String) throws(PresetProblem) -> Preset {
    try PresetFixture.preset(url: nil, rest: toml)
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
      for: FeedPageRequest(size: 2, query: query.answered(by: format.capabilities), zone: zone))
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
    """

  @Test(arguments: [
    ("", ""), ("camera:nikon", "&camera=ilike.*nikon*"),
    ("camera:=\"nikon d850\"", "&camera=eq.nikon%20d850"),
    ("sale:yes", "&status=eq.available"),
    ("price:<100", "&price=lt.100"),
    ("price:9.50..20", "&price=gte.9.5&price=lte.20"),
    ("price:<100EUR", "&price=lt.100&currency=eq.EUR"),
    ("date:2024", "&taken=gte.2023-12-31T23%3A00%3A00Z&taken=lt.2024-12-31T23%3A00%3A00Z"),
    ("date:>=2024-02-29", "&taken=gte.2024-02-28T23%3A00%3A00Z"),
    ("date:<2024", "&taken=lt.2023-12-31T23%3A00%3A00Z"),
    // Terms without words are applied here.
    ("price:>100", ""), ("price:100", ""), ("-camera:nikon", ""),
    ("camera:nikon|canon", ""), ("sale:no", ""), ("sale:unstated", ""),
    ("title:sea", ""), ("harbour", ""), ("is:rejected", ""), ("iso:<400", ""),
    ("camera:nikon -sea iso:>400", "&camera=ilike.*nikon*&iso=gt.400"),
    // Behind the sign an order, of which only the supported ones are requested.
    ("/date", "&order=taken.asc"), ("/-price", "&order=price.desc.nullslast"), ("/-date", ""),
    ("camera:nikon/date", "&camera=ilike.*nikon*&order=taken.asc"),
  ])
  func `terms and orders with templates become query items`(text: String, expected: String) throws {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let sort = parts.count > 1 ? parts[1] : nil

    try expectEqual(
      url(try format(table), parts[0], sort: sort), "https://x.example/photos?n=2" + expected)
  }

  @Test func `later pages request the same`() throws {
    let format = try format(table)
    let query = PhotoQuery(filter: FilterReading("camera:nikon").expression)

    let request = try format.request(
      for: FeedPageRequest(position: .continuation(.token("t")), size: 2, query: query))

    expectEqual(
      request.url.absoluteString,
      "https://x.example/photos?n=2&camera=ilike.*nikon*&page=t")
  }

  @Test(arguments: [
    ("text='%25{query}%25'", "x' or '1'='1", "text='%x'' or ''1''=''1%'"),
    ("{query}", "it's", "it's"),
  ])
  func `search words within apostrophes can't end the text, and others stay as they were typed`(
    query: String, words: String, sent: String
  ) throws {
    let format = try format(
      """
      [list]
      url = "https://x.example/select"
      [search]
      url = "https://x.example/select?q=\(query)"
      """)

    let url = try format.request(for: FeedPageRequest(query: PhotoQuery(search: words))).url

    expectEqual([QueryItem](of: url).map(\.decodedValue), [sent])
  }

  @Test func `filters for a file or for any web URL are applied here`() throws {
    let items = try preset(table)
    let url = try #require(URL(string: "https://x.example/photos"))
    let other = try #require(URL(string: "https://y.example/photos"))

    let file = PresetFormat(preset: items, file: "x.json") { _ in nil }
    let own = try PresetFormat(preset: items, url: url) { _ in nil }

    #expect(file.capabilities.operations.isEmpty && file.capabilities.sorts.isEmpty)
    #expect(!own.capabilities.operations.isEmpty)
    expectEqual(own.capabilities.sorts, [PhotoSort(.date), PhotoSort(.price, isDescending: true)])
    #expect(
      try PresetFormat(preset: items, url: other) { _ in nil }.capabilities.operations.isEmpty)
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
    ("[filters]\nquoting = \"single\"", "filters.quoting"),
    ("[filters]\njoint = \" AND \"", "filters.joint"),
    ("[filters]\ndates = \"seconds\"", "filters.dates"),
    ("[filters]\nwords.contains = \"a={value}\"", "filters.words"),
    ("[sorts]\ndefault = \"a\"", "sorts.default"),
    ("[sorts]\n\"+date\" = \"a\"", "sorts.+date"),
    ("[sorts]\ndate = \"a={value}\"", "sorts.date"),
    ("quoting = \"single\"", "list.quoting"),
  ])
  func `a mistake is reported with its key`(toml: String, key: String) {
    let problem = PresetFixture.problem { () throws(PresetProblem) in
      try preset("[list]\nurl = \"https://x.example/photos\"\n\(toml)")
    }
    expectEqual(problem?.key, key)
    // A key of former versions is told to be gone.
    if key == "list.quoting" { expectEqual(problem?.reason.hasPrefix("is gone: "), true) }
  }
}
