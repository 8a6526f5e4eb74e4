import ExpectationSupport
import Testing

@testable import vitrine

extension CommandTests {
  /// Help, versions, and wrong usage.
  struct UsageTests {
    /// A number of a closed descriptor is given to the next file that is opened.
    @Test(arguments: ["list", "show", "library"])
    func `what is printed is never written into one of the program's own files`(_ command: String)
      throws
    {
      let result = try CommandResult(
        """
        for run in 1 2 3 4 5 6 7 8; do
          case \(command) in
            list) vitrine list "$sample" >&- ;;
            show) vitrine show "$sample"/agate.jpg >&- ;;
            library) vitrine library >&- ;;
          esac
          echo $? >&2
        done
        """)

      let statuses = result.errorLines.filter { Int($0) != nil }
      expectEqual(statuses, [String](repeating: "1", count: 8))
      #expect(
        result.errorLines.allSatisfy { Int($0) != nil || $0.hasSuffix("Bad file descriptor") })
    }

    /// A thread gets a stack of the size that the main thread may have.
    @Test(arguments: ["list --sample", "--sample"])
    func `a command that gets no threads says so, and doesn't wait for ever`(_ command: String)
      throws
    {
      let result = try CommandResult(
        "ulimit -s 1000000; ulimit -v 4000000; vitrine \(command)")

      expectEqual(result.status, 1)
      #expect(result.errorText.contains("vitrine: can't start another thread"))
    }

    @Test func `--version is one line with the name`() throws {
      let result = try CommandResult("vitrine --version")

      expectEqual(result.status, 0)
      expectEqual(result.outputLines.count, 1)
      expectEqual(result.outputText, "vitrine \(VitrineVersion.current)\n")
      #expect(result.errors.isEmpty)
    }

    @Test(arguments: ["--version", "--help", "list --help", "help list"])
    func `what can't be printed is a failure`(_ arguments: String) throws {
      let result = try CommandResult("vitrine \(arguments) >/dev/full")

      expectEqual(result.status, 1)
      expectEqual(
        result.errorLines, ["vitrine: can't write to standard output: No space left on device"])
    }

    @Test(arguments: ["--help", "-h", "help"])
    func `the help lists every command and how to name a source`(_ arguments: String) throws {
      let result = try CommandResult("vitrine \(arguments)")

      expectEqual(result.status, 0)
      for word in ["list", "show", "sources", "[SOURCE", "--preset", "--version"] {
        #expect(result.outputText.contains(word), "\(word)")
      }
      #expect(result.errors.isEmpty)
    }

    @Test(arguments: [
      ("list --limit -1", "the value '-1' is invalid for '--limit <number>': expected 1 or more"),
      ("list --filter= --json", "no value follows '--filter='"),
      ("list --json= a", "no value follows '--json='"),
      (
        "list --limit=1=",
        "the value '1=' is invalid for '--limit <number>'"
      ),
    ])
    func `a value that is missing, or below the least, is told in a line`(
      _ arguments: String, _ words: String
    ) throws {
      let result = try CommandResult("vitrine \(arguments)")

      expectEqual(result.status, 64)
      expectEqual(result.errorLines, ["vitrine: \(words); see 'vitrine list --help'"])
    }

    @Test(arguments: [
      "list --sort", "browse --graphics", "browse --colors", "list --limit",
    ])
    func `an invalid value is printed with its escapes spelled out`(option: String) throws {
      let result = try CommandResult("vitrine \(option)=\"$(printf 'a\\033[31m\\342\\200\\256b')\"")

      expectEqual(result.status, 64)
      #expect(result.errorText.contains(#"a\u{1B}[31m\u{202E}b"#), "\(result.errorText)")
      expectEqual(result.errorLines.count, 1)
      #expect(!result.errorText.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    }

    @Test(arguments: ["browse", "list", "show", "sources", "doctor"])
    func `every command has its own help`(_ command: String) throws {
      let result = try CommandResult("vitrine \(command) --help; vitrine help \(command)")

      expectEqual(result.status, 0)
      #expect(result.outputText.contains("USAGE: vitrine \(command)"))
    }

    @Test func `sources lists the kinds of source`() throws {
      let result = try CommandResult("vitrine sources")

      expectEqual(result.status, 0)
      for word in [
        "sample gallery", "FOLDER", "FEED.json", "openverse", "rss:", "$PEXELS_API_KEY",
        "Wikimedia Commons",
      ] {
        #expect(result.outputText.contains(word), "\(word)")
      }
      #expect(result.outputLines.allSatisfy { $0.count <= 100 })
    }

    @Test(
      arguments: [
        ("lst", "list"), ("lst --json .", "list"), ("lsit", "list"), ("Cahce clear", "cache"),
        ("sources2", nil), ("shwo a.jpg", "show"), ("source", "sources"), ("halp", "help"),
        ("lst --preset artic --limit 0", nil), ("nasa --limit", nil), ("./lst", nil),
        ("holiday", nil),
      ] as [(String, String?)])
    func `a misspelt command is reported as such`(_ arguments: String, _ meant: String?) throws {
      let result = try CommandResult("vitrine \(arguments)")

      #expect(result.output.isEmpty)
      guard let meant else {
        #expect(!result.errorText.contains("Unknown command"))
        return
      }
      let typed = arguments.prefix { $0 != " " }
      expectEqual(
        result.errorLines, ["vitrine: unknown command '\(typed)'. Did you mean '\(meant)'?"])
      expectEqual(result.status, 64)
    }

    @Test func `an existing file is opened, whatever command its name is similar to`() throws {
      let result = try CommandResult("cd $(mktemp -d) && mkdir lst && vitrine lst")

      #expect(!result.errorText.contains("Unknown command"))
      #expect(result.errorText.contains("no terminal"))
    }

    @Test(
      arguments: [
        "--no-such-option", "feed -o c", "--colors 7", "sheet -o c.html", "sheet . -o c.txt",
        "sheet . -o c.pdf",
        "list --jason",
        "show",
        "show --size 0x3 a.jpg", "show --graphics gif a.jpg", "show --size 12 a.jpg",
        "show --size 99999x99999 a.jpg",
        "list --limit 0",
      ])
    func `wrong usage is reported on standard error and exits with 64`(_ arguments: String) throws {
      let result = try CommandResult("vitrine \(arguments)")

      expectEqual(result.status, 64)
      #expect(result.output.isEmpty)
      expectEqual(result.errorLines.count, 1)
      #expect(result.errorText.hasPrefix("vitrine: "))
      #expect(!result.errors.contains(0x1B))
    }

    @Test(arguments: [
      "/proc/nonexistent", "ftp://example.org/feed", "500px:", "https://", "--preset=nonesuch",
      "''",
      "/dev/null",
    ])
    func `an unreadable source is one line on standard error and status 1`(
      _ source: String
    ) throws {
      for command in ["", "list ", "list --json "] {
        let result = try CommandResult("vitrine \(command)\(source)")

        expectEqual(result.status, 1)
        #expect(result.output.isEmpty)
        expectEqual(result.errorLines.count, 1, "\(result.errorText)")
        #expect(result.errorText.wholeMatch(of: /vitrine: \S[^\n]*\n/) != nil)
      }
    }
  }
}
