import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryScreens
import GalleryTestSupport
import TerminalKit
import TerminalTestSupport
import Testing

/// The list of places, and the keys of the list that lead there.
struct PlacesScreenTests {
  private let repository = MemoryPlaces(
    recentSources: [
      RecentSource(text: "/home/ann/Pictures/2024", openedAt: Date(timeIntervalSince1970: 1_000)),
      RecentSource(text: "https://photos.example/feed"),
    ],
    bookmarks: [Bookmark(key: "p", text: "/home/ann/Pictures")])

  private final class Log {
    var opened: [String] = []
    var typed: [String] = []
  }
  private let log = Log()

  private let pictures = StubPictures()

  private final class Clock {
    var now = Date(timeIntervalSince1970: 1_030)
    let ticks = ManualAlarm()
  }
  private let clock = Clock()

  private func screen(
    _ reason: PlacesViewModel.Reason, cover: String? = nil,
    on navigator: Navigator = Navigator(noticeTicks: ManualAlarm())
  ) -> PlacesScreen {
    PlacesScreen(
      viewModel: PlacesViewModel(
        reason: reason, repository: repository, home: "/home/ann",
        emptyFolder: reason == .start ? "/home/ann/x" : nil,
        now: { [clock] in clock.now },
        cover: { $0.kind == .recent ? cover.flatMap(FileReference.init(path:)) : nil },
        open: { [log] text, _ in log.opened.append(text) },
        openSampleGallery: { [log] in log.opened.append("sample") },
        type: { [log] in log.typed.append($0) }, tell: { _ in }),
      context: ScreenContext(
        navigator: navigator,
        terminal: SurfaceTerminal(size: Size(columns: 80, rows: 24)), theme: .standard(),
        keys: .standard, pictures: pictures),
      ageTicks: clock.ticks)
  }

  /// The screen alone, drawn once.
  private func opened(_ reason: PlacesViewModel.Reason = .start) -> Navigator {
    let navigator = Navigator(noticeTicks: ManualAlarm())
    navigator.push(screen(reason, on: navigator))
    _ = lines(navigator)
    return navigator
  }

  private func lines(_ navigator: Navigator, columns: Int = 80, rows: Int = 24) -> [String] {
    let surface = navigator.draw(size: Size(columns: columns, rows: rows)).surface
    navigator.didShow()
    return (0..<rows).map(surface.line)
  }

  private func text(_ navigator: Navigator) -> String {
    lines(navigator).joined(separator: "\n")
  }

  private func frame(_ screen: PlacesScreen, columns: Int, rows: Int) -> [String] {
    let navigator = Navigator(noticeTicks: ManualAlarm())
    navigator.push(screen)
    return lines(navigator, columns: columns, rows: rows)
  }

  @Test func `ages go on while the screen is open`() {
    let navigator = opened()
    var frameCount = 0
    navigator.onNeedsDisplay = { frameCount += 1 }
    #expect(text(navigator).contains("just now"))

    clock.now += 180
    clock.ticks.advance(by: .seconds(60))
    expectEqual(frameCount, 1)
    #expect(text(navigator).contains("3 minutes ago"))
    clock.ticks.advance(by: .seconds(60))
    expectEqual(frameCount, 2)
  }

  @Test func `the start page has a line to type on, recent sources, and something to try`() {
    repository.summaries["/home/ann/Pictures/2024"] = SourceSummary(photoCount: 12_345)
    let lines = frame(screen(.start), columns: 60, rows: 16)

    #expect(lines[0].contains("Vitrine"))
    #expect(lines[2].hasPrefix(" No pictures found in ~/x ───"))
    #expect(lines[3].hasPrefix(" Open: a folder, a URL or a service"))
    #expect(lines[4].hasPrefix(" Bookmarks ───"))
    #expect(lines[5].hasPrefix("▌ p  ~/Pictures"))
    #expect(lines[6].hasPrefix(" Recent ───"))
    #expect(lines[7].hasPrefix("     ~/Pictures/2024"))
    #expect(lines[7].contains("just now"))
    #expect(lines[8].contains("https://photos.example/feed"))
    #expect(lines[10].contains("Sample gallery"))
    #expect(lines[11].contains("nasa:saturn"))
    #expect(lines[15].contains("q quit") || lines[15].contains("Esc quit"))
  }

