import ExpectationSupport
import GalleryPresentation
import Glibc
import Testing

@testable import ContactSheet

/// Paths as people write them.
struct ExportPathTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func target(_ text: String, _ kind: ExportKind = .pdf) -> ExportTarget {
    do throws(ExportPath.FaultOfPath) {
      return try ExportPath(text, environment: ["HOME": folder.path]).target(for: kind)
    } catch {
      return .fault(error.fault)
    }
  }

  @Test func `a sheet can be written where there is no file`() {
    expectEqual(target(folder.path("a.pdf")), .free(kind: .pdf))
    expectEqual(target("~/a.HTML"), .free(kind: .html))
    expectEqual(target("~/a.pdf", .html), .free(kind: .pdf))
  }

  @Test func `an existing file would be replaced`() throws {
    try folder.write("x", to: "a.pdf")

    expectEqual(target("~/a.pdf"), .fileExists(kind: .pdf))
  }

  @Test(
    arguments: [
      ("", .empty), ("  ", .empty), ("~/a.txt", .unknownEnding), ("~/a", .unknownEnding),
      ("~/.pdf", .unknownEnding), ("~", .isFolder), ("~/", .isFolder),
      ("~/none/a.pdf", .folderMissing), ("~nobody-of-this-name/a.pdf", .unknownHome),
      ("/dev/null/a.pdf", .isNoFolder),
    ] as [(String, ExportFault)])
  func `faults are reported`(_ text: String, _ fault: ExportFault) {
    expectEqual(target(text), .fault(fault))
  }

  @Test func `a folder named like a sheet is a folder`() throws {
    try folder.makeFolder("a.pdf")

    expectEqual(target("~/a.pdf"), .fault(.isFolder))
  }

  @Test func `a name can be too long`() {
    let long = String(repeating: "a", count: 252)

    expectEqual(target("~/\(long).pdf"), .fault(.nameTooLong))
    expectEqual(target("~/\(long.dropFirst()).pdf"), .free(kind: .pdf))
    expectEqual(
      target("~/\(long)/a/\(String(repeating: "b/", count: 3_000))a.pdf"), .fault(.nameTooLong))
  }

  @Test func `a pipe can't be replaced`() {
    mkfifo(folder.path("a.pdf"), 0o600)

    expectEqual(target("~/a.pdf"), .fault(.isNoFile))
  }

  @Test(.enabled(if: geteuid() != 0)) func `a folder without permission is reported`() {
    expectEqual(target("/proc/a.pdf"), .fault(.noPermission))
  }

  @Test func `originals go into an existing folder, or one that can be created`() throws {
    try folder.makeFolder("photos")
    try folder.write("x", to: "file")

    expectEqual(target("~/photos", .originals), .free(kind: .originals))
    expectEqual(target("~/photos/", .originals), .free(kind: .originals))
    expectEqual(target("~/new", .originals), .folderMissing)
    expectEqual(target("~/new/", .originals), .folderMissing)
    expectEqual(target("~/new/er", .originals), .fault(.folderMissing))
    expectEqual(target("~/file", .originals), .fault(.isNoFolder))
  }
}
