import ArgumentParser
import ExpectationSupport
import Foundation
import GalleryScreens
import TerminalKit
import Testing

@testable import vitrine

/// The man pages, compared with the program's own texts.
struct ManualTests {
  @Test func `vitrine(1) has every option of every command, in its own section`() throws {
    let page = try ManualPage("vitrine.1")
    let help = Data(VitrineCommand._dumpHelp().utf8)
    let root = try JSONDecoder().decode(CommandOutline.self, from: help).command
    let common: Set = ["-help", "h", "-version"]

    for command in try #require(root.subcommands) where command.commandName != "help" {
      var part = page.part("vitrine \(command.commandName)")
      if command.commandName == "browse" { part += page.part("Printing the basket") }
      let missing = command.options.subtracting(ManualPage.options(in: part)).subtracting(common)
      #expect(missing.isEmpty, "\(command.commandName): \(missing.sorted())")
    }
    // xargs has -r.
    let known = root.options.union(common).union(["r"])
    let unknown = ManualPage.options(in: page.lines).subtracting(known)
    #expect(unknown.isEmpty, "\(unknown.sorted())")
  }

  /// The last line of the help.
  private static let footer = "↑↓ move  Enter run  Esc close"

  @Test(arguments: [
    ("", "?", ["In the list and the grid", "In the search prompt", "In the filter line"]),
    ("", "\r?", ["In a photo", "In the list and the grid", "Mouse"]),
    ("", "C?", ["In a comparison", "In a photo", "In the list and the grid", "Mouse"]),
    ("", " b?", ["In the basket", "In the list and the grid"]),
    (
      "--select", "?",
      ["With --select", "In the list and the grid", "In the search prompt", "In the filter line"]
    ),
  ])
  func `vitrine(1) has every key in the help`(
    _ arguments: String, _ keys: String, _ parts: [String]
  ) throws {
    let page = try ManualPage("vitrine.1")
    let entries = parts.flatMap { ManualPage.keys(in: page.part($0)) }
    // A separate basket: the built-in gallery's own one is used by other tests.
    let state = ScratchFolder()
    let gallery = try GallerySession.started(
      "--sample \(arguments)", environment: ["XDG_STATE_HOME": state.path], columns: 120,
      rows: 130,
      showing: SampleGallery.firstTitle)

    for key in keys.dropLast() {
      gallery.send(String(key))
      let signs: [Character: String] = ["\r": "q back", " ": "Added to basket", "C": "Tab next"]
      try gallery.wait(for: signs[key] ?? "Basket")
    }
    gallery.send("?")
    try gallery.wait(for: Self.footer)

    let shown = Self.keys(inHelp: gallery.screenText)
    #expect(shown.count > 15)
    for key in shown where !entries.contains(where: { key.isSubset(of: $0) }) {
      // The keys of an entry may be in several entries on the page.
      let alone = key.filter { word in !entries.contains { $0.contains(word) } }
      #expect(alone.isEmpty, "\(key.sorted())")
    }
    try gallery.leave("\u{3}", status: 130)
  }

  /// The keys of the help's rows, in the page's words.
  private static func keys(inHelp text: String) -> [Set<String>] {
    let names = ["↑": "Up", "↓": "Down", "←": "Left", "→": "Right"]
    let rows = text.split(separator: "\n").dropFirst().filter {
      !$0.contains(footer) && !$0.contains("──") && $0.contains { $0 != " " }
    }
    return rows.map { row in
      let keys = row.drop { $0 == "▌" || $0 == " " }.split(separator: /\s{2,}/).first ?? ""
      // Between keys of which one is a sequence there are commas.
      return Set(keys.split(separator: #/,? /#).map { names[String($0)] ?? String($0) })
    }
  }

  @Test func `the example in vitrine-config(5) sets every key, and every key is described`() throws
  {
    let page = try ManualPage("vitrine-config.5")
    let example = try #require(page.examples.last)
    var complaints: [String] = []

    var settings = Settings()
    settings.read(toml: example) { complaints.append($0) }

    expectEqual(complaints, [])
    #expect(!settings.commands.isEmpty && !settings.servers.isEmpty)
    var names: Set<String> = []
    var table: Substring = ""
    for line in example.split(separator: "\n") {
      if line.hasPrefix("[") { table = line.dropFirst().dropLast() }
      if line.hasPrefix("[") || table.hasPrefix("keys") { continue }
      let key = line.prefix { $0 != " " }
      names.insert(table.isEmpty ? String(key) : "\(table).\(key)")
      #expect(page.lines.contains(".It Cm \(key)"), "\(key)")
    }
    expectEqual(Setting<Settings>.all.map(\.name).filter { !names.contains($0) }, [])
    for setting in Setting<Settings>.all where !setting.values.isEmpty {
      let key = setting.name.split(separator: ".").last ?? ""
      let start = try #require(page.lines.firstIndex(of: ".It Cm \(key)"))
      let entry = page.lines[(start + 1)...].prefix { !$0.hasPrefix(".It ") && $0 != ".El" }
      let words = Set(entry.joined(separator: " ").split(separator: " "))
      expectEqual(setting.values.filter { !words.contains($0[...]) }, [], "\(key)")
    }
  }

  @Test func `the example programs in vitrine-config(5) and the guide can be bound`()
    throws
  {
    let guide = try String(
      contentsOf: ManualPage.package.appending(path: "docs/choosing.md"), encoding: .utf8)
    let blocks = guide.split(separator: "```").filter { $0.hasPrefix("toml\n") }
    let examples =
      try ManualPage("vitrine-config.5").examples.filter { $0.hasPrefix("[commands.") }
      + blocks.map { String($0.dropFirst("toml\n".count)) }

    expectEqual(examples.count, 2)
    for example in examples {
      var complaints: [String] = []
      var settings = Settings()
      settings.read(toml: example) { complaints.append($0) }
      expectEqual(complaints, [])
      expectEqual(settings.commands.count, 4)
    }
  }

  @Test func `vitrine-config(5) has every screen, and says what lists the commands`() throws {
    let part = try ManualPage("vitrine-config.5").part("KEYS").joined(separator: "\n")

    let screens = CommandScreen.allCases.map { ".Cm \($0.rawValue)" }
    #expect(part.contains(screens.joined(separator: " ,\n")))
    #expect(part.contains(".Ql vitrine keys\nlists"))
  }

  @Test(arguments: [
    "", "argument", "variables", "list", "filters", "filters.title",
    "filters.price", "filters.date", "filters.sale", "sorts", "page_size", "fields", "join",
    "pictures", "sale", "price", "order", "paging", "errors", "recognise", "fields.id",
  ])
  func `vitrine-presets(5) has every key that a preset may have`(table: String) throws {
    let page = try ManualPage("vitrine-presets.5")
    let words = Set(page.lines.flatMap { $0.split { !$0.isLetter && $0 != "_" }.map(String.init) })
    let header = table.isEmpty ? "" : "[\(table)]"
    let isList = ["variables", "join", "pictures", "paging", "errors", "recognise"].contains(table)

    let result = try Self.sources(
      withPreset: """
        name = "own"
        title = "Own"
        about = "My own"
        \(table == "argument" || table == "page_size" ? "" : "argument = { kind = \"none\" }")
        items = ""
        \(table == "list" ? "" : "list = { url = \"https://a.example\" }")
        \(table.hasPrefix("fields") ? "" : "fields = { id = \"a\", image = \"b\" }")
        \(isList ? "[\(header)]" : header)
        no_such_key = 1
        """)

    let known = try #require(result.errorText.firstMatch(of: /known: ([-a-z_, ]+)/)).1
    let missing = known.split(separator: ", ").map { String($0).replacing("-", with: "") }
      .filter { !words.contains($0) }
    #expect(missing.isEmpty, "\(missing)")
  }

  @Test func `the examples in vitrine-presets(5) and in the guide are valid`() throws {
    let example = try #require(try ManualPage("vitrine-presets.5").examples.last)

    let result = try Self.sources(withPreset: example, named: "gallery")

    #expect(result.errors.isEmpty, "\(result.errorText)")
    #expect(result.outputText.contains("Photos of a gallery (your own)"))
    let guide = try String(
      contentsOf: ManualPage.package.appending(path: "docs/adding-a-preset.md"), encoding: .utf8)
    #expect(guide.contains(example))
  }

  @Test func `every complete preset in the guide can be read`() throws {
    let guide = try String(
      contentsOf: ManualPage.package.appending(path: "docs/adding-a-preset.md"), encoding: .utf8)
    let blocks = guide.matches(of: /(?s)```toml\n(name = "([a-z0-9-]+)".*?)```/)
      .map { (text: String($0.1), name: String($0.2)) }

    expectEqual(blocks.count, 3)
    for block in blocks {
      let result = try Self.sources(withPreset: block.text, named: block.name)
      #expect(result.errors.isEmpty, "\(block.name): \(result.errorText)")
    }
  }

  /// mdoc(7) calls them also in the middle of a line, so a page can pass every check of its source and still be garbled.
  @Test(arguments: ["vitrine.1", "vitrine-config.5", "vitrine-presets.5"])
  func `no English word of a man page is a macro`(page: String) throws {
    let macros: Set = ["An", "At", "Do", "In", "Me", "So"]
    let faults = try ManualPage(page).lines.filter { line in
      let words = line.split(separator: " ")
      let isText = [".Sh", ".Ss"].contains(words.first) || line.hasPrefix(".It No ")
      return line.hasPrefix(".")
        && words.dropFirst().contains { macros.contains(String($0)) || isText && $0 == "No" }
    }
    expectEqual(faults, [])
  }

  /// The output of `vitrine sources` with a preset of the user's own.
  private static func sources(
    withPreset text: String, named name: String = "own"
  ) throws -> CommandResult {
    let folder = ScratchFolder()
    try folder.write(text, to: "vitrine/presets/\(name).toml")
    return try CommandResult("vitrine sources", environment: ["XDG_CONFIG_HOME": folder.path])
  }
}

/// The source of a man page in `docs/man`, in mdoc(7).
struct ManualPage {
  static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  let lines: [String]

  init(_ name: String) throws {
    let file = Self.package.appending(path: "docs/man/\(name)")
    lines = try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The text after a heading, up to the next one.
  func part(_ heading: String) -> [String] {
    // `\&` keeps a first word such as "In" from being taken for a macro.
    let isHeading: (String) -> Bool = {
      [".Ss \(heading)", ".Sh \(heading)"].contains($0.replacing("\\&", with: ""))
    }
    guard let start = lines.firstIndex(where: isHeading) else { return [] }
    let rest = lines[(start + 1)...]
    let end = rest.firstIndex { $0.hasPrefix(".Ss ") || $0.hasPrefix(".Sh ") }
    return Array(rest[..<(end ?? rest.endIndex)])
  }

  /// The text between `.Bd -literal` and `.Ed`, without roff's escapes.
  var examples: [String] {
    var (examples, current) = ([String](), [String]?.none)
    for line in lines {
      if line.hasPrefix(".Bd -literal") {
        current = []
      } else if line == ".Ed", let example = current {
        examples.append(example.joined(separator: "\n").replacing("\\-", with: "-"))
        current = nil
      } else {
        current?.append(line)
      }
    }
    return examples
  }

  /// `.Fl -json , Fl o` has `-json` and `o`.
  static func options(in lines: [String]) -> Set<String> {
    Set(
      lines.filter { $0.hasPrefix(".") }
        .flatMap { $0.matches(of: /\bFl (-?[a-z0-9][-a-z0-9]*)/).map { String($0.1) } })
  }

  /// `.It Ic Up , k` has `Up` and `k`.
  static func keys(in lines: [String]) -> [Set<String>] {
    lines.filter { $0.hasPrefix(".It Ic ") || $0.hasPrefix(".Ic ") }.map { line in
      let words: [String] = line.split(separator: " ").dropFirst().map {
        String($0).replacing("\\&", with: "")
      }
      return Set(words.filter { !["It", "Ic", "No", ","].contains($0) })
    }
  }
}

/// The commands and options of the program, as the argument parser describes them.
private struct CommandOutline: Decodable {
  struct Command: Decodable {
    var commandName: String
    var arguments: [Argument]?
    var subcommands: [Command]?

    /// Including those of its subcommands; `-json` for `--json`, as in mdoc.
    var options: Set<String> {
      let names = (arguments ?? []).filter(\.shouldDisplay).flatMap { $0.names ?? [] }
      let own = Set(names.map { ($0.kind == "long" ? "-" : "") + $0.name })
      return (subcommands ?? []).reduce(into: own) { $0.formUnion($1.options) }
    }
  }

  struct Argument: Decodable {
    struct Name: Decodable { var kind, name: String }
    var names: [Name]?
    var shouldDisplay: Bool
  }

  var command: Command
}
