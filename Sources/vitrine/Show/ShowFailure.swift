import GalleryDomain
import GalleryScreens
import PictureKit
import PictureProtocol

/// Why a photo could not be shown.
enum ShowFailure: Error {
  case picture(PictureFailure)
  case network(PhotoSourceError)

  /// A few words, without a full stop.
  @MainActor var words: String {
    switch self {
    case .picture(let failure): failure.words
    case .network(let error): error.pictureWords
    }
  }
}
