import ExpectationSupport
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

@testable import GalleryScreens

/// Menus of what may follow a key, and what is known under other words.
struct PrefixMenuTests {
  private func folder() -> GalleryRun {
    let service = ScriptedService(own: Photo.four)
    return GalleryRun(service: service, columns: 80, rows: 24)
  }

  @Test(arguments: [("g", "go to"), ("S", "selection"), ("Z", "list width")])
  func `a menu is titled by what it holds`(_ key: String, _ title: String) {
    let run = folder()

    run.type(key)

    #expect(run.screen.contains("┌ \(title) ─"))
  }

  @Test func `i opens the photo with its information, and the help finds it by exif`() {
    let (run, other) = (folder(), folder())
    run.type("i")
    other.press(.enter)
    other.type("i")
    expectEqual(run.screen, other.screen)
    run.type("q")
    run.type("?exif")
    expectEqual(run.selectedLine?.contains("information"), true)
  }

  @Test func `i opens no photo that isn't for sale`() {
    let run = GalleryRun(Photo.four)
    run.type("jj")
    run.type("i")
    #expect(run.screen.contains("This item is not for sale"))
  }
}
