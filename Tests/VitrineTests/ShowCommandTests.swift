import ExpectationSupport
import Testing

extension CommandTests {
  /// `vitrine show` in a pipe.
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

    private static func plain(_ text: String) -> [String] {
      text.replacing(/\u{1B}\[[0-9;]*m/, with: "").split(separator: "\n").map(String.init)
    }
  }
}
