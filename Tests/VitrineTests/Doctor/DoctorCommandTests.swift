import ExpectationSupport
import Foundation
import PictureProtocol
import PseudoTerminalSupport
import Testing

@testable import vitrine

extension CommandTests {
  /// `vitrine doctor` by the real program, with a home folder of its own.
  struct DoctorCommandTests {
    private let home = ScratchFolder()

    /// Nothing of the test's own environment is outside the home folder.
    private func environment(_ extra: [String: String] = [:]) -> [String: String] {
      ["HOME": home.path, "XDG_CONFIG_HOME": "", "XDG_CACHE_HOME": "", "XDG_STATE_HOME": ""]
        .merging(extra) { $1 }
    }

    private func doctor(environment extra: [String: String] = [:]) throws -> CommandResult {
      try CommandResult("vitrine doctor", environment: environment(extra))
    }

    @Test func `without a terminal it reports all else`() throws {
      let result = try doctor()

      expectEqual(result.status, 0)
      expectEqual(result.errorText, "")
      #expect(result.outputText.contains("\n  version       \(VitrineVersion.current)\n"))
      #expect(result.outputText.contains("\n  terminal      none, or not in the foreground\n"))
      #expect(result.outputText.contains("\n  sandbox "))
      #expect(!result.outputText.contains("not opened"))
      #expect(result.outputText.contains("~/.config/vitrine/config.toml, which is not there\n"))
    }

    @Test func `no path outside the home folder is printed, and no name of a user`() throws {
      let elsewhere = ScratchFolder()
      try elsewhere.write(
        "graphics = \"\(elsewhere.path)/s\"\nopen = [1, \"/opt/x\"]",
        to: "config/vitrine/config.toml")

      let result = try doctor(
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
        result.outputText.components(separatedBy: "(elsewhere)").count > 4, true,
        "\(result.outputText)")
      expectEqual(result.errorText, "")
    }

    @Test func `no secret, no value of a setting and no address of a source is printed`() throws {
      try home.write(
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
      try home.write(
        "name = \"mine\"\n[fields]\ntitle = \"a[s3cret-8\"\n",
        to: ".config/vitrine/presets/mine.toml")
      try home.write("machine cloud.private login me password s3cret-9\n", to: ".netrc")
      try home.write(
        "1700000000\thttps://shop.private/s3cret-10\n", to: ".local/state/vitrine/sources")
      try home.write("a\tsftp://me@nas.private/s3cret-11\n", to: ".local/state/vitrine/bookmarks")

      let result = try doctor(
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

    @Test func `settings that are not used, and values of variables`() throws {
      try home.write("graphics = \"kity\"\n\n[view]\nrows = 3\n", to: ".config/vitrine/config.toml")

      let result = try doctor(environment: ["VITRINE_CURRENCY": "s3cret"])

      expectEqual(result.status, 1)
      let broken = result.outputLines.filter { $0.hasPrefix("! not used") }
      expectEqual(broken.count, 3)
      #expect(broken.contains { $0.contains("line 1: graphics: must be one of auto, kitty") })
      #expect(broken.contains { $0.contains("VITRINE_CURRENCY: must be") })
      #expect(!result.outputText.contains("s3cret") && !result.outputText.contains("kity"))
    }

    @Test func `a worker that isn't there is what is broken`() throws {
      let result = try doctor(environment: ["VITRINE_PICTURES": "/proc/nonexistent"])

      expectEqual(result.status, 1)
      #expect(result.outputLines.contains("! worker        VITRINE_PICTURES is not a program"))
      #expect(!result.outputText.contains("/proc"))
    }

    @Test func `folders that are off, or not there, are named`() throws {
      let off = try doctor(environment: ["VITRINE_CACHE": "off"])
      let nowhere = try doctor(environment: ["HOME": "relative"])

      #expect(off.outputText.contains("\n  cache         turned off\n"))
      #expect(nowhere.outputText.contains("\n  cache         none\n"))
      #expect(nowhere.outputText.contains("\n  file          none, which is not there\n"))
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
        "answer        kitty 0.26.5", "pictures      kitty",
        "cell size     9×20 pixels", "background    30 30 46", "attributes    62",
      ] {
        #expect(text.contains("\n  \(line)"), "\(line)")
      }
    }

    @Test func `words from the terminal are cleaned`() throws {
      let session = try terminal()

      try session.terminal.read("the end of a question") { $0.suffix(64).contains("[c") }
      session.terminal.send("\u{1B}P>|evil\u{9B}31m/etc/x(1.2)\u{1B}\\\u{1B}[?62;22c")

      expectEqual(try session.status(), 0)
      let lines = output(session).components(separatedBy: "\r\n")
      #expect(lines.contains("  pictures      symbols"))
      let report = lines.drop { $0 != "Program" }.joined()
      #expect(!report.contains("\u{9B}") && !report.contains("/etc"))
    }

    @Test func `in a pipe the terminal is left alone`() throws {
      let session = try terminal("| cat")

      expectEqual(try session.status(), 0)
      #expect(output(session).contains("not asked, because the output goes into a pipe"))
      #expect(!session.terminal.output.contains(0x1B))
    }
  }
}
