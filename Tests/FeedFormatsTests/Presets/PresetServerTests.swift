import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats

/// Servers that users run themselves.
@Suite struct PresetServerTests {
  @Test func `datasette: filters, orders and words are requested in its own way`() throws {
    let format = try PresetFormat(
      preset: try PresetFixture.preset("datasette"), argument: "http://data.example/gallery/photos"
    ) { _ in nil }
    func url(_ query: PhotoQuery, _ position: FeedPosition = .number(1)) throws -> String {
      let query = query.answered(by: format.capabilities)
      let zone = try #require(TimeZone(secondsFromGMT: 0))
      let page = FeedPageRequest(position: position, size: 2, query: query, zone: zone)
      return try format.request(for: page).url.absoluteString
    }
    let base = "http://data.example/gallery/photos.json?_shape=objects&_size=2"
    let filter = FilterReading("camera:nikon price:<100 sale:yes date:2024 rating:5").expression

    try expectEqual(url(.everything), base)
    try expectEqual(url(.everything, .continuation(.token("p2"))), base + "&_next=p2")
    try expectEqual(
      url(PhotoQuery(filter: filter, sort: PhotoSort(.date, isDescending: true))),
      base + "&camera__contains=nikon&price__lt=100&for_sale__exact=1"
        + "&date__gte=2024-01-01T00%3A00%3A00Z&date__lt=2025-01-01T00%3A00%3A00Z&_sort_desc=date")
    try expectEqual(url(PhotoQuery(sort: PhotoSort(.date))), base)
    let search = try url(PhotoQuery(search: "it's') or 1=1 --"))
    #expect(
      search.contains("_where=(title%20like%20'%25it%27%27s%27%27%29%20or%201%3D1%20--%25'%20or%20")
    )
  }
}
