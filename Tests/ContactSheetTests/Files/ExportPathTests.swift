import ExpectationSupport
import GalleryDomain
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
      ("", .fault("enter a name")), ("  ", .fault("enter a name")),
      ("~/.html", .fault("enter a name")),
      ("~/a.pdf", .fault("sheets are .html now")), ("~/A.PDF", .fault("sheets are .html now")),
      ("~/none/a.html", .fault("no such folder")),
      ("~nobody-of-this-name/a.html", .fault("no such user")),
      ("/dev/null/a.html", .fault("not a folder")), ("/proc/a.html", .fault("permission denied")),
      ("~/folder.html", .fault("this is a folder")), ("~/folder.html/", .free),
      ("~/pipe.html", .fault("not a file")), ("~/\(long).html", .fault("name too long")),
      ("~/\(long.dropFirst()).html", .free),
      (
        "~/\(long)/a/\(String(repeating: "b/", count: 3_000))a.html", .fault("name too long")
      ),
      // Folders for copies.
      ("~/photos", .free), ("~/photos/", .free), ("~", .free), ("~/file", .fault("not a folder")),
      ("~/new", .folderMissing), ("~/new/", .folderMissing), ("~/new.txt", .folderMissing),
      ("~/new/er", .fault("no such folder")),
    ] as [(String, ExportTarget)])
  func `what is typed can be written to, or an error says why not`(
    text: String, target: ExportTarget
  ) throws {
    // Root may write everywhere.
    guard geteuid() != 0 || target != .fault("permission denied") else { return }
    let home = try TemporaryFolder()
    for name in ["photos", "folder.html"] { try home.makeFolder(name) }
    for name in ["old.html", "file"] { try home.write("x", to: name) }
    mkfifo(home.path("pipe.html"), 0o600)
    func found() -> ExportTarget {
      do throws(Complaint) {
        let text = text.replacing("HOME", with: home.path)
        return try ExportPath(text, home: home.path).target
      } catch {
        return .fault(error)
      }
    }

    expectEqual(found(), target)
  }
}
