import Foundation
import GalleryDomain

/// Links that put photos into a shop's own cart.
enum ShopCart {
  /// One link for all: a *cart permalink*, `https://shop/cart/VARIANT:QUANTITY,VARIANT:QUANTITY`.
  ///
  /// Source: Shopify, *Create cart permalinks*.
  ///
  /// - Parameter shop: Only its scheme, host and port count.
  /// - Throws: `.notSold` with the photos that name no variant.
  static func shopify(
    _ items: [BasketItem], at shop: URL
  ) throws(OrderError) -> [CheckoutLink] {
    let variants = try numbers(of: items) { ShopNumber($0.variantID) }
    guard let root = root(of: shop, keepsPath: false), !items.isEmpty else { return [] }
    var quantities: [ShopNumber: Int] = [:]
    var order: [ShopNumber] = []
    for variant in variants {
      if quantities[variant] == nil { order.append(variant) }
      quantities[variant, default: 0] += 1
    }
    let list = order.map { "\($0.text):\(quantities[$0] ?? 1)" }.joined(separator: ",")
    return link("\(root)/cart/\(list)", for: items).map { [$0] } ?? []
  }

  /// One link per item: `https://shop/?add-to-cart=ITEM&quantity=1`, with `variation_id` if a variation is known. If an
  /// item has variations and none is named, WooCommerce asks which one.
  ///
  /// WooCommerce 10 also takes several items in one link (`/checkout-link/?products=1:1,2:1`, *Shareable Checkout
  /// URLs*), but no item with an open choice. Older shops have no such page, and the product list doesn't say which
  /// version a shop runs.
  ///
  /// Source: WooCommerce, `WC_Form_Handler::add_to_cart_action`; *Shareable Checkout URLs*.
  ///
  /// - Parameter shop: May include a folder.
  /// - Throws: `.notSold` with the photos that name no item.
  static func wooCommerce(
    _ items: [BasketItem], at shop: URL
  ) throws(OrderError) -> [CheckoutLink] {
    let numbers = try numbers(of: items) { ShopNumber($0.itemID) }
    guard let root = root(of: shop, keepsPath: true) else { return [] }
    return zip(items, numbers).compactMap { item, number in
      let variation = ShopNumber(item.photo.purchase?.variantID).map { "&variation_id=\($0.text)" }
      return link(
        "\(root)/?add-to-cart=\(number.text)\(variation ?? "")&quantity=1", for: [item])
    }
  }

  private static func numbers(
    of items: [BasketItem], _ number: (PurchaseReference) -> ShopNumber?
  ) throws(OrderError) -> [ShopNumber] {
    let numbers = items.map { $0.photo.purchase.flatMap(number) }
    let unknown = zip(items, numbers).filter { $1 == nil }.map(\.0.id)
    guard unknown.isEmpty else { throw .notSold(photoIDs: unknown) }
    return numbers.compactMap(\.self)
  }

  /// Scheme, host and port, with the folder if it counts; without a slash at the end.
  private static func root(of shop: URL, keepsPath: Bool) -> String? {
    guard let parts = URLComponents(url: shop, resolvingAgainstBaseURL: true),
      let scheme = parts.scheme, let host = parts.encodedHost, !host.isEmpty
    else { return nil }
    let port = parts.port.map { ":\($0)" } ?? ""
    var path = keepsPath ? parts.percentEncodedPath : ""
    while path.hasSuffix("/") { path.removeLast() }
    return "\(scheme)://\(host)\(port)\(path)"
  }

  private static func link(_ text: String, for items: [BasketItem]) -> CheckoutLink? {
    URL(string: text).map { CheckoutLink(url: $0, photoIDs: items.map(\.id)) }
  }
}

/// The number of an item or a variant, as it may appear in a link.
///
/// Ids come from feeds, so only digits get into an address.
struct ShopNumber: Hashable, Sendable {
  let text: String

  /// - Returns: nil for anything but 1–20 ASCII digits, and for zero.
  init?(_ text: String?) {
    guard let text, (1...20).contains(text.utf8.count),
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      text.utf8.contains(where: { $0 != UInt8(ascii: "0") })
    else { return nil }
    self.text = text
  }
}
