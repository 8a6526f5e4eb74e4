import Foundation
import GalleryDomain

/// Whether an item is for sale, and for what.
extension SyndicationItem {
  /// How an item is sold.
  struct Sale {
    var status = SaleStatus.unstated
    var price: Price?
    var priceChanges: [PriceChange] = []
    var purchase: PurchaseReference?
  }

  /// Google's availability decides where it is stated; else a price means that it is for sale, which is what
  /// `media:price` and `g:price` are for. No price and no availability: the feed does not say.
  func sale() -> Sale {
    let prices =
      element.children("media:price")
      + element.children("media:group").flatMap {
        $0.children("media:price")
      }
    let media = mediaPrice(prices)
    let google = googlePrice()
    let price = media ?? google.price(at: now)
    let isPriced = price != nil || !prices.isEmpty || element.child("g:price") != nil
    let status = availability() ?? (isPriced ? .forSale : .unstated)
    guard status != .unstated || price != nil else { return Sale() }
    let terms = prices.lazy.compactMap { base($0.base).url($0["info"]) }.first
    let item = CleanText.line(element.child("g:id")?.text)
    let url = terms ?? pageURL()
    let hasPurchase = item != nil || url != nil
    return Sale(
      status: status, price: price,
      priceChanges: media == nil
        ? DiscountedPrice.changes(at: google.turns, after: now, price: google.price) : [],
      purchase: hasPurchase ? PurchaseReference(itemID: item, url: url) : nil)
  }

  /// Media RSS 1.5.1, *media:price*: what buys it before what rents it; of several the least.
  private func mediaPrice(_ prices: [FeedElement]) -> Price? {
    let bought = prices.filter { $0["type"].map { $0.lowercased() == "purchase" } ?? true }
    return StatedPrice.lowest(
      (bought.isEmpty ? prices : bought).map { price in
        let amount = CleanText.line(price["price"])
        let currency = CleanText.line(price["currency"])
        return amount.flatMap { Price(amount: $0, currency: currency) }
          ?? StatedPrice.price(amount, currency: currency)
      })
  }

  /// Only those of the item itself: `g:shipping` has a price of its own.
  private func googlePrice() -> DiscountedPrice {
    let period = element.child("g:sale_price_effective_date")?.filledText
    return DiscountedPrice(
      regular: StatedPrice.price(element.child("g:price")?.text),
      sale: StatedPrice.price(element.child("g:sale_price")?.text),
      period: period.map { SalePeriod(interval: $0, zone: zone) } ?? .always)
  }

  private func availability() -> SaleStatus? {
    CleanText.line(element.child("g:availability")?.text).map(Availability.status(of:))
  }
}
