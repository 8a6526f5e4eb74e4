import GalleryData
import GalleryPresentation

/// Why the program cannot do what it was called for; each ends it with status 1.
enum ProgramError: Error {
  /// The installation is not whole.
  case sampleGalleryMissing
  /// SOURCE is there, but empty.
  case noName
  case source(PhotoSourceLocatorError)
  /// Where only a folder or a feed makes sense.
  case sourceIsPicture(name: String)

  /// One line for standard error; names in it are clean.
  var message: String {
    switch self {
    case .sampleGalleryMissing:
      "the built-in gallery is not installed beside the program; name a folder or a feed file"
    case .noName:
      "SOURCE is empty; leave it out for the built-in gallery"
    case .source(.unsupportedPreset(let name)):
      "\(name): is not read over the network yet; name a folder or a feed file"
    case .source(.unsupportedAddress(let scheme)):
      "\(scheme):// addresses are not read yet; name a folder or a feed file"
    case .sourceIsPicture(let name):
      "\(name) is a picture; name its folder"
    case .source(.unavailable(let error)):
      ErrorText.state(for: error).title
    }
  }
}
