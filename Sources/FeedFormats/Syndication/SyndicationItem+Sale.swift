import Foundation
import GalleryDomain

extension SyndicationItem {
  struct Sale {
    var status = SaleStatus.unstated
    var price: Price?
    var priceUntil: Date?
    var purchase: PurchaseReference?
  }

  /// Google's availability decides if it is stated. Otherwise a price means that the item is for sale, which is the
  /// purpose of `media:price`, `g:price` and Shopify's `s:price`. Without price and availability, the feed does not
  /// say.
  func sale() -> Sale {
    if isShopify { return shopifySale() }
    let prices = containers.flatMap { $0.children("media:price") }
    let media = mediaPrice(prices)
    let google = googlePrice()
    let price = media ?? google.price
    let isPriced = price != nil || !prices.isEmpty || element.child("g:price") != nil
    let availability = CleanText.line(element.child("g:availability")?.text)
    let status = availability.map(Availability.status(of:)) ?? (isPriced ? .forSale : .unstated)
    guard status != .unstated || price != nil else { return Sale() }
    let terms = prices.lazy.compactMap { base(of: $0).url($0["info"]) }.first
    let item = CleanText.line(element.child("g:id")?.text)
    let url = terms ?? pageURL()
    let hasPurchase = item != nil || url != nil
    return Sale(
      status: status, price: price, priceUntil: media == nil ? google.until : nil,
      purchase: hasPurchase ? PurchaseReference(itemID: item, url: url) : nil)
  }

  /// The variants of a product (`s:variant`) with their prices, of which the lowest available one counts, as in the
  /// shop's other responses. Shopify's own feeds don't say what is available: there, a price means that it is for sale.
  ///
  /// The variants have the product's id rather than their own, so an order has to start on the product's page.
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

  /// Whether it is a product in Shopify's Atom feed (`/collections/all.atom`).
  var isShopify: Bool { element.child("s:variant", "s:price") != nil }

  /// Media RSS 1.5.1, *media:price*: purchase prices before rental prices; of several the lowest.
  private func mediaPrice(_ prices: [XMLElement]) -> Price? {
    let bought = prices.filter { $0["type"].map { $0.lowercased() == "purchase" } ?? true }
    return StatedPrice.lowest(
      (bought.isEmpty ? prices : bought).map { price in
        let (amount, currency) = (price["price"], price["currency"])
        return StatedPrice.plain(amount, currency: currency)
          ?? StatedPrice.price(amount, currency: currency)
      })
  }

  /// Only those of the item itself: `g:shipping` has its own price.
  private func googlePrice() -> CurrentPrice {
    let period = element.child("g:sale_price_effective_date")?.filledText
    return CurrentPrice(
      regular: StatedPrice.price(element.child("g:price")?.text),
      sale: StatedPrice.price(element.child("g:sale_price")?.text),
      period: period.map { SalePeriod.period(interval: $0, zone: context.zone) }
        ?? SalePeriod.always,
      at: context.now)
  }
}
