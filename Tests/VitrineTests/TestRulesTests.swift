import Foundation
import Testing

/// How tests wait: for events, for a limited time, and with a message about what did not happen.
struct TestRulesTests {
  private struct Line {
    var place: String
    var text: Substring
    /// Up to the end of a loop's body, judging by its indentation.
    var body: Substring
  }

  /// All files of tests, line by line.
  private static func files() throws -> [(name: String, lines: [Substring])] {
    let folder = ManualPage.package.appending(path: "Tests")
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

  /// The files of tests that may suspend and have no limit: neither in them nor at the suite that they extend.
  private static func unlimited(in files: [(name: String, lines: [Substring])]) -> [String] {
    func names(_ lines: [Substring], _ kinds: Regex<(Substring, Substring)>) -> [Substring] {
      lines.compactMap {
        $0.hasSuffix("{") || $0.hasSuffix("{}") ? $0.firstMatch(of: kinds)?.1 : nil
      }
    }
    let hasLimit = files.map { file in file.lines.contains { $0.contains(".timeLimit(") } }
    let limited = Set(
      zip(files, hasLimit).filter { $0.1 }.flatMap { file, _ in
        names(file.lines, /\b(?:struct|class|actor|enum) (\w+)/)
      })
    return zip(files, hasLimit).filter { file, hasLimit in
      !hasLimit && file.lines.contains { $0.contains("@Test") }
        && file.lines.contains { $0.contains(") async") || $0.hasSuffix(" async throws") }
        && limited.isDisjoint(with: names(file.lines, /^extension (\w+)/))
    }.map { "Tests/\($0.0.name)" }
  }

  @Test func `a test that may wait has a limit of time`() throws {
    let files = try Self.files()
    let places = Self.unlimited(in: files)

    #expect(
      places.isEmpty,
      "write @Suite(.timeLimit(.minutes(10))) in: \(places.joined(separator: ", "))")
    // The rule sees what it is to see: without a limit anywhere, there are many.
    let none = files.map { file in
      (file.name, file.lines.map { $0.contains(".timeLimit(") ? "@Suite" : $0 })
    }
    #expect(Self.unlimited(in: none).count > 50)
  }
}
