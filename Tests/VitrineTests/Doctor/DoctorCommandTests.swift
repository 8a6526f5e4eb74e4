import ExpectationSupport
import Foundation
import PictureProtocol
import PseudoTerminalSupport
import Testing

@testable import vitrine

extension CommandTests {
  /// `vitrine doctor` by the real program, with a home folder of its own.
  struct DoctorCommandTests {
    private let home: ScratchFolder

    init() throws {
      home = try ScratchFolder()
    }

    /// Nothing of the test's own environment is outside the home folder.
    private func environment(_ extra: [String: String] = [:]) -> [String: String] {
      ["HOME": home.path, "XDG_CONFIG_HOME": "", "XDG_CACHE_HOME": "", "XDG_STATE_HOME": ""]
        .merging(extra) { $1 }
    }

    private func doctor(
      _ arguments: String = "", environment extra: [String: String] = [:]
    ) throws -> CommandResult {
      try CommandResult("vitrine doctor \(arguments)", environment: environment(extra))
    }

    private func write(_ text: String, to name: String) throws {
      let file = home.path(name)
      let folder = URL(filePath: file).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try home.write(text, to: name)
    }

    private func object(_ result: CommandResult) throws -> [String: [String: Any]] {
      let json = try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any]
      return try #require(json).compactMapValues { $0 as? [String: Any] }
    }

