import Foundation
import Glibc

/// Where the program's own data lies, found from the program's real path.
///
/// (`Bundle.module` holds the absolute path of the build and traps once the program was moved.)
struct ProgramFiles {
  /// The folder of the running program, links resolved.
  let programFolder: String

  init() {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let path = count > 0 ? String(decoding: buffer.prefix(count), as: UTF8.self) : "/"
    programFolder = path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
  }

  /// The feed of the built-in gallery: beside the program in a build, else in `../share/vitrine`;
  /// nil when it is at neither place.
  var sampleGallery: String? {
    let candidates = [
      "\(programFolder)/Vitrine_vitrine.resources/Resources/sample-gallery/feed.json",
      "\(programFolder)/../share/vitrine/Resources/sample-gallery/feed.json",
    ]
    return candidates.first { access($0, R_OK) == 0 }
  }
}
