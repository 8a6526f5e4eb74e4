import ArgumentParser
import ExpectationSupport
import Foundation
import GalleryData
import GalleryScreens
import TerminalKit
import Testing

@testable import vitrine

/// The precedence of the command line, the environment and `config.toml`.
struct ConfigurationTests {
  private func settings(
    _ arguments: [String] = [], environment: [String: String] = [:], file: String = ""
  ) throws -> (Settings, [String]) {
    var (settings, complaints) = (configuration(file).0, [String]())
    settings.read(environment: { environment[$0] }, complain: { complaints.append($0) })
    try TerminalOptions.parse(arguments).apply(to: &settings)
    return (settings, complaints)
  }

  @Test func `every key is read`() {
    let (found, complaints) = configuration(
      """
      # mine
      graphics = "sixel"
      colors = 256
      cell_size = "10x20"
      slide_show_seconds = 2.5
      open = ["firefox", "--new-tab"]
      feed_megabytes = 16
      image_megabytes = 64
      store_megabytes = 4096
      time_out_seconds = 30
      allow_private_hosts = true
      [folders]
      ignore = ["exports", "*_small.jpg"]
      [library]
      enabled = false
      [view]
      rows = "compact"
      layout = "grid"
      pictures = "large"
      list_percent = 40
      """)

    expectEqual(complaints, [])
    expectEqual(found.opener, ["firefox", "--new-tab"])
    expectEqual(found.graphics, .sixel)
    expectEqual(found.colorDepth, .indexed256)
    expectEqual(found.cellPixelSize, PixelSize(width: 10, height: 20))
    expectEqual(found.slideShowInterval, .milliseconds(2500))
    expectEqual(found.feedByteLimit, 16 << 20)
    expectEqual(found.imageByteLimit, 64 << 20)
    expectEqual(found.storeByteLimit, 4096 << 20)
    expectEqual(found.timeOut, .seconds(30))
    #expect(found.allowsPrivateHosts)
    expectEqual(found.ignoredNames, IgnoredNames(patterns: ["exports", "*_small.jpg"]))
    #expect(!found.remembersFiles)
    expectEqual(found.appearance.rowHeight, .compact)
    expectEqual(found.appearance.pictureSize, .large)
    expectEqual(found.appearance.firstLayout, .grid)
    expectEqual(found.appearance.listShare, 0.4)
    expectEqual(
      configuration("open = \"/opt/my browser/run\"").0.opener, ["/opt/my browser/run"],
      "one word, whatever its characters")
    for nothing in ["", "[folders]\n", "[library]\n"] {
      #expect(configuration(nothing) == (Settings(), []))
    }
  }

  @Test func `servers set the user name, and the command that prints the password`() {
    let (found, complaints) = configuration(
      """
      [servers."Cloud.example"]
      user = "anna"
      password_command = ["pass", "show", "cloud work"]
      [servers."nas.local:5006"]
      user = "bert"
      """)

    expectEqual(complaints, [])
    expectEqual(
      found.servers,
      [
        "cloud.example": ServerAccess(
          user: "anna", passwordCommand: ["pass", "show", "cloud work"]),
        "nas.local:5006": ServerAccess(user: "bert"),
      ])
  }

