import ExpectationSupport
import Foundation
import GalleryDomain
import GalleryPresentation
import GalleryScreens
import GalleryStore
import Logging
import PseudoTerminalSupport
import Testing

@testable import vitrine

extension InterfaceTests {
  /// Where the program starts, how it switches between sources, and what it remembers about them.
  struct PlacesTests {
    private let folder: ScratchFolder
    private let state: ScratchFolder

    init() throws {
      folder = ScratchFolder()
      state = ScratchFolder()
      for name in ["shoot/lakes/a.jpg", "shoot/lakes/b.jpg", "shoot/c.jpg", "other/d.jpg"] {
        try folder.addPicture("aurora.jpg", as: name)
      }
      try folder.makeFolder("empty/x/y")
    }

    private func started(
      _ arguments: String, in directory: String = "/", showing text: String
    ) throws -> GallerySession {
      try GallerySession.started(
        arguments, environment: ["XDG_STATE_HOME": state.path], columns: 120,
        directory: folder.path(directory), showing: text)
    }

    private func run(_ line: String) throws -> CommandResult {
      try CommandResult(line, environment: ["XDG_STATE_HOME": state.path])
    }

    @Test func `what several programs keep at the same time is all kept`() async {
      let programs = (0..<4).map { _ in Places(folder: state.path) }
      let keys = "abcdefghijklmnopqrstuvwxyz".map { $0 }

      DispatchQueue.concurrentPerform(iterations: keys.count) { number in
        let program = programs[number % programs.count]
        #expect(program.setBookmark(keys[number], to: "/\(number)"))
        if number < 16 { program.add("/\(number)") }
      }
      for program in programs { await program.finishWriting() }

      expectEqual(programs[0].bookmarks.map(\.key), keys)
      expectEqual(programs[0].recentSources.count, 16)
    }

    @Test func `without arguments it opens the current folder, with its subfolders as sections`()
      throws
    {
      let gallery = try started("", in: "shoot", showing: "/3 ")
      try gallery.wait(for: " shoot ──")
      try gallery.send("]", showing: " lakes ──")
      try gallery.wait(for: "lakes/a.jpg")

      // Up to the parent folder, where the photo keeps the focus; `other` is there, too.
      try gallery.send("h", showing: "/4 ")
      try gallery.wait(for: "shoot/lakes/a.jpg")
      try gallery.leave()
    }

    @Test func `a source is typed on the start screen, and again if it can't be opened`() throws {
      let gallery = try started("", in: "empty", showing: "Open: a folder, a URL or a service")
      try gallery.send("/nowhere\r", showing: "no such file or folder: /nowhere")
      gallery.send("\u{15}\(folder.path("oth"))\t")
      try gallery.wait(for: "\(folder.path("other"))/")
      try gallery.send("\r", showing: "/1 ")
      try gallery.leave()

      // What was known of it when it was left; the folder itself is not looked at.
      try FileManager.default.removeItem(atPath: folder.path("other"))
      let start = try started("", in: "empty", showing: "Recent")
      try start.wait(for: "1 photo")
      try start.leave()
    }

    @Test func `summaries of sources are kept`() {
      let places = Places(folder: state.path)
      let cover = FileReference(path: "/a b/c.jpg")
      places.keep(SourceSummary(photoCount: 7, cover: cover), of: "/a b")
      expectEqual(places.summaries["/a b"]?.cover, cover)
      places.keep(SourceSummary(cover: FileReference(path: [0x2F, 0xFF])), of: "nasa:sun")
      places.keep(SourceSummary(photoCount: 8), of: "/a b")
      expectEqual(
        places.summaries, ["/a b": SourceSummary(photoCount: 8), "nasa:sun": SourceSummary()])
    }

