import ExpectationSupport
import GalleryDomain
import GalleryTestSupport
import Testing

@Suite struct BasketTotalTests {
  private func price(_ amount: String, _ currency: String? = "EUR", isLowest: Bool = false)
    throws -> Price
  {
    try #require(Price(amount: amount, currency: currency, isLowest: isLowest))
  }

  @Test(
    arguments: [
      (["120.00", "80.00"], "200.00"),
      (["120.00"], "120.00"),
      (["120", "80.5", "0.25"], "200.75"),
      (["0.10", "0.20"], "0.30"),
      (["0.01"], "0.01"),
      (["0", "0.00"], "0.00"),
      (["8000", "500"], "8500"),
      (["1.250", "2.5"], "3.750"),
      (["007.50", "2.50"], "10.00"),
      (["99.99", "0.01"], "100.00"),
      (["999999999999999999"], "999999999999999999"),
      (["0.0000000000000001", "1"], "1.0000000000000001"),
    ] as [([String], String)])
  func `sums are exact, with as many decimals as the price with the most`(
    _ amounts: [String], _ sum: String
  ) throws {
    let prices = try amounts.map { try price($0) }

    expectEqual(Price(sumOf: prices)?.amount, sum)
    expectEqual(Price(sumOf: prices.reversed())?.amount, sum)
    expectEqual(Price(sumOf: prices)?.currency, "EUR")
  }

  @Test(
    arguments: [
      ["999999999999999999", "1"],
      ["999999999999999999", "0.1"],
      ["99999999999999999", "0.0000000000000001"],
      Array(repeating: "999999999999999999", count: 5_000),
      [],
    ])
  func `a sum with more digits than a price can have is nil`(_ amounts: [String]) throws {
    expectEqual(Price(sumOf: try amounts.map { try price($0) }), nil)
  }

  @Test func `each currency has its total, in the order of first use`() throws {
    let basket = Basket(items: [
      .stub(id: "1", price: "65.00", currency: "GBP"),
      .stub(id: "2", price: "120.00", currency: "EUR", second: 1),
      .stub(id: "3", price: "8000", currency: "JPY", second: 2),
      .stub(id: "4", price: "80.00", currency: "EUR", second: 3),
      .stub(id: "5", price: "5", currency: "", second: 4),
      .stub(id: "6", price: nil, second: 5),
    ])

    expectEqual(
      basket.totals,
      [
        BasketTotal(currency: "GBP", sum: try price("65.00", "GBP"), itemCount: 1),
        BasketTotal(currency: "EUR", sum: try price("200.00"), itemCount: 2),
        BasketTotal(currency: "JPY", sum: try price("8000", "JPY"), itemCount: 1),
        BasketTotal(currency: nil, sum: try price("5", nil), itemCount: 1),
      ])
    expectEqual(basket.unpricedCount, 1)
    #expect(Basket.empty.totals.isEmpty)
  }

  @Test func `a lowest price makes the sum a lowest price`() throws {
    let sum = Price(sumOf: [try price("10"), try price("5", isLowest: true)])
    expectEqual(sum?.isLowest, true)
    expectEqual(Price(sumOf: [try price("10"), try price("5")])?.isLowest, false)
  }

  @Test func `photos that can no longer be bought are in no total`() {
    let basket = Basket(items: [
      .stub(id: "1", price: "1.00", isGone: true),
      .stub(id: "2", price: "2.00", saleStatus: .notForSale, second: 1),
      .stub(id: "3", price: "4.00", second: 2),
      .stub(id: "4", price: nil, second: 3, isGone: true),
    ])
    expectEqual(basket.totals.map { $0.sum?.amount }, ["4.00"])
    expectEqual(basket.unpricedCount, 0)
  }

  @Test func `a total that is too large still has its number of items`() {
    let basket = Basket(items: [
      .stub(id: "1", price: "999999999999999999"),
      .stub(id: "2", price: "999999999999999999", second: 1),
    ])
    expectEqual(basket.totals, [BasketTotal(currency: "EUR", sum: nil, itemCount: 2)])
  }
}
