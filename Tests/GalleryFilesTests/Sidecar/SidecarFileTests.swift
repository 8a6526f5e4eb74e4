import ExpectationSupport
import GalleryDomain
import GalleryTestSupport
import Glibc
import Testing

@testable import GalleryFiles

@Suite struct SidecarFileTests {
  @Test func `a new sidecar has the name of its photo with the extension`() throws {
    let folder = try TemporaryFolder()

    let sidecar = try SidecarFile(of: folder.file("b.jpg"))

    expectEqual(sidecar.file, folder.file("b.jpg.xmp"))
    #expect(!sidecar.isThere)
  }

  @Test func `the existing sidecar is used, the one with the whole name first`() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "b.xmp")
    try expectEqual(SidecarFile(of: folder.file("b.jpg")).file, folder.file("b.xmp"))

    try folder.write("x", to: "b.jpg.XMP")
    try expectEqual(SidecarFile(of: folder.file("b.jpg")).file, folder.file("b.jpg.XMP"))

    try folder.write("x", to: "b.jpg.xmp")
    try expectEqual(SidecarFile(of: folder.file("b.jpg")).file, folder.file("b.jpg.xmp"))
  }

  @Test func `where case is ignored the sidecar has the name that the folder lists`() throws {
    let folder = try TemporaryFolder()
    // Both names find a file, as `.Xmp` would.
    for ending in ["xmp", "XMP"] { try folder.write("x", to: "b.jpg.\(ending)") }

    for ending in ["xmp", "XMP", "Xmp"] {
      let sidecar = try SidecarFile(of: folder.file("b.jpg")) { _ in
        ["b.jpg", "b.jpg.\(ending)"].map { Array($0.utf8) }
      }
      expectEqual(sidecar.file, folder.file("b.jpg.\(ending)"))
    }
  }

  @Test func `a disk that is mounted read-only isn't taken for one without permission`() {
    expectEqual(SidecarWriter.error(EROFS, name: "a"), .unwritable(name: "a", code: EROFS))
    expectEqual(SidecarWriter.error(EACCES, name: "a"), .readOnly(name: "a"))
  }

  @Test func `a link is followed, and a broken one is refused`() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "true.xmp")
    expectEqual(symlink("true.xmp", folder.path("b.jpg.xmp")), 0)
    expectEqual(symlink("nowhere", folder.path("c.jpg.xmp")), 0)

    #expect(
      try SidecarFile(of: folder.file("b.jpg")).file.path.suffix(8).elementsEqual("true.xmp".utf8))
    #expect(
      throws: SidecarError.notUnderstood(
        name: "c.jpg.xmp", reason: "it is a broken link")
    ) { try SidecarFile(of: folder.file("c.jpg")) }
  }
}
