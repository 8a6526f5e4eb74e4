import GalleryDomain
import Glibc
import Testing

@testable import GalleryFiles

@Suite struct SidecarFileTests {
  @Test func `a new sidecar has the name of its photo with the extension`() throws {
    let folder = try PhotoFolder()

    let sidecar = try SidecarFile(of: folder.file("b.jpg"))

    #expect(sidecar.file == folder.file("b.jpg.xmp"))
    #expect(!sidecar.isThere)
  }

  @Test func `the existing sidecar is used, the one with the whole name first`() throws {
    let folder = try PhotoFolder()
    try folder.write("x", to: "b.xmp")
    #expect(try SidecarFile(of: folder.file("b.jpg")).file == folder.file("b.xmp"))

    try folder.write("x", to: "b.jpg.XMP")
    #expect(try SidecarFile(of: folder.file("b.jpg")).file == folder.file("b.jpg.XMP"))

    try folder.write("x", to: "b.jpg.xmp")
    #expect(try SidecarFile(of: folder.file("b.jpg")).file == folder.file("b.jpg.xmp"))
  }

  @Test func `a link is followed, and a broken one is refused`() throws {
    let folder = try PhotoFolder()
    try folder.write("x", to: "true.xmp")
    #expect(symlink("true.xmp", folder.path("b.jpg.xmp")) == 0)
    #expect(symlink("nowhere", folder.path("c.jpg.xmp")) == 0)

    #expect(
      try SidecarFile(of: folder.file("b.jpg")).file.path.suffix(8).elementsEqual("true.xmp".utf8))
    #expect(
      throws: SidecarError.notUnderstood(
        name: "c.jpg.xmp", reason: "it is a broken link")
    ) { try SidecarFile(of: folder.file("c.jpg")) }
  }
}
