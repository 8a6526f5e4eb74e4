import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import Testing

/// What looks like a photo, and back.
struct SimilarTests {
  let service = PagingService()
  let sut: PhotoListViewModel

  init() {
    service.capabilities.isReadWhole = true
    service.capabilities.comparesPictures = true
    sut = PhotoListViewModel(apiService: service, pageSize: 10)
    service.source = { .of(30, for: $0) }
    sut.initFetch()
    sut.focus(7)
    service.source = nil
  }

  private func found(_ count: Int) -> PhotoPage {
    PhotoPage(photos: Photo.stubs(count, from: 500), totalCount: count)
  }

  @Test func `what looks like a photo replaces the rows, and back restores them`() throws {
    sut.showSimilar(to: "7")

    expectEqual(sut.activityText, "comparing")
    expectEqual(sut.numberOfCells, 30)
    let load = try #require(service.openLoads.last)
    expectEqual(load.query.query, PhotoQuery(similarTo: SimilarPhotos("7")))
    load.answer(found(3))
    expectEqual(sut.numberOfCells, 3)
    expectEqual(sut.focusedIndexPath?.row, 0)
    expectEqual(sut.partText, "within 10 of 64")
    expectEqual(sut.countText, "3 photos")

    sut.leave()
    expectEqual(sut.numberOfCells, 30)
    expectEqual(sut.focusedIndexPath?.row, 7)
    expectEqual(service.openLoads.count, 0)
    expectEqual(service.savedQueries, [])
  }

  @Test func `another threshold replaces them, and back leads to the first rows`() throws {
    sut.showSimilar(to: "7")
    service.openLoads.last?.answer(found(3))

    sut.widenSimilar(by: 2)
    expectEqual(service.openLoads.last?.query.query.similarTo, SimilarPhotos("7", distance: 12))
    service.openLoads.last?.answer(found(5))
    sut.widenSimilar(by: -100)
    expectEqual(service.openLoads.last?.query.query.similarTo, SimilarPhotos("7", distance: 0))
    service.openLoads.last?.answer(found(1))
    sut.widenSimilar(by: -1)
    expectEqual(service.openLoads.count, 0)

    sut.leave()
    expectEqual(sut.numberOfCells, 30)
  }

  @Test func `without such rows there is no threshold`() {
    sut.widenSimilar(by: 2)

    expectEqual(service.openLoads.count, 0)
  }

  @Test func `back stops a comparison that is under way`() {
    sut.showSimilar(to: "7")

    sut.leave()

    expectEqual(service.openLoads.count, 0)
    expectEqual(sut.activityText, nil)
    expectEqual(sut.wantedQuery, .everything)
  }

  @Test func `from a search, it is what looks like the photo in all of the source`() throws {
    sut.search(for: "sea")
    service.openLoads.last?.answer(found(4))

    sut.showSimilar(to: "501")
    expectEqual(
      service.openLoads.last?.query.query, PhotoQuery(similarTo: SimilarPhotos("501")))
    service.openLoads.last?.answer(found(2))
    sut.leave()
    expectEqual(sut.searchText, "sea")
    expectEqual(sut.numberOfCells, 4)
    sut.leave()
    expectEqual(sut.numberOfCells, 30)
  }

  @Test func `a filter within it is left before it`() throws {
    sut.showSimilar(to: "7")
    service.openLoads.last?.answer(found(3))

    sut.filter(by: "rating:3")
    expectEqual(service.openLoads.last?.query.query.similarTo, SimilarPhotos("7"))
    service.openLoads.last?.answer(found(1))
    sut.leave()
    expectEqual(sut.numberOfCells, 3)
    sut.leave()
    expectEqual(sut.numberOfCells, 30)
  }

  @Test func `what is not alike any more is asked for again, without a message`() throws {
    sut.showSimilar(to: "7")
    service.openLoads.last?.answer(found(3))
    sut.focus(1)

    sut.comparisonsChanged()
    let load = try #require(service.openLoads.last)
    expectEqual(load.query.query.similarTo, SimilarPhotos("7"))
    #expect(!load.query.isRefresh && sut.isFollowing)
    load.answer(found(2))
    expectEqual(sut.numberOfCells, 2)
    expectEqual(sut.focusedIndexPath?.row, 1)
    expectEqual(sut.refreshedText, nil)

    sut.leave()
    expectEqual(sut.numberOfCells, 30)
    sut.comparisonsChanged()
    expectEqual(service.openLoads.count, 0)
  }

  @Test func `a filter by what looks alike is asked for again, also when the user goes back to it`()
    throws
  {
    sut.filter(by: "is:similar")
    service.openLoads.last?.answer(found(4))
    sut.showSimilar(to: "501")
    service.openLoads.last?.answer(found(3))

    sut.comparisonsChanged()
    service.openLoads.last?.answer(found(1))
    expectEqual(sut.numberOfCells, 1)
    sut.leave()
    let load = try #require(service.openLoads.last)
    expectEqual(load.query.query.filter.comparedStates, [.similar])
    load.answer(found(2))
    expectEqual(sut.numberOfCells, 2)
  }

  @Test func `a source that is not compared says why, and its rows stay`() {
    var alerts: [String] = []
    sut.showAlertClosure = { [unowned sut] in alerts.append(sut.alertMessage ?? "") }

    sut.showSimilar(to: "7")
    service.openLoads.last?.fail(.comparisonOff)

    #expect(alerts.first?.hasPrefix("Pictures are compared only if the library is on") ?? false)
    expectEqual(sut.numberOfCells, 30)
  }
}