  @Test func `higher rows say how many photos there were, beside a picture of them`() {
    repository.summaries["/home/ann/Pictures/2024"] = SourceSummary(photoCount: 12_345)
    let shown = screen(.start, cover: "/cache/one.png")
    let lines = frame(shown, columns: 80, rows: 30)

    #expect(lines.contains { $0.contains("  12,345 photos") && !$0.contains("2024") })
    #expect(pictures.visible.allSatisfy { $0.role == .cover })
    #expect(pictures.visible.contains { $0.photo.id == "/cache/one.png" })
  }

  @Test(arguments: [(120, 40), (80, 24), (40, 12)])
  func `the line to type on is as wide as the screen`(columns: Int, rows: Int) throws {
    let navigator = Navigator(noticeTicks: ManualAlarm())
    navigator.push(screen(.start))
    let surface = navigator.draw(size: Size(columns: columns, rows: rows)).surface
    let underlined = (0..<columns).filter {
      surface[$0, 3].style.attributes.contains(.underline)
    }

    #expect(try #require(underlined.first) <= 1)
    #expect(try #require(underlined.last) >= columns - 3)
  }

  @Test(arguments: usualSizes)
  func `nothing runs over, and the keys are there`(columns: Int, rows: Int) {
    let long = String(repeating: "夜景 a long name/", count: 20)
    _ = repository.setBookmark("b", to: "/home/ann/\(long)")
    for reason in [PlacesViewModel.Reason.start, .goTo] {
      let navigator = Navigator(noticeTicks: ManualAlarm())
      navigator.push(screen(reason))

      let surface = navigator.draw(size: Size(columns: columns, rows: rows)).surface
      expectFits(surface, keys: ["Enter open", reason == .start ? "Esc quit" : "Esc back"])
    }
  }

  @Test func `a place that another window removed leaves no row when another is opened`() {
    _ = repository.setBookmark("b", to: "/tmp")
    let navigator = opened(.goTo)
    #expect(text(navigator).contains("  p  "))
    repository.bookmarks.removeAll { $0.key == "p" }
    repository.recentSources = []

    navigator.handle(.enter)

    expectEqual(log.opened, ["/tmp"])
    #expect(!text(navigator).contains("  p  "))
  }

  @Test func `over a list it doesn't say why`() {
    #expect(frame(screen(.goTo), columns: 60, rows: 16)[2].hasPrefix(" Open ───"))
  }

  @Test func `a small terminal keeps the rows`() {
    let lines = frame(screen(.start), columns: 40, rows: 12)
    #expect(lines.contains { $0.contains("~/Pictures/2024") })
    expectEqual(lines.last?.contains("open"), true)
  }

  @Test func `a slash, a tilde and a paste begin a source; Enter on the line begins an empty one`()
  {
    let navigator = opened()
    for key in [Key.character("/"), .character("~"), .home, .enter] { navigator.handle(key) }
    navigator.handle(paste: "https://photos.example/feed\n")

    expectEqual(log.typed, ["/", "~", "", "https://photos.example/feed"])
    #expect(log.opened.isEmpty)
  }

  @Test func `a long address is pasted whole`() {
    let navigator = opened()
    let address = "https://photos.example/feed?signature=" + String(repeating: "s", count: 2_000)
    navigator.handle(paste: address)

    expectEqual(log.typed, [address])
  }

  @Test func `removing is offered only where it can be done`() {
    let navigator = opened()
    func keyLine() -> String { lines(navigator)[23] }

    #expect(keyLine().contains("remove"))
    navigator.handle(.home)
    #expect(!keyLine().contains("remove"))
    navigator.handle(.end)
    #expect(!keyLine().contains("remove"))
    navigator.handle(.character("x"))
    expectEqual(repository.bookmarks.count, 1)
  }

  @Test func `a bookmark is removed after a question, a recent source at once`() {
    let navigator = opened()
    func text() -> String { self.text(navigator) }

    navigator.handle(.character("x"))
    #expect(text().contains("Remove this bookmark?"))
    #expect(text().contains("p: ~/Pictures"))
    navigator.handle(.character("n"))
    expectEqual(repository.bookmarks.count, 1)
    navigator.handle(.character("x"))
    navigator.handle(.character("y"))
    expectEqual(repository.bookmarks.count, 0)
    #expect(text().contains("~/Pictures/2024"))
    navigator.handle(.character("x"))
    #expect(!text().contains("~/Pictures/2024"))
  }

  @Test func `letters open bookmarks, other keys move and open`() {
    let navigator = opened(.goTo)
    for key in [Key.character("p"), .character("z"), .character("j"), .enter, .end, .enter] {
      navigator.handle(key)
    }
    expectEqual(log.opened, ["/home/ann/Pictures", "/home/ann/Pictures/2024", "sample"])
    navigator.handle(.escape)
    #expect(navigator.screens.isEmpty)
  }

