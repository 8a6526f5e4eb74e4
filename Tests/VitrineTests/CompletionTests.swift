import ExpectationSupport
import Foundation
import GalleryData
import GalleryDomain
import PseudoTerminalSupport
import Testing

@testable import vitrine

/// Completions for the command line.
struct CompletionTests {
  private func complete(
    _ words: String..., context: CommandLineCompletion.Context = .init()
  ) -> CommandLineCompletion {
    CommandLineCompletion(words, context)
  }

  private func words(_ words: String...) -> [String] {
    CommandLineCompletion(words, .init()).candidates.map(\.word)
  }

  @Test func `an empty command line offers commands, recent sources and presets, and files`() {
    var context = CommandLineCompletion.Context()
    context.recentSources = ["openverse:lighthouse"]

    let completion = complete("", context: context)

    let offered = completion.candidates.map(\.word)
    expectEqual(
      offered,
      [
        "browse", "list", "show", "sheet", "feed", "orders", "cache", "library", "similar", "keys",
        "sources", "doctor", "help",
        "openverse:lighthouse", "rss:", "exec:",
      ])
    guard case .named(let extensions) = completion.files else {
      Issue.record("no files")
      return
    }
    #expect(Set(["jpg", "webp", "json", "xml"]).isSubset(of: extensions))
  }

  @Test func `options are those of the command, or of browse without a command`() {
    expectEqual(words("--se"), ["--select"])
    expectEqual(words("list", "--l"), ["--limit"])
    expectEqual(words("~/Pictures", "--req"), ["--required"])
    expectEqual(words("cache", "clear", "--a"), ["--all"])
    #expect(words("list", "--sel").isEmpty)
    #expect(words("-").contains("--select"))
    #expect(words("--", "--se").isEmpty)
  }

  @Test func `values of an option follow it or its equals sign`() {
    expectEqual(words("--graphics", ""), ["auto", "kitty", "sixel", "iterm2", "symbols", "none"])
    expectEqual(words("--graphics=s"), ["--graphics=sixel", "--graphics=symbols"])
    expectEqual(
      words("list", "--sort", ""),
      [
        "date", "title", "price", "camera", "rating", "label", "name", "size", "path",
      ])
    expectEqual(words("list", "--sort", "-d"), ["-date"])
    expectEqual(words("feed", "--order-delivery", "d"), ["download", "download,print"])
    expectEqual(words("list", "--limit", "3", "--js"), ["--json"])
  }

  @Test func `a filter is completed at its end`() {
    expectEqual(words("--filter", "camera:nikon pr"), ["camera:nikon price:"])
    expectEqual(words("--filter", "sale:"), ["sale:yes", "sale:no", "sale:unstated"])
    expectEqual(words("list", "--filter=-cam"), ["--filter=-camera:"])
    #expect(words("--filter", "").count > 10)
  }

  @Test func `folders are completed if only folders are valid`() {
    expectEqual(complete("library", "forget", "").files, .folders)
    expectEqual(complete("feed", "").files, .named(["photos"]))
    expectEqual(complete("feed", "a", "").files, .named(["photos"]))
    expectEqual(complete("feed", "a", "-o", "").files, .folders)
    var context = CommandLineCompletion.Context()
    context.searches = ["library:best"]
    expectEqual(complete("feed", "li", context: context).candidates.map(\.word), ["library:best"])
    expectEqual(complete("--output-file", "").files, .named([]))
    expectEqual(
      complete("cache", "warm", "").files, .named(["json", "xml", "rss", "atom", "photos"]))
    expectEqual(complete("library", "forget", "a", "").files, .none)
    expectEqual(complete("list", "a", "").files, complete("list", "").files)
    #expect(complete("show", "a.jpg", "").files != .none)
  }

  @Test func `numbers of orders and names of commands are completed`() {
    var context = CommandLineCompletion.Context()
    context.orderNumbers = ["V-20261121-7F3K", "V-20261120-AAAA"]

    let orders = complete("orders", "--forget", "V-20261121", context: context)

    expectEqual(orders.candidates.map(\.word), ["V-20261121-7F3K"])
    expectEqual(words("help", "so"), ["sources"])
    expectEqual(words("cache", ""), ["sizes", "clear", "warm"])
    expectEqual(words("library", ""), ["show", "forget", "read", "rebuild", "verify"])
    expectEqual(words("library", "show", "--j"), ["--json"])
    expectEqual(complete("library", "forget", "").files, .folders)
  }

