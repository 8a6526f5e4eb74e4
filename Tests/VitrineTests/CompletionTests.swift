import ExpectationSupport
import Foundation
import PseudoTerminalSupport
import Testing

@testable import vitrine

/// Completions for the command line, by the parser's scripts.
struct CompletionTests {
  /// What the program answers to a script.
  private func answer(
    _ words: String, in shell: String = "fish", environment: [String: String] = [:]
  ) throws -> [String] {
    let result = try CommandResult(
      "vitrine ---completion \(words)",
      environment: environment.merging(["SAP_SHELL": shell]) { $1 })
    expectEqual(result.status, 0)
    #expect(result.errors.isEmpty)
    return result.outputLines
  }

  @Test func `sources are presets, saved searches, collections and those that were opened`() throws
  {
    let folder = ScratchFolder()
    try folder.write("/pictures\n1\topenverse:a\n", to: "state/vitrine/sources")
    try folder.write("night\tiso:6400\t\t\t/pictures\n", to: "state/vitrine/searches")
    try folder.write("/a.jpg\n", to: "state/vitrine/collections/best.photos")

    let words = try answer(
      "list -- positional@0 2 0 vitrine list ''",
      environment: ["XDG_STATE_HOME": folder.path("state")])

    expectEqual(
      Array(words.prefix(4)), ["library:night", "library:best", "/pictures", "openverse:a"])
    #expect(Set(["openverse:", "rss:", "exec:", "pexels:"]).isSubset(of: words), "\(words)")
  }

  @Test func `a filter is completed at its end`() throws {
    func filters(_ words: String) throws -> [String] { try answer("list -- --filter \(words)") }
    try expectEqual(filters("3 0 vitrine list --filter 'camera:nikon pr'"), ["camera:nikon price:"])
    try expectEqual(
      filters("3 0 vitrine list --filter sale:"), ["sale:yes", "sale:no", "sale:unstated"])
    try expectEqual(filters("2 0 vitrine list --filter=-cam"), ["-camera:"])
    try expectEqual(
      filters(
        """
        3 0 vitrine list --filter "'iso:100 meg"
        """), ["iso:100 megapixels:"])
  }

  @Test func `a name is never code`() throws {
    let folder = ScratchFolder()
    try folder.write("1\t/$(touch hacked)/it's\n", to: "vitrine/sources")
    let state = ["XDG_STATE_HOME": folder.path]

    let bash = try answer(
      "list -- positional@0 2 0 vitrine list ''", in: "bash", environment: state)
    let zsh = try answer("list -- positional@0 2 0 vitrine list ''", in: "zsh", environment: state)

    expectEqual(bash.first, #"'/$(touch hacked)/it'\''s'"#)
    #expect(bash.allSatisfy { $0.hasPrefix("'") && $0.hasSuffix("'") })
    #expect(zsh.contains(#"openverse\:"#))
  }

  @Test func `completing leaves nothing behind, not even a database`() throws {
    let folder = ScratchFolder()

    for words in [
      "browse -- positional@0 1 0 vitrine ''", "orders -- positional@0 2 0 vitrine orders ''",
      "browse -- --preset 2 0 vitrine --preset ''", "browse -- --filter 2 0 vitrine --filter ''",
    ] {
      _ = try answer(
        words,
        environment: [
          "HOME": folder.path, "XDG_CACHE_HOME": folder.path("c"),
          "XDG_STATE_HOME": folder.path("s"),
        ])
    }

    try expectEqual(FileManager.default.contentsOfDirectory(atPath: folder.path), [])
  }

  @Test func `sources that the gallery has opened are completed`() throws {
    let folder = ScratchFolder()
    let state = ["XDG_STATE_HOME": folder.path("state")]
    try folder.addPicture("lake.jpg")
    let gallery = try GallerySession.started(
      "'\(folder.path)'", environment: state, showing: "lake")
    try gallery.leave()

    let words = try answer("browse -- positional@0 1 0 vitrine ''", environment: state)

    #expect(words.contains(folder.path))
  }

  // MARK: - Shells

  /// Types into an interactive shell, including Tab, and returns when the text is on the line.
  private func type(
    _ keys: String, in shell: [String], setUp: String, expecting text: String
  ) throws {
    let folder = ScratchFolder()
    let name = shell[0].split(separator: "/").last ?? ""
    // As the script is installed, and loaded from its folder by zsh.
    let script = try CommandResult("vitrine --generate-completion-script \(name)")
    expectEqual(script.status, 0)
    try folder.write(script.outputText, to: ".scripts/_vitrine")
    let program = try BuiltProgram.path("vitrine")
    let products = program.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    try folder.makeFolder("my photos")
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
    ("vitrine list holi\t", "vitrine list holiday.JPG "), ("vitrine my\t", "vitrine my\\ photos/"),
    ("vitrine list openv\tx --json --pres\tpexe\t", "openverse:x --json --preset pexels "),
  ])
  func `bash completes`(_ keys: String, _ text: String) throws {
    try type(
      keys, in: ["/bin/bash", "--norc", "--noprofile", "-i"],
      setUp: "bind 'set enable-bracketed-paste off'; . .scripts/_vitrine",
      expecting: text)
  }

  private static func isInstalled(_ shell: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(shell)")
  }

  @Test(
    .enabled("zsh is not installed") { isInstalled("zsh") },
    arguments: [
      ("vitrine sour\t", "ces"), ("vitrine --graphics ki\t", "kitty"),
      ("vitrine show hol\t", "iday.JPG"), ("vitrine list openv\t", "erse:"),
      ("vitrine list holi\t", "day.JPG"), ("vitrine my\t", "\\ photos/"),
    ])
  func `zsh completes`(_ keys: String, _ text: String) throws {
    try type(
      keys, in: ["/usr/bin/zsh", "-f", "-i"],
      setUp: "fpath=($PWD/.scripts $fpath); autoload -U compinit; compinit -u -D",
      expecting: text)
  }

  @Test(
    .enabled("fish is not installed") { isInstalled("fish") },
    arguments: [
      "vitrine sour=sources", "vitrine --graphics ki=kitty", "vitrine show hol=holiday.JPG",
      "vitrine list openv=openverse:", "vitrine feed my=my photos/",
      "vitrine list holi=holiday.JPG", "vitrine my=my photos/",
    ])
  func `fish completes`(_ line: String) throws {
    let parts = line.split(separator: "=")
    try type(
      "complete -C '\(parts[0])'\r", in: ["/usr/bin/fish", "--no-config"],
      setUp: "source .scripts/_vitrine", expecting: "\r\(parts[1])")
  }
}
