import ExpectationSupport
import Foundation
import GalleryDomain
import GalleryPresentation
import GalleryTestSupport
import Testing

/// Adding and removing.
@Suite struct BasketChoosingTests {
  private let vienna = Photo.stub(id: "v", price: Price(amount: "120.00", currency: "EUR"))

  @Test func `adding and removing a photo shows a notice each time`() {
    let run = BasketRun()

    run.viewModel.toggle(vienna)
    run.viewModel.toggle(vienna)

    expectEqual(run.baskets, [["v"], []])
    expectEqual(
      run.notices,
      ["Added to basket: vienna.street", "Removed from basket: vienna.street · u to undo"])
    expectEqual(run.store.stored, .empty)
  }

  @Test(
    arguments: [
      (.stub(saleStatus: .notForSale), "This item is not for sale"),
      (.stub(saleStatus: .unstated), "The seller hasn't said whether this photo is for sale"),
      (
        .stub(name: "lake", file: FileReference(path: "/pictures/lake.jpg"), saleStatus: .unstated),
        "lake is not marked for sale · F f to mark it"
      ),
    ] as [(Photo, String)])
  func
    `a photo that can't be bought is refused with the reason, and the key that marks the user's own`(
      _ photo: Photo, _ notice: String
    )
  {
    let run = BasketRun()

    run.viewModel.toggle(photo)

    expectEqual(run.notices, [notice])
    #expect(run.viewModel.basket.isEmpty)
    expectEqual(run.history.text, nil)
  }

  @Test func `where no photo can be marked, no key for it is named`() {
    var keys = KeyHints()
    keys.markForSale = nil
    let run = BasketRun(keys: keys)

    run.viewModel.toggle(
      .stub(name: "lake", file: FileReference(path: "/samples/lake.jpg"), saleStatus: .unstated))

    expectEqual(run.notices, ["lake is not marked for sale"])
  }

  @Test(arguments: [SaleStatus.notForSale, .unstated])
  func `an item can be removed whatever its state`(_ status: SaleStatus) {
    let run = BasketRun(.stub(["a"]))

    run.viewModel.toggle(.stub(id: "a", saleStatus: status))

    expectEqual(run.ids, [])
    expectEqual(run.notices, ["Removed from basket: photo a · u to undo"])
  }

  @Test func `adding a range counts photos that are not for sale`() {
    let run = BasketRun(.stub(["0"]))
    let range = Photo.stubs(4) + Photo.stubs(2, from: 4, saleStatus: .notForSale)

    run.viewModel.toggle(range + [range[1]])

    expectEqual(run.ids, ["0", "1", "2", "3"])
    expectEqual(run.notices, ["Added 3 photos to basket, skipped 2 not for sale · u to undo"])
    expectEqual(run.history.undo(), "adding 3 photos to basket")
    expectEqual(run.ids, ["0"])
    run.viewModel.toggle([.stub(id: "w"), .stub(id: "x", saleStatus: .notForSale)])
    expectEqual(run.notices.last, "Added 1 photo to basket, skipped 1 not for sale · u to undo")
  }

  @Test func `a range that is in the basket is removed, and undo restores its position`() {
    let run = BasketRun(.stub(["x", "0", "1", "y"]))

    run.viewModel.toggle(Photo.stubs(2) + Photo.stubs(1, from: 9, saleStatus: .unstated))

    expectEqual(run.ids, ["x", "y"])
    expectEqual(run.notices, ["Removed 2 photos from basket · u to undo"])
    run.history.undo()
    expectEqual(run.ids, ["x", "0", "1", "y"])
  }

  @Test func `a range without photos for sale changes nothing but shows a notice`() {
    let run = BasketRun()

    run.viewModel.toggle(Photo.stubs(3, saleStatus: .notForSale))
    run.viewModel.toggle([.stub(saleStatus: .unstated)])
    run.viewModel.toggle([])

    expectEqual(
      run.notices,
      [
        "None of these photos is for sale",
        "The seller hasn't said whether this photo is for sale",
      ])
  }

  @Test func `clearing the basket can be undone`() {
    let run = BasketRun(.stub(["a", "b"]))
    let before = run.viewModel.basket

    run.viewModel.clear()
    #expect(run.viewModel.basket.isEmpty)
    expectEqual(run.notices, ["Emptied the basket · u to undo"])
    expectEqual(run.history.undo(), "emptying the basket")

    expectEqual(run.viewModel.basket, before)
    expectEqual(run.store.stored, before)
  }

  @Test func `removing nothing, or a photo that isn't there, does nothing`() {
    let run = BasketRun()
    run.viewModel.clear()
    run.viewModel.remove(["x"])
    #expect(run.notices.isEmpty)
    expectEqual(run.history.text, nil)
    #expect(run.store.edits.isEmpty)
  }

  @Test func `ordered photos that another program added are removed, too`() {
    let run = BasketRun()
    run.store.applyElsewhere(.add([.stub(id: "a"), .stub(id: "b")]))

    var isStored = false
    run.viewModel.ordered([.stub(id: "a")]) { isStored = true }

    expectEqual(run.store.stored.ids, ["b"])
    expectEqual(run.ids, ["b"])
    #expect(isStored && run.notices.isEmpty)
    expectEqual(run.history.text, nil)
  }

  @Test func `a photo that was added again after it was ordered stays`() {
    let run = BasketRun(.stub(["a", "b"]))
    let ordered = run.viewModel.basket.items
    run.viewModel.remove(["a"])
    run.viewModel.toggle(.stub(id: "a"))

    run.viewModel.ordered(ordered) {}

    expectEqual(run.ids, ["a"])
  }

  @Test func `ordered photos are added again with their price, and undone`() {
    let run = BasketRun(.stub(["a"]))

    run.viewModel.putBack([.stub(id: "a"), .stub(id: "b", price: "9")])
    expectEqual(run.ids, ["a", "b"])
    expectEqual(run.viewModel.basket.item("b")?.chosenPrice?.amount, "9")
    expectEqual(run.notices, ["Added to basket: photo b"])
    run.viewModel.putBack([.stub(id: "a"), .stub(id: "b")])
    expectEqual(run.notices.last, "Already in the basket: 2 photos")

    expectEqual(run.history.undo(), "adding photo b to basket")
    expectEqual(run.ids, ["a"])
  }

  @Test func `undo names what it undid, without photos ordered since`() {
    let run = BasketRun()
    run.viewModel.toggle(vienna)
    run.viewModel.toggle(Photo.stubs(3))
    run.viewModel.ordered(run.viewModel.basket.items.filter { ["v", "0"].contains($0.id) }) {}

    expectEqual(run.history.undo(), "adding 2 photos to basket")
    expectEqual(run.ids, [])
    expectEqual(run.history.undo(), nil)
  }

  @Test func `items are in the order of adding, even if the clock goes back`() {
    let run = BasketRun()
    run.viewModel.toggle(Photo.stubs(3))
    run.clockGoesBack()
    run.viewModel.toggle(.stub(id: "later"))
    run.viewModel.toggle(.stub(id: "last"))

    expectEqual(run.ids, ["0", "1", "2", "later", "last"])
    expectEqual(Set(run.viewModel.basket.items.map(\.addedAt)).count, 5)
  }
}
