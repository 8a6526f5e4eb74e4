import GalleryDomain

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
