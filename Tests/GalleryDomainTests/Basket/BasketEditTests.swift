import ExpectationSupport
import GalleryDomain
import GalleryTestSupport
import Testing

@Suite struct BasketEditTests {
  private let basket = Basket.stub(["a", "b", "c"])

  @Test func `an added photo comes last, and the photos in the basket are unchanged`() {
    let new = BasketItem.stub(id: "d", second: 9)

    let after = basket.applying(.add([.stub(id: "b", price: "1", second: 20), new]))

    expectEqual(after, Basket(items: basket.items + [new]))
  }

  @Test func `a removed photo is gone, and a photo that is not there is ignored`() {
    expectEqual(basket.applying(.remove(["b", "x", "b"])).ids, ["a", "c"])
    expectEqual(basket.applying(.remove(["x"])), basket)
    expectEqual(Basket.empty.applying(.remove(["x"])), .empty)
  }

  @Test func `a restored photo returns to its position`() {
    let removed = Array(basket.items[0...1])
    let after = basket.applying(.remove(["a", "b"]))

    expectEqual(after.applying(.restore(removed)), basket)
    // It replaces the current item for the same photo.
    let again = after.applying(.add([.stub(id: "a", price: "1", second: 7)]))
    expectEqual(again.applying(.restore(removed)), basket)
  }

  @Test func `an update keeps the original price, and restores what was gone`() throws {
    let gone = basket.applying(.setGone(["a", "x"], true))
    expectEqual(gone.item("a")?.change, .gone)
    expectEqual(gone.availableItems.map(\.id), ["b", "c"])
    let price = try #require(Price(amount: "90.00", currency: "EUR"))

    let after = gone.applying(.update([.stub(id: "a", price: price), .stub(id: "x")]))

    expectEqual(after.ids, ["a", "b", "c"])
    expectEqual(after.item("a")?.photo.price, price)
    expectEqual(
      after.item("a")?.change, .priceChanged(from: Price(amount: "80.00", currency: "EUR")))
    expectEqual(after.item("a")?.addedAt, basket.item("a")?.addedAt)
  }

  @Test func `a photo that is not read yet only shows that it exists`() {
    let gone = basket.applying(.setGone(["a"], true))
    let unread = Photo.stub(id: "a", name: "a.jpg", saleStatus: .unstated, needsDetails: true)

    expectEqual(gone.applying(.update([unread])), basket)
  }

  @Test func `a photo that is sold is no longer for sale`() {
    let after = basket.applying(.update([.stub(id: "a", saleStatus: .notForSale)]))
    expectEqual(after.item("a")?.change, .noLongerForSale)
    expectEqual(after.item("a")?.isAvailable, false)
  }

  @Test(arguments: 0..<50)
  func `applying an edit twice is the same as once`(seed: UInt64) {
    var generator = SplitMix64(state: seed)
    var basket = Basket.empty
    for _ in 0..<40 {
      let edit = randomEdit(&generator)
      let after = basket.applying(edit)
      expectEqual(after.applying(edit), after, "\(edit) on \(basket)")
      expectEqual(Set(after.ids).count, after.count)
      let dates = after.items.map(\.addedAt)
      expectEqual(dates, dates.sorted())
      basket = after
    }
  }

  @Test(arguments: 0..<50)
  func `edits of different photos can be combined in either order`(seed: UInt64) {
    var generator = SplitMix64(state: seed)
    for _ in 0..<40 {
      let (mine, theirs) = (randomEdit(&generator), randomEdit(&generator, prefix: "other"))
      expectEqual(
        basket.applying(mine).applying(theirs).items.sorted { $0.id < $1.id },
        basket.applying(theirs).applying(mine).items.sorted { $0.id < $1.id })
    }
  }

  private func randomEdit(_ generator: inout SplitMix64, prefix: String = "") -> BasketEdit {
    let ids = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
      "\(prefix)\(Int.random(in: 0..<5, using: &generator))"
    }
    let items = ids.map {
      BasketItem.stub(
        id: $0, price: Bool.random(using: &generator) ? "80.00" : nil,
        second: Double(Int.random(in: 0..<9, using: &generator)),
        isGone: Bool.random(using: &generator))
    }
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: return .add(items)
    case 1: return .remove(ids)
    case 2: return .restore(items)
    case 3: return .update(items.map(\.photo))
    default: return .setGone(ids, Bool.random(using: &generator))
    }
  }
}