    /// A name of a folder may have several blanks, and several folders are long.
    @Test func `sources are opened again by the same bytes`() async {
      let places = Places(folder: state.path)
      let long =
        "folders:"
        + (1...9).map { "/\($0)" + String(repeating: "x", count: 110) }
        .joined(separator: ":")
      let texts = ["/odd  3", "/trail ", long, "/\u{1F468}\u{200D}\u{1F469}"]
      for (key, text) in zip("abcd", texts) {
        #expect(places.setBookmark(key, to: text))
        places.add(text)
        #expect(places.save(SavedSearch(name: "s\(key)", text: text)))
        places.keep(SourceSummary(photoCount: 1), of: text)
      }

      await places.finishWriting()
      let again = Places(folder: state.path)
      expectEqual(again.bookmarks.map(\.text), texts)
      expectEqual(again.recentSources.map(\.text), texts.reversed())
      expectEqual(again.savedSearches.map(\.text), texts)
      expectEqual(Set(again.summaries.keys), Set(texts))
      expectEqual(
        Places.text(
          of: .folders((1...9).compactMap { FileReference(path: "/\($0)") }), argument: long),
        "folders:/1:/2:/3:/4:/5:/6:/7:/8:/9")
    }

    @Test func `saved searches are kept by name`() {
      let places = Places(folder: state.path)
      let search = SavedSearch(
        name: "best-of-2024", text: "/a b",
        filter: FilterText.reading(#"camera:"a\"b" rating:>=4 -draft"#).expression,
        sort: PhotoSort(name: "-date"), grouping: .month)
      let other = SavedSearch(name: "É", text: "nasa:sun", sort: PhotoSort(name: "title"))
      #expect(places.save(other) && places.save(search))
      expectEqual(Places(folder: state.path).savedSearches, [search, other])

      #expect(places.forget(search: "É"))
      expectEqual(places.savedSearches, [search])
      expectEqual(Places(folder: nil).savedSearches, [])
      #expect(!Places(folder: nil).save(search))
    }

    @Test func `a filter and an order are saved under a name, and opened again with it`() throws {
      let gallery = try started("'\(folder.path("shoot"))'", showing: "/3 ")
      try gallery.send("&path:lakes\r", showing: "2 of 3")
      try gallery.send("s", showing: "name")
      try gallery.send("n", showing: "by file name")
      try gallery.send("mslakes\r", showing: "Saved as library:lakes")
      try gallery.send("r'", showing: "Saved searches")
      try gallery.wait(for: "path:lakes · by file name ·")
      try gallery.send("q", showing: "2 of 3")
      try gallery.leave()
    }

    @Test func `a saved search is listed, and what is asked for comes on top of it`() throws {
      let places = Places(folder: "\(state.path)/vitrine")
      #expect(
        places.save(
          SavedSearch(
            name: "lakes", text: folder.path("shoot"),
            filter: FilterText.reading("path:lakes").expression, sort: PhotoSort(name: "-name"))))
      func list(_ arguments: String) throws -> CommandResult {
        try run("vitrine list \(arguments)")
      }

      expectEqual(try list("library:lakes").ids, ["lakes/b.jpg", "lakes/a.jpg"])
      expectEqual(try list("library:lakes --sort name").ids, ["lakes/a.jpg", "lakes/b.jpg"])
      expectEqual(try list("library:lakes --filter path:b.jpg").ids, ["lakes/b.jpg"])
      let unknown = try list("library:rivers")
      unknown.expect(
        status: 1, errors: ["vitrine: no saved search or collection 'rivers'; there are: lakes"])

      let site = ScratchFolder()
      let feed = try run("vitrine feed library:lakes -o '\(site.path)/feed'")
      expectEqual(feed.status, 0)
      let text = try String(contentsOfFile: "\(site.path)/feed/feed.json", encoding: .utf8)
      #expect(text.contains("lakes/a.jpg") || text.contains(#""name":"a""#))
      #expect(!text.contains("c.jpg"))

      let gallery = try started("library:lakes", showing: "2 of 3")
      try gallery.wait(for: " lakes ")
      // Another filter is not the search's: it is there again the next time.
      gallery.send("\u{1B}")
      try gallery.wait(for: "all photos") { screen in
        (0..<2).contains { screen.text(row: $0).contains("/3 ") }
          && !(0..<2).contains { screen.text(row: $0).contains("2 of 3") }
      }
      try gallery.leave()
      try started("--last", showing: "2 of 3").leave()
    }

