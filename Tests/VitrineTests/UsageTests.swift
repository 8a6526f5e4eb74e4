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

    /// A thread gets a stack of the size that the main thread may have, here more than all there is.
    @Test(arguments: ["list --sample", "--sample"])
    func `a command that gets no threads says so, and doesn't wait for ever`(_ command: String)
      throws
    {
      let result = try CommandResult(
        "ulimit -s 4500000; ulimit -v 4000000; vitrine \(command)")

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

    @Test(arguments: ["--version", "--help", "list --help", "help list", "list --sample"])
    func `what can't be printed is a failure`(_ arguments: String) throws {
      let result = try CommandResult("vitrine \(arguments) >/dev/full")

      result.expect(
        status: 1, errors: ["vitrine: can't write to standard output: No space left on device"])
    }

    /// What fits on a screen: 30 lines at the most, 80 columns but for the usage.
    @Test(arguments: [""] + VitrineCommand.commandNames.dropLast())
    func `every command has its own help, which fits on a screen`(_ command: String) throws {
      let result = try CommandResult("vitrine help \(command); vitrine \(command) --help")

      expectEqual(result.status, 0)
      let lines = result.outputText.split(separator: "\n", omittingEmptySubsequences: false)
      expectEqual(
        Array(lines.prefix(lines.count / 2)), Array(lines.suffix(from: lines.count / 2)).dropLast())
      #expect(lines.count <= 2 * 30 + 1, "\(lines.count)")
      #expect(lines.allSatisfy { $0.count <= 80 || $0.hasPrefix("USAGE: ") })
      #expect(result.outputText.contains("USAGE: vitrine \(command)"))
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

    private static let number = "expected a whole number"
    private static let cellSize = "must be a width of 4 to 80 and a height of 6 to 160 pixels"

    /// What stands behind the program's name and before the command's help.
    @Test(arguments: [
      ("--no-such-option", "unknown option '--no-such-option'"),
      ("--nope", "unknown option '--nope';"),
      ("show --nope a.jpg", "unknown option '--nope';"),
      ("library forget --pixel", "unknown option '--pixel';"),
      ("library read --pixel .", "unknown option '--pixel'. Did you mean '--pixels'?"),
      ("edit --nope x", "unknown option '--nope';"),
      ("list --sample --output x", "unknown option '--output';"),
      ("sheet . --otput=x.html", "unknown option '--otput'. Did you mean '--output'?"),
      ("list --jason", "unknown option '--jason'. Did you mean '--json'?"),
      ("list --limit", "missing value for '--limit <number>'"),
      ("list --recursive --limit abc", "the value 'abc' is invalid for '--limit <number>'"),
      ("list --filter --x --limit 0", "the value '0' is invalid for '--limit <number>'"),
      ("similar --threshold --json p", "a number is missing"),
      ("list --filter= --json", "no value follows '--filter='"),
      ("list --json= a", "no value follows '--json='"),
      ("show", "missing expected argument '<photos> ...'"),
      ("feed -o c", "missing expected argument '<folders> ...'"),
      ("sheet -o c.html", "missing expected argument '<source> ...'"),
      ("keys x", "unexpected argument 'x'"),
      ("library nonesuch", "unknown command 'library nonesuch';"),
      ("help list x", "unknown command 'list x';"),
      ("help lst", "unknown command 'lst'. Did you mean 'list'?"),
      ("library forgt", "unknown command 'library forgt'. Did you mean 'library forget'?"),
      ("help cache cler", "unknown command 'cache cler'. Did you mean 'cache clear'?"),
      ("list --limit -1", "'-1' is invalid for '--limit <number>': \(number), 1 or more"),
      ("list --limit abc", "'abc' is invalid for '--limit <number>': \(number), 1 or more"),
      ("list --limit=1=", "the value '1=' is invalid for '--limit <number>'"),
      ("similar --threshold -1 .", "'-1' is invalid for '--threshold <number>': \(number), 0 to"),
      ("similar --keep smallest .", "'smallest' is invalid for '--keep <rule>': must be 'largest'"),
      ("feed --size 5 . -o c", "'5' is invalid for '--size <pixels>': \(number), 320 to 4096"),
      ("library forget ''", "FOLDER is empty"),
      ("show ''", "PHOTO is empty"),
      ("--colors 7", "'7' is invalid for '--colors <colors>': must be one of auto, full, 256"),
      ("show --graphics gif a.jpg", "'gif' is invalid for '--graphics <graphics>': must be one of"),
      ("show --cell-size 3x9 a.jpg", cellSize),
      ("show --size 0x3 a.jpg", "the value '0x3' is invalid for '--size <size>'"),
      ("show --size 12 a.jpg", "'12' is invalid for '--size <size>': expected columns and rows"),
      ("show --size 99999x99999 a.jpg", "is invalid for '--size <size>'"),
      ("list --sort colour", "is invalid for '--sort <order>': must be one of date, title, price,"),
      ("--output csv .", "'--output csv' is gone"),
      ("--output xml", "is invalid for '--output <output>': must be one of 'lines' and 'json'"),
      (
        "list --filter 'sea price:cheap'",
        "'price:cheap' is invalid for '--filter <filter>': expected a price, e.g. <€100"
      ),
      ("sheet . -o c.txt", "expected a name that ends in .html"),
      ("sheet . -o c.pdf", "expected a name that ends in .html"),
      ("list --sample .", "only one of SOURCE and --sample can be listed"),
      ("--sample --last", "only one of SOURCE, --sample and --last can be opened"),
      ("--last .", "only one of SOURCE, --sample and --last can be opened"),
      ("--sample -", "only one of SOURCE, --sample and --last can be opened"),
    ])
    func `wrong usage is a line that says what is wrong and where the help is, and status 64`(
      _ arguments: String, _ words: String
    ) throws {
      let result = try CommandResult("vitrine \(arguments)")

      expectEqual(result.status, 64)
      #expect(result.output.isEmpty)
      expectEqual(result.errorLines.count, 1)
      #expect(result.errorText.hasPrefix("vitrine: ") && result.errorText.contains(words))
      guard !words.hasSuffix("?"), !words.hasSuffix("gone") else { return }
      let known = VitrineCommand.commandNames.dropLast() + ["forget", "read"]
      let names = arguments.split(separator: " ").map(String.init).filter { $0 != "help" }
        .prefix(while: known.contains)
      let command = names.isEmpty ? "browse" : names.joined(separator: " ")
      #expect(result.errorText.hasSuffix("; see 'vitrine \(command) --help'\n"))
    }

    @Test(arguments: ["list ''", "''", "list folders:", "list / ''", "list '' /"])
    func `an empty source is refused`(arguments: String) throws {
      let result = try CommandResult("vitrine \(arguments)")

      result.expect(
        status: 1, errors: ["vitrine: SOURCE is empty; --sample opens the built-in gallery"])
      #expect(result.output.isEmpty)
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

    @Test func `sources lists the kinds of source`() throws {
      let result = try CommandResult("vitrine sources")

      expectEqual(result.status, 0)
      for word in [
        "sample gallery", "FOLDER", "FEED.json", "openverse", "rss:", "$PEXELS_API_KEY",
        "Wikimedia Commons", "a search that you saved with m s",
        "to which you added photos with m c",
      ] {
        #expect(result.outputText.contains(word), "\(word)")
      }
      #expect(result.outputLines.allSatisfy { $0.count <= 100 })
    }

    @Test func `sources names the keys that the user has`() throws {
      let result = try CommandResult(
        """
        export XDG_CONFIG_HOME=$(mktemp -d) && mkdir $XDG_CONFIG_HOME/vitrine
        echo 'keys = { "places.save-search" = "f8" }' >$XDG_CONFIG_HOME/vitrine/config.toml
        vitrine sources; vitrine list library:none
        """)

      #expect(result.outputText.contains("a search that you saved with F8"))
      #expect(result.errorText.contains("F8 and m c in the list make one"))
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
        #expect(!result.errorText.contains("unknown folder"))
        return
      }
      let typed = arguments.prefix { $0 != " " }
      result.expect(
        status: 64,
        errors: ["vitrine: unknown folder or command '\(typed)'. Did you mean '\(meant)'?"])
    }

    @Test func `an existing file is opened, whatever command its name is similar to`() throws {
      let result = try CommandResult("cd $(mktemp -d) && mkdir lst && vitrine lst")

      #expect(!result.errorText.contains("unknown folder"))
      #expect(result.errorText.contains("no terminal"))
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
