import Foundation
import GalleryScreens

/// Opens nothing, and answers as the test wants.
final class ScriptedOpener: AddressOpening {
  private(set) var addresses: [String] = []
  var error: AddressOpeningError?

  func open(_ url: URL, completion: @escaping (AddressOpeningError?) -> Void) {
    addresses.append(url.absoluteString)
    completion(error)
  }
}
