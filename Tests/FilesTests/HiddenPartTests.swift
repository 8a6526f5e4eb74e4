import ExpectationSupport
import GalleryTestSupport
import Glibc
import Testing

@testable import Files

/// The one rule for what killed programs leave.
@Suite struct HiddenPartTests {
  private let bench: FilesBench
  private let now = Double(time(nil))

  init() throws {
    bench = try FilesBench()
  }

  private func treatment(_ name: String, days: Double = 0) throws -> HiddenPart.Treatment {
    bench.write("half", to: name)
    let status = try #require(stat(of: bench.path(name)))
    return HiddenPart.treatment(
      of: Array(name.utf8), status, now: now + days * 86_400 + 10, seenBy: .current)
  }

  private func name(_ process: ProcessIdentity?, _ kind: HiddenPart.Kind) -> String {
    String(decoding: HiddenPart.newName(by: process, kind), as: UTF8.self)
  }

  @Test func `half a file of our own goes as soon as its process has ended`() throws {
    try expectEqual(treatment(name(.current, .half), days: 9), .keep)
    try expectEqual(treatment(name(.ended, .half)), .remove)
    try expectEqual(treatment(name(.reused, .half)), .remove)
    try expectEqual(treatment(name(.elsewhere, .half)), .keep)
    try expectEqual(treatment(name(.elsewhere, .half), days: 1), .remove)
  }

  @Test(arguments: [
    ".vitrine-2000000000-0123456789abcdef.part", ".vitrine-2000000000-0123456789abcdef.tmp",
    ".vitrine-0123456789abcdef.tmp",
  ])
  func `the names of earlier versions are known, and wait for a day`(name: String) throws {
    try expectEqual(treatment(name), .keep)
    try expectEqual(treatment(name, days: 1), .remove)
  }

  @Test(arguments: [
    ".vitrine-0123456789abcdef.part", ".vitrine-12-0123.part", "vitrine-12-0123456789abcdef.part",
    ".vitrine-12-0123456789abcdef.jpg", ".vitrine-.tmp", ".vitrine-", ".vitrine-feed",
    ".vitrine-0-0123456789abcdef.tmp", ".vitrine-12-0123456789abcdef",
  ])
  func `any other name is the user's`(name: String) throws {
    try expectEqual(treatment(name, days: 9), .keep)
  }

  @Test func `half-written files of programs that have ended are removed, and nothing else`() throws
  {
    let halves = [name(.ended, .half), name(.reused, .half)]
    let kept = [
      name(.current, .half), name(.elsewhere, .half), name(.ended, .part),
      name(.ended, .record), "photo.jpg",
    ]
    for name in halves + kept { bench.write("half", to: name) }
    let link = name(.ended, .half)
    symlink("photo.jpg", "\(bench.path)/\(link)")

    HiddenPart.removeUnfinished(in: bench.path.utf8)

    expectEqual(bench.names, (kept + [link]).sorted())
  }
}
