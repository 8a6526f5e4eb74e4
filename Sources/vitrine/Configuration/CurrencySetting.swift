import ArgumentParser
import FeedFormats
import GalleryData

/// A currency in the settings.
struct CurrencySetting: Equatable, ExpressibleByArgument {
  /// ISO 4217, in capitals.
  let code: String

  /// The expected form, in words.
  static let form = "an ISO 4217 currency, e.g. EUR"

  init?(argument: String) {
    guard let code = PriceParser.currency(argument) else { return nil }
    self.code = code
  }

  var defaultValueDescription: String { code }
}
