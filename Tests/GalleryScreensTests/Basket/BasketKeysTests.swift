import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryScreens
import GalleryTestSupport
import TerminalKit
import Testing

/// Space, b and u where photos are shown, and the signs of photos in the basket.
struct BasketKeysTests {
  let basket = ScriptedBasket()

  private func run(
    _ photos: [Photo] = Photo.four, columns: Int = 80, rows: Int = 24
  ) -> GalleryRun {
    GalleryRun(photos, columns: columns, rows: rows, basket: basket)
  }

  private var chosen: [Photo.ID] { basket.stored.items.map(\.id) }

  @Test func `Space adds the focused photo to the basket, and the row and the foot show it`() {
    let run = run(columns: 80, rows: 20)

    run.press(.space)
    expectEqual(chosen, ["couple"])
    expectEqual(run.line(19), " Added to basket: couple" + String(repeating: " ", count: 56))
    // Space has moved on; the notice ends by itself.
    run.noticeTicks.tick()

    #expect(run.line(0).hasSuffix(" 2/4 "))
    #expect(run.line(2).hasPrefix(" ccccccccc  couple ") && run.line(2).hasSuffix(" ✓ €80.00 "))
    #expect(run.line(6).hasPrefix("▌sssssssss  vienna.street "))
    #expect(run.line(18).hasSuffix("─ b basket 1 · €80.00 ─"))
    #expect(run.line(19).hasPrefix(" Enter open  Space basket "))
  }

  @Test func `Space moves on to the next photo, except from one that it can't add`() {
    let run = run()

    run.press(.space, .space)
    expectEqual(chosen, ["couple", "street"])
    expectEqual(run.selectedLine?.contains("Moose Bog"), true)
    run.press(.space)

    expectEqual(run.selectedLine?.contains("Moose Bog"), true)
    #expect(run.line(23).hasPrefix(" This item is not for sale "))
  }

  @Test func `on the photo screen, too, Space moves on, and stays on a photo that it removes`() {
    let run = run()
    run.press(.enter, .space)
    #expect(run.line(0).hasPrefix(" vienna.street "))

    run.type("p ")

    #expect(chosen.isEmpty)
    #expect(run.line(0).hasPrefix(" couple "))
  }

  @Test func `Space on a photo in the basket removes it and stays there, and u undoes it`() {
    let run = run()
    run.press(.space, .up, .space)
    #expect(chosen.isEmpty)
    expectEqual(run.selectedLine?.contains("couple"), true)
    #expect(run.line(23).hasPrefix(" Removed from basket: couple · u to undo"))
    #expect(!run.screen.contains("✓"))

    run.type("u")
    expectEqual(chosen, ["couple"])
    #expect(run.line(23).hasPrefix(" Undone: "))

    run.type("uu")
    #expect(chosen.isEmpty)
    #expect(run.line(23).hasPrefix(" Nothing to undo "))
  }

  @Test(arguments: [(60, 16, "couple ✓ "), (110, 24, "✓ €80.00")])
  func `the captions of the grid and the preview have the check mark`(
    columns: Int, rows: Int, text: String
  ) {
    let run = run(columns: columns, rows: rows)
    if columns == 60 { run.press(.tab) }

    run.press(.space, columns == 60 ? .left : .up)
    run.noticeTicks.tick()

    #expect(run.screen.contains(text))
  }

  @Test func `a refusal offers the photo's page, the seller and the next photo for sale`() {
    var unstated = Photo.stub(id: "moor", name: "Moor", saleStatus: .unstated)
    unstated.pageURL = URL(string: "https://shop.example/moor")
    let run = GalleryRun(
      [.bog, unstated, .street], columns: 120, basket: basket, hasOutsideKeys: true)
    run.seller = "anna@shop.example"
    let start = " The seller hasn't said whether this photo is for sale"

    run.press(.down)
    run.type(" ")
    #expect(
      run.line(23).hasPrefix("\(start) · n next for sale · o open its web page · a ask the seller ")
    )
    run.type("o")
    expectEqual(run.opener.addresses, ["https://shop.example/moor"])
    run.type(" a")
    expectEqual(
      run.opener.addresses.last,
      "mailto:anna@shop.example?subject=Moor&body=https://shop.example/moor")
    run.type(" n")
    expectEqual(run.selectedLine?.contains("vienna.street"), true)

