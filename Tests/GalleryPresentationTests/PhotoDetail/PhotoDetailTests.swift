import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import Testing

struct PhotoDetailTests {
  let service = PagingService()
  let list: PhotoListViewModel

  init() {
    list = PhotoListViewModel(apiService: service, pageSize: 10)
  }

  private func show(_ photos: [Photo]) {
    service.source = { _ in PhotoPage(photos: photos) }
    list.initFetch()
  }

  /// The last photo of the first page of four.
  private func beforeNextPage() -> PhotoDetailViewModel {
    service.source = { .of(35, for: $0) }
    list.initFetch()
    service.source = nil
    return PhotoDetailViewModel(
      photo: .stub(id: "9"), at: IndexPath(row: 9, section: 0), in: list)
  }

  @Test func `next and previous walk through the list and move its focus`() throws {
    show(Photo.stubs(3))
    let sut = try list.open(0)
    var updates = 0
    sut.updatePhotoClosure = { updates += 1 }

    sut.next()
    expectEqual(sut.titleText, "photo 1")
    expectEqual(sut.positionText, "2/3")
    expectEqual(list.focusedIndexPath?.row, 1)
    expectEqual(sut.messageText, nil)
    expectEqual(updates, 1)

    sut.previous()
    expectEqual(sut.photo.id, "0")
    expectEqual(list.focusedIndexPath?.row, 0)
  }

  @Test func `only a photo that left itself makes way for the next one`() throws {
    show(Photo.stubs(3))
    let sut = try list.open(0)

    sut.photosLeft(["1"])
    expectEqual(sut.photo.id, "0")
    sut.photosLeft(["0", "2"])
    expectEqual(sut.photo.id, "1")
  }

  @Test func `both ends stop and say so`() throws {
    show(Photo.stubs(1))
    let sut = try list.open(0)

    sut.previous()
    expectEqual(sut.messageText, "First photo")
    sut.next()
    expectEqual(sut.messageText, "End of the list")
    expectEqual(sut.photo.id, "0")
    #expect(!sut.isSeeking)
  }

  @Test func `photos that the gate refuses are skipped and counted`() throws {
    show(
      Photo.stubs(1) + Photo.stubs(2, from: 1, saleStatus: .notForSale)
        + Photo.stubs(1, from: 3) + Photo.stubs(1, from: 4, saleStatus: .notForSale))
    let sut = try list.open(0)

    sut.next()
    expectEqual(sut.photo.id, "3")
    expectEqual(sut.messageText, "skipped 2 not for sale")
    sut.next()
    expectEqual(sut.photo.id, "3")
    expectEqual(sut.messageText, "End of the list · skipped 1 not for sale")
  }

  @Test func `it waits for a page and continues when it is there`() throws {
    let sut = beforeNextPage()

    sut.next()
    #expect(sut.isSeeking)
    sut.next()
    let load = try #require(service.openLoads.last)
    load.answer(.of(35, for: load.query))

    #expect(!sut.isSeeking)
    expectEqual(sut.photo.id, "10")
    expectEqual(sut.positionText, "11/35")
  }

  @Test func `the opposite direction cancels the wait`() throws {
    let sut = beforeNextPage()
    sut.next()
    sut.previous()
    #expect(!sut.isSeeking)
    let load = try #require(service.openLoads.last)
    load.answer(.of(35, for: load.query))

    expectEqual(sut.photo.id, "9")
  }

  @Test func `a page that fails ends the search and says what to do`() throws {
    let sut = beforeNextPage()
    sut.next()
    try #require(service.openLoads.last).fail(.noNetwork)

    expectEqual(sut.messageText, "Can't load more · r to retry")
    #expect(!sut.isSeeking)
  }

  @Test func `photos that are not read yet are shown at once, and what is read follows`() throws {
    show(Photo.stubs(1) + Photo.stubs(5, from: 1, needsDetails: true))
    let sut = try list.open(0)

    for _ in 0..<3 { sut.next() }
    sut.previous()
    #expect(sut.photo.id == "2" && !sut.isSeeking)
    try #require(service.details.last { $0.photo.id == "2" }).answer(camera: "NIKON D500")

    expectEqual(sut.photo.camera, "NIKON D500")
  }

  @Test func `it stays with its photo while the list is loaded again`() throws {
    show(Photo.stubs(3))
    let sut = try list.open(1)
    show([.stub(id: "new")] + Photo.stubs(3))

    expectEqual(sut.photo.id, "1")
    expectEqual(sut.positionText, "3/4")
    sut.next()
    expectEqual(sut.photo.id, "2")
  }

  @Test func `a photo that is gone stays on the screen and says so`() throws {
    show(Photo.stubs(3))
    let sut = try list.open(1)
    show([.stub(id: "0"), .stub(id: "2")])

    expectEqual(sut.photo.id, "1")
    #expect(sut.positionText.isEmpty)
    expectEqual(sut.messageText, "This photo is no longer in the list")
    sut.next()
    expectEqual(sut.photo.id, "2")
    expectEqual(sut.positionText, "2/2")
  }
}

extension PhotoListViewModel {
  /// The photo of a row, opened from the list.
  func open(_ row: Int) throws -> PhotoDetailViewModel {
    let indexPath = IndexPath(row: row, section: 0)
    let sut = PhotoDetailViewModel(
      photo: try #require(photo(at: indexPath)), at: indexPath, in: self, timeZone: .gmt)
    sut.viewDidLoad()
    return sut
  }
}
