import ArgumentParser
import GalleryData

/// A currency as people set it.
struct CurrencySetting: Equatable, ExpressibleByArgument {
  /// ISO 4217, in capitals.
  let code: String

  /// What is right, in words.
  static let form = "a currency of ISO 4217, such as EUR"

  init?(argument: String) {
    guard let code = TypedPrice.currency(argument) else { return nil }
    self.code = code
  }

  var defaultValueDescription: String { code }
}