    @Test func `several folders are one of the recent sources, and are searched under a name`()
      throws
    {
      let lakes = folder.path("shoot/lakes")
      let gallery = try started("shoot/lakes/ other", showing: "/3 ")
      try gallery.send("&path:a.jpg\r", showing: "1 of 3")
      try gallery.send("msfirst\r", showing: "Saved as library:first")
      try gallery.send("mmz\r", showing: "Bookmarked as z")
      try gallery.leave()
      let text = "folders:\(lakes):\(folder.path("other"))"
      let places = Places(folder: "\(state.path)/vitrine")
      expectEqual(places.recentSources.map(\.text), [text])
      expectEqual(places.bookmarks, [Bookmark(key: "z", text: text)])
      #expect(places.setBookmark("z", to: nil))

      // From anywhere, and one of them may be gone by then.
      let start = try started("", in: "empty", showing: "/shoot/lakes, ")
      try start.wait(for: "path:a.jpg ·")
      try start.send("j\r", showing: "/3 ")
      try start.wait(for: "lakes, other")
      try start.leave()
      try started("--last --fresh", in: "empty", showing: "/3 ").leave()
      func ids(_ source: String) throws -> [String] { try run("vitrine list '\(source)'").ids }
      expectEqual(try ids("library:first"), ["shoot/lakes/a.jpg"])
      expectEqual(try ids(text), ["shoot/lakes/a.jpg", "shoot/lakes/b.jpg", "other/d.jpg"])
      expectEqual(try ids("folders:exec\\:ls:\(lakes)"), [])
      expectEqual(try ids("folders:"), [])
    }

    @Test func `the key of feeds is kept, readable only by its user, and not given up in silence`()
      throws
    {
      let key = try Places(folder: state.path).feedKey()
      expectEqual(key.count, 64)
      try expectEqual(Places(folder: state.path).feedKey(), key)
      let attributes = try FileManager.default.attributesOfItem(atPath: state.path("state.sqlite"))
      expectEqual(attributes[.posixPermissions] as? Int, 0o600)

      #expect(throws: Complaint.self) {
        try Places(folder: folder.path("shoot/c.jpg")).feedKey()
      }
      #expect(try Places(folder: nil).feedKey() != key)
    }

    @Test(arguments: [
      ["/a", "/b c"], ["/a:b", "/c\\d", "/e\\:"], ["/ü\u{301}"],
      ["/t:\u{301}x", "/a\\\u{200D}b", "/\u{301}:"],
    ])
    func `folders are one text, and are found in it again`(folders: [String]) {
      let text = RecentSource.text(ofFolders: folders)
      expectEqual(RecentSource.folders(inText: text), folders)
      expectEqual(RecentSource.folders(inText: "./\(text)"), nil)
    }

    @Test func `a saved search runs no program`() throws {
      try state.write(
        "evil\t\tname\t\texec:touch \(state.path)/run\n", to: "vitrine/searches")
      let result = try run("vitrine list library:evil")

      result.expect(
        status: 1,
        errors: ["vitrine: a saved search runs no program; open it from the command line"])
      #expect(!FileManager.default.fileExists(atPath: "\(state.path)/run"))
    }

    @Test func `without pictures it shows the start screen`() throws {
      try started("'\(folder.path("other"))'", showing: "/1 ").leave()

      let gallery = try started("", in: "empty", showing: "Sample gallery")
      try gallery.wait(for: "/other")
      try gallery.wait(for: "just now")
      try gallery.send("\r", showing: "/1 ")
      try gallery.send("mmo\r", showing: "Bookmarked as o")
      try gallery.send("'", showing: "Bookmarks")
      gallery.send("G\r")
      try gallery.wait(for: SampleGallery.firstTitle)
      try gallery.send("'o", showing: "/1 ")
      try gallery.leave()

      let last = try started("--last", in: "empty", showing: "/1 ")
      try last.leave()
      let start = try started("", in: "empty", showing: "Bookmarks")
      try start.leave()
    }

