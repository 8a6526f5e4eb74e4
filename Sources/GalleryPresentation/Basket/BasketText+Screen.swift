import GalleryDomain

/// A line of what the basket costs: `2 photos`, `€200.00`.
public struct BasketTotalText: Hashable, Sendable {
  public let label: String
  public let sum: String
}

extension BasketText {
  public static let title = "Basket"

  /// At the end of a row in the list, after a check mark, instead of the price.
  public static let inBasket = "in basket"

  /// Shown as long as the basket cannot be stored; the reason was shown once, in an alert.
  static let notStored = "Not saved: changes last until you quit"

  /// `12 selected`.
  public static func marked(_ count: Int) -> String { "\(CountText.grouped(count)) selected" }

  public static let checking = "checking"

  public static let empty = StateText(
    title: "The basket is empty",
    advice: "Press q to go back; Space adds a photo that is for sale")

  /// `3 photos`; empty for none.
  public static func photos(in basket: Basket) -> String {
    basket.isEmpty ? "" : CountText.photos(basket.count)
  }

  /// What the items cost, one line per currency, and then the items that are in no sum.
  public static func totals(of basket: Basket, prices: PriceText) -> [BasketTotalText] {
    var lines = basket.totals.map {
      BasketTotalText(label: CountText.photos($0.itemCount), sum: sum(of: $0, prices: prices))
    }
    let unavailable = basket.count - basket.availableItems.count
    for (count, words) in [
      (basket.unpricedCount, "no price"), (unavailable, "unavailable"),
    ]
    where count > 0 {
      lines.append(BasketTotalText(label: CountText.photos(count), sum: words))
    }
    return lines
  }
}
