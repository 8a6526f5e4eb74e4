import ExpectationSupport
import Foundation
import GalleryData
import GalleryDomain
import GalleryTestSupport
import Glibc
import Testing

@testable import GalleryFiles

/// The user's collections: added to, taken from, taken back.
@Suite struct CollectionEditorTests {
  private let place: TemporaryFolder
  private var state: String { place.path }
  private var folder: CollectionFolder { CollectionFolder("\(state)/collections") }

  init() throws {
    place = try TemporaryFolder()
  }

  private func photo(_ path: String) -> Photo {
    Photo.stub(id: path, file: FileReference(path: path))
  }

  private func text(_ name: String) throws -> String {
    try #require(place.text("collections/\(name).photos"))
  }

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    stat(path, &status)
    return status.st_mode & 0o777
  }

  @Test func `the first photo makes a collection that only the user can read`() throws {
    let best = folder.collection(named: "best")
    let change = try best.add([photo("/p/a.jpg"), photo("/p/b.jpg"), photo("/p/a.jpg")])

    expectEqual(change.count, 2)
    expectEqual(change.unchangedCount, 1)
    expectEqual(try text("best"), "/p/a.jpg\n/p/b.jpg\n")
    expectEqual(mode("\(state)/collections/best.photos"), 0o600)
    expectEqual(mode("\(state)/collections"), 0o700)
    expectEqual(folder.names, ["best"])
    let again = try best.add([photo("/p/b.jpg"), Photo.stub(id: "x")])
    expectEqual([again.count, again.unchangedCount, again.namelessCount], [0, 1, 1])
  }

  @Test func `names are names, and only collections are listed`() throws {
    _ = try folder.collection(named: "b").add([photo("/a.jpg")])
    _ = try folder.collection(named: "a").add([photo("/a.jpg")])
    for name in ["c.txt", "a b.photos"] { try place.write("x", to: "collections/\(name)") }

    expectEqual(folder.names, ["a", "b"])
    #expect(throws: CollectionError.noFolder) {
      try folder.collection(named: "../x").add([photo("/a.jpg")])
    }
    #expect(throws: CollectionError.noFolder) {
      try CollectionFolder(nil).collection(named: "x").add([photo("/a.jpg")])
    }
    #expect(folder.holds(try #require(FileReference(path: "\(state)/collections/a.photos"))))
    #expect(!folder.holds(try #require(FileReference(path: "/etc/passwd"))))
  }

  @Test func `a change is taken back byte for byte, or as far as others leave it`() throws {
    let best = folder.collection(named: "best")
    _ = try best.add([photo("/p/a.jpg"), photo("/p/b.jpg"), photo("/p/c.jpg")])
    try place.write("# mine\n/p/a.jpg\tnote\n/p/b.jpg\n", to: "collections/best.photos")

    let removal = try best.remove([photo("/p/a.jpg"), photo("/p/unknown.jpg")])
    expectEqual([removal.count, removal.unchangedCount], [1, 1])
    expectEqual(try text("best"), "# mine\n/p/b.jpg\n")
    try best.undo(removal)
    expectEqual(try text("best"), "# mine\n/p/a.jpg\tnote\n/p/b.jpg\n")

    let addition = try best.add([photo("/p/d.jpg")])
    _ = try best.remove([photo("/p/b.jpg")])
    try best.undo(addition)
    expectEqual(try text("best"), "# mine\n/p/a.jpg\tnote\n")
    let other = try best.remove([photo("/p/a.jpg")])
    _ = try best.add([photo("/p/e.jpg")])
    try best.undo(other)
    expectEqual(try text("best"), "# mine\n/p/e.jpg\n/p/a.jpg\tnote\n")
  }

  @Test func `a file elsewhere keeps its link and its mode, and is never made`() throws {
    try place.write("a.jpg\nb.jpg\n", to: "real.photos")
    chmod("\(state)/real.photos", 0o640)
    symlink("real.photos", "\(state)/link.photos")

    let editor = CollectionEditor(FileReference(path: "\(state)/link.photos"))
    _ = try editor.remove([Photo.stub(id: "a.jpg")])
    expectEqual(place.text("real.photos"), "b.jpg\n")
    expectEqual(mode("\(state)/real.photos"), 0o640)
    expectEqual(
      try FileManager.default.destinationOfSymbolicLink(atPath: "\(state)/link.photos"),
      "real.photos")
    #expect(throws: CollectionError.self) {
      try CollectionEditor(FileReference(path: "\(state)/none.photos")).remove([
        Photo.stub(id: "a.jpg")
      ])
    }
  }
}
