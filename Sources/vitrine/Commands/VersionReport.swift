import PictureKit
import PictureProtocol

/// `vitrine --version --verbose`: the versions of both programs, and how picture workers are sandboxed on this system.
enum VersionReport {
  static func isWanted(_ arguments: [String]) -> Bool {
    arguments.contains("--version") && arguments.contains("--verbose")
  }

  /// Starts a worker to ask it; takes at most ten seconds.
  @MainActor static func text() async -> String {
    let own = "vitrine \(VitrineVersion.current)"
    let loader = PictureLoader(limits: WorkerLimits(failedStarts: 1))
    defer { loader.shutDown() }
    do throws(WorkerProblem) {
      let hello = try await loader.hello()
      return "\(own)\n\(hello.versionText)\npicture workers: \(hello.cell.words)"
    } catch {
      return "\(own)\n\(CommandLineText.shown(error.words))"
    }
  }
}
