import ExpectationSupport
import Testing

extension CommandTests {
  /// `vitrine show` with pictures that the terminal draws itself, and several side by side.
  struct ShowProtocolTests {
    @Test func `a file or a pipe gets characters`() throws {
      let result = try CommandResult(
        "vitrine show --size 10x4 $sample/dunes.jpg | cat", environment: ["TERM": "xterm-kitty"])

      expectEqual(result.status, 0)
      #expect(!result.outputText.contains("\u{1B}_G"))
      expectEqual(result.outputLines.count, 3)
    }

    @Test func `kitty gets commands of at most 4096 bytes, and the cursor ends below`() throws {
      let result = try CommandResult(
        "vitrine show --graphics kitty --size 20x10 $sample/dunes.jpg | cat")

      expectEqual(result.status, 0)
      // 200×133 pixels in cells of 10×20: 7 rows, made first.
      #expect(
        result.outputText.hasPrefix("\n\n\n\n\n\n\n\r\u{1B}[7A\u{1B}7\u{1B}8\u{1B}_Ga=T,f=100,"))
      #expect(result.outputText.hasSuffix("\u{1B}\\\u{1B}8\u{1B}[7B\r"))
      let commands = result.outputText.matches(of: /\u{1B}_G([^;]*);([^\u{1B}]*)\u{1B}\\/)
      #expect(commands.count > 1)
      expectEqual(commands.first?.1.contains("q=2,c=20,r=7,C=1,m=1"), true)
      #expect(commands.allSatisfy { $0.2.utf8.count <= 4096 })
      #expect(commands.dropLast().allSatisfy { $0.1.hasSuffix("m=1") && $0.2.utf8.count == 4096 })
      expectEqual(commands.last?.1, "q=2,m=0")
      expectEqual(commands.first?.2.hasPrefix("iVBORw0KGgo"), true)
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

    @Test func `a picture higher than the screen is drawn at the cursor`() throws {
      // 600×900 pixels; without a terminal there are 24 lines.
      let result = try CommandResult(
        "vitrine show --graphics kitty --fit width --size 60x10 $sample/lake.jpg")

      #expect(result.outputText.hasPrefix("\u{1B}_Ga=T,f=100,q=2,c=60,r=45,m=1;"))
      #expect(result.outputText.hasSuffix("\u{1B}\\\r\n"))
    }

    @Test func `none describes the files in words`() throws {
      let result = try CommandResult(
        "cd $sample; vitrine show --graphics none dunes.jpg - nothing.jpg <lake.jpg")

      expectEqual(result.status, 1)
      expectEqual(
        result.outputLines, ["dunes.jpg: 900 × 600, JPEG", "standard input: 600 × 900, JPEG"])
      expectEqual(result.errorLines, ["vitrine: nothing.jpg: no such file"])
    }

    @Test func `photos are side by side, each with its name centred below`() throws {
      let result = try CommandResult(
        """
        cd $sample; TERM=dumb vitrine show --columns 2 --size 12x6 \
        dunes.jpg lake.jpg /proc/nonexistent lake.jpg
        """)

      expectEqual(result.status, 1)
      expectEqual(result.errorLines.count, 1)
      let lines = result.outputText.split(separator: "\n", omittingEmptySubsequences: false)
      // 12×4 next to 8×6, then 8×6 alone: the next photo takes the place of a missing one.
      expectEqual(lines.count, 6 + 1 + 6 + 1 + 1)
      expectEqual(lines[0].count, 12 + 2 + 2 + 8)
      #expect(lines[0].prefix(16).allSatisfy { $0 == " " })
      #expect(lines[5].count == 12 + 2 + 2 + 8 && lines[5].prefix(12).contains { $0 != " " })
      expectEqual(lines[6], " dunes.jpg      lake.jpg")
      expectEqual(lines[13], "  lake.jpg")
    }

    @Test func `a small photo is enlarged by whole pixels if that is wanted`() throws {
      // A GIF of one pixel.
      let pixel = "R0lGODlhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs="
      func size(_ options: String) throws -> Substring? {
        let result = try CommandResult(
          "echo \(pixel) | base64 -d | vitrine show --graphics kitty --size 20x10 \(options) -")
        return result.outputText.firstMatch(of: /q=2,(c=\d+,r=\d+)/)?.1
      }

      try expectEqual(size(""), "c=1,r=1")
      // 16 pixels a side, in cells of 10×20.
      try expectEqual(size("--enlarge"), "c=2,r=1")
    }

    @Test func `titles are shown or hidden as requested`() throws {
      let with = try CommandResult("vitrine show --size 6x3 --titles $sample/dunes.jpg")
      let without = try CommandResult(
        "vitrine show --size 6x3 --no-titles $sample/dunes.jpg $sample/dunes.jpg")

      expectEqual(with.outputLines.last?.hasSuffix("/dunes.jpg"), true)
      #expect(!without.outputText.contains("dunes"))
      expectEqual(without.outputLines.count, 4)
    }

    @Test(
      arguments: [
        // 900×600 pixels in cells twice as high as wide.
        ("contain", 12, 4), ("cover", 20, 4), ("width", 20, 7), ("height", 12, 4),
      ])
    func `a photo fits as requested`(fit: String, columns: Int, rows: Int) throws {
      let result = try CommandResult(
        "TERM=dumb vitrine show --fit \(fit) --size 20x4 $sample/dunes.jpg")

      expectEqual(result.outputLines.count, rows)
      #expect(result.outputLines.allSatisfy { $0.count == columns })
    }

    @Test func `excess width is cropped at the sides`() throws {
      let result = try CommandResult(
        "TERM=dumb vitrine show --fit height --size 9x8 $sample/dunes.jpg")

      expectEqual(result.outputLines.count, 8)
      #expect(result.outputLines.allSatisfy { $0.count == 9 })
    }

    @Test func `a pipe works like a file`() throws {
      // A file with a thumbnail in the cache is drawn from that.
      let named = try CommandResult("VITRINE_CACHE=off vitrine show --size 20x6 $sample/dunes.jpg")
      let piped = try CommandResult("cat $sample/dunes.jpg | vitrine show --size 20x6 -")
      let twice = try CommandResult(
        "cat $sample/dunes.jpg | vitrine show --size 20x6 --no-titles - -")

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

    @Test(arguments: ["--columns 0", "--columns 101", "--fit wide", "--graphics gif"])
    func `invalid options are reported and nothing is drawn`(options: String) throws {
      let result = try CommandResult("vitrine show \(options) $sample/dunes.jpg")

      expectEqual(result.status, 64)
      #expect(result.output.isEmpty && !result.errors.isEmpty)
    }
  }
}
