import ArgumentParser
import ExpectationSupport
import Foundation
import PseudoTerminalSupport
import Testing

@testable import vitrine

extension CommandTests {
  /// The commands in the README, the guides and the man pages: the program accepts all of them.
  struct GuideCommandTests {
    @Test func `every command in every guide is valid`() throws {
      let commands = try GuideCommand.all()

      // Approximately as many as there are: an empty list would prove nothing.
      #expect(commands.count > 60)
      #expect(Set(commands.map(\.page)).count > 8)
      for command in commands {
        do {
          _ = try VitrineCommand.parseAsRoot(command.words)
        } catch {
          // Requesting the version or the help also ends the parser.
          if VitrineCommand.exitCode(for: error) == .success { continue }
          let message = VitrineCommand.message(for: error)
          Issue.record(
            "\(command.page): vitrine \(command.words.joined(separator: " ")): \(message)")
        }
      }
    }

    @Test func `commands that need no network do what the guide says`() throws {
      let folder = try Self.home()
      let commands = try GuideCommand.all().filter(\.isLocal)
      var seen: Set<[String]> = []

      #expect(commands.count > 15)
      for command in commands where seen.insert(command.words).inserted {
        let line = command.words.map { word in
          let expanded = word.hasPrefix("~/") ? folder.path + word.dropFirst() : word
          return "'\(expanded.replacing("'", with: "'\\''"))'"
        }
        // `list -` reads names, `show -` a picture.
        let input = command.words.first == "list" ? "names" : "holiday.jpg"
        let result = try CommandResult(
          "cd '\(folder.path)' && vitrine \(line.joined(separator: " ")) <\(input)",
          environment: [
            "HOME": folder.path, "XDG_STATE_HOME": folder.path("state"),
            "XDG_CACHE_HOME": folder.path("cache"),
          ])

        let told = Comment("\(command.page): vitrine \(line): \(result.errorText)")
        if command.isInterface {
          // The source is opened first, so only the terminal is missing.
          #expect(result.errorText.contains("no terminal to draw on"), told)
        } else {
          expectEqual(result.status, 0, told)
        }
      }
    }

    /// A home with the files in the guides' examples.
    private static func home() throws -> ScratchFolder {
      let folder = ScratchFolder()
      for name in ["Pictures", "FOLDER", "site"] { try folder.makeFolder(name) }
      for name in ["holiday.jpg", "b.jpg", "scan.png", "Pictures/a.jpg", "FOLDER/a.jpg"] {
        try folder.addPicture("lake.jpg", as: name)
      }
      try "holiday.jpg\n".write(toFile: folder.path("names"), atomically: true, encoding: .utf8)
      try folder.addSidecar("Pictures/a.jpg.xmp", keywords: ["for sale"])
      let feed = """
        {"total_pages": 1, "photos": [{"id": 1, "image_url": "b.jpg", "for_sale": true, "price": "80.00", "currency": "EUR"}]}
        """
      for name in ["feed", "shop", "saved"] { try folder.write(feed, to: "\(name).json") }
      return folder
    }
  }
}

/// A Vitrine command line in a guide.
private struct GuideCommand {
  /// The file.
  var page: String
  /// The words after the program's name, without quotes.
  var words: [String]

  /// All commands in the README, the guides and the man pages, in order.
  static func all() throws -> [GuideCommand] {
    let root = ManualPage.package
    let guides = try FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: "docs").path
    )
    .filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
    let texts = try (["README.md"] + guides).flatMap { page in
      let text = try String(contentsOf: root.appending(path: page), encoding: .utf8)
      return lines(inGuide: text).map { (page, $0) }
    }
    let pages = try ["vitrine.1", "vitrine-config.5", "vitrine-presets.5"].flatMap { page in
      try lines(inManual: ManualPage(page)).map { (page, $0) }
    }
    return (texts + pages).flatMap { page, line in
      commands(in: line).map { GuideCommand(page: page, words: $0) }
    }
  }

  /// Shell blocks, indented blocks, and code within a line.
  private static func lines(inGuide text: String) -> [String] {
    var found: [String] = []
    var fence: Substring?
    for line in text.replacing("\\\n", with: " ").split(separator: "\n") {
      if line.hasPrefix("```") {
        fence = fence == nil ? line.dropFirst(3) : nil
      } else if let fence {
        if fence == "sh" { found.append(String(line)) }
      } else if line.hasPrefix("    ") {
        found.append(line.trimmingCharacters(in: .whitespaces))
      } else {
        found += line.matches(of: /`(vitrine [^`]+)`/).map { String($0.1) }.filter(isWhole)
      }
    }
    return found
  }

  private static func lines(inManual page: ManualPage) -> [String] {
    page.examples.flatMap { $0.split(separator: "\n").map(String.init) }
      + page.lines.compactMap { $0.firstMatch(of: /Ql (vitrine .*?)(?: [.,;:])?$/) }
      .map { String($0.1).replacing("\\-", with: "-") }.filter(isWhole)
  }

  /// `vitrine show` alone is the name of a command, not a use of it.
  private static func isWhole(_ line: String) -> Bool { line.split(separator: " ").count > 2 }

  /// The words of the first call of `vitrine` in a line of shell.
  static func commands(in line: String) -> [[String]] {
    guard let call = line.wholeMatch(of: /(?:.*?[|;(&] *)?(?:[A-Z_]+=\S* )*vitrine (.*)/) else {
      return []
    }
    let words = call.1.matches(of: /(?:'[^']*'|"[^"]*"|[^\s|&;)'"])+|[|&;)]/).map { String($0.0) }
    return [
      words.prefix { !["|", "&", ";", ")", "#"].contains($0) && !$0.contains(/^\d?>/) }
        .map { $0.replacing(/['"]/, with: "") }
    ]
  }

  /// Whether it runs the interface, which needs a terminal.
  var isInterface: Bool { (try? VitrineCommand.parseAsRoot(words)) is BrowseCommand }

  /// Whether it needs no server and only the files in `home`.
  var isLocal: Bool {
    let known = ["~/Pictures", "FOLDER", ".", "-", "~/site"]
    let files = [".jpg", ".png", ".json", ".csv"]
    let commands = [
      "list", "show", "sheet", "feed", "keys", "places", "sources", "cache", "library", "orders",
      "browse",
    ]
    let values = words.indices.filter { words[$0].hasPrefix("-") && words[$0] != "-" }.map {
      $0 + 1
    }
    // `NAME:argument`, `pexels`, and patterns that a shell expands.
    return words.enumerated().allSatisfy { index, word in
      !word.contains("://") && !word.hasPrefix("V-") && !word.contains("*") && !word.contains("$")
        && (word.hasPrefix("--") || word.hasPrefix("-") || values.contains(index)
          || known.contains(word) || commands.contains(word)
          || files.contains(where: word.hasSuffix))
    } && !words.contains("--preset") && !words.contains("--last")
  }
}