    private func findings(_ result: CommandResult) throws -> [[String: Any]] {
      let json = try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any]
      return try #require(json?["findings"] as? [[String: Any]])
    }

    @Test func `without a terminal it reports all else, on lines of 80 columns`() throws {
      let result = try doctor()

      expectEqual(result.status, 0)
      expectEqual(result.errorText, "")
      #expect(result.outputText.contains("\n  version       \(VitrineVersion.current)\n"))
      #expect(result.outputText.contains("\n  terminal      none, or not in the foreground\n"))
      #expect(result.outputText.contains("\n  not opened    none\n"))
      #expect(result.outputText.contains("~/.config/vitrine/config.toml, which is not there\n"))
      #expect(result.outputLines.allSatisfy { $0.count <= 80 })
    }

    @Test func `the JSON has versions as the libraries say them, and every format that opens`()
      throws
    {
      let json = try object(try doctor("--json"))

      expectEqual(json["program"]?["version"] as? String, VitrineVersion.current)
      let libraries = try #require(json["libraries"])
      let own = try #require(libraries["program"] as? [String: Any])
      let worker = try #require(libraries["worker"] as? [String: Any])
      for name in ["ncurses", "libcurl", "libssh", "sqlite"] {
        #expect((own[name] as? String)?.contains(/\d+\.\d+/) == true, "\(name)")
      }
      for name in ["libvips", "exiv2", "glib", "pango", "libheif"] {
        #expect((worker[name] as? String)?.contains(/\d+\.\d+/) == true, "\(name)")
      }
      expectEqual(
        json["formats"]?["opened"] as? [String], PictureFormat.allCases.map(\.name))
      #expect(json["workers"]?["landlock"] is Int)
      #expect((json["caches"]?["thumbnails"] as? [String: Any])?["bytes"] as? Int == 0)
    }

    @Test func `what is cached and remembered is counted, and nothing is written`() throws {
      let before = try CommandResult(
        """
        vitrine list "$sample" --sort date >/dev/null; cd ~; find . -type f -name '*.sqlite' | sort
        vitrine doctor; find . -type f -name '*.sqlite' | sort
        """, environment: environment())

      #expect(before.outputText.contains("33 photos in 1 folder"))
      let databases = before.outputLines.filter { $0.hasPrefix("./") }
      expectEqual(databases.count, 2)
      expectEqual(databases.first, databases.last)
      let empty = try ScratchFolder()
      let untouched = try CommandResult(
        "vitrine doctor >/dev/null; find ~ -mindepth 1",
        environment: environment(["HOME": empty.path]))
      expectEqual(untouched.outputText, "")
    }

    @Test(arguments: ["", "--json"])
    func `no path outside the home folder is printed, and no name of a user`(_ option: String)
      throws
    {
      let elsewhere = try ScratchFolder()
      try elsewhere.write("graphics = \"\(elsewhere.path)/s\"\nopen = [1, \"/opt/x\"]", to: "c")
      let config = elsewhere.path("config/vitrine")
      try FileManager.default.createDirectory(
        atPath: config, withIntermediateDirectories: true)
      try FileManager.default.moveItem(
        atPath: elsewhere.path("c"), toPath: "\(config)/config.toml")

      let result = try doctor(
        option,
        environment: [
          "XDG_CACHE_HOME": elsewhere.path("cache"), "XDG_STATE_HOME": elsewhere.path("state"),
          "XDG_CONFIG_HOME": elsewhere.path("config"),
          "VITRINE_PICTURES": elsewhere.path("missing"),
          "VITRINE_GRAPHICS": elsewhere.path("graphics"), "TERM": elsewhere.path("terminal"),
          "LANG": "/srv/locale",
        ])

      expectEqual(result.status, 1)
      #expect(!result.outputText.contains("/tmp"))
      #expect(!result.outputText.contains("/opt") && !result.outputText.contains("/srv"))
      #expect(!result.outputText.contains(/(?:^|[\s"'(=:,])\/[A-Za-z]/))
      expectEqual(
        result.outputText.components(separatedBy: "(elsewhere)").count > 5, true,
        "\(result.outputText)")
      expectEqual(result.errorText, "")
    }

    @Test(arguments: ["", "--json"])
    func `no secret, no value of a setting and no address of a source is printed`(_ option: String)
      throws
    {
      try write(
        """
        graphics = "s3cret-1"
        password = "s3cret-2"
        open = { address = "https://me:s3cret-3@shop.private/" }
        [servers."https://me:s3cret-4@cloud.private"]
        [servers.h]
        password = "s3cret-5"
        password_command = "pass s3cret-6"
        [commands.x]
        run = "p 's3cret-7'"
        """, to: ".config/vitrine/config.toml")
      try write(
        "name = \"mine\"\n[fields]\ntitle = \"a[s3cret-8\"\n",
        to: ".config/vitrine/presets/mine.toml")
      try write("machine cloud.private login me password s3cret-9\n", to: ".netrc")
      try write(
        "1700000000\thttps://shop.private/s3cret-10\n", to: ".local/state/vitrine/sources")
      try write("a\tsftp://me@nas.private/s3cret-11\n", to: ".local/state/vitrine/bookmarks")

      let result = try doctor(
        option,
        environment: [
          "AWS_SECRET_ACCESS_KEY": "s3cret-12", "https_proxy": "http://me:s3cret-13@proxy.private",
          "CLICKHOUSE_PASSWORD": "s3cret-14", "AWS_ENDPOINT_URL": "https://s3cret-15.private",
        ])

      expectEqual(result.status, 1)
      #expect(!result.outputText.contains("s3cret"))
      #expect(!result.outputText.contains(".private"))
      #expect(result.outputText.contains("https_proxy"))
      expectEqual(result.errorText, "")
    }

    @Test func `mistakes in the configuration are reported with what would be right`() throws {
      try write("graphics = \"kity\"\n\n[view]\nrows = 3\n", to: ".config/vitrine/config.toml")
      try write("name = 3\n", to: ".config/vitrine/presets/mine.toml")

      let result = try doctor("--json")
      let what = try findings(result).compactMap { $0["what"] as? String }

      expectEqual(result.status, 1)
      let graphics = "config.toml line 1: graphics: must be one of "
      #expect(what.contains { $0.contains(graphics) }, "\(what)")
      #expect(what.contains { $0.contains("config.toml line 4: rows: must be one of ") })
      #expect(what.contains { $0.hasPrefix("A preset is not used: mine.toml") })
      #expect(try findings(result).allSatisfy { ($0["advice"] as? String)?.isEmpty == false })
    }

    @Test func `values of variables are not in the report`() throws {
      let result = try doctor(environment: [
        "VITRINE_GRAPHICS": "secret", "VITRINE_CURRENCY": "secret",
      ])

      #expect(result.outputText.contains("A setting is not used: VITRINE_GRAPHICS: must be "))
      #expect(result.outputText.contains("A setting is not used: VITRINE_CURRENCY: must be "))
      #expect(!result.outputText.contains("secret"))
    }

    @Test func `a file that isn't TOML, or can't be read, is reported`() throws {
      try write("graphics = kitty\n", to: ".config/vitrine/config.toml")
      let unreadable = try ScratchFolder()
      try FileManager.default.createDirectory(
        atPath: unreadable.path(".config/vitrine/config.toml"), withIntermediateDirectories: true)

      let first = try doctor()
      let second = try doctor(environment: ["HOME": unreadable.path])

      #expect(first.outputText.contains("! A setting is not used: config.toml line 1 is not TOML;"))
      #expect(second.outputText.contains("! A setting is not used: ~/.config/vitrine/config.toml:"))
      expectEqual([first.status, second.status], [1, 1])
    }

    @Test(arguments: [
      ("/proc/nonexistent", "No picture can be shown: VITRINE_PICTURES is not a program"),
      ("/bin/true", "No picture can be shown: vitrine-pictures does not respond"),
    ])
    func `a missing or broken worker is reported, and all else is still there`(
      _ worker: String, _ what: String
    ) throws {
      let result = try doctor(environment: ["VITRINE_PICTURES": worker])

      expectEqual(result.status, 1)
      #expect(result.outputText.contains("! \(what)"))
      #expect(result.outputText.contains("\n  worker        none\n"))
      #expect(result.outputText.contains("libcurl"))
    }

    @Test func `caches that are off, or have no folder, are reported`() throws {
      let off = try doctor(environment: ["VITRINE_CACHE": "off"])
      let nowhere = try CommandResult(
        "vitrine doctor", environment: environment(["HOME": "relative"]))

      #expect(off.outputText.contains("\n  caches        turned off (VITRINE_CACHE=off)\n"))
      #expect(nowhere.outputText.contains("- Nothing is cached: no folder for it"))
      #expect(nowhere.outputText.contains("\n  file          no home folder\n"))
      expectEqual([off.status, nowhere.status], [0, 0])
    }

    // MARK: - In a terminal

    private func terminal(
      _ redirection: String = "", environment extra: [String: String] = [:], columns: Int = 80
    ) throws -> ShellSession {
      var variables = BuiltProgram.environment
      variables.merge(environment(extra)) { $1 }
      return try ShellSession(
        "\(BuiltProgram.path("vitrine")) doctor \(redirection)", environment: variables,
        columns: columns)
    }

    /// What kitty 0.26.5 answers.
    private static let kitty =
      "\u{1B}_Gi=2147400001;OK\u{1B}\\\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{1B}\\"
      + "\u{1B}P>|kitty(0.26.5)\u{1B}\\\u{1B}[6;20;9t\u{1B}[?62;c"

    private func output(_ session: ShellSession) -> String {
      String(decoding: session.terminal.output, as: UTF8.self)
    }

    @Test(arguments: ["", "> report"])
    func `the terminal is asked, and its modes are as before`(_ redirection: String) throws {
      let file = home.path("report")
      let session = try terminal(
        redirection.isEmpty ? "" : "> '\(file)'", environment: ["TERM": "xterm-kitty"])

      try session.terminal.read("the end of a question") { $0.suffix(64).contains("[c") }
      session.terminal.send(Self.kitty)

      expectEqual(try session.status(), 0)
      expectEqual(session.terminal.modes, session.formerModes)
      let text =
        redirection.isEmpty
        ? output(session) : String(decoding: try home.read("report"), as: UTF8.self)
      for line in [
        "answer        kitty 0.26.5", "pictures      kitty graphics protocol",
        "because       it answers to the kitty graphics protocol",
        "cell size     9×20 pixels (its answer)", "background    #1e1e2e", "attributes    62",
      ] {
        #expect(text.contains("\n  \(line)"), "\(line)")
      }
    }

    @Test func `a terminal without pictures gets advice, and words from it are cleaned`() throws {
      let session = try terminal()

      try session.terminal.read("the end of a question") { $0.suffix(64).contains("[c") }
      session.terminal.send("\u{1B}P>|evil\u{9B}31m/etc/x(1.2)\u{1B}\\\u{1B}[?62;22c")

      expectEqual(try session.status(), 0)
      let lines = output(session).components(separatedBy: "\r\n")
      #expect(lines.contains("  pictures      coloured characters"))
      #expect(
        lines.contains { $0.hasPrefix("- Pictures are coloured characters: it reports neither") })
      #expect(lines.contains { $0.contains("'xterm -ti vt340' show") })
      let report = lines.drop { $0 != "Program" }.joined()
      #expect(!report.contains("\u{9B}") && !report.contains("/etc"))
    }

    @Test func `in a pipe the terminal is left alone`() throws {
      let session = try terminal("| cat")

      expectEqual(try session.status(), 0)
      #expect(output(session).contains("not asked, because the output goes into a pipe"))
      #expect(!session.terminal.output.contains(0x1B))
    }

    @Test func `a narrow terminal gets narrow lines`() throws {
      let session = try terminal(
        environment: ["TERM": "dumb"], columns: 40)

      _ = try session.status()

      let lines = output(session).components(separatedBy: "\r\n").drop { $0 != "Program" }
      #expect(lines.count > 40)
      #expect(lines.allSatisfy { $0.count <= 40 })
      #expect(lines.contains { $0.hasPrefix("! The gallery can't be shown") })
    }
  }
}
