import ExpectationSupport
import Foundation
import GalleryDomain
import GalleryPresentation
import GalleryTestSupport
import Testing

/// The check of the basket's items.
@Suite struct BasketCheckingTests {
  private func price(_ amount: String) -> Price? { Price(amount: amount, currency: "EUR") }

  private func shownList(of photo: Photo) -> PhotoListViewModel {
    let service = PagingService()
    service.source = { _ in PhotoPage(photos: [photo]) }
    let list = PhotoListViewModel(apiService: service)
    list.initFetch()
    list.willDisplay(rows: 0..<1)
    return list
  }

  @Test func `a photo that arrives with another price shows the old one`() throws {
    let run = BasketRun(.stub(["a", "b"]))

    run.viewModel.photosArrived([.stub(id: "a", price: price("90.00")), .stub(id: "x")])

    let item = try #require(run.viewModel.basket.item("a"))
    let cell = run.viewModel.getCellViewModel(of: item)
    expectEqual(cell.priceText, "€90.00")
    expectEqual(cell.changeText, "was €80.00, now €90.00")
    #expect(cell.isAvailable)
    expectEqual(run.viewModel.summaryText, "basket 2 · €170.00")
    expectEqual(run.store.stored, run.viewModel.basket)
    // Not an edit of the user's.
    expectEqual(run.history.text, nil)
    #expect(run.notices.isEmpty)
  }

  @Test func `photos that haven't changed are not stored`() {
    let run = BasketRun(.stub(["a"]))

    run.viewModel.photosArrived(run.viewModel.basket.items.map(\.photo))
    run.viewModel.photosArrived([.stub(id: "a", saleStatus: .unstated, needsDetails: true)])
    run.viewModel.photosArrived([])

    #expect(run.store.edits.isEmpty)
  }

  @Test func `rows that are shown before the basket is read change it, too`() {
    let run = BasketRun(.stub(["a"]), isImmediate: false)
    let list = shownList(of: .stub(id: "a", price: price("90.00")))

    run.viewModel.follow(list)
    run.store.settle()

    expectEqual(run.viewModel.basket.item("a")?.photo.price, price("90.00"))
    expectEqual(run.store.stored, run.viewModel.basket)
  }

  @Test func `an item whose price has ended is asked about again, and has its date until then`()
    throws
  {
    var photo = Photo.stub(id: "a", price: price("80.00"))
    photo.priceUntil = .distantPast
    let run = BasketRun(Basket(items: [BasketItem(photo, addedAt: .distantPast)]))
    // The list still shows the former price.
    let list = shownList(of: photo)
    run.viewModel.follow(list)
    func cell() throws -> BasketItemCellViewModel {
      run.viewModel.getCellViewModel(of: try #require(run.viewModel.basket.item("a")))
    }
    #expect(try cell().priceText.hasPrefix("€80.00 until"))

    run.viewModel.check()
    expectEqual(run.checks.calls.map { $0.photos.map(\.id) }, [["a"]])
    photo.price = price("90.00")
    photo.priceUntil = nil
    run.checks.calls[0].completion(BasketCheck(found: [photo]))

    try expectEqual(cell().priceText, "€90.00")
    try expectEqual(cell().changeText, "was €80.00, now €90.00")
    run.viewModel.check()
    expectEqual(run.checks.calls.count, 1)
  }

  @Test func `an item that disappears and comes back shows each change`() throws {
    let run = BasketRun(.stub(["a"]))
    let photo = try #require(run.viewModel.basket.items.first?.photo)
    func change() -> String? {
      run.viewModel.basket.items.first.map(run.viewModel.getCellViewModel)?.changeText
    }

    run.viewModel.photosArrived([.stub(id: "a", saleStatus: .notForSale, price: price("80.00"))])
    expectEqual(change(), "no longer for sale")
    expectEqual(run.viewModel.summaryText, "basket 1")
    run.viewModel.check()
    #expect(run.checks.calls.isEmpty, "it has been heard of since the start")
    run.viewModel.photosArrived([photo])
    expectEqual(change(), nil)
  }

  @Test func `an item that the source no longer has is gone, until it is back`() throws {
    let run = BasketRun(.stub(["a", "b"]))
    let photo = try #require(run.viewModel.basket.item("a")?.photo)

    run.viewModel.check()
    #expect(run.viewModel.isWorking)
    expectEqual(run.checks.calls.map { $0.photos.map(\.id) }, [["a", "b"]])
    run.checks.calls[0].completion(
      BasketCheck(found: [.stub(id: "b", price: price("70.00"))], gone: ["a"]))

    #expect(!run.viewModel.isWorking)
    let cells = run.viewModel.basket.items.map(run.viewModel.getCellViewModel)
    expectEqual(cells.map(\.changeText), ["gone from the source", "was €80.00, now €70.00"])
    expectEqual(cells.map(\.isAvailable), [false, true])
    expectEqual(run.viewModel.totalText, "€70.00")
    expectEqual(run.store.stored, run.viewModel.basket)

    run.viewModel.photosArrived([photo])
    expectEqual(run.viewModel.basket.item("a")?.isGone, false)
  }

  @Test func `the source is asked once, unless it could not be asked`() {
    let run = BasketRun(.stub(["a"]))
    run.viewModel.check()
    run.viewModel.check()
    expectEqual(run.checks.calls.count, 1)
    run.checks.calls[0].completion(BasketCheck(isAnswered: false))
    expectEqual(run.viewModel.basket.items.first?.change, nil)

    run.viewModel.check()
    run.checks.calls[1].completion(BasketCheck())
    run.viewModel.check()

    expectEqual(run.checks.calls.count, 2)
    #expect(!run.viewModel.isWorking)
  }

  @Test func `a cancelled check changes nothing`() {
    let run = BasketRun(.stub(["a"]))
    run.viewModel.check()
    run.viewModel.cancelCheck()
    #expect(run.checks.calls[0].isCancelled)
    #expect(!run.viewModel.isWorking)

    run.checks.calls[0].completion(BasketCheck(gone: ["a"]))
    expectEqual(run.viewModel.basket.item("a")?.isGone, false)

    run.viewModel.check()
    run.checks.calls[1].completion(BasketCheck(gone: ["a"]))
    expectEqual(run.viewModel.basket.item("a")?.isGone, true)
  }

  @Test func `an item removed during a check stays removed`() {
    let run = BasketRun(.stub(["a", "b"]))
    run.viewModel.check()
    run.viewModel.remove(["a", "b"])
    run.checks.calls[0].completion(BasketCheck(found: [.stub(id: "a")], gone: ["b"]))
    expectEqual(run.ids, [])
    expectEqual(run.store.edits, [.remove(["a", "b"])])
  }

  @Test func `an empty basket asks the source nothing`() {
    let run = BasketRun()
    run.viewModel.check()
    #expect(run.checks.calls.isEmpty)
  }
}
