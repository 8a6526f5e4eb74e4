import Foundation
import PseudoTerminalSupport

/// What the measurements share: the programs, the pictures, the table.
final class Bench {
  let vitrine: String
  let worker: String
  let own: String
  let scratch: ScratchFolder
  let report = Report()
  /// The pictures of the sample gallery.
  let gallery: URL
  /// nil where they cannot be made; `reason` says why.
  let pictures: TestPictures?
  let reason: String

  init() throws {
    vitrine = try BuiltProgram.path("vitrine")
    worker = try BuiltProgram.path("vitrine-pictures")
    own = try BuiltProgram.path("vitrine-bench")
    scratch = try ScratchFolder()
    gallery = URL(fileURLWithPath: vitrine).deletingLastPathComponent()
      .appendingPathComponent("Vitrine_vitrine.resources", isDirectory: true)
    do {
      pictures = try TestPictures(from: gallery, in: scratch)
      reason = ""
    } catch {
      pictures = nil
      reason = "\(error)"
    }
  }

  /// Makes one measurement; one that fails says so and costs the others nothing.
  func measure(_ name: String, _ body: () throws -> Void) {
    do {
      try body()
    } catch {
      report.skip(name, because: String("\(error)".prefix(160)))
    }
  }
}
