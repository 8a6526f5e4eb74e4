import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import Testing

/// Culling: counts, and a search for the next photo while rows change.
struct CullingTests {
  let service = PagingService()
  let list: PhotoListViewModel

  init() {
    service.capabilities.isReadWhole = true
    list = PhotoListViewModel(apiService: service, pageSize: 10)
  }

  private func show(_ photos: [Photo]) {
    service.source = { _ in PhotoPage(photos: photos, totalCount: photos.count) }
    list.initFetch()
  }

  private func rated(_ id: Photo.ID, _ stars: Int?) -> Photo {
    var photo = Photo.stub(id: id, name: "photo \(id)", saleStatus: .unstated)
    photo.rating = stars
    return photo
  }

  /// Answers what waits for counts.
  private func count(_ ratings: [String: Int], isComplete: Bool = true) {
    var counts = FacetCounts()
    counts.values[.rating] = ratings.map { PhotoCount($0.key, $0.value) }
    counts.isComplete = isComplete
    service.counting.last?.1(counts)
  }

  @Test func `stars are kept, rejections are rejected, and all others are in neither count`() throws
  {
    list.filter(by: "-camera:x")
    show([rated("0", 5), rated("1", -1), rated("2", nil)])
    let sut = try list.open(0)
    #expect(sut.cullingTexts.isEmpty)

    sut.cullingToggled()
    expectEqual(service.counting.map(\.0), [CountRequest(list.shownQuery, by: [.rating])])
    expectEqual(sut.cullingTexts.first, "1/3 · 0 kept · 0 rejected so far")
    count(["5": 700, "rejected": 40, "0": 5_000], isComplete: false)
    expectEqual(sut.cullingTexts.first, "1/3 · 700 kept · 40 rejected so far")
    count(["5": 1_000, "1": 200, "rejected": 40, "0": 5_000])
    expectEqual(
      sut.cullingTexts, ["1/3 · 1,200 kept · 40 rejected", "1/3 · 1,200★ 40✗", "1/3"])

    list.photosChanged([rated("0", -1)])
    expectEqual(sut.cullingTexts.first, "1/3 · 1,199 kept · 41 rejected")
    list.photosChanged([rated("0", 0)])
    expectEqual(sut.cullingTexts.first, "1/3 · 1,199 kept · 40 rejected")
    sut.cullingToggled()
    #expect(sut.cullingTexts.isEmpty)
  }

  @Test func `photos that a filter has left out since are counted, trashed ones are not`() throws {
    show([rated("0", nil), rated("1", nil), rated("2", nil)])
    let sut = try list.open(0)
    sut.cullingToggled()
    count(["0": 3])
    list.photosChanged([rated("0", -1)])
    sut.next()
    list.photosChanged([rated("1", 3)])
    expectEqual(sut.cullingTexts.first, "2/3 · 1 kept · 1 rejected")

    service.source = { [self] _ in PhotoPage(photos: [rated("2", nil)], totalCount: 1) }
    list.refresh()
    expectEqual(sut.cullingTexts.first?.hasSuffix("1 kept · 1 rejected"), true)
    sut.photosLeft(["0"])

    expectEqual(sut.cullingTexts.first?.hasSuffix("1 kept · 0 rejected"), true)
  }

  @Test func `what was rejected before anything was drawn or counted is in both`() throws {
    show([rated("0", nil), rated("1", nil)])
    let sut = try list.open(0)
    sut.cullingToggled()

    list.photosChanged([rated("0", -1)])
    expectEqual(sut.cullingSummary?.text, "0 kept · 1 rejected so far")
    count(["rejected": 1, "0": 1])

    expectEqual(sut.cullingTexts.first, "1/2 · 0 kept · 1 rejected")
  }

  @Test func `counts so far, which may be from before a key, don't take it back`() throws {
    show([rated("0", nil), rated("1", nil)])
    let sut = try list.open(0)
    sut.cullingToggled()
    count(["4": 1], isComplete: false)
    list.photosChanged([rated("0", 3)])
    expectEqual(sut.cullingTexts.first, "1/2 · 2 kept · 0 rejected so far")

    count(["4": 1], isComplete: false)
    expectEqual(sut.cullingTexts.first, "1/2 · 2 kept · 0 rejected so far")
    count(["3": 1, "4": 1])

    expectEqual(sut.cullingTexts.first, "1/2 · 2 kept · 0 rejected")
  }

  @Test func `what was rejected is gathered from all pages, whatever is selected`() {
    show([rated("0", nil), rated("1", -1)])
    list.toggle(rated("0", nil))
    service.source = { [self] request in
      var page = PhotoPage(
        number: request.page, photos: request.page == 2 ? [rated("700", -1)] : [],
        hasMorePages: request.page < 3)
      page.filteredCount = 500
      return page
    }

    // The row of one of them says by now that it isn't rejected any more.
    let gathering = list.gatherRejected(["0", "1", "9"].map { rated($0, -1) })

    expectEqual(gathering.photos.map(\.id), ["1", "700", "9"])
    expectEqual(gathering.hidden, ["9"])
    expectEqual(list.selectedPhotos.map(\.id), ["0"])
  }

  // MARK: Rows change while the next photo is looked for

  @Test func `the photo is left out while a page is loading: nothing is skipped`() throws {
    service.source = { .of(35, for: $0) }
    list.initFetch()
    service.source = nil
    let sut = try list.open(9)
    sut.next()
    #expect(sut.isSeeking)

    // The same list without photo 9.
    service.source = { query in
      let all = Photo.stubs(9) + Photo.stubs(25, from: 10)
      let start = (query.page - 1) * query.pageSize
      let photos = Array(all.dropFirst(start).prefix(query.pageSize))
      return PhotoPage(
        number: query.page, photos: photos, totalCount: all.count,
        hasMorePages: start + photos.count < all.count)
    }
    list.refresh()

    expectEqual(sut.photo.id, "10")
  }
}
