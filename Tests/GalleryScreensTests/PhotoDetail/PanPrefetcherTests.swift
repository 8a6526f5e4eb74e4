import ExpectationSupport
import GalleryPresentation
import GalleryTestSupport
import PictureProtocol
import TerminalKit
import Testing

@testable import GalleryScreens

/// The requests while the user moves faster than pictures arrive.
struct PanPrefetcherTests {
  private let photo = Photo.stub(id: "a")

  private func specification(_ x: Double?, of photo: Photo? = nil) -> PictureSpecification {
    var specification = PictureSpecification(
      photo: photo ?? self.photo, size: Size(columns: 8, rows: 4))
    specification.look.region = x.map { PictureRegion(x: $0, y: 0, width: 0.1, height: 0.1) }
    return specification
  }

  @Test func `a picture that is being made is not cancelled for the next`() {
    var chase = PanPrefetcher()
    expectEqual(
      chase.specifications(for: specification(0.1)) { _ in .loading }, [specification(0.1)])
    expectEqual(
      chase.specifications(for: specification(0.2)) { _ in .loading },
      [
        specification(0.2), specification(0.1),
      ])
    expectEqual(
      chase.specifications(for: specification(0.3)) { _ in .loading },
      [
        specification(0.3), specification(0.1),
      ])

    let first = specification(0.1)
    let after = chase.specifications(for: specification(0.4)) { $0 == first ? .ready : .loading }

    expectEqual(after, [specification(0.4)])
    expectEqual(chase.roughOnes(for: specification(0.4)), [specification(nil), specification(0.1)])
  }

  @Test func `a picture that is there is the only request, and is shown until the next`() {
    var chase = PanPrefetcher()
    expectEqual(chase.specifications(for: specification(nil)) { _ in .ready }, [specification(nil)])
    #expect(chase.roughOnes(for: specification(nil)).isEmpty)

    expectEqual(
      chase.specifications(for: specification(0.5)) { _ in .loading }, [specification(0.5)])
    expectEqual(chase.roughOnes(for: specification(0.5)), [specification(nil)])
  }

  @Test func `a picture is never shown in place of another photo's`() {
    var chase = PanPrefetcher()
    let other = Photo.stub(id: "b")
    _ = chase.specifications(for: specification(0.1)) { _ in .ready }
    _ = chase.specifications(for: specification(0.2)) { _ in .loading }

    expectEqual(
      chase.specifications(for: specification(0.2, of: other)) { _ in .loading },
      [
        specification(0.2, of: other)
      ])
    expectEqual(
      chase.roughOnes(for: specification(0.2, of: other)), [specification(nil, of: other)])
  }

  @Test func `one that failed is not waited for`() {
    var chase = PanPrefetcher()
    _ = chase.specifications(for: specification(0.1)) { _ in .loading }

    expectEqual(
      chase.specifications(for: specification(0.2)) { _ in .absent }, [specification(0.2)])
    expectEqual(chase.roughOnes(for: specification(0.2)), [specification(nil)])
  }
}
