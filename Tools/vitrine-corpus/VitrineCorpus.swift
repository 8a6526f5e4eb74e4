import Dispatch
import Foundation
import Glibc

/// Takes every file of a folder through the picture workers; `make corpus` runs it.
///
///     vitrine-corpus FOLDER
///
/// Broken, huge and odd files may cost themselves a picture, and nothing else. Exit status: 0 all is well; 1 when a
/// request had no answer, when pictures stopped altogether, when the program itself crashed or hung on the folder, or
/// when a worker outlived it; 64 wrong usage.
@main
struct VitrineCorpus {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 1, let folder = arguments.first, !folder.hasPrefix("-") else {
      print("usage: vitrine-corpus FOLDER")
      exit(64)
    }
    Task { @MainActor in
      let isWell = await CorpusRun(folder: folder).run()
      exit(isWell ? 0 : 1)
    }
    dispatchMain()
  }
}
