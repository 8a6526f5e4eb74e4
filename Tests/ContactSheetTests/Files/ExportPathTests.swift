import ExpectationSupport
import GalleryPresentation
import GalleryTestSupport
import Glibc
import Testing

@testable import ContactSheet

/// Paths as people write them.
struct ExportPathTests {
  private static let long = String(repeating: "a", count: 251)

  /// In a home with `old.html`, `pipe.html`, `file`, and the folders `photos` and `folder.html`.
  @Test(
    arguments: [
      ("HOME/a.html", .free), ("~/a.HTML", .free), ("~/a.htm", .free), ("~/old.html", .fileExists),
      ("", .fault(.empty)), ("  ", .fault(.empty)), ("~/.html", .fault(.empty)),
      ("~/a.pdf", .fault(.isPDF)), ("~/A.PDF", .fault(.isPDF)),
      ("~/none/a.html", .fault(.folderMissing)),
      ("~nobody-of-this-name/a.html", .fault(.unknownHome)),
      ("/dev/null/a.html", .fault(.isNoFolder)), ("/proc/a.html", .fault(.noPermission)),
      ("~/folder.html", .fault(.isFolder)), ("~/folder.html/", .free),
      ("~/pipe.html", .fault(.isNoFile)), ("~/\(long).html", .fault(.nameTooLong)),
      ("~/\(long.dropFirst()).html", .free),
      (
        "~/\(long)/a/\(String(repeating: "b/", count: 3_000))a.html", .fault(.nameTooLong)
      ),
      // Folders for copies.
      ("~/photos", .free), ("~/photos/", .free), ("~", .free), ("~/file", .fault(.isNoFolder)),
      ("~/new", .folderMissing), ("~/new/", .folderMissing), ("~/new.txt", .folderMissing),
      ("~/new/er", .fault(.folderMissing)),
    ] as [(String, ExportTarget)])
  func `what is typed can be written to, or an error says why not`(
    text: String, target: ExportTarget
  ) throws {
    // Root may write everywhere.
    guard geteuid() != 0 || target != .fault(.noPermission) else { return }
    let home = try TemporaryFolder()
    for name in ["photos", "folder.html"] { try home.makeFolder(name) }
    for name in ["old.html", "file"] { try home.write("x", to: name) }
    mkfifo(home.path("pipe.html"), 0o600)
    func found() -> ExportTarget {
      do throws(ExportFault) {
        let text = text.replacing("HOME", with: home.path)
        return try ExportPath(text, home: home.path).target
      } catch {
        return .fault(error)
      }
    }

    expectEqual(found(), target)
  }
}