    run.press(.home)
    run.seller = nil
    run.type(" ")
    #expect(run.line(23).hasPrefix(" This item is not for sale · n next for sale  "))
    #expect(chosen.isEmpty)
  }

  @Test func `a photo that hasn't been read is read first`() {
    let service = ScriptedService()
    let run = GalleryRun(service: service, basket: basket)
    service.succeed([
      .stub(id: "a", name: "unread", saleStatus: .unstated, needsDetails: true),
      .stub(id: "b", name: "other", saleStatus: .forSale),
    ])

    run.press(.space)
    #expect(run.line(0).contains("⠋ reading"))
    #expect(chosen.isEmpty)
    // Moving on does not change what was requested.
    run.press(.down)
    service.finishDetails(.forSale)

    expectEqual(chosen, ["a"])
    run.settle()
    #expect(!run.spinnerTicks.isRunning)
  }

  @Test func `the photo screen shows it, and Space works there`() {
    let run = run(columns: 60, rows: 12)
    run.press(.enter, .space, .character("p"))

    expectEqual(chosen, ["couple"])
    expectEqual(run.line(9), " NIKON D500 · 50mm F1.8 · 50 mm · ƒ/1.8 · 1/200 s… ✓ €80.00 ")
    expectEqual(run.line(11), " n next  p previous  Space basket  q back  ? all keys       ")
  }

  @Test(arguments: [80, 60, 40])
  func `the total is whole on narrow screens, too`(columns: Int) {
    let run = run(
      [.priced("a", "80.00"), .priced("b", "120.00")], columns: columns, rows: 12)

    run.press(.space, .down, .space, .up)

    #expect(run.line(10).hasSuffix("─ b basket 2 · €200.00 ─"))
  }

  @Test func `the basket's summary doesn't move when the list shows something`() {
    let run = run(columns: 60, rows: 12)
    run.press(.space, .down)
    let place = run.line(10).range(of: "basket 1")

    run.type("G")
    #expect(run.line(11).contains("End of the list"))
    expectEqual(run.line(10).range(of: "basket 1"), place)
  }

  @Test func `b shows the basket with what another program added, and b goes back`() {
    let run = run()
    basket.applyElsewhere(.add(Basket.of(.street).items))
    run.type("b")
    #expect(run.line(0).contains("Basket") && run.screen.contains("vienna.street"))
    run.type("b")

    #expect(run.line(6).contains("✓ in basket"))
    #expect(run.line(22).hasSuffix(" basket 1 ─"))
  }

  @Test func `stored rows don't update the basket, rows from the source do`() {
    let known = Photo.priced("couple", "90.00")
    let basket = ScriptedBasket(.of(known))
    let service = ScriptedService()
    let run = GalleryRun(service: service, basket: basket)
    service.store(
      PhotoPage(
        photos: Photo.four, totalCount: 4, storedAt: run.now.addingTimeInterval(-3 * 3_600)))
    run.settle()
    #expect(run.screen.contains("stored 3 hours ago"))
    expectEqual(basket.stored.item("couple")?.photo.price, known.price)

    service.succeed(Photo.four)
    run.settle()
    expectEqual(basket.stored.item("couple")?.photo.price, Photo.couple.price)
    expectEqual(basket.stored.item("couple")?.change, .priceChanged(from: known.price))
  }

  @Test func `the dollar orders the basket, and is missing where ordering is impossible`() {
    let run = GalleryRun(Photo.four, basket: basket, sells: true)
    run.type("$")
    #expect(run.line(23).contains("The basket is empty"))
    run.type(" $")
    #expect(run.line(0).contains("Place order"))
    #expect(run.screen.contains("couple"))

    let without = GalleryRun(Photo.four, basket: basket)
    without.type("$")
    #expect(without.line(23).contains("Unknown key: $"))
  }

  @Test func `a basket that can't be stored is kept, with a warning`() {
    basket.error = .unwritable(path: "/state")
    let run = run()
    #expect(run.screen.contains("Can't save the basket"))
    run.press(.escape)

    run.press(.space, .down)

    #expect(run.line(22).hasSuffix(" basket 1 · €80.00 ─"))
    run.type("b")
    #expect(run.screen.contains("Not saved: changes last until you quit"))
  }
}
