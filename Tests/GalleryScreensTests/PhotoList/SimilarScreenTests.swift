import ExpectationSupport
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

@testable import GalleryScreens

/// `~`, `(` and `)`: what users see and type.
struct SimilarScreenTests {
  /// A folder of ten photos; each distance more finds one more photo that looks like any of them.
  private func folder(
    columns: Int = 80, rows: Int = 24, comparesPictures: Bool = true
  ) -> (GalleryRun, ScriptedService) {
    let service = ScriptedService()
    service.capabilities.isReadWhole = true
    service.capabilities.holdsOwnFiles = comparesPictures
    service.capabilities.comparesPictures = comparesPictures
    service.answer = { request in
      var photos = (1...10).map { Photo(id: "sea/\($0).jpg", name: "Photo \($0)") }
      if let similar = request.query.similarTo {
        photos = Array(photos.filter { $0.id != similar.id }.prefix(similar.distance / 2))
        photos.insert(Photo(id: similar.id, name: "The one"), at: 0)
      }
      return .success(PhotoPage(photos: photos, totalCount: photos.count))
    }
    return (GalleryRun(service: service, columns: columns, rows: rows), service)
  }

  @Test func `the header says to which photo, and Esc goes back to it`() {
    let (run, _) = folder()
    run.type("jj~")

    #expect(run.line(0).contains("Similar to 3.jpg"))
    #expect(run.line(0).contains("within 10 of 64"))
    #expect(run.line(0).contains("6 photos"))
    #expect(run.screen.contains("The one"))
    #expect(run.line(23).contains("( closer"))
    #expect(run.line(23).contains(") wider"))

    run.press(.escape)
    #expect(!run.line(0).contains("Similar"))
    #expect(!run.line(23).contains("wider"))
    run.type("~")
    #expect(run.line(0).contains("Similar to 3.jpg"))
  }

  @Test func `brackets narrow and widen what is similar`() {
    let (run, service) = folder(columns: 40, rows: 12)
    run.type("~))")
    #expect(run.line(0).contains("within 14 of 64 · Similar"))
    #expect(run.line(0).contains("8 photos"))
    run.type("(((")
    #expect(run.line(0).contains("within 8 of 64 · Similar"))
    #expect(run.line(0).contains("5 photos"))

    run.press(.escape)
    let count = service.queries.count
    run.type("(")
    expectEqual(service.queries.count, count)
    #expect(run.screen.contains("Press ~ first to find simi"))
  }

  @Test func `on a photo it goes back to the list`() {
    let (run, _) = folder()
    run.type("j")
    run.press(.enter)
    run.type("~")

    #expect(run.line(0).contains("Similar to 2.jpg"))
    run.press(.escape)
    #expect(run.line(0).contains("10 photos"))
  }

  @Test func `while pictures are looked at the header counts them, and Esc stops`() {
    let (run, service) = folder()
    service.answer = nil
    run.type("~")
    service.announce(
      SourceProgress(
        photoCount: 2_500, completedSteps: 2_500, knownSteps: 10_000, isComplete: false,
        activity: .comparing))

    #expect(run.line(0).contains("comparing"))
    #expect(service.isAwaited)
    run.press(.escape)
    #expect(!run.line(0).contains("comparing"))
    #expect(!service.isAwaited)
  }

  @Test func `other sources say why nothing is found`() {
    let (run, service) = folder(comparesPictures: false)
    run.type("~")

    #expect(run.screen.contains("Only pictures in folders on this computer are compared"))
    #expect(service.queries.allSatisfy { $0.query.similarTo == nil })
  }
}
