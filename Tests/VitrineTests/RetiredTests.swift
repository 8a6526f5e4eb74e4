import ExpectationSupport
import GalleryScreens
import TerminalKit
import Testing

@testable import vitrine

/// What earlier versions had.
struct RetiredTests {
  @Test(arguments: Retired.names.commandLine.map(\.words))
  func `words of a command line that are gone end it with one sentence and status 64`(
    words: String
  ) throws {
    let command = words.hasPrefix("browse ") ? String(words.dropFirst(7)) : words
    for line in ["vitrine \(command)", "vitrine \(command) .", "vitrine \(command) --help"] {
      let result = try CommandResult(line)

      expectEqual(result.status, 64)
      #expect(result.output.isEmpty)
      expectEqual(result.errorLines.count, 1, "\(result.errorText)")
      #expect(result.errorText.hasPrefix("vitrine: '\(command)' is gone: "), "\(result.errorText)")
    }
  }

  private var retired: Retired {
    var retired = Retired()
    retired.commandLine = [("library mend", "none."), ("browse --shape round", "none.")]
    retired.commands = ["photo.polish": "use photo.open."]
    return retired
  }

  @Test func `words are gone only where they were`() {
    func complaint(_ words: String...) -> String? { retired.complaint(onCommandLine: words) }
    expectEqual(complaint("library", "mend", "--x"), "'library mend' is gone: none.")
    expectEqual(complaint("help", "library", "mend"), "'library mend' is gone: none.")
    expectEqual(complaint("--shape=round"), "'--shape round' is gone: none.")
    expectEqual(complaint("a", "--shape", "round"), "'--shape round' is gone: none.")
    expectEqual(complaint("browse", "--shape", "round"), "'--shape round' is gone: none.")
    expectEqual(complaint("--shape", "square"), nil)
    expectEqual(complaint("library", "forget", "mend"), nil)
    expectEqual(complaint("list", "--shape=round"), nil)
    expectEqual(complaint("mend"), nil)
    expectEqual(complaint("--", "--shape", "round"), nil)
    expectEqual(complaint("library"), nil)
    expectEqual(complaint(), nil)
  }

  @Test func `keys that are gone are one notice each, and all others apply`() throws {
    var (found, complaints) = (Settings(), [String]())
    found.read(
      toml: """
        graphics = "sixel"
        [keys]
        "photo.polish" = "z"
        grid."photo.polish" = ["z"]
        "photo.information" = "f9"
        """, retired: retired
    ) { complaints.append($0) }

    expectEqual(
      complaints,
      [
        "line 3: photo.polish: is gone: use photo.open.",
        "line 4: grid.photo.polish: is gone: use photo.open.",
      ])
    expectEqual(found.graphics, .sixel)
    let command = try #require(Command.named("photo.information"))
    expectEqual(found.keys.keys(of: command, on: .photo).map(\.notation), ["f9"])
  }
}
