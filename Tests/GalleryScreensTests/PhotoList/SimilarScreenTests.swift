import ExpectationSupport
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

@testable import GalleryScreens

/// `~`: what users see and type.
struct SimilarScreenTests {
  /// A folder of ten photos, five of which look like any other.
  private func folder() -> GalleryRun {
    let service = ScriptedService()
    service.capabilities.isReadWhole = true
    service.capabilities.holdsOwnFiles = true
    service.answer = { request in
      var photos = (1...10).map { Photo(id: "sea/\($0).jpg", name: "Photo \($0)") }
      if let similar = request.query.similarTo {
        photos = Array(photos.filter { $0.id != similar }.prefix(5))
        photos.insert(Photo(id: similar, name: "The one"), at: 0)
      }
      return .success(PhotoPage(photos: photos, totalCount: photos.count))
    }
    return GalleryRun(service: service)
  }

  @Test func `the header says to which photo, and Esc goes back to it`() {
    let run = folder()
    run.type("jjgs")

    #expect(run.line(0).contains("similar to 3.jpg"))
    #expect(run.line(0).contains("/6 "))
    #expect(run.screen.contains("The one"))

    run.press(.escape)
    #expect(!run.line(0).contains("Similar"))
    run.type("gs")
    #expect(run.line(0).contains("similar to 3.jpg"))
  }

  @Test func `on a photo it goes back to the list`() {
    let run = folder()
    run.type("j")
    run.press(.enter)
    run.type("gs")

    #expect(run.line(0).contains("similar to 2.jpg"))
    run.press(.escape)
    #expect(run.line(0).contains("/10 "))
  }
}
