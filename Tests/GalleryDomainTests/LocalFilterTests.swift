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
  func `every word is somewhere in the photo, whatever its case and accents`(
    search: String, ids: [Photo.ID]
  ) {
    #expect(found(search) == ids)
  }

  @Test func `only what the source says is for sale passes the filter`() {
    #expect(found(nil, .forSale) == ["1"])
    #expect(found("lake", .forSale) == [])
    #expect(found(nil) == ["1", "2", "3"])
  }

  @Test func `what is left out is counted, and the row of the anchor is not known any more`() {
    let filter = LocalFilter(PhotoQuery(filter: .forSale), capabilities: .localList)
    let page = PhotoPage(
      photos: photos, totalCount: 90, hasMorePages: true, filteredCount: 4, anchorRow: 2)
    let filtered = filter.filtered(page)

    #expect(filtered.filteredCount == 6)
    #expect(filtered.anchorRow == nil)
    #expect(filtered.totalCount == 90)
    #expect(filtered.hasMorePages)
    // What was filtered is left alone.
    #expect(filter.filtered(filtered) == filtered)
    #expect(filter.filtered(PhotoPage(photos: [], filteredCount: Int.max)).filteredCount == Int.max)
  }

  @Test(arguments: [SourceCapabilities.Search.atSource, .here])
  func `what the source or the store finds is not searched again`(search: SourceCapabilities.Search)
  {
    let filter = LocalFilter(
      PhotoQuery(search: "a word of its own"), capabilities: SourceCapabilities(search: search))

    #expect(filter.isOpen)
    #expect(filter.filtered(PhotoPage(photos: photos)).photos.count == 3)
  }
}
