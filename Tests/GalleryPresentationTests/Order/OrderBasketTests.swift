import ExpectationSupport
import Foundation
import GalleryPresentation
import Testing

/// The basket changes while the form is open, by another program or by the source.
struct OrderBasketTests {
  private func open(_ photos: [Photo] = [.couple, .street, .bog]) -> OrderRun {
    let run = OrderRun(photos)
    run.fillIn()
    return run
  }

  @Test func `photos that another program removed are not ordered`() {
    let run = OrderRun([.couple, .street, .bog], opens: false)
    run.store.changed = {}
    run.store.applyElsewhere(.remove(["street"]))
    expectEqual(run.basket.basket.count, 3)

    run.viewModel.viewDidLoad()

    expectEqual(run.form.itemsText, "2 photos · €80.00 + CHF 65")
    run.fillIn()
    run.place()
    expectEqual(run.orders.asked.first?.order.items.map(\.id), ["couple", "bog"])
  }

  @Test func `nothing is ordered at a price that has ended, until the source has answered`() {
    // The clock of these tests says 2023-11-14T22:13:20Z.
    var sale = Photo.couple
    sale.priceUntil = Date(timeIntervalSince1970: 1_700_000_000)
    let run = open([sale, .street])
    expectEqual(run.form.namesText, "couple €80.00 until 14 Nov and vienna.street €120.00")
    #expect(!run.form.orderEnabled)

    run.place()

    expectEqual(
      run.take(),
      [
        "alert Nothing is ordered yet: the current price of couple isn't known (€80.00 until 14 Nov). "
          + "The source is asked for it; if no answer comes, refresh the list"
      ])
    expectEqual(run.form.hintText, "waiting for the current price of couple")
    #expect(run.orders.asked.isEmpty)
    expectEqual(run.asked, [["couple", "street"]])

    sale.price = Price(amount: "90.00", currency: "EUR")
    sale.priceUntil = nil
    run.basket.photosArrived([sale])
    expectEqual(run.form.changeTexts, ["New price: couple €90.00 (was €80.00)"])
    expectEqual(run.form.itemsText, "2 photos · €210.00")
    run.place()
    expectEqual(
      run.orders.asked.first?.order.items.map(\.photo.price), [sale.price, Photo.street.price])
  }

  @Test func `an empty basket disables the order until a photo is added`() {
    let run = open([.couple])

    run.store.applyElsewhere(.remove(["couple"]))
    run.place()
    #expect(run.orders.asked.isEmpty)
    run.store.applyElsewhere(.add([BasketItem(.bog, addedAt: .distantPast)]))

    expectEqual(
      run.take(),
      [
        "items 0 photos", "enabled=false", "hint nothing to order", "items 1 photo · CHF 65",
        "enabled=true", "hint -",
      ])
  }

  @Test func `photos that are gone or no longer for sale are named and not ordered`() {
    let run = open()
    var bog = Photo.bog
    bog.saleStatus = .notForSale

    run.store.applyElsewhere(.setGone(["couple"], true))
    run.store.applyElsewhere(.update([bog]))

    expectEqual(
      run.form.changeTexts,
      [
        "Skipped, no longer available: couple", "Skipped, no longer for sale: Moose Bog",
      ])
    expectEqual(run.form.items.map(\.id), ["street"])
    expectEqual(run.form.itemsText, "1 photo · €120.00")
  }

  @Test func `many names are counted, and long names shortened`() {
    let photos = (0..<12).map { Photo.stub(id: "\($0)", name: "photo \($0)") }
    let run = open(photos)

    run.store.applyElsewhere(.setGone(photos.prefix(10).map(\.id), true))
    expectEqual(
      run.form.changeTexts, ["Skipped, no longer available: photo 0, photo 1 and 8 more"])
    let long = Photo.stub(id: "long", name: String(repeating: "n", count: 300))
    let other = open([long, .couple])
    other.store.applyElsewhere(.setGone(["long"], true))

    #expect((other.form.changeTexts.first ?? "").count < 70)
  }

  @Test func `a change of the basket doesn't change an order that is being placed`() {
    let run = open([.couple, .street])
    run.place()

    run.store.applyElsewhere(.remove(["couple"]))
    run.store.applyElsewhere(.add([BasketItem(.bog, addedAt: .distantPast)]))
    run.orders.finish(.success(.accepted))

    expectEqual(run.orders.asked.first?.order.items.map(\.id), ["couple", "street"])
    expectEqual(run.basket.basket.items.map(\.id), ["bog"])
    expectEqual(run.form.orderedItems.map(\.id), ["couple", "street"])
  }

  @Test func `a closed form ignores changes of the basket`() {
    let run = open()
    run.viewModel.viewDidDisappear()
    _ = run.take()

    run.store.applyElsewhere(.remove(["street"]))

    #expect(run.take().isEmpty)
  }
}
