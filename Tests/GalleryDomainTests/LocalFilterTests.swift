import ExpectationSupport
import GalleryDomain
import Testing

struct LocalFilterTests {
  private let photos = [
    Photo(id: "1", name: "Öffnung", author: "A. Lens", saleStatus: .forSale),
    Photo(id: "2", name: "couple", description: "two people\nat the lake", saleStatus: .notForSale),
    Photo(id: "3", name: "Moose Bog", camera: "NIKON D500", tags: ["Lake", "dawn"]),
  ]

  private func found(_ search: String?, _ filter: FilterExpression = .everything) -> [Photo.ID] {
    let filter = LocalFilter(
      PhotoQuery(search: search, filter: filter), capabilities: .localList)
    return filter.filtered(PhotoPage(photos: photos)).photos.map(\.id)
  }

  @Test(
    arguments: [
      ("lake", ["2", "3"]), ("LAKE dawn", ["3"]), ("offnung", ["1"]), ("nikon", ["3"]),
      ("lens", ["1"]), ("lake couple nikon", []), ("  ", ["1", "2", "3"]), ("moose bog", ["3"]),
    ])
  func `every word has to be in the photo, regardless of case and accents`(
    search: String, ids: [Photo.ID]
  ) {
    expectEqual(found(search), ids)
  }

  @Test func `filtered photos are counted, and the anchor's row becomes unknown`() {
    let filter = LocalFilter(PhotoQuery(filter: .forSale), capabilities: .localList)
    let page = PhotoPage(
      photos: photos, totalCount: 90, hasMorePages: true, filteredCount: 4, anchorRow: 2)
    let filtered = filter.filtered(page)

    expectEqual(filtered.filteredCount, 6)
    expectEqual(filtered.anchorRow, nil)
    expectEqual(filtered.totalCount, 90)
    #expect(filtered.hasMorePages)
    // A page that was filtered already stays unchanged.
    expectEqual(filter.filtered(filtered), filtered)
    expectEqual(
      filter.filtered(PhotoPage(photos: [], filteredCount: Int.max)).filteredCount, Int.max)
  }

  @Test(arguments: [SourceCapabilities.Search.atSource, .here])
  func `results found by the source or the store are not searched again`(
    search: SourceCapabilities.Search
  ) {
    let filter = LocalFilter(
      PhotoQuery(search: "a word of its own"), capabilities: SourceCapabilities(search: search))

    #expect(filter.isOpen)
    expectEqual(filter.filtered(PhotoPage(photos: photos)).photos.count, 3)
  }
}