  @Test func `the program completes presets, with their descriptions`() throws {
    let result = try CommandResult("vitrine ---complete openv; vitrine ---complete --preset pica")

    expectEqual(result.status, 0)
    let lines = result.outputText.split(separator: "\n")
    expectEqual(lines.first?.hasPrefix("files jpg "), true)
    #expect(lines.contains { $0.hasPrefix("openverse:\t") })
    #expect(result.errors.isEmpty)
  }

  @Test func `completing leaves nothing behind`() throws {
    let folder = try ScratchFolder()

    let result = try CommandResult(
      "vitrine ---complete ''; vitrine ---complete orders ''",
      environment: [
        "HOME": folder.path, "XDG_CACHE_HOME": folder.path("c"), "XDG_STATE_HOME": folder.path("s"),
      ])

    expectEqual(result.status, 0)
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: folder.path), [])
  }

  // MARK: - Recent sources

  private func located(_ argument: String) throws -> PhotoSource {
    try PhotoSourceLocator { $0 == "openverse" }.source(Array(argument.utf8))
  }

  @Test func `opened sources are stored, the latest first, without duplicates`() throws {
    let folder = try ScratchFolder()
    let places = Places(folder: folder.path("state")) { Date(timeIntervalSince1970: 1_800_000_000) }

    for argument in ["openverse:a", "https://a.example/feed", folder.path + "/", "openverse:a"] {
      places.add(try #require(Places.text(of: located(argument), argument: argument)))
    }

    expectEqual(
      places.recentSources.map(\.text), ["openverse:a", folder.path, "https://a.example/feed"])
    expectEqual(places.recentSources[0].openedAt, Date(timeIntervalSince1970: 1_800_000_000))
    for number in 1...30 { places.add("openverse:\(number)") }
    expectEqual(places.recentSources.count, 20)
    expectEqual(places.recentSources.first?.text, "openverse:30")
    try expectEqual(
      FileManager.default.contentsOfDirectory(atPath: folder.path("state")), ["sources"])
  }

  @Test func `passwords, the built-in gallery and names with two lines are not stored`() throws {
    let folder = try ScratchFolder()
    let secret = "https://me:secret@a.example/feed"
    expectEqual(Places.text(of: try located(secret), argument: secret), nil)
    // A user name in the form of ssh(1); a password there is rejected.
    let login = "sftp://anna@nas/~/photos"
    expectEqual(Places.text(of: try located(login), argument: login), login)
    expectEqual(Places.text(of: .sampleGallery, argument: nil), nil)
    expectEqual(Places.text(of: .paths, argument: "-"), nil)
    try FileManager.default.createDirectory(
      atPath: folder.path("a\nb"), withIntermediateDirectories: false)
    let name = folder.path("a\nb")
    expectEqual(Places.text(of: try located(name), argument: name), nil)
    Places(folder: nil).add("openverse:a")
  }

  @Test func `lists of version 0.9, without times, and damaged ones are read`() throws {
    let folder = try ScratchFolder()
    try "/pictures\nnan\topenverse:a\n1e400\t/x\n\n\u{1B}[2J/odd\n".write(
      toFile: folder.path("sources"), atomically: true, encoding: .utf8)
    try "ab\t/x\n\na\t/y\né\t/z\nb /w\n".write(
      toFile: folder.path("bookmarks"), atomically: true, encoding: .utf8)
    let places = Places(folder: folder.path)

    expectEqual(places.recentSources.first, RecentSource(text: "/pictures"))
    #expect(places.recentSources.allSatisfy { !$0.text.contains("\u{1B}") })
    expectEqual(places.bookmarks, [Bookmark(key: "a", text: "/y")])
    // An invalid time does not end the program when it is written again.
    places.add("/new")
    expectEqual(places.recentSources.first?.text, "/new")
    #expect(places.forget(recent: "/pictures"))
    #expect(!places.recentSources.contains { $0.text == "/pictures" })
  }

  @Test func `bookmarks are in the order of their keys, one per key`() throws {
    let folder = try ScratchFolder()
    let places = Places(folder: folder.path("state"))

    #expect(places.setBookmark("b", to: "/b"))
    #expect(places.setBookmark("a", to: "/a"))
    #expect(places.setBookmark("b", to: "/c"))
    expectEqual(places.bookmarks.map(\.text), ["/a", "/c"])
    #expect(places.setBookmark("a", to: nil))
    expectEqual(places.bookmarks, [Bookmark(key: "b", text: "/c")])
    #expect(!Places(folder: nil).setBookmark("a", to: "/a"))
  }

  @Test func `sources that the gallery has opened are completed`() throws {
    let folder = try ScratchFolder()
    let state = ["XDG_STATE_HOME": folder.path("state")]
    try folder.addPicture("lake.jpg")
    let gallery = try GallerySession.started(
      "'\(folder.path)'", environment: state, showing: "lake")
    gallery.send("q")
    try expectEqual(gallery.shell.status(), 0)

    let result = try CommandResult("vitrine ---complete /tmp", environment: state)

    #expect(result.outputText.contains("\(folder.path)\topened before\n"))
  }

  // MARK: - Shells

  private static let scripts = ManualPage.package.appending(path: "completions").path

  /// Types into an interactive shell, including Tab, and returns when the text is on the line.
  private func type(
    _ keys: String, in shell: [String], setUp: String, expecting text: String
  ) throws {
    let folder = try ScratchFolder()
    let program = try BuiltProgram.path("vitrine")
    let products = program.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    try FileManager.default.createDirectory(
      atPath: folder.path("my photos"), withIntermediateDirectories: false)
    try folder.addPicture("lake.jpg", as: "holiday.JPG")
    try folder.write("", to: "hollow.txt")
    var environment = BuiltProgram.environment
    environment["HOME"] = folder.path
    environment["PATH"] = "\(products):/usr/bin:/bin"
    let terminal = try PseudoTerminal(columns: 120, rows: 24)
    let child = try TerminalProgram(shell, in: terminal, environment: environment)
    // The shell assembles the word, so that its echo on the line does not count.
    terminal.send("cd '\(folder.path)'; \(setUp); echo rea''dy\r")
    let start = try terminal.read(until: "ready", from: 0)
    terminal.send(keys)
    _ = try terminal.read(until: text, from: start)
    terminal.hangUp()
    _ = child
  }

  @Test(arguments: [
    ("vitrine sour\t", "vitrine sources "), ("vitrine list --lim\t", "vitrine list --limit "),
    ("vitrine --graphics ki\t", "--graphics kitty "), ("vitrine --sort=pr\t", "--sort=price "),
    ("vitrine openv\tlight", "vitrine openverse:light"),
    ("vitrine list --filter sale:un\t", "--filter sale:unstated "),
    ("vitrine --filter 'iso:100 meg\t", "'iso:100 megapixels:"),
    ("vitrine show hol\t", "vitrine show holiday.JPG "), ("vitrine feed my\t", "feed my\\ photos/"),
    ("vitrine list openv\tx --json --pres\tpexe\t", "openverse:x --json --preset pexels "),
  ])
  func `bash completes`(_ keys: String, _ text: String) throws {
    try type(
      keys, in: ["/bin/bash", "--norc", "--noprofile", "-i"],
      setUp: "bind 'set enable-bracketed-paste off'; . \(Self.scripts)/vitrine.bash",
      expecting: text)
  }

  private static func isInstalled(_ shell: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(shell)")
  }

  @Test(
    .enabled("zsh is not installed") { isInstalled("zsh") },
    arguments: [
      ("vitrine sour\t", "sources"), ("vitrine --graphics ki\t", "kitty"),
      ("vitrine show hol\t", "iday.JPG"), ("vitrine list openv\t", "erse:"),
    ])
  func `zsh completes`(_ keys: String, _ text: String) throws {
    try type(
      keys, in: ["/usr/bin/zsh", "-f", "-i"],
      setUp: "fpath=(\(Self.scripts) $fpath); autoload -U compinit; compinit -u -D",
      expecting: text)
  }

  @Test(
    .enabled("fish is not installed") { isInstalled("fish") },
    arguments: [
      "vitrine sour=sources", "vitrine --graphics ki=kitty", "vitrine show hol=holiday.JPG",
      "vitrine list openv=openverse:", "vitrine feed my=my photos/",
    ])
  func `fish completes`(_ line: String) throws {
    let parts = line.split(separator: "=")
    try type(
      "complete -C '\(parts[0])'\r", in: ["/usr/bin/fish", "--no-config"],
      setUp: "source \(Self.scripts)/vitrine.fish", expecting: "\r\(parts[1])")
  }
}