  @Test(
    arguments: ConfigurationMistake.table(
      #"""
      servers = "s3cret" ⇒ line 1: servers: must be a table: [servers]
      [servers]¶"h" = "s3cret" ⇒ line 2: h: must be a table: [servers."cloud.example"]
      [servers."https://me:s3cret@h"] ⇒ line 1: servers: must be a host, e.g. "cloud.example" or "cloud.example:8443"
      [servers.h]¶password_command = "pass s3cret" ⇒ line 2: password_command: must be a list of words, e.g. ["pass", "show", "cloud"]
      [servers.h]¶password_command = [] ⇒ line 2: password_command: must be a list of words, e.g. ["pass", "show", "cloud"]
      [servers.h]¶user = "me"¶password_command = ["s3cret", 1] # s3cret ⇒ line 3: password_command: must be a list of words, e.g. ["pass", "show", "cloud"]
      [servers.h]¶user = ["s3cret"] ⇒ line 2: user: must be a name, in quotes
      [servers.h]¶colour = "s3cret" ⇒ line 2: colour: unknown setting
      servers = { h = { colour = "s3cret" } } ⇒ line 1: colour: unknown setting
      [servers.h]¶password = "s3cret" ⇒ line 2: password: is not for this file; use password_command, or ~/.netrc
      """#))
  func `a mistake about a server is reported without the password`(mistake: ConfigurationMistake) {
    let (found, complaints) = configuration(mistake.text)

    expectEqual(complaints, mistake.complaints)
    expectEqual(found.servers["h"], (mistake.text.contains("colour") ? ServerAccess() : nil))
  }

  /// A setting in the wrong table, or misspelt.
  @Test(
    arguments: ConfigurationMistake.table(
      #"""
      password_command = "s3cret" ⇒ line 1: password_command: unknown setting
      [view]¶rows = "tall"¶password_command = "s3cret" ⇒ line 3: password_command: unknown setting
      [theme]¶password = "s3cret" ⇒ line 2: password: unknown setting
      [keys]¶password = "s3cret" ⇒ line 2: password: no such command
      [keys]¶password_command = ["pass", 1] ⇒ line 2: password_command: must be a key or a list of keys, in quotes
      [commands]¶password_command = "s3cret" ⇒ line 2: password_command: must be a table: [commands.password_command]
      [commands.x]¶run = "p"¶password = "s3cret" ⇒ line 3: password: unknown setting
      [commands.x]¶run = "p 's3cret'" ⇒ line 2: run: ' has no effect without a shell; write a list of words, e.g. ["sh", "-c", "…", "sh", "{}"]
      [commands.x]¶run = ["sh", "-c", "p -p s3cret {}"] ⇒ line 2: run: a file name could be read as code; give {} as a word of its own
      [commands.x]¶run = ["p", "s3cret", 1]
      [commands]¶x = { pasword = "s3cret" }
      commands = { x = { runs = "s3cret" } }
      commands.x.runs = "s3cret"
      view = { rows = 1, password = "s3cret" }
      [servers.h]¶password_command = ["a", s3cret]
      [servers.h]¶password_command = ["s3cret"]¶password_command = ["s3cret"]
      [servers.s3cret¶password_command = []
      """#))
  func `a value that may be secret never appears in a message`(mistake: ConfigurationMistake) {
    let complaints = configuration(mistake.text).1

    #expect(!complaints.isEmpty)
    #expect(!complaints.joined().contains("s3cret"), "\(complaints)")
    if !mistake.complaints.isEmpty { expectEqual(complaints, mistake.complaints) }
  }

  private static let graphics = "must be one of auto, kitty, sixel, iterm2, symbols, none"
  private static let program = "must be a program, or a list of one and its arguments"
  private static let seconds = "must be a number from 0.1 to 86400"
  private static let names = "must be a list of names, such as [\"exports\", \"*_small.jpg\"]"
  private static let percent = "must be a whole number from 10 to 90"
  private static let backdrop = "must be one of auto, light, dark"
  private static let color =
    "must be a colour, e.g. \"blue\", \"bright-blue\", \"#5fafff\", or a number from 0 to 255"

  @Test(
    arguments: [
      ("", "graphics = \"kity\"", graphics + "; did you mean kitty?"),
      ("", "graphics = 1 # mine", graphics),
      ("", "colors = 12", "must be one of auto, full, 256, 16, none"),
      (
        "", "cell_size = 10",
        "must be a width of 4 to 80 and a height of 6 to 160 pixels, e.g. \"10x20\""
      ),
      ("", "slide_show_seconds = nan", seconds), ("", "slide_show_seconds = -1", seconds),
      ("", "slide_show_seconds = inf", seconds),
      ("", "open = 1", program), ("", "open = \"\"", program), ("", "open = []", program),
      ("", "open = [\"a\", 1]", program),
      ("[folders]", "ignore = \"exports\"", names), ("[folders]", "ignore = [1]", names),
      ("[folders]", "ignore = [\"\"]", names),
      ("[folders]", "ignore = [\"2024/exports\"]", names),
      ("[library]", "enabled = 1", "must be true or false"),
      ("[theme]", "accent = \"bleu\"", color), ("[theme]", "accent = 256", color),
      ("[theme]", "accent = -1", color), ("[theme]", "sale = \"#12345\"", color),
      ("[theme]", "sale = \"#12345g\"", color), ("[theme]", "sale = \"#\"", color),
      ("[theme]", "sale = \"#١٢٣\"", color), ("[theme]", "rules = \"bright-\"", color),
      ("[theme]", "dim = true", color), ("[theme]", "dim = \"\"", color),
      ("[theme]", "dim = [1]", color), ("[theme]", "background = \"white\"", backdrop),
      ("[theme]", "background = 1", backdrop),
      ("[view]", "rows = \"small\"", "must be one of compact, medium, tall"),
      ("[view]", "layout = \"table\"", "must be one of list, grid"),
      (
        "[view]", "pictures = 3",
        "must be one of smallest, smaller, small, medium, large, larger, largest"
      ),
      ("[view]", "list_percent = 9", percent), ("[view]", "list_percent = 0.5", percent),
    ])
  func `an invalid value is reported with its line, and the others apply`(
    _ table: String, _ line: String, _ complaint: String
  ) {
    let (found, complaints) = configuration("currency = \"CHF\"\n\(table)\n\(line)\n[table]\n")

    var expected = Settings()
    expected.currency = "CHF"
    expectEqual(found, expected)
    expectEqual(
      complaints,
      [
        "line 3: \(line.prefix { $0 != " " }): \(complaint)", "line 4: table: unknown table",
      ])
  }

  @Test(arguments: ["folders", "keys", "library", "servers", "theme", "view"])
  func `a value in place of a table is reported`(_ name: String) {
    for value in ["1", "[]"] {
      let (found, complaints) = configuration("\(name) = \(value)")
      expectEqual(found, Settings())
      expectEqual(complaints, ["line 1: \(name): must be a table: [\(name)]"])
    }
  }

  @Test func `an unknown setting is reported, cleaned`() {
    let (found, complaints) = configuration(
      "grafics = \"kitty\"\n\"a\\u001b[31mb\" = 1\n'c d'.e = 1\n[thme]\naccent = 1\n[key]\nx.y = 1\n"
    )

    expectEqual(
      complaints,
      [
        "line 1: grafics: unknown setting; did you mean graphics?", "line 3: c d: unknown table",
        "line 4: thme: unknown table; did you mean theme?",
        "line 6: key: unknown table; did you mean keys?", "ab: unknown setting",
      ])
    expectEqual(found, Settings())
  }

  @Test func `colours are names, numbers or hexadecimal digits`() {
    let (found, complaints) = configuration(
      """
      [theme]
      background = "light"
      accent = "blue"
      sale = "bright-green"
      selection = 3
      rating = "208"
      dim = "#5fAf0c"
      rules = "#abc"
      """)

    expectEqual(complaints, [])
    expectEqual(
      found.theme,
      ThemeSetting(
        backdrop: .light,
        colors: [
          .accent: .ansi(4), .sale: .ansi(10), .selection: .ansi(3), .rating: .indexed(208),
          .dim: .rgb(0x5F, 0xAF, 0x0C), .rules: .rgb(0xAA, 0xBB, 0xCC),
        ]))
    expectEqual(configuration("theme.background = \"auto\"").0.theme, ThemeSetting())
    expectEqual(configuration("theme.dim = \"default\"").0.theme.colors, [.dim: .default])
  }

  @Test func `a theme has a name, and one that is nearly known is suggested`() {
    expectEqual(configuration("theme.name = \"gruvbox-dark\"").0.theme.name, .gruvboxDark)
    let (found, complaints) = configuration("theme.name = \"gruvbox dark\"\ntheme.akzent = 1")

    expectEqual(found, Settings())
    expectEqual(complaints.count, 2)
    #expect(complaints.first?.hasSuffix("; did you mean gruvbox-dark?") == true)
    expectEqual(
      complaints.last, "line 2: akzent: unknown setting; did you mean theme.accent?")
  }

  @Test func `the environment gives the background if the terminal does not`() throws {
    try expectEqual(settings().0.likelyBackdrop, nil)
    try expectEqual(settings(environment: ["COLORFGBG": "0;15"]).0.likelyBackdrop, .light)
    try expectEqual(settings(environment: ["TERM": "linux"]).0.likelyBackdrop, .dark)
    try expectEqual(settings(file: "theme.accent = 1").0.theme.colors, [.accent: .ansi(1)])
    try expectEqual(settings(file: "view.rows = \"medium\"").0.appearance.rowHeight, .medium)
  }

  /// Without a line where the file writes it in an odd way.
  @Test(
    arguments: ConfigurationMistake.table(
      """
      graphics = 1\r¶colours = 1\r¶ ⇒ line 1: graphics ⇒ line 2: colours
      \u{FEFF}graphics = 1¶colours = 1 ⇒ line 1: graphics ⇒ line 2: colours
      # graphics = 2¶¶  'graphics' = 1 # = 3¶ ⇒ line 3: graphics
      open = [¶'#', # ]¶[1, 2],¶"}",¶]¶colors = 1 ⇒ line 1: open ⇒ line 6: colors
      view = { rows = 1, layout = "grid", b.c = {} }¶colours = 1 ⇒ line 1: b ⇒ line 1: rows ⇒ line 2: colours
      """))
  func `a mistake is reported with the line of its setting`(mistake: ConfigurationMistake) {
    let complaints = configuration(mistake.text).1

    // A word for each mistake follows its place.
    expectEqual(complaints.count, mistake.complaints.count, "\(complaints)")
    for (complaint, place) in zip(complaints, mistake.complaints) {
      #expect(complaint.hasPrefix(place + ": "), "\(complaint)")
    }
  }

  @Test func `mistakes below a thousand lines, and hundreds of them, have their lines`() {
    let settings = ["graphics = 1", "[keys]", "\"list.sort\" = \"Z\"", "\"edit.undo\" = \"Z\""]
    let lines = [String](repeating: "# mine", count: 1_500) + settings

    expectEqual(
      configuration(lines.joined(separator: "\n")).1,
      [
        "line 1501: graphics: must be one of auto, kitty, sixel, iterm2, symbols, none",
        "line 1504: edit.undo: \"Z\" calls both list.sort and edit.undo; give one of them another key",
      ])

    let commands = (0..<400).map { "[commands.c\($0)]\nrun = \"a {}\"\nkeys = \"Z\"" }
    let complaints = configuration(commands.joined(separator: "\n")).1
    expectEqual(complaints.count, 399)
    // The commands are in the order of their names, but the later line is the mistake.
    #expect(complaints.first?.hasPrefix("line 6: keys: \"Z\" calls both commands.c0 and ") == true)
    #expect(complaints.last?.hasPrefix("line 1200: ") == true)

    let many = (0..<2_000).map { "[commands.c\($0)]\nrun = \"a {}\"" }.joined(separator: "\n")
    let refusals = configuration(many).1
    expectEqual(refusals.count, 1)
    #expect(refusals.first?.hasSuffix(": no more than 1000 commands can be read") == true)
  }

  @Test func `invalid TOML is reported with its line`() {
    let (found, complaints) = configuration("graphics = \"kitty\"\ncolors =\n")

    expectEqual(found, Settings())
    expectEqual(complaints, ["line 2 is not TOML; none of the file is used"])
  }

  @Test func `the option takes precedence over the environment, and that over the file`() throws {
    let file = "graphics = \"sixel\"\ncolors = \"16\"\ncell_size = \"8x16\""
    let environment = ["VITRINE_GRAPHICS": "kitty"]

    let (none, _) = try settings()
    expectEqual(none.graphics, nil)
    expectEqual(none.colorDepth, nil)
    expectEqual(none.cellPixelSize, nil)
    let (fromFile, _) = try settings(file: file)
    expectEqual(fromFile.graphics, .sixel)
    expectEqual(fromFile.colorDepth, .ansi16)
    expectEqual(fromFile.cellPixelSize, PixelSize(width: 8, height: 16))
    try expectEqual(settings(environment: environment, file: file).0.graphics, .kitty)
    let (all, _) = try settings(
      ["--graphics", "none", "--colors", "full", "--cell-size", "9x18"], environment: environment,
      file: file)
    expectEqual(all.graphics, GraphicsMethod.none)
    expectEqual(all.colorDepth, .truecolor)
    expectEqual(all.cellPixelSize, PixelSize(width: 9, height: 18))
    // *auto* is a setting, too.
    try expectEqual(settings(["--graphics", "auto"], environment: environment).0.graphics, nil)
  }

  @Test func `an invalid variable is reported, and the file applies`() throws {
    let (found, complaints) = try settings(
      environment: ["VITRINE_GRAPHICS": "x"], file: "graphics = \"symbols\"")

    expectEqual(found.graphics, .symbols)
    expectEqual(
      complaints, ["VITRINE_GRAPHICS: must be one of auto, kitty, sixel, iterm2, symbols, none"])
  }

  @Test func `NO_COLOR takes precedence over the file, but not over the option`() throws {
    let environment = ["NO_COLOR": "1"]

    try expectEqual(settings(environment: environment, file: "colors = \"full\"").0.colorDepth, nil)
    try expectEqual(
      settings(["--colors", "full"], environment: environment).0.colorDepth, .truecolor)
  }

  @Test(arguments: ["3x6", "81x20", "10x5", "10x161", "10", "x", "10x", "ax20", "10x20x30", ""])
  func `an impossible cell size is rejected`(_ argument: String) {
    #expect(throws: (any Error).self) { try TerminalOptions.parse(["--cell-size", argument]) }
  }

  @Test func `the file is in the configuration home`() {
    func path(_ environment: [String: String]) -> String? {
      ConfigurationFile { environment[$0] }?.path
    }

    expectEqual(path(["HOME": "/h"]), "/h/.config/vitrine/config.toml")
    expectEqual(path(["HOME": "/h", "XDG_CONFIG_HOME": "/c"]), "/c/vitrine/config.toml")
    expectEqual(path(["HOME": "/h", "XDG_CONFIG_HOME": "c"]), "/h/.config/vitrine/config.toml")
    expectEqual(path([:]), nil)
  }

  @Test func `a mistake is shown on the first screen until a key is pressed`() throws {
    let folder = ScratchFolder()
    try folder.write("\ngraphics = \"kity\" # mine\ncolours = 16\n", to: "vitrine/config.toml")
    let gallery = try GallerySession.started(
      environment: ["XDG_CONFIG_HOME": folder.path], columns: 140,
      showing: "config.toml line 2: graphics: must be one of auto, kitty, sixel")
    try gallery.wait(for: "1 more in")

    gallery.send("j")
    try gallery.waitUntilGone("config.toml")
    try gallery.leave()
  }

  @Test(arguments: [("a folder", "mkdir"), ("a pipe", "mkfifo")])
  func `something unreadable in its place does not stop the program`(_ name: String, _ tool: String)
    throws
  {
    let folder = ScratchFolder()
    let result = try CommandResult(
      "mkdir \(folder.path)/vitrine; \(tool) \(folder.path)/vitrine/config.toml; XDG_CONFIG_HOME=\(folder.path) vitrine /proc/nonexistent"
    )

    expectEqual(result.status, 1)
    #expect(result.errorText.contains("/proc/nonexistent"))
  }
}
