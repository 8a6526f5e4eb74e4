import ExpectationSupport
import Testing

extension CommandTests {
  /// `vitrine show`, whose output is a pipe or a file.
  struct ShowCommandTests {
    @Test func `a photo is at most as large as requested, and fills one side`() throws {
      // 900×600 pixels in cells twice as high as wide.
      let result = try CommandResult("vitrine show --size 40x12 $sample/dunes.jpg | cat")

      expectEqual(result.status, 0)
      #expect(result.errors.isEmpty)
      expectEqual(result.outputLines.count, 12)
      #expect(Self.plain(result.outputText).allSatisfy { (30...40).contains($0.count) })
    }

    @Test func `a terminal that takes no escape sequences gets a line about each photo`() throws {
      let result = try CommandResult(
        "vitrine show --size 40x12 $sample/dunes.jpg", environment: ["TERM": "dumb"])

      expectEqual(result.status, 0)
      expectEqual(result.outputLines.count, 1)
      #expect(result.outputText.hasSuffix("dunes.jpg: 900 × 600, JPEG\n"))
    }

    @Test func `NO_COLOR gives symbols without colours`() throws {
      let result = try CommandResult(
        "vitrine show --size 40x12 $sample/dunes.jpg",
        environment: ["NO_COLOR": "1", "COLORTERM": "truecolor"])

      #expect(result.output.graphicRenditions.isSubset(of: [0, 7, 27]))
    }