    @Test func `if nothing was opened before --last says so`() throws {
      let result = try run("vitrine --last")

      result.expect(status: 1, errors: ["vitrine: --last: nothing was opened before"])
    }

    // MARK: Standard input

    @Test(arguments: ["-print", "-print0"])
    func `photos are selected among files that another program lists`(_ action: String) throws {
      let output = folder.path("out")
      let gallery = try GallerySession.started(
        "--select - < <(find \(folder.path("shoot")) -type f \(action)) > \(output)",
        environment: ["XDG_STATE_HOME": state.path], showing: "/3 ")

      try gallery.leave("G\r")
      let chosen = String(decoding: try folder.read("out"), as: UTF8.self)
      #expect(chosen.hasPrefix(folder.path("shoot")))
      #expect(chosen.hasSuffix(".jpg\n"))
    }

    @Test func `without another program - says what it reads`() throws {
      let gallery = try GallerySession(
        "-", environment: ["XDG_STATE_HOME": state.path])

      try expectEqual(gallery.shell.status(), 1)
      gallery.terminal.readAvailable()
      #expect(
        String(decoding: gallery.terminal.output, as: UTF8.self)
          .contains("- reads paths from standard input"))
    }

    // MARK: Remembered views

    @Test func `a source is shown as it was last viewed, and --fresh ignores that once`() throws {
      let path = "'\(folder.path("shoot"))'"
      let first = try started(path, showing: "/3 ")
      try first.send("sn", showing: "name ↑")
      try first.send("sn", showing: "name ↓")
      try first.send("\t", showing: "┏")
      try first.send("l", showing: "lakes › b.jpg")
      try first.leave()

      let second = try started(path, showing: "name ↓")
      try second.wait(for: "┏")
      try second.wait(for: "lakes › b.jpg")
      try second.leave()

      let fresh = try started("--fresh \(path)", showing: "shoot › c.jpg")
      #expect(!fresh.shows("name ↓") && !fresh.shows("┏"))
      try fresh.leave()
    }

    @Test func `a filter is remembered and shown, and the command line takes precedence`() throws {
      let path = "'\(folder.path("shoot"))'"
      let first = try started("--filter path:lakes \(path)", showing: "path:lakes")
      try first.wait(for: "2 of 3")
      try first.leave()

      let second = try started(path, showing: "path:lakes")
      second.send("\u{1B}")
      try second.waitUntilGone("path:lakes")
      try second.leave()
      let third = try started("--filter ext:jpg --sort=-path \(path)", showing: "ext:jpg")
      try third.leave()
    }

    @Test func `without its subfolders a folder shows only its own pictures`() throws {
      let gallery = try started("--no-recursive '\(folder.path("shoot"))'", showing: "/1 ")
      try gallery.leave()
    }
  }
}

/// What is remembered about sources.
struct ViewMemoryTests {
  private let folder: ScratchFolder
  private let memory: ViewMemory

  init() throws {
    folder = ScratchFolder()
    memory = ViewMemory(state: Self.state(folder.path))
  }

