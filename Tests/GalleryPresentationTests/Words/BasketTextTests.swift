import ExpectationSupport
import GalleryDomain
import GalleryPresentation
import GalleryTestSupport
import Testing

@Suite struct BasketTextTests {
  private func run(_ items: BasketItem...) -> BasketViewModel {
    BasketRun(Basket(items: items)).viewModel
  }

  @Test(
    arguments: [
      ([], nil),
      ([.stub(id: "1", price: "120.00"), .stub(id: "2", second: 1)], "basket 2 · €200.00"),
      (
        [
          .stub(id: "1", price: "200.00"),
          .stub(id: "2", price: "65.00", currency: "GBP", second: 1),
          .stub(id: "3", price: "8000", currency: "JPY", second: 2),
          .stub(id: "4", price: "1.250", currency: "KWD", second: 3),
        ], "basket 4 · €200.00 + £65.00 + ¥8,000 + KWD 1.250"
      ),
      (
        [
          .stub(id: "1"), .stub(id: "2", price: nil, second: 1),
          .stub(id: "3", price: nil, second: 2),
          .stub(id: "4", price: nil, second: 3, isGone: true),
        ], "basket 4 · €80.00 + 2 without a price"
      ),
      ([.stub(price: nil)], "basket 1"),
      (
        [
          .stub(id: "1", price: "999999999999999999"),
          .stub(id: "2", price: "999999999999999999", second: 1),
        ], "basket 2 · sum too large"
      ),
    ] as [([BasketItem], String?)])
  func `the summary counts, and adds up each currency`(_ items: [BasketItem], _ text: String?) {
    let viewModel = BasketRun(Basket(items: items)).viewModel
    expectEqual(viewModel.summaryText, text)
    expectEqual(viewModel.shortSummaryText, text.map { String($0.prefix(8)) })
    expectEqual(viewModel.totalText, text?.components(separatedBy: " · ").dropFirst().first)
  }

  @Test(
    arguments: [
      (.stub(price: "90.00", chosenPrice: "80.00"), "was €80.00, now €90.00"),
      (.stub(price: nil, chosenPrice: "80.00"), "was €80.00, now no price"),
      (.stub(price: "90.00", isGone: true), "gone from the source"),
      (.stub(saleStatus: .unstated), "no longer for sale"),
      (.stub(), nil),
      (.stub(price: nil), nil),
    ] as [(BasketItem, String?)])
  func `changes of an item`(_ item: BasketItem, _ text: String?) {
    let cell = run(item).getCellViewModel(of: item)
    expectEqual(cell.changeText, text)
  }

  @Test func `an item that got a price`() {
    var item = BasketItem.stub(price: nil)
    item.photo.price = Price(amount: "90.00", currency: "EUR")
    expectEqual(run(item).getCellViewModel(of: item).changeText, "had no price, now €90.00")
  }

  @Test func `a row has the list's words`() {
    var item = BasketItem.stub(price: nil)
    item.photo.author = "A. Lens"
    item.photo.camera = "NIKON D500"
    let cell = run(item).getCellViewModel(of: item)
    expectEqual(cell.titleText, "photo 1")
    expectEqual(cell.descText, "A. Lens · NIKON D500")
    expectEqual(cell.priceText, "no price")
  }
}
