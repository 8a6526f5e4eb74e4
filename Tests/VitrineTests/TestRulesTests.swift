import Foundation
import Testing

/// How tests wait: for events, for a limited time, and with a message about what did not happen.
struct TestRulesTests {
  private static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private struct Line {
    var place: String
    var text: Substring
    /// Up to the end of a loop's body, judging by its indentation.
    var body: Substring
  }

  /// All files of tests, line by line.
  private static func files() throws -> [(name: String, lines: [Substring])] {
    let folder = package.appending(path: "Tests")
    let names = FileManager.default.enumerator(atPath: folder.path)?.allObjects ?? []
    let files = names.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted()
      // Except for the waiting itself, these rules, and a program that hangs on purpose.
      .filter {
        !$0.hasPrefix("WaitSupport/") && !$0.hasPrefix("terminal-probe/")
          && !$0.hasSuffix("TestRulesTests.swift")
      }
    return try files.map { file in
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      return (file, text.split(separator: "\n", omittingEmptySubsequences: false))
    }
  }

  private static func lines() throws -> [Line] {
    try files().flatMap { file, lines in
      lines.enumerated().compactMap { index, line -> Line? in
        // Expressions and bodies are examined only for the few lines that can be at fault: there are 90,000.
        guard line.contains("sleep(") || line.contains("while ") else { return nil }
        let indentation = line.prefix { $0 == " " }.count
        let end = lines[(index + 1)...].firstIndex {
          !$0.isEmpty && $0.prefix { $0 == " " }.count <= indentation
        }
        let body = lines[index..<min(end ?? lines.endIndex, index + 12)].joined(separator: "\n")
        return Line(place: "Tests/\(file):\(index + 1)", text: line, body: body[...])
      }
    }
  }

  @Test func `no test sleeps`() throws {
    let sleeping = try Self.lines().filter { line in
      line.text.contains(/\b(Task\.sleep|Thread\.sleep|usleep|nanosleep|sleep)\(/)
        // Represents an answer that never comes; ends with the cancellation.
        && !line.text.contains("86_400") && !line.text.contains("waitLimit")
        // The pace of a server, not the patience of a test.
        && !line.text.contains("while connection.write(frame)")
        && !line.text.contains("func sleep(")
    }

    #expect(
      sleeping.isEmpty,
      "wait for an event, or with wait(for:until:): \(sleeping.map(\.place).joined(separator: ", "))"
    )
  }

  @Test func `no test polls without a limit`() throws {
    let polling = try Self.lines().filter { line in
      // The statement, and not a word in the name of a test.
      line.text.contains(/^\s*(\w+:\s*)?(\}\s*)?while\b/)
        && line.body.contains(/Task\.yield\(\)|sched_yield\(\)|poll\(nil/)
        && !line.body.contains(/deadline|Task\.isCancelled|isCancelled/)
    }

    #expect(
      polling.isEmpty,
      """
      wait(for:until:) of WaitSupport gives up and says what it waited for: \
      \(polling.map(\.place).joined(separator: ", "))
      """)
  }

  /// A type, or an extension of one, that holds tests.
  private struct Suite {
    var name: Substring
    var indentation: Int
    var isExtension: Bool
    var hasLimit: Bool
  }

  private static func suite(_ lines: [Substring], at index: Int) -> Suite? {
    let line = lines[index]
    // Expressions only for lines that open a body and aren't statements.
    guard line.hasSuffix("{") || line.hasSuffix("{}"),
      let found = line.firstMatch(
        of:
          /^\s*(@.*\s)?((public|private|fileprivate|final)\s)*(struct|class|actor|enum|extension)\s(\w+)/
      )
    else { return nil }
    // Its attributes: on the lines above, as far as no other line ends in between.
    let above = lines[..<index].reversed().prefix(6).prefix {
      !$0.isEmpty && !$0.hasPrefix("}") && !$0.contains("///")
    }
    return Suite(
      name: found.5, indentation: line.prefix { $0 == " " }.count,
      isExtension: found.4 == "extension",
      hasLimit: line.contains(".timeLimit(") || above.contains { $0.contains(".timeLimit(") })
  }

  /// The places of tests that may suspend and have no limit: neither their own nor their suite's, which holds for the suites
  /// in it, too.
  private static func unlimited(in files: [(name: String, lines: [Substring])]) -> [String] {
    var limited: Set<Substring> = []
    for (_, lines) in files {
      for index in lines.indices where !lines[index].contains("//") {
        guard let suite = suite(lines, at: index), !suite.isExtension, suite.hasLimit else {
          continue
        }
        limited.insert(suite.name)
      }
    }
    return files.flatMap { name, lines in
      var enclosing: [Suite] = []
      return lines.indices.compactMap { index -> String? in
        let indentation = lines[index].prefix { $0 == " " }.count
        if let suite = suite(lines, at: index) {
          enclosing = enclosing.filter { $0.indentation < suite.indentation } + [suite]
        }
        guard lines[index].dropFirst(indentation).hasPrefix("@Test"),
          let end = lines[index...].firstIndex(where: {
            $0.hasSuffix("{") && !$0.contains("@Test(")
          })
            ?? lines[index...].firstIndex(where: { $0.hasSuffix("{") })
        else { return nil }
        let signature = lines[index...end].joined(separator: " ")
        guard signature.contains(/\)\s+async\b/), !signature.contains(".timeLimit("),
          !enclosing.contains(where: {
            $0.indentation < indentation && limited.contains($0.name)
          })
        else { return nil }
        return "Tests/\(name):\(index + 1)"
      }
    }
  }

  @Test func `a test that may wait has a limit of time`() throws {
    let files = try Self.files()
    let places = Self.unlimited(in: files)

    #expect(
      places.isEmpty,
      "write @Suite(.timeLimit(.minutes(10))) at: \(places.joined(separator: ", "))")
    // The rule sees what it is to see: without a limit anywhere, there are hundreds.
    let none = files.map { file in
      (file.name, file.lines.map { $0.contains(".timeLimit(") ? "@Suite" : $0 })
    }
    #expect(Self.unlimited(in: none).count > 500)
  }
}
