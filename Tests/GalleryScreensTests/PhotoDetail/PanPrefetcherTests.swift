import GalleryPresentation
import GalleryTestSupport
import PictureProtocol
import TerminalKit
import Testing

@testable import GalleryScreens

/// The requests while the user moves faster than pictures arrive.
struct PanPrefetcherTests {
  private let photo = Photo.stub(id: "a")

  private func wish(_ x: Double?, of photo: Photo? = nil) -> PictureSpecification {
    PictureSpecification(
      photo: photo ?? self.photo, size: Size(columns: 8, rows: 4),
      region: x.map { PictureRegion(x: $0, y: 0, width: 0.1, height: 0.1) })
  }

  @Test func `a picture that is being made is not cancelled for the next`() {
    var chase = PanPrefetcher()
    #expect(chase.wishes(for: wish(0.1)) { _ in .loading } == [wish(0.1)])
    #expect(chase.wishes(for: wish(0.2)) { _ in .loading } == [wish(0.2), wish(0.1)])
    #expect(chase.wishes(for: wish(0.3)) { _ in .loading } == [wish(0.3), wish(0.1)])

    let first = wish(0.1)
    let after = chase.wishes(for: wish(0.4)) { $0 == first ? .ready : .loading }

    #expect(after == [wish(0.4)])
    #expect(chase.roughOnes(for: wish(0.4)) == [wish(nil), wish(0.1)])
  }

  @Test func `a picture that is there is the only request, and is shown until the next`() {
    var chase = PanPrefetcher()
    #expect(chase.wishes(for: wish(nil)) { _ in .ready } == [wish(nil)])
    #expect(chase.roughOnes(for: wish(nil)).isEmpty)

    #expect(chase.wishes(for: wish(0.5)) { _ in .loading } == [wish(0.5)])
    #expect(chase.roughOnes(for: wish(0.5)) == [wish(nil)])
  }

  @Test func `a picture is never shown in place of another photo's`() {
    var chase = PanPrefetcher()
    let other = Photo.stub(id: "b")
    _ = chase.wishes(for: wish(0.1)) { _ in .ready }
    _ = chase.wishes(for: wish(0.2)) { _ in .loading }

    #expect(chase.wishes(for: wish(0.2, of: other)) { _ in .loading } == [wish(0.2, of: other)])
    #expect(chase.roughOnes(for: wish(0.2, of: other)) == [wish(nil, of: other)])
  }

  @Test func `one that failed is not waited for`() {
    var chase = PanPrefetcher()
    _ = chase.wishes(for: wish(0.1)) { _ in .loading }

    #expect(chase.wishes(for: wish(0.2)) { _ in .absent } == [wish(0.2)])
    #expect(chase.roughOnes(for: wish(0.2)) == [wish(nil)])
  }
}
