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
  /// `media:price` and `g:price` are for, and Shopify's `s:price`. No price and no availability: the feed does not say.
  func sale() -> Sale {
    if isShopify { return shopifySale() }
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

  /// The forms of a product (`s:variant`) with their prices, of which the least of those that can be had counts, as in
  /// the shop's other answers. Shops of Shopify's own leave out what can be had: a price then means that it is for sale.
  ///
  /// The forms have the product's id instead of their own, so that an order has to begin on its page.
  private func shopifySale() -> Sale {
    let stated = element.children("s:variant")
    let forms = (stated.isEmpty ? [element] : stated).map { form in
      let price = form.child("s:price").flatMap { price in
        StatedPrice.price(price.text, currency: price["currency"])
      }
      let stated = form.child("s:available", "s:availability").map { JSONValue.text($0.text) }
      return (price: price, isAvailable: stated?.availability ?? true)
    }
    let available = forms.filter(\.isAvailable)
    let price = StatedPrice.lowest((available.isEmpty ? forms : available).map(\.price))
    let status: SaleStatus =
      available.isEmpty
      ? .notForSale : available.contains { $0.price != nil } ? .forSale : .unstated
    return Sale(
      status: status, price: price, purchase: pageURL().map { PurchaseReference(url: $0) })
  }

  /// Whether it is a product of Shopify's Atom (`/collections/all.atom`).
  var isShopify: Bool { element.child("s:variant", "s:price") != nil }

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
