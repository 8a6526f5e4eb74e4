import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryScreens
import GalleryTestSupport
import TerminalKit
import Testing

/// The basket's own screen.
struct BasketScreenTests {
  private func open(
    _ basket: Basket, columns: Int = 60, rows: Int = 16,
    photos: [Photo] = [.stub(id: "z", name: "elsewhere")]
  ) -> (run: GalleryRun, store: ScriptedBasket) {
    let store = ScriptedBasket(basket)
    let run = GalleryRun(photos, columns: columns, rows: rows, basket: store)
    run.type("b")
    return (run, store)
  }

  private func many(_ count: Int) -> Basket {
    .of((1...count).map { .priced("photo \($0)", "10.00") })
  }

  /// One of each kind of change.
  private var changed: Basket {
    let now = Photo.priced("dearer", "90.00")
    var unmarked = Photo.priced("unmarked", "20.00")
    unmarked.saleStatus = .notForSale
    let gone = Photo.priced("gone", "30.00")
    func date(_ second: Double) -> Date { Date(timeIntervalSince1970: second) }
    return Basket(items: [
      BasketItem(
        photo: now, chosenPrice: Price(amount: "80.00", currency: "EUR"), addedAt: date(1)),
      BasketItem(photo: unmarked, chosenPrice: unmarked.price, addedAt: date(2)),
      BasketItem(photo: gone, chosenPrice: gone.price, addedAt: date(3), isGone: true),
      BasketItem(.priced("same", "5.50", "USD"), addedAt: date(4)),
    ])
  }

  @Test(arguments: usualSizes)
  func `nothing runs over, and the keys are there`(columns: Int, rows: Int) {
    let names = (0..<20).map { "\($0) " + String(repeating: "夜景 long name ", count: 12) }
    let (run, _) = open(
      .of(names.map { .priced($0, "10,000,000.00") }), columns: columns, rows: rows)

    expectFits(run.terminal.surface, keys: ["x remove", "q back"])
  }

  @Test func `an empty basket says what to do`() {
    let (run, _) = open(.empty, rows: 12)

    expectEqual(run.line(0).split(separator: " "), ["Basket"])
    expectEqual(run.line(4), "                    The basket is empty                     ")
    expectEqual(run.line(6), "    Press q to go back; B adds a photo that is for sale     ")
    expectEqual(run.line(11), " ? all keys  q back                                         ")
  }

  @Test func `one photo`() {
    let (run, _) = open(.of(.priced("couple", "80.00")), rows: 10)

    expectEqual(run.line(0), " Basket                                             1 photo ")
    expectEqual(run.line(2), "▌cccccc  couple                                      €80.00 ")
    expectEqual(run.line(3), "▌cccccc  A. Lens                                            ")
    expectEqual(run.line(8), "                                           1 photo   €80.00 ")
    expectEqual(run.line(9), " x remove  Enter open  U empty  ? all keys  q back          ")
  }

  @Test func `changes are shown, and totals are for what can be bought`() {
    let (run, _) = open(changed, columns: 80, rows: 24)

    expectScreen(
      run,
      """
      | Basket                                                                4 photos |
      |────────────────────────────────────────────────────────────────────────────────|
      |▌ddddddddd  dearer                                                       €90.00 |
      |▌ddddddddd  was €80.00, now €90.00                                              |
      |▌ddddddddd  A. Lens                                                             |
      |                                                                                |
      | uuuuuuuuu  unmarked                                                     €20.00 |
      | uuuuuuuuu  no longer for sale                                                  |
      | uuuuuuuuu  A. Lens                                                             |
      |                                                                                |
      | ggggggggg  gone                                                         €30.00 |
      | ggggggggg  gone from the source                                                |
      | ggggggggg  A. Lens                                                             |
      |                                                                                |
      | sssssssss  same                                                          $5.50 |
      | sssssssss  A. Lens                                                             |
      | sssssssss                                                                      |
      |                                                                                |
      |                                                                                |
      |────────────────────────────────────────────────────────────────────────────────|
      |                                                          1 photo        €90.00 |
      |                                                          1 photo         $5.50 |
      |                                                         2 photos   unavailable |
      | x remove  Enter open  U empty  ? all keys  q back                              |
      """)
  }

  @Test func `at 40×12 there is one line for changes and one for the totals`() {
    let (run, _) = open(changed, columns: 40, rows: 12)

    expectScreen(
      run,
      """
      | Basket                        4 photos |
      |────────────────────────────────────────|
      |▌dddddd  dearer                 €90.00 ┃|
      |▌dddddd  was €80.00, now €90.00        ┃|
      | uuuuuu  unmarked               €20.00 ┃|
      | uuuuuu  no longer for sale            ┃|
      | gggggg  gone                   €30.00 ┃|
      | gggggg  gone from the source          ┃|
      |                                       │|
      |────────────────────────────────────────|
      |                         €90.00 + $5.50 |
      | x remove  Enter open  ? keys  q back   |
      """)
  }

