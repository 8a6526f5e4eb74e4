import GalleryDomain

/// The basket in words.
public enum BasketText {
  // MARK: The basket

  /// `basket 2`.
  public static func count(_ basket: Basket) -> String {
    "basket \(CountText.grouped(basket.count))"
  }

  /// `€200.00 + £65.00`, `€80.00 + 2 without a price`; nil if nothing has a price.
  public static func total(_ basket: Basket) -> String? {
    let sums = basket.totals.map(sum)
    guard !sums.isEmpty else { return nil }
    let unpriced = basket.unpricedCount
    let rest = unpriced > 0 ? ["\(CountText.grouped(unpriced)) without a price"] : []
    return (sums + rest).joined(separator: " + ")
  }

  /// The sum of one currency: `€200.00`, `from €200.00`.
  private static func sum(of total: BasketTotal) -> String {
    total.sum.map { PriceText.text(of: $0) } ?? "sum too large"
  }

  // MARK: Rows

  static func change(_ change: BasketItemChange, now: Price?) -> String {
    switch change {
    case .gone: "gone from the source"
    case .noLongerForSale: "no longer for sale"
    case .priceChanged(from: let before):
      switch (before, now) {
      case (let before?, let now?):
        "was \(PriceText.text(of: before)), now \(PriceText.text(of: now))"
      case (let before?, nil): "was \(PriceText.text(of: before)), now no price"
      case (nil, let now?): "had no price, now \(PriceText.text(of: now))"
      // No change at all.
      case (nil, nil): "no price"
      }
    }
  }

  // MARK: Notices

  /// `Added to basket: vienna.street`, `Added 3 photos to basket, skipped 2 not for sale · u to undo`.
  static func added(
    _ items: [BasketItem], refused: Int = 0, hidden: Set<Photo.ID> = [],
    keys: KeyHints = KeyHints()
  ) -> String {
    if items.count == 1, refused == 0 {
      return joined(["Added to basket: \(name(of: items))", notShown(items, hidden)], by: ", ")
    }
    let added = joined(
      ["Added \(CountText.photos(items.count)) to basket", notShown(items, hidden)], by: ", ")
    let skipped = refused > 0 ? ", skipped \(CountText.grouped(refused)) not for sale" : ""
    return "\(added)\(skipped) · \(undo(keys))"
  }

  private static func notShown(_ items: [BasketItem], _ hidden: Set<Photo.ID>) -> String? {
    SelectionText.notShown(items.count { hidden.contains($0.id) }, of: items.count)
  }

  private static func undo(_ keys: KeyHints) -> String { "\(keys.undo) to undo" }

  /// `Removed from basket: vienna.street · u to undo`, `Removed 3 photos from basket · u to undo`.
  static func removed(
    _ items: [BasketItem], hidden: Set<Photo.ID> = [], keys: KeyHints = KeyHints()
  ) -> String {
    let what =
      items.count == 1
      ? "Removed from basket: \(name(of: items))"
      : "Removed \(CountText.photos(items.count)) from basket"
    return "\(joined([what, notShown(items, hidden)], by: ", ")) · \(undo(keys))"
  }

  static func cleared(keys: KeyHints) -> String { "Emptied the basket · \(undo(keys))" }

  static func isThere(_ items: [BasketItem]) -> String { "Already in the basket: \(noun(items))" }

  // MARK: Undo

  static func adding(_ items: [BasketItem]) -> String { "adding \(noun(items)) to basket" }
  static func removing(_ items: [BasketItem]) -> String { "removing \(noun(items)) from basket" }
  static let clearing = "emptying the basket"

  private static func noun(_ items: [BasketItem]) -> String {
    items.count == 1 ? name(of: items) : CountText.photos(items.count)
  }

  private static func name(of items: [BasketItem]) -> String { items.first?.photo.name ?? "" }

  // MARK: Refusals

  /// Why a photo may not be added; nil if it may.
  static func refusal(_ photo: Photo, keys: KeyHints) -> String? {
    switch photo.saleStatus {
    case .forSale: nil
    case .notForSale: SaleText.refused
    // The user's own.
    case .unstated where photo.file != nil:
      "\(photo.name) is not marked for sale"
        + (keys.markForSale.map { " · \($0) to mark it" } ?? "")
    case .unstated: "The seller hasn't said whether this photo is for sale"
    }
  }

  /// For a range in which no photo can be added.
  static let noneForSale = "None of these photos is for sale"

  // MARK: Faults

  /// Why the basket could not be stored: what happened, and what it means.
  static func message(for error: BasketError) -> String {
    let meaning = "Changes last until you quit"
    return switch error {
    case .unwritable(path: ""):
      "Can't save the basket: neither HOME nor XDG_STATE_HOME is set. \(meaning)"
    case .unwritable(let path):
      "Can't save the basket to \(path): disk full or permission denied. \(meaning)"
    case .damaged(let path):
      "The basket in \(path) is damaged and was left unchanged. \(meaning)"
    case .newer(let path):
      "The basket in \(path) is from a newer Vitrine and was left unchanged. \(meaning)"
    case .unavailable(let path):
      "Can't use the basket in \(path) now. \(meaning), unless it can be saved later"
    }
  }
}

/// A line of the totals: `2 photos`, `€200.00`.
public struct BasketTotalText: Hashable, Sendable {
  public let label: String
  public let sum: String

  public init(label: String, sum: String) {
    self.label = label
    self.sum = sum
  }
}

extension BasketText {
  public static let title = "Basket"

  /// At the end of a row in the list, after a check mark, instead of the price.
  public static let inBasket = "in basket"

  /// Shown as long as the basket cannot be stored; the reason was shown once, in an alert.
  static let notStored = "Not saved: changes last until you quit"

  /// Printed when the program has ended.
  static let unwritten = "Changes to the basket could not be saved"

  public static let checking = "checking"

  public static func empty(_ keys: KeyHints) -> StateText {
    StateText(
      title: "The basket is empty",
      advice: "Press \(keys.back) to go back; \(keys.basket) adds a photo that is for sale")
  }

  /// `3 photos`; empty for none.
  public static func photos(in basket: Basket) -> String {
    basket.isEmpty ? "" : CountText.photos(basket.count)
  }

  /// What the items cost, one line per currency, and then the items that are in no sum.
  public static func totals(of basket: Basket) -> [BasketTotalText] {
    var lines = basket.totals.map {
      BasketTotalText(label: CountText.photos($0.itemCount), sum: sum(of: $0))
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
