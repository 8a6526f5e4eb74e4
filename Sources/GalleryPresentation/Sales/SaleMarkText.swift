import GalleryDomain

/// Marks in words.
enum SaleMarkText {
  static let notOwn = "Only photos of a folder on this computer can be marked for sale"

  /// `vienna.street`, or `12 photos`.
  static func subject(_ photos: [Photo]) -> String {
    photos.count == 1 ? photos[0].name : CountText.photos(photos.count)
  }

  /// `vienna.street is for sale for €120.00`.
  static func done(_ photos: [Photo], _ mark: SaleMark, prices: PriceText) -> String {
    let verb = photos.count == 1 ? "is" : "are"
    switch mark.status {
    case .forSale:
      let price = mark.price.map { " for \(prices.text(of: $0))" } ?? ""
      return "\(subject(photos)) \(verb) for sale\(price)"
    case .notForSale: return "\(subject(photos)) \(verb) not for sale"
    case .unstated: return "The mark of \(subject(photos)) is gone"
    }
  }

  /// What `u` takes back, as it follows "undone".
  static func undo(_ photos: [Photo], _ mark: SaleMark) -> String {
    switch mark.status {
    case .forSale: "marking \(subject(photos)) for sale"
    case .notForSale: "marking \(subject(photos)) not for sale"
    case .unstated: "taking the mark of \(subject(photos)) away"
    }
  }

  static func already(_ photos: [Photo], _ mark: SaleMark) -> String {
    switch mark.status {
    case .forSale, .notForSale: "\(subject(photos)) had this mark already"
    case .unstated: "There is no mark on \(subject(photos))"
    }
  }

  /// A sentence what happened, and what to do.
  static func message(_ error: SaleMarkError) -> String {
    switch error {
    case .notOwn: notOwn
    case .gone(let name): "\(name) is gone. Press r to look again"
    case .readOnly(let name): "There is no permission to write \(name)"
    case .unwritable(let name, let code):
      code == 28
        ? "The disk is full: \(name) was not written"
        : "\(name) could not be written (error \(code))"
    case .notUnderstood(let name, let reason): "\(name) was left as it is: \(reason)"
    case .busy(let name): "Another program keeps writing \(name). Try again later"
    case .cancelled: "It was called off"
    }
  }

  /// What is wrong with a price, in a few words.
  static func fault(_ fault: PriceEntryFault) -> String {
    switch fault {
    case .noAmount: "a number is missing"
    case .notOnePrice: "not a price"
    case .ambiguous: "thousands or decimals?"
    case .nothing: "more than 0, or empty"
    case .tooManyDecimals(let currency, 0): "\(currency) has no decimals"
    case .tooManyDecimals(let currency, let count): "\(currency) has \(count) decimals"
    case .sharedSign(let sign): "which \(sign)? Such as \(sign == "kr" ? "SEK" : "USD")"
    case .unknownCurrency(let code): "no currency \(code)"
    case .noCurrency: "which currency? 120 EUR"
    case .tooLong: "too long"
    }
  }
}
