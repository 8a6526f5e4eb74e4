import GalleryDomain
import Testing

@testable import GallerySales

@Suite struct SidecarFileTests {
  @Test func `a sidecar has the name of its photo with the ending`() throws {
    let photo = try #require(FileReference(path: "/a/b.jpg"))

    #expect(SidecarFile.path(of: photo) == Array("/a/b.jpg.xmp".utf8))
  }
}
