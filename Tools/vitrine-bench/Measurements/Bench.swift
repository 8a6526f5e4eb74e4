import Foundation
import PseudoTerminalSupport

/// What the measurements share: the programs, the pictures, the table.
final class Bench {
  let vitrine: String
  let worker: String
  let scratch: ScratchFolder
  let report = Report()
  /// The pictures of the sample gallery.
  let gallery: URL
  /// nil if they cannot be made; `reason` says why.
  let pictures: TestPictures?
  let reason: String
  private var caches = 0

  init() throws {
    vitrine = try BuiltProgram.path("vitrine")
    worker = try BuiltProgram.path("vitrine-pictures")
    scratch = try ScratchFolder()
    gallery = URL(fileURLWithPath: vitrine).deletingLastPathComponent()
      .appendingPathComponent("Vitrine_vitrine.resources", isDirectory: true)
    do {
      pictures = try TestPictures(from: gallery)
      reason = ""
    } catch {
      pictures = nil
      reason = "\(error)"
    }
  }

  /// Those pictures, or the reason why there are none.
  func madePictures() throws -> TestPictures {
    guard let pictures else { throw BenchError.missing(reason) }
    return pictures
  }

  /// Other browsers of folders, for comparison; those that are installed.
  let otherBrowsers = ["nnn", "lf"].compactMap { name in
    ChildProcess.path(of: name).map { (name: name, path: $0) }
  }

  /// A session of the program with caches and a state of its own, empty at first.
  ///
  /// - Parameters:
  ///   - program: nil: Vitrine.
  ///   - cache: The name of its cache; a second session with the same name finds what the first one left there. nil: a new
  ///     one.
  func session(
    _ arguments: [String], program: String? = nil, columns: Int = 120, rows: Int = 40,
    kind: TerminalKind = .silent,
    cache: String? = nil, environment: [String: String] = [:]
  ) throws -> TerminalSession {
    caches += 1
    let folder = try scratch.folder("cache-" + (cache ?? "\(caches)"))
    return try TerminalSession(
      [program ?? vitrine] + arguments, columns: columns, rows: rows, kind: kind,
      environment: [
        "XDG_CACHE_HOME": folder.path, "XDG_STATE_HOME": folder.path + "/state-\(caches)",
      ].merging(environment) { $1 })
  }

  /// Makes one measurement; a failure is reported and does not affect the others.
  func measure(_ name: String, _ body: () throws -> Void) {
    do {
      try body()
    } catch {
      report.skip(name, because: String("\(error)".prefix(160)))
    }
  }
}
