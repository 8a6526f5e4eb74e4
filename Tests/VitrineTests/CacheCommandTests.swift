import ExpectationSupport
import Foundation
import Testing

@testable import vitrine

/// `vitrine cache`, with a separate cache for each test.
struct CacheCommandTests {
  @Test func `clearing removes our thumbnails, and others' only if asked`() throws {
    let folder = ScratchFolder()

    let result = try CommandResult(
      """
      vitrine show --size 10x5 "$sample"/agate.jpg "$sample"/lake.jpg >/dev/null
      echo other >"$XDG_CACHE_HOME/thumbnails/large/00000000000000000000000000000000.png"
      vitrine cache clear; vitrine cache clear; vitrine cache clear --all
      """, environment: ["XDG_CACHE_HOME": folder.path("cache")])

    expectEqual(result.status, 0)
    expectEqual(result.outputLines.count, 3)
    expectEqual(result.outputLines.first?.hasPrefix("removed 2 files, "), true)
    expectEqual(
      Array(result.outputLines.dropFirst()),
      ["removed 0 files, 0 bytes", "removed 1 file, 6 bytes"])
    // The unused store of feeds is not created.
    #expect(!FileManager.default.fileExists(atPath: folder.path("cache/vitrine")))
    expectEqual(result.errorText, "")
  }

  @Test(arguments: [
    ("vitrine cache clear now", 64), ("VITRINE_CACHE=off vitrine cache clear", 1),
    ("unset XDG_CACHE_HOME HOME; vitrine cache clear --all", 1),
  ])
  func `invalid arguments give one clear message`(line: String, status: Int32) throws {
    let folder = ScratchFolder()

    let result = try CommandResult(line, environment: ["XDG_CACHE_HOME": folder.path("cache")])

    expectEqual(result.status, status)
    #expect(!result.errorText.isEmpty && result.output.isEmpty)
    if status == 1 { expectEqual(result.errorLines.count, 1) }
  }
}
