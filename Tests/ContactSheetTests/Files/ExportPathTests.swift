import ExpectationSupport
import GalleryPresentation
import GalleryTestSupport
import Glibc
import Testing

@testable import ContactSheet

/// Paths as people write them.
struct ExportPathTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func target(_ text: String) -> ExportTarget {
    do throws(ExportFault) {
      return try ExportPath(text, environment: ["HOME": folder.path]).target
    } catch {
      return .fault(error)
    }
  }

  @Test func `a sheet can be written where there is no file`() {
    expectEqual(target(folder.path("a.html")), .free)
    expectEqual(target("~/a.HTML"), .free)
    expectEqual(target("~/a.htm"), .free)
  }

  @Test func `an existing file would be replaced`() throws {
    try folder.write("x", to: "a.html")

    expectEqual(target("~/a.html"), .fileExists)
  }

  @Test(
    arguments: [
      ("", .empty), ("  ", .empty), ("~/.html", .empty), ("~/a.pdf", .isPDF), ("~/A.PDF", .isPDF),
      ("~/none/a.html", .folderMissing), ("~nobody-of-this-name/a.html", .unknownHome),
      ("/dev/null/a.html", .isNoFolder),
    ] as [(String, ExportFault)])
  func `faults are reported`(_ text: String, _ fault: ExportFault) {
    expectEqual(target(text), .fault(fault))
  }

  @Test func `a folder named like a sheet is a folder`() throws {
    try folder.makeFolder("a.html")

    expectEqual(target("~/a.html"), .fault(.isFolder))
    expectEqual(target("~/a.html/"), .free)
  }

  @Test func `a name can be too long`() {
    let long = String(repeating: "a", count: 251)

    expectEqual(target("~/\(long).html"), .fault(.nameTooLong))
    expectEqual(target("~/\(long.dropFirst()).html"), .free)
    expectEqual(
      target("~/\(long)/a/\(String(repeating: "b/", count: 3_000))a.html"), .fault(.nameTooLong))
  }

  @Test func `a pipe can't be replaced`() {
    mkfifo(folder.path("a.html"), 0o600)

    expectEqual(target("~/a.html"), .fault(.isNoFile))
  }

  @Test(.enabled(if: geteuid() != 0)) func `a folder without permission is reported`() {
    expectEqual(target("/proc/a.html"), .fault(.noPermission))
  }

  @Test func `originals go into an existing folder, or one that can be created`() throws {
    try folder.makeFolder("photos")
    try folder.write("x", to: "file")

    expectEqual(target("~/photos"), .free)
    expectEqual(target("~/photos/"), .free)
    expectEqual(target("~/new"), .folderMissing)
    expectEqual(target("~/new/"), .folderMissing)
    expectEqual(target("~/new/er"), .fault(.folderMissing))
    expectEqual(target("~/new.txt"), .folderMissing)
    expectEqual(target("~"), .free)
    expectEqual(target("~/file"), .fault(.isNoFolder))
  }
}
