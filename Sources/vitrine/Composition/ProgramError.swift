import GalleryData
import GalleryPresentation

/// Why the program cannot do what it was called for; each ends it with status 1.
enum ProgramError: Error {
  /// The installation is not whole.
  case sampleGalleryMissing
  /// SOURCE is there, but empty.
  case noName
  case source(PhotoSourceLocatorError)
  /// What stands behind a preset's colon is not what it needs.
  case presetArgument(name: String, meaning: String)
  /// A file of the person's own presets.
  case preset(problem: String)
  /// What is chosen could not be printed where it shall be.
  case output(OutputFileError)
  /// Where only a folder or a feed makes sense.
  case sourceIsPicture(name: String)
  /// Where only a folder makes sense.
  case notAFolder(name: String)
  /// `--output` is empty.
  case noDestination

  /// One line for standard error; names in it are clean.
  var message: String {
    switch self {
    case .sampleGalleryMissing:
      "the built-in gallery is not installed beside the program; name a folder or a feed file"
    case .noName:
      "SOURCE is empty; leave it out for the built-in gallery"
    case .source(.unknownPreset(let name)):
      "there is no preset \(name); vitrine sources names them all"
    case .source(.neitherPresetNorFile(let preset, let file)):
      "there is no preset \(preset) and no file \(file); vitrine sources names the presets"
    case .source(.unsupportedAddress(let scheme)):
      "\(scheme):// addresses are not read; http, https and file are"
    case .source(.malformedAddress(let address)):
      "\(address) is no address"
    case .presetArgument(let name, let meaning):
      "\(name) needs something behind its colon: \(meaning)"
    case .preset(let problem): problem
    case .output(let error): error.message
    case .sourceIsPicture(let name):
      "\(name) is a picture; name its folder"
    case .notAFolder(let name): "\(name) is no folder of photos"
    case .noDestination: "--output is empty; name the folder for the feed"
    case .source(.unavailable(let error)):
      SourceText.failure(error)
    }
  }
}