    @Test func `without colours a light terminal has ink where a dark one has none`()
      throws
    {
      func rows(_ colors: String) throws -> [String] {
        let result = try CommandResult(
          "vitrine show --size 40x12 $sample/dunes.jpg",
          environment: [
            "NO_COLOR": "1", "TERM": "xterm", "COLORFGBG": colors, "VITRINE_CACHE": "off",
          ])
        expectEqual(result.status, 0)
        return Self.plain(result.outputText)
      }
      // Counted in quarters with ink; the inverse picture has the other ones.
      let quarters = Array(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")

      let (dark, light) = (try rows("15;0"), try rows("0;15"))

      #expect(dark.count == 12 && light.count == 12)
      for (dark, light) in zip(dark, light) {
        let negative = light.map { sign in
          quarters.firstIndex(of: sign).map { quarters[15 - $0] } ?? sign
        }
        expectEqual(dark, String(negative))
      }
    }

    @Test(
      arguments: [("", "38;2;"), ("--colors 256", "38;5;"), ("--colors full", "38;2;")])
    func `colours are the terminal's, or as set by --colors`(
      _ option: String, _ sequence: String
    ) throws {
      let result = try CommandResult(
        "vitrine show \(option) --size 40x12 $sample/dunes.jpg",
        environment: ["COLORTERM": "truecolor"])

      #expect(result.outputText.contains(sequence))
    }

    @Test func `every line ends plain, so that it can be cut out`() throws {
      let result = try CommandResult("vitrine show --size 20x6 --colors full $sample/dunes.jpg")

      #expect(result.outputLines.allSatisfy { $0.hasSuffix("\u{1B}[0m") })
    }

    @Test func `a broken file is one line and status 1, and the others are drawn`() throws {
      let folder = ScratchFolder()
      try folder.write("no picture", to: "bad\u{1B}[31m.jpg")

      let result = try CommandResult(
        """
        vitrine show --size 40x12 $sample/dunes.jpg '\(folder.path)'/bad* /proc/nonexistent.jpg \
        $sample/aurora.jpg
        """)

      expectEqual(result.status, 1)
      expectEqual(result.outputLines.count, 24)
      expectEqual(result.errorLines.count, 2)
      expectEqual(result.errorLines.first?.hasSuffix(": not a picture"), true)
      expectEqual(result.errorLines.last, "vitrine: /proc/nonexistent.jpg: no such file")
      #expect(!result.errors.contains(0x1B))
    }

    @Test func `without a worker it says why`() throws {
      let result = try CommandResult(
        "vitrine show $sample/dunes.jpg", environment: ["VITRINE_PICTURES": "/proc/nonexistent"])

      expectEqual(result.status, 1)
      #expect(result.output.isEmpty)
      #expect(result.errorText.contains("VITRINE_PICTURES is not a program"))
    }

    // MARK: Pictures that the terminal draws itself

    @Test func `a file or a pipe gets characters`() throws {
      let result = try CommandResult(
        "vitrine show --size 10x4 $sample/dunes.jpg | cat", environment: ["TERM": "xterm-kitty"])

      expectEqual(result.status, 0)
      #expect(!result.outputText.contains("\u{1B}_G"))
      expectEqual(result.outputLines.count, 3)
    }

    @Test func `kitty gets a picture in lines of its own, and the cursor ends below`() throws {
      let result = try CommandResult(
        "vitrine show --graphics kitty --size 20x10 $sample/dunes.jpg | cat")

      expectEqual(result.status, 0)
      // 200×133 pixels in cells of 10×20: 7 rows, made first.
      #expect(result.outputText.hasPrefix("\n\n\n\n\n\n\n\r\u{1B}[7A\u{1B}7\u{1B}_Ga=t,f=100,i="))
      #expect(result.outputText.contains(/a=p,i=\d+,p=1,c=20,r=7,C=1,q=2\e\\\e8\e\[7B\r$/))
    }

    @Test(
      arguments: [
        ("sixel", "\u{1B}P0;1q\"1;1;200;140#0;2;"),
        ("iterm2", "\u{1B}]1337;File=inline=1;size="),
      ])
    func `sixel and iTerm2 have their sequences`(name: String, start: String) throws {
      let result = try CommandResult(
        "vitrine show --graphics \(name) --size 20x10 $sample/dunes.jpg")

      expectEqual(result.status, 0)
      #expect(result.outputText.contains(start))
      #expect(result.outputText.hasSuffix("\u{1B}\\\u{1B}8\u{1B}[7B\r"))
    }

    @Test func `a picture that the terminal draws is not higher than the screen`() throws {
      // 600×900 pixels; without a terminal there are 24 lines.
      let result = try CommandResult(
        "vitrine show --graphics kitty --size 60x100 $sample/lake.jpg")

      #expect(result.outputText.contains("r=24,"))
    }

    @Test func `none describes the files in words`() throws {
      let result = try CommandResult(
        "cd $sample; vitrine show --graphics none dunes.jpg - nothing.jpg <lake.jpg")

      result.expect(
        status: 1, lines: ["dunes.jpg: 900 × 600, JPEG", "standard input: 600 × 900, JPEG"],
        errors: ["vitrine: nothing.jpg: no such file"])
    }

    @Test func `photos are drawn one below the other`() throws {
      let result = try CommandResult(
        "cd $sample; NO_COLOR=1 vitrine show --size 12x6 dunes.jpg lake.jpg")

      // 12×4, then 8×6.
      expectEqual(
        Self.plain(result.outputText).map(\.count), [12, 12, 12, 12, 8, 8, 8, 8, 8, 8])
    }

    @Test func `a pipe works like a file`() throws {
      // A file with a thumbnail in the cache is drawn from that.
      let named = try CommandResult("VITRINE_CACHE=off vitrine show --size 20x6 $sample/dunes.jpg")
      let piped = try CommandResult("cat $sample/dunes.jpg | vitrine show --size 20x6 -")
      let twice = try CommandResult(
        "cat $sample/dunes.jpg | vitrine show --size 20x6 - -")

      #expect(piped.status == 0 && piped.output == named.output)
      expectEqual(twice.output, named.output + named.output)
    }

    @Test(arguments: [("</dev/null", "the file is empty"), ("<<<hello", "not a picture")])
    func `anything in a pipe that is not a picture is reported`(input: String, words: String) throws
    {
      let result = try CommandResult("cat \(input) | vitrine show -")

      result.expect(status: 1, errors: ["vitrine: -: \(words)"])
    }

    private static func plain(_ text: String) -> [String] {
      text.replacing(/\u{1B}\[[0-9;]*m/, with: "").split(separator: "\n").map(String.init)
    }
  }
}
