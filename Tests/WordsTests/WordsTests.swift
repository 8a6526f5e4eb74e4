import ExpectationSupport
import Foundation
import Testing

/// `docs/words.txt` contains all strings that users read, for review as a whole and in every commit's diff.
struct WordsTests {
  private static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func contents(_ path: String) throws -> String {
    try String(contentsOf: package.appending(path: path), encoding: .utf8)
  }

  /// The files below a folder of the package, by their relative paths, in a fixed order.
  private static func files(in folder: String, suffix: String) -> [String] {
    let names =
      FileManager.default.enumerator(atPath: package.appending(path: folder).path)?.allObjects ?? []
    return names.compactMap { $0 as? String }.filter { $0.hasSuffix(suffix) }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The strings of each file that has any, by its path in `Sources`.
  private static func strings() throws -> [(file: String, strings: [String])] {
    let modules = UserWords.speaking.map { ($0, true) } + UserWords.others.map { ($0, false) }
    var all: [(file: String, strings: [String])] = []
    for (module, speaks) in modules {
      for name in files(in: "Sources/\(module)", suffix: ".swift").map({ "\(module)/\($0)" })
      where !UserWords.wordless.contains(where: name.hasPrefix) {
        all.append(
          (name, UserWords.strings(inSwift: try contents("Sources/\(name)"), speaks: speaks)))
      }
    }
    for name in files(in: "Sources/vitrine/Resources/presets", suffix: ".toml") {
      let path = "vitrine/Resources/presets/\(name)"
      all.append((path, UserWords.strings(inPreset: try contents("Sources/\(path)"))))
    }
    return all.filter { !$0.strings.isEmpty }
  }

  @Test func `docs words txt has every string that users read`() throws {
    var text = """
      Every string that users read, by the file that holds it. `make words` writes this file: change the strings in
      Sources, run it, look at the difference, and commit it with them.

      """
    for (file, strings) in try Self.strings() {
      text += "\n# \(file)\n" + strings.map { $0.replacing("\n", with: "\n  ") + "\n" }.joined()
    }

    let recorded = (try? Self.contents("docs/words.txt")) ?? ""
    guard text != recorded else { return }
    // Set by `make words`.
    guard ProcessInfo.processInfo.environment["VITRINE_WORDS"] != "write" else {
      return try text.write(
        to: Self.package.appending(path: "docs/words.txt"), atomically: true, encoding: .utf8)
    }
    let (old, new) = (Set(recorded.split(separator: "\n")), Set(text.split(separator: "\n")))
    let changes =
      recorded.split(separator: "\n").filter { !new.contains($0) }.map { "- \($0)" }
      + text.split(separator: "\n").filter { !old.contains($0) }.map { "+ \($0)" }
    Issue.record(
      """
      Strings that users read have changed: run `make words`, read `git diff docs/words.txt`, and commit it. After a \
      conflict in it take either side and run that.
      \(changes.prefix(40).joined(separator: "\n"))
      """)
  }

  @Test func `no string breaks the style`() throws {
    let faults = try Self.strings().flatMap { file, strings in
      strings.flatMap { string in
        WordStyle.faults(in: string, of: file).map { "\(file): \"\(string)\": \($0)" }
      }
    }
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
  }

  @Test(arguments: [
    "README.md", "CONTRIBUTING.md", "docs/buying.md", "docs/choosing.md", "docs/clickhouse.md",
    "docs/large-libraries.md", "docs/measuring.md", "docs/order-server.md", "docs/releasing.md",
    "docs/selling.md",
    "docs/man/vitrine.1", "docs/man/vitrine-config.5", "docs/man/vitrine-presets.5",
  ])
  func `pages for users keep to the glossary`(page: String) throws {
    let faults = try Self.contents(page).split(separator: "\n")
      .flatMap { line in WordStyle.habits(in: String(line)).map { "\(line): \($0)" } }
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
  }

  @Test func `files without words exist`() {
    for path in UserWords.wordless {
      let (module, rest) = (path.prefix { $0 != "/" }, path.drop { $0 != "/" }.dropFirst())
      #expect(
        Self.files(in: "Sources/\(module)", suffix: ".swift").contains { $0.hasPrefix(rest) },
        "\(path)")
    }
  }
}

/// Which literals count as texts for users.
struct UserWordsTests {
  private func strings(_ source: String, speaks: Bool = true) -> [String] {
    UserWords.strings(inSwift: source, speaks: speaks)
  }

  @Test func `texts, labels and words of a choice are read`() {
    let source = #"""
      static let title = "Basket"
      case .gone: "gone from the source"
      show(notice: isOne ? "Copied the \(part.word)" : "Copied \(part.words(2))")
      KeyCommand(id: "undo", keys: [.character("u")], title: "undo", group: "Photos", hint: "back") {}
      """#

    expectEqual(
      strings(source),
      [
        "Basket", "gone from the source", #"Copied the \(part.word)"#, #"Copied \(part.words(2))"#,
        "undo", "Photos",
        "back",
      ])
  }

  @Test func `a multi-line string is one string, without its indentation`() {
    let source =
      "let help = \"\"\"\n    Prints photos.\n      One a line.\n    \"\"\"\nlet next = \"after it\""

    expectEqual(strings(source), ["Prints photos.\n  One a line.", "after it"])
  }

  @Test func `a string inside an interpolation follows the enclosing one`() {
    expectEqual(
      strings(#"text("\(count) \(count == 1 ? "photo" : "photos") left")"#),
      [
        #"\(count) \(count == 1 ? "photo" : "photos") left"#, "photo", "photos",
      ])
  }

  @Test func `raw strings, quotes and comments do not confuse it`() {
    let source = ##"""
      // "not this one" /* nor "this"
      /* "nor /* nested "this */ one" */
      let pattern = #"a "quoted" word \n and \#(more("an inner one"))"#
      let quoted = "No photos match \"\(query)\""
      """##

    expectEqual(
      strings(source),
      [
        ##"a "quoted" word \n and \#(more("an inner one"))"##, "an inner one",
        #"No photos match \"\(query)\""#,
      ])
  }

  @Test func `keys, system names, formats and values for comparison are not read`() {
    let source = #"""
      case plain = "plain"
      case "yes", "no": true
      root["source"] == "folder"
      member("image_url", "/dev/null", "https://a.example", "\u{1B}[1m", "LANG", "\(a), \(b)", ".jpg")
      move("page-up", [.pageUp, .control("b")], hint)
      [("number", number), ("id", id)]
      """#

    #expect(strings(source).isEmpty)
  }

  @Test func `in modules that show no texts to users only sentences are read`() {
    let source =
      #"throw fault("the file is empty", key: "title", sql: "SELECT a FROM b WHERE c", "image/png")"#

    expectEqual(strings(source, speaks: false), ["the file is empty"])
  }

  @Test func `the descriptions of a preset are read`() {
    let preset = """
      name = "artic"
      title = "Art Institute of Chicago"
      argument = { kind = "search", meaning = "what to search for" }
      url = "https://a.example"
      """

    expectEqual(
      UserWords.strings(inPreset: preset), ["Art Institute of Chicago", "what to search for"])
  }
}
