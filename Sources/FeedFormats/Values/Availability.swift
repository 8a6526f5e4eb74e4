import GalleryDomain

/// Whether something can be bought, in the words of feeds and shops: Google's *product data specification*
/// (`availability`), schema.org (*ItemAvailability*, also as a URL) and shop software.
///
/// Case, spaces, hyphens and underscores are ignored. An unknown word says nothing: it never means *for sale*.
enum Availability {
  private static let yes: Set<String> = [
    "true", "yes", "y", "1", "available", "instock", "availablefororder", "availableforsale",
    "forsale", "preorder", "presale", "backorder", "onbackorder", "backordered",
    "limitedavailability",
    "limitedstock", "lowstock", "madetoorder", "onlineonly", "instoreonly", "purchasable", "active",
  ]
  private static let no: Set<String> = [
    "false", "no", "n", "0", "unavailable", "notavailable", "outofstock", "oos", "notinstock",
    "nostock",
    "sold", "soldout", "discontinued", "reserved", "notforsale", "inactive", "expired", "removed",
    "ended", "retired", "withdrawn", "temporarilyunavailable", "currentlyunavailable",
    "notpurchasable",
  ]

  /// - Parameter raw: Not blank.
  static func status(of raw: String) -> SaleStatus {
    let word = folded(raw)
    if no.contains(word) { return .notForSale }
    return yes.contains(word) ? .forSale : .unstated
  }

  /// `https://schema.org/OutOfStock` and `schema:OutOfStock` mean `OutOfStock`.
  private static func folded(_ raw: String) -> String {
    var text = TextCleaner.line(raw, limit: .tag).lowercased()[...]
    for beginning in ["https://", "http://", "//", "www."] where text.hasPrefix(beginning) {
      text = text.dropFirst(beginning.count)
    }
    for beginning in ["schema.org/", "schema:"] where text.hasPrefix(beginning) {
      text = text.dropFirst(beginning.count)
    }
    while text.last == "/" || text.last == "." { text.removeLast() }
    return text.filter { !" -_".contains($0) }
  }
}

/// Sale status from keywords, which either state it explicitly or not at all.
///
/// A keyword has to match completely, ignoring case, spaces, hyphens and underscores: `For-Sale` does, `wholesale` and
/// `for sale sign` do not. *No* takes precedence over *yes*, because a sold print often keeps its old keyword.
package enum SaleKeyword {
  private static let yes: Set<String> = [
    "forsale", "printavailable", "printsavailable", "printforsale", "printsforsale",
    "availableasprint",
  ]
  private static let no: Set<String> = ["notforsale", "sold", "soldout"]

  package static func status(_ keywords: [String]) -> SaleStatus {
    let words = Set(keywords.map(folded))
    if !words.isDisjoint(with: no) { return .notForSale }
    return words.isDisjoint(with: yes) ? .unstated : .forSale
  }

  private static func folded(_ keyword: String) -> String {
    TextCleaner.line(keyword, limit: .tag).lowercased().filter { !" -_".contains($0) }
  }
}
