import PictureKit
import PictureProtocol

/// `vitrine --version --verbose`: the versions of both programs, and how picture workers are sandboxed on this system.
enum VersionReport {
  static func isWanted(_ arguments: [String]) -> Bool {
    arguments.contains("--version") && arguments.contains("--verbose")
  }

  /// Starts a worker to ask it; takes at most ten seconds.
  static func text(launcher: some WorkerLauncher = ProcessLauncher()) -> String {
    let own = "vitrine \(VitrineVersion.current)"
    do throws(WorkerProblem) {
      let hello = try launcher.hello()
      return "\(own)\n\(hello.versionText)\npicture workers: \(hello.cell.words)"
    } catch {
      return "\(own)\n\(CommandLineText.shown(error.words))"
    }
  }
}
