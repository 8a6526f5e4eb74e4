import ExpectationSupport
import Testing

extension CommandTests {
  /// `vitrine show` with pictures that the terminal draws itself.
  struct ShowProtocolTests {
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

      expectEqual(result.status, 1)
      expectEqual(
        result.outputLines, ["dunes.jpg: 900 × 600, JPEG", "standard input: 600 × 900, JPEG"])
      expectEqual(result.errorLines, ["vitrine: nothing.jpg: no such file"])
    }

    @Test func `photos are drawn one below the other, and those that aren't there are named`()
      throws
    {
      let result = try CommandResult(
        """
        cd $sample; NO_COLOR=1 vitrine show --size 12x6 dunes.jpg /proc/nonexistent lake.jpg
        """)

      expectEqual(result.status, 1)
      expectEqual(result.errorLines.count, 1)
      // 12×4, then 8×6.
      let lines = result.outputLines.map { $0.replacing(#/\u{1B}\[[0-9;]*m/#, with: "") }
      expectEqual(lines.map(\.count), [12, 12, 12, 12, 8, 8, 8, 8, 8, 8])
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

      expectEqual(result.status, 1)
      expectEqual(result.errorLines, ["vitrine: -: \(words)"])
    }

    @Test(arguments: ["--size 0x1", "--graphics gif"])
    func `invalid options are reported and nothing is drawn`(options: String) throws {
      let result = try CommandResult("vitrine show \(options) $sample/dunes.jpg")

      expectEqual(result.status, 64)
      #expect(result.output.isEmpty && !result.errors.isEmpty)
    }
  }
}
