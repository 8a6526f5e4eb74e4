import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import GalleryData

/// Search and filter where the source has none: over a feed file's photos.
@Suite(.timeLimit(.minutes(10))) struct LocalSearchTests {
  private let folder = TemporaryFolder.made()

  @Test func `a feed file is searched a page at a time and counted at its end`() async throws {
    let photos = (0..<25_000).map {
      #"{"id":\#($0),"image_url":"a","name":"\#($0 % 5 == 0 ? "sea" : "land") \#($0)","for_sale":\#($0 % 10 == 0)}"#
    }
    let file = try folder.write("feed.json", "[" + photos.joined(separator: ",") + "]")
    let repository = FeedFileRepository(file: file, catalog: ShippedPresets.catalog, zone: .gmt)
    expectEqual(repository.capabilities.search, .here)

    let query = PageRequest(search: "sea", filter: .forSale, anchor: "30")
    let first = try await repository.page(for: query)
    expectEqual(first.ids.prefix(3), ["0", "10", "20"])
    expectEqual(first.photos.count, 100)
    #expect(first.hasMorePages)
    expectEqual(first.totalCount, nil)
    expectEqual(first.anchorRow, 3)

    let last = try await repository.page(
      for: PageRequest(page: 25, search: "sea", filter: .forSale))
    expectEqual(last.photos.last?.id, "24990")
    expectEqual(last.totalCount, 2_500)
    #expect(!last.hasMorePages)
    // Known now, and counted.
    try await expectEqual(repository.page(for: query).totalCount, 2_500)
    try await expectEqual(repository.page(for: PageRequest(search: "sky")).totalCount, 0)
    try await expectEqual(repository.page(for: PageRequest()).totalCount, 25_000)
  }

  @Test func `what is for sale in a feed file is counted like what another filter leaves`()
    async throws
  {
    let file = try folder.write(
      "feed.json",
      #"[{"id":1,"image_url":"a","for_sale":true},{"id":2,"image_url":"a","for_sale":false}]"#)
    let repository = LocalQueryRepository(
      FeedFileRepository(file: file, catalog: ShippedPresets.catalog, zone: .gmt))

    for filter in ["sale:yes", "sale:no"] {
      let page = try await repository.page(
        for: PageRequest(filter: FilterReading(filter).expression))
      expectEqual(page.photos.count, 1)
      expectEqual(page.filteredCount, 1)
    }
  }

  @Test func `a file that changed is searched again at a refresh`() async throws {
    let file = try folder.write("feed.json", #"[{"id":1,"name":"sea","image_url":"a"}]"#)
    let repository = FeedFileRepository(file: file, catalog: ShippedPresets.catalog, zone: .gmt)
    let query = PageRequest(search: "sea")
    try await expectEqual(repository.page(for: query).totalCount, 1)

    try folder.write(
      "feed.json",
      #"[{"id":1,"name":"sea","image_url":"a"},{"id":2,"name":"sea too","image_url":"b"}]"#)
    try await expectEqual(repository.page(for: query).totalCount, 1)
    let refresh = PageRequest(search: "sea", isRefresh: true)
    try await expectEqual(repository.page(for: refresh).totalCount, 2)
  }
}
