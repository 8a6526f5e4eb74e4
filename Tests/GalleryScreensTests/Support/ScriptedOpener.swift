import Foundation
import GalleryScreens

/// Opens nothing, and says what it is told to say.
final class ScriptedOpener: AddressOpening {
  private(set) var addresses: [String] = []
  var error: AddressOpeningError?

  func open(_ url: URL, completion: @escaping (AddressOpeningError?) -> Void) {
    addresses.append(url.absoluteString)
    completion(error)
  }
}
