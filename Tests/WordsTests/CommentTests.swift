import ExpectationSupport
import Foundation
import Testing

/// Comments and the names of tests are in plain English: `WordStyle.habits` lists what reads like a translation.
struct CommentTests {
  /// The habits as data, and the tutorial's test file, which stays as it is, byte for byte.
  private static let exceptions = [
    "Tests/WordsTests/WordStyle.swift", "Tests/WordsTests/CommentTests.swift",
    "Tests/GalleryPresentationTests/PhotoList/TutorialTests.swift",
  ]

  private static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func files() -> [String] {
    ["Sources", "Tests"].flatMap { folder in
      let names = FileManager.default.enumerator(atPath: package.appending(path: folder).path)
      return (names?.allObjects ?? []).compactMap { ($0 as? String).map { "\(folder)/\($0)" } }
    }
    .filter { path in [".swift", ".c", ".h"].contains { path.hasSuffix($0) } }
    .filter { !exceptions.contains($0) }.sorted()
  }

  private static func faults(in file: String) throws -> [String] {
    let source = try String(contentsOf: package.appending(path: file), encoding: .utf8)
    return Prose.all(in: source).flatMap { prose in
      WordStyle.habits(in: prose.text).map { "\(file):\(prose.line): \($0)" }
    }
  }

  @Test func `comments and names of tests keep to the glossary`() throws {
    let faults = try Self.files().flatMap(Self.faults)

    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
  }

  @Test func `comments are read as whole paragraphs, and names of tests as they are`() {
    let source = """
      /// A photo that
      /// is told.
      let a = 1  // Not this.
      // - Nobody
      @Test func `whoever asks`() {}
      """

    expectEqual(
      Prose.all(in: source),
      [
        Prose(line: 1, text: "A photo that is told."), Prose(line: 4, text: "- Nobody"),
        Prose(line: 5, text: "whoever asks"),
      ])
  }

  @Test func `habits are found, but not in code or in idioms`() {
    expectEqual(WordStyle.habits(in: "What is no address is told.").count, 3)
    #expect(WordStyle.habits(in: "There is no `nobody`, and it is no longer needed.").isEmpty)
    #expect(WordStyle.habits(in: "Whether there are none.").isEmpty)
  }
}

/// A comment of one or more lines, or the name of a test.
private struct Prose: Equatable {
  /// Where it starts, from 1.
  var line: Int
  var text: String

  /// Comments that have lines of their own; those behind code are too short to go wrong.
  static func all(in source: String) -> [Prose] {
    var all: [Prose] = []
    var isContinued = false
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let text = line.drop { $0 == " " }
      let isComment = text.hasPrefix("//")
      defer { isContinued = isComment }
      if isComment {
        let words = text.drop { $0 == "/" }.drop { $0 == " " }
        if isContinued {
          all[all.count - 1].text += " \(words)"
        } else {
          all.append(Prose(line: index + 1, text: String(words)))
        }
      } else if text.contains("func `"), let name = text.split(separator: "`").dropFirst().first {
        all.append(Prose(line: index + 1, text: String(name)))
      }
    }
    return all
  }
}