  private static func state(_ folder: String?) -> SQLiteStateStore {
    SQLiteStateStore(
      folder: folder, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  @Test func `stored views are read again, for each source`() {
    var state = ListViewState()
    state.photo = "a/ä b=c.jpg"
    state.layout = .grid
    state.sort = PhotoSort(.size, isDescending: true)
    state.grouping = .month
    state.appearance.rowHeight = .compact
    state.appearance.pictureSize = .large
    state.appearance.listShare = 0.4
    state.filter = FilterReading("camera:\"eos 5d\" size:>5MB -is:rejected").expression
    memory.keep(state, of: "folder /a")
    memory.keep(ListViewState(), of: "folder /b")

    expectEqual(memory.view(of: "folder /a"), state)
    expectEqual(memory.view(of: "folder /b"), ListViewState())
    expectEqual(memory.view(of: "folder /c"), ListViewState())
    expectEqual(ViewMemory(state: nil).view(of: "folder /a"), ListViewState())
  }

  @Test func `a setting of the layout holds until the user has chosen one`() {
    var setting = ListAppearance()
    setting.firstLayout = .grid
    var state = memory.view(of: "folder /a", else: setting)
    expectEqual(state.layout, nil)
    expectEqual(state.appearance.firstLayout, .grid)

    memory.keep(state, of: "folder /a")
    expectEqual(memory.view(of: "folder /a").appearance.firstLayout, .list)
    expectEqual(memory.view(of: "folder /a", else: setting).layout, nil)

    state.layout = .list
    memory.keep(state, of: "folder /a")
    expectEqual(memory.view(of: "folder /a", else: setting).layout, .list)
  }

  @Test func `a photo that is opened by its name is hidden by no filter that was remembered`()
    throws
  {
    let reference = try #require(FileReference(path: folder.path))
    var state = ListViewState()
    state.filter = FilterText.reading("rating:>=4").expression
    state.sort = PhotoSort(.date)
    memory.keep(state, of: "folder /a")

    let whole = memory.view(of: Place(source: .folder(reference)), "folder /a")
    expectEqual(whole.filter, state.filter)
    expectEqual(whole.formerFilter, nil)
    let named = memory.view(of: Place(source: .picture("a.jpg", folder: reference)), "folder /a")
    expectEqual(named.filter, .everything)
    expectEqual(named.formerFilter, state.filter)
    expectEqual(named.sort, state.sort)
    // From the folder below it, whose photo has the focus.
    var above = Place(source: .picture("b/a.jpg", folder: reference))
    above.keepsFilter = true
    expectEqual(memory.view(of: above, "folder /a").filter, state.filter)
  }

  @Test func `five hundred sources are remembered, the least recently viewed are forgotten`() {
    for number in 0..<505 {
      var view = ListViewState()
      view.photo = "\(number)"
      memory.keep(view, of: "\(number)")
    }

    let kept = (0..<505).filter { memory.view(of: "\($0)").photo != nil }
    expectEqual(kept, Array(5..<505))
  }
}

extension InterfaceTests.PlacesTests {
  @Test func `places are listed, a line each; those of a damaged file are an error`() async throws {
    let state = ScratchFolder()
    let places = Places(folder: state.path("vitrine")) {
      Date(timeIntervalSince1970: 1_800_000_000)
    }
    #expect(places.setBookmark("b", to: "/b c"))
    places.add("openverse:a")
    let filter = FilterText.reading("rating:>=4").expression
    #expect(
      places.save(
        SavedSearch(name: "best", text: "/b c", filter: filter, sort: PhotoSort(name: "-date"))))
    await places.finishWriting()
    let environment = ["XDG_STATE_HOME": state.path, "TZ": "UTC"]

    let listed = try CommandResult("vitrine places", environment: environment)
    listed.expect(lines: [
      "bookmark\tb\t/b c", "recent\t2027-01-15T08:00:00Z\topenverse:a",
      "search\tbest\t/b c\trating:>=4\t-date\t",
    ])
    let empty = try CommandResult(
      "vitrine places", environment: ["XDG_STATE_HOME": state.path("none")])
    empty.expect(text: "")
    #expect(!FileManager.default.fileExists(atPath: state.path("none")))

    try state.write("garbage", to: "damaged/vitrine/state.sqlite")
    let damaged = try CommandResult(
      "vitrine places", environment: ["XDG_STATE_HOME": state.path("damaged")])
    expectEqual(damaged.status, 1)
    expectEqual(damaged.errorLines.count, 1)
    #expect(damaged.errorText.contains("state.sqlite is damaged, and is left as it is"))
    try expectEqual(state.read("damaged/vitrine/state.sqlite"), Array("garbage".utf8))
  }
}
