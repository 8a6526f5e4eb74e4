import Foundation
import GalleryDomain

/// Whether an item is for sale, and for what.
extension SyndicationItem {
  /// Google's availability decides where it is stated; else a price means that it is for sale, which is what
  /// `media:price` and `g:price` are for. No price and no availability: the feed does not say.
  func sale() -> (status: SaleStatus, price: Price?, purchase: PurchaseReference?) {
    let prices =
      element.children("media:price")
      + element.children("media:group").flatMap {
        $0.children("media:price")
      }
    let price = mediaPrice(prices) ?? googlePrice()
    let isPriced = price != nil || !prices.isEmpty || element.child("g:price") != nil
    let status = availability() ?? (isPriced ? .forSale : .unstated)
    guard status != .unstated || price != nil else { return (.unstated, nil, nil) }
    let terms = prices.lazy.compactMap { base($0.base).url($0["info"]) }.first
    let item = CleanText.line(element.child("g:id")?.text)
    let url = terms ?? pageURL()
    let hasPurchase = item != nil || url != nil
    return (status, price, hasPurchase ? PurchaseReference(itemID: item, url: url) : nil)
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
  private func googlePrice() -> Price? {
    if isOnSale, let price = StatedPrice.price(element.child("g:sale_price")?.text) { return price }
    return StatedPrice.price(element.child("g:price")?.text)
  }

  /// Whether `g:sale_price` holds now (`2017-10-01T00:00+0200/2017-10-08T00:00+0200`); yes where nobody says
  /// until when, or what time it is.
  private var isOnSale: Bool {
    guard let now, let text = element.child("g:sale_price_effective_date")?.filledText else {
      return true
    }
    let dates = text.split(separator: "/").map { FeedDate(String($0), zone: zone).date }
    guard dates.count == 2, let start = dates[0], let end = dates[1] else { return true }
    return start <= now && now <= end
  }

  /// Google's *availability*; older feeds write spaces for underscores.
  private func availability() -> SaleStatus? {
    guard let raw = CleanText.line(element.child("g:availability")?.text) else { return nil }
    switch raw.lowercased().filter({ !" _-".contains($0) }) {
    case "instock", "preorder", "backorder", "availablefororder", "limitedavailability":
      return .forSale
    case "outofstock", "soldout", "discontinued": return .notForSale
    default: return nil
    }
  }
}