  // MARK: From the list

  private final class Sources: SourceNavigation {
    let bookmark: String?
    var searchedSource: String? { bookmark }
    let noBookmarkReason = PlacesText.noSource
    let canGoUp = true
    private let places: PlacesScreen
    private let wentUp: (Photo?) -> Void

    init(bookmark: String?, places: PlacesScreen, wentUp: @escaping (Photo?) -> Void) {
      self.bookmark = bookmark
      self.places = places
      self.wentUp = wentUp
    }

    func goUp(selecting photo: Photo?) -> String? {
      wentUp(photo)
      return "Already at the top folder"
    }

    func makePlacesScreen() -> PlacesScreen { places }
  }

  /// A list, and the photos from which the folder above was asked for.
  private func list(of source: String? = "/shoot") -> (GalleryRun, Log) {
    let ups = Log()
    let run = GalleryRun(
      Photo.four,
      extraCommands: { run in
        PlacesCommands(
          repository: repository,
          sources: Sources(bookmark: source, places: screen(.goTo)) {
            ups.opened.append($0?.id ?? "")
          }, context: run.context
        ).commands
      })
    return (run, ups)
  }

  @Test func `a source is bookmarked under a free letter`() {
    let (run, _) = list()
    run.type("mmj")
    #expect(run.line(23).contains("j is a command there"))
    run.press(.backspace)
    run.type("s")
    run.press(.enter)

    #expect(run.line(23).contains("Bookmarked as s · press ' s to return"))
    expectEqual(repository.bookmarks.last, Bookmark(key: "s", text: "/shoot"))
    repository.isFull = true
    run.type("mma")
    run.press(.enter)
    #expect(run.line(23).contains("Not saved"))
  }

  @Test func `a filter and an order are saved under a name, after a question if it is taken`() {
    let (run, _) = list()
    run.type("ms")
    #expect(run.line(23).contains("Nothing to save: filter, sort or group"))

    run.type("&-moose")
    run.press(.enter)
    run.type("msa/b")
    #expect(run.line(23).contains("A name has letters, digits"))
    for _ in 0..<3 { run.press(.backspace) }
    run.type("no-moose")
    run.press(.enter)
    #expect(run.line(23).contains("Saved as library:no-moose · ' lists it"))
    expectEqual(
      repository.savedSearches,
      [
        SavedSearch(
          name: "no-moose", text: "/shoot", filter: FilterText.reading("-moose").expression)
      ])

    // The same once more needs no question.
    run.type("msno-moose")
    run.press(.enter)
    #expect(run.line(23).contains("Saved as library:no-moose"))
    run.type("&bog")
    run.press(.enter)
    run.type("msno-moose")
    run.press(.enter)
    #expect(run.screen.contains("no-moose is another search: -moose"))
    run.type("n")
    expectEqual(repository.savedSearches.first?.filter.description, "-moose")
    run.type("msno-moose")
    run.press(.enter)
    run.type("y")
    expectEqual(repository.savedSearches.first?.filter.description, "-moose bog")

    repository.isFull = true
    run.type("msbogs")
    run.press(.enter)
    #expect(run.line(23).contains("Not saved"))
  }

  @Test func `a source that can't be opened again can't be bookmarked, nor its searches saved`() {
    let (run, _) = list(of: nil)
    run.type("&bog")
    run.press(.enter)
    run.type("ms")
    #expect(run.line(23).contains("can't be saved"))
    run.type("mm")
    #expect(run.line(23).contains("can't be bookmarked"))
  }

  @Test func `the key opens a bookmark, and asks first if photos are selected`() {
    let (run, ups) = list()
    run.type("'")
    #expect(run.line(0).contains("Go to"))
    run.type("p")
    expectEqual(log.opened, ["/home/ann/Pictures"])

    // Looking at the places costs no selection; going to one does.
    let (other, _) = list()
    other.type("t'")
    #expect(other.line(0).contains("Go to"))
    other.type("p")
    #expect(other.screen.contains("The selection of 1 photo will be lost"))
    other.type("n")
    expectEqual(log.opened.count, 1)
    other.type("py")
    expectEqual(log.opened.count, 2)
    #expect(ups.opened.isEmpty)
  }

  @Test func `the folder above opens with the photo in focus, or a notice says why not`() {
    let (run, ups) = list()
    run.type("jh")
    expectEqual(ups.opened, [Photo.four[1].id])
    #expect(run.line(23).contains("Already at the top folder"))
  }
}
