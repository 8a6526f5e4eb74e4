import GalleryDomain
import Glibc
import PictureKit
import PictureProtocol

/// The location of the program's own data, found from the program's real path.
///
/// (`Bundle.module` contains the absolute path of the build and traps once the program was moved.)
struct ProgramFiles {
  /// The folder of the running program, links resolved.
  private let programFolder: String

  init() {
    let path = WorkerLocator.realProgramPath() ?? "/"
    programFolder = path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
  }

  /// The feed of the built-in gallery: next to the program in a build, else in `../share/vitrine` (`../../share/vitrine`
  /// for an archive's `libexec/vitrine/vitrine`); nil if it is nowhere there.
  var sampleGallery: String? { resource("sample-gallery/feed.json") }

  /// A picture of the built-in gallery.
  var samplePicture: FileReference? {
    sampleGallery.flatMap {
      FileReference(path: "\($0.dropLast("feed.json".count))pictures/aurora.jpg")
    }
  }

  /// A picture of each format that shows whether it can be opened; those that are there.
  var testPictures: [(format: PictureFormat, path: String)] {
    PictureFormat.allCases.compactMap { format in
      let ending = format.fileNameEndings.first ?? ".dng"
      return resource("test-pictures/quarters\(ending)").map { (format, $0) }
    }
  }

  /// The folder of the presets that come with the program; nil if there is none.
  var presets: String? { resource("presets") }

  private func resource(_ name: String) -> String? {
    let candidates = [
      "\(programFolder)/Vitrine_vitrine.resources/Resources/\(name)",
      "\(folder(above: 1))/share/vitrine/Resources/\(name)",
      "\(folder(above: 2))/share/vitrine/Resources/\(name)",
    ]
    return candidates.first { access($0, R_OK) == 0 }
  }

  /// The folder some levels above the program's, without `..`: users see it in paths of photos.
  private func folder(above levels: Int) -> String {
    programFolder.split(separator: "/").dropLast(levels).map { "/" + $0 }.joined()
  }
}