  @Test(arguments: [Key.space, .character("x"), Key(.delete), .backspace])
  func `Space, x, Del and Backspace remove the focused item, and the next has the focus`(key: Key) {
    let (run, store) = open(many(3))
    run.press(.down)

    run.press(key)

    expectEqual(store.stored.items.map(\.id), ["photo 1", "photo 3"])
    expectEqual(run.selectedLine?.contains("photo 3"), true)
    #expect(run.line(15).hasPrefix(" Removed from basket: photo 2 · u to undo"))
    // The previous one, at the end.
    run.press(key)
    expectEqual(run.selectedLine?.contains("photo 1"), true)
    run.press(key)
    #expect(store.stored.isEmpty)
    #expect(run.screen.contains("The basket is empty"))
  }

  @Test func `U empties the basket, and u restores it`() {
    let (run, store) = open(many(3))
    let before = run.screen

    run.type("U")
    #expect(store.stored.isEmpty)
    #expect(run.line(15).contains("u to undo"))
    run.type("u")
    run.press(.home)

    expectEqual(store.stored.count, 3)
    expectEqual(run.screen, before)
  }

  @Test func `Enter opens the photo, n moves through the basket, and b returns`() {
    let (run, _) = open(many(3))

    run.press(.enter)
    #expect(run.line(0).hasPrefix(" photo 1 "))
    #expect(run.line(0).hasSuffix(" 1/3 "))
    run.type("n")
    #expect(run.line(0).hasPrefix(" photo 2 "))
    run.type("b")

    #expect(run.line(0).contains("Basket"))
    expectEqual(run.selectedLine?.contains("photo 1"), true)
    run.type("q")
    #expect(run.screen.contains("elsewhere"))
  }

  @Test func `a photo that is no longer for sale can't be opened`() {
    let (run, _) = open(changed)
    run.press(.down, .enter)

    #expect(run.screen.contains("This item is not for sale"))
  }

  @Test func `Space on an item's photo removes the item`() {
    let (run, store) = open(many(2))
    run.press(.enter, .space)

    expectEqual(store.stored.items.map(\.id), ["photo 2"])
  }

  @Test func `the focus stays on its item when another program changes the basket`() {
    let (run, store) = open(many(3))
    run.press(.down)

    func applyElsewhere(_ edit: BasketEdit) {
      store.applyElsewhere(edit)
      run.basket?.refresh()
    }

    applyElsewhere(.remove(["photo 1"]))
    expectEqual(run.selectedLine?.contains("photo 2"), true)
    applyElsewhere(.remove(["photo 2"]))
    expectEqual(run.selectedLine?.contains("photo 3"), true)
    applyElsewhere(.add(many(2).items))

    expectEqual(run.selectedLine?.contains("photo 3"), true)
  }

  @Test func `a spinner turns while the source is asked about the items, until that is left`() {
    let store = ScriptedBasket(many(2))
    store.holdsChecks = true
    let run = GalleryRun([], basket: store)

    run.type("b")
    #expect(run.line(0).contains("⠋ checking"))
    run.type("q")
    #expect(!store.isChecking && !run.spinnerTicks.isRunning)
    run.type("b")
    store.finishCheck(BasketCheck(gone: ["photo 2"]))

    #expect(run.screen.contains("gone from the source"))
    #expect(!run.spinnerTicks.isRunning)
  }

  @Test(arguments: [true, false])
  func `keys $ and e act on the basket, and are offered only if they are available`(isThere: Bool) {
    let run = GalleryRun(
      [.stub()], columns: 100, rows: 16, basket: ScriptedBasket(many(2)), sells: isThere)

    run.type("b")
    expectEqual(run.line(15).contains("$ order"), isThere)
    expectEqual(run.line(15).contains("e export"), isThere)
    run.type("$")
    expectEqual(run.line(0).contains("Place order"), isThere)
    run.press(.escape)
    if !isThere { run.type("b") }
    #expect(run.line(0).contains("Basket"))
    run.type("e")
    expectEqual(run.screen.contains("Export 2 photos"), isThere)
  }

  @Test func `nothing is ordered if no item is available`() {
    var gone = many(1).items
    gone[0].isGone = true
    let store = ScriptedBasket(Basket(items: gone))
    let run = GalleryRun([.stub()], basket: store, sells: true)

    run.type("b")
    #expect(!run.screen.contains("$ order"))
    run.type("$")

    #expect(run.line(0).contains("Basket"))
    #expect(run.screen.contains("No photo in the basket is for sale any more"))
  }

  @Test func `the mouse selects, opens and scrolls`() {
    let (run, _) = open(many(20))

    run.terminal.mouse(.press, column: 15, row: 4)
    expectEqual(run.selectedLine?.contains("photo 2"), true)
    run.terminal.mouse(.wheelDown, column: 15, row: 7)
    #expect(!run.screen.contains("photo 1 "))
    run.terminal.doubleClick(column: 15, row: 3)

    #expect(run.line(0).hasSuffix("/20 "))
  }

  @Test func `pictures of the visible rows are requested, the focused one first`() {
    let (run, _) = open(many(20))
    run.press(.down)

    expectEqual(run.pictures.visible.first?.photo.id, "photo 2")
    #expect(run.pictures.visible.count < 20)
    #expect(!run.pictures.next.isEmpty)
  }
}
