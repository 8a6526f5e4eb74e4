import ExpectationSupport
import Foundation
import Glibc
import Testing

/// The man pages as readers see them: mdoc(7) interprets some English words as macros, and a quoting macro encloses the
/// rest of its line, so a page can pass every check of its source and still be garbled.
struct ManualRenderingTests {
  static let pages = ["vitrine.1", "vitrine-config.5", "vitrine-presets.5"]

  @Test(.enabled("mandoc or man is installed") { !Renderer.installed.isEmpty }, arguments: pages)
  func `headings, quoted terms and items are printed as written`(page: String) throws {
    let source = MdocSource(lines: try ManualPage(page).lines)

    for renderer in Renderer.installed {
      let lines = try renderer.lines(of: page)
      // Headings start at the margin or three columns from it; the first and the last line name the page.
      let headings = lines.dropFirst().dropLast().filter { line in
        [0, 3].contains(line.prefix { $0 == " " }.count) && !line.allSatisfy { $0 == " " }
      }
      expectEqual(headings.map { $0.trimmed }, source.headings, "\(renderer)")

      // Innermost pairs: a term that a quote opens too early or closes too late differs from its source.
      let text = lines.joined().filter { $0 != " " }
      let printed = text.matches(of: /‘([^‘’]*)’/).map { String($0.1) }
      let firstFault = zip(printed, source.quotedTerms).first { $0 != $1 }
      expectEqual(
        printed, source.quotedTerms,
        "\(renderer) prints \(firstFault.map { "‘\($0.0)’ for ‘\($0.1)’" } ?? "other terms")")
      expectEqual(text.count { $0 == "‘" }, printed.count, "\(renderer) nests quotes")

      let words = lines.map { $0.trimmed }
      let missing = source.wordLabels.filter { label in
        // A short label shares its line with the text.
        !words.contains { $0 == label || $0.hasPrefix("\(label) ") }
      }
      #expect(missing.isEmpty, "\(renderer): \(missing)")
    }
  }

  @Test func `headings and terms are read from a source`() {
    let source = MdocSource(
      lines: [
        ".Sh NAME", ".Ss \\&In a photo", ".It \\&No pictures at all", ".It Cm No", ".Pq Ql a\\-b .",
        ".Ql \\(dqa b\\(dq ;", ".It Xo", ".Ql x , y", "plain .Ql text",
      ])

    expectEqual(source.headings, ["NAME", "In a photo"])
    expectEqual(source.quotedTerms, ["a-b", "\"ab\"", "x", "y"])
    expectEqual(source.wordLabels, ["No pictures at all"])
  }
}

/// A program that prints man pages.
private enum Renderer: String, CaseIterable, CustomStringConvertible {
  case mandoc, man

  static let installed = allCases.filter { $0.version != nil }

  var description: String { rawValue }

  private var version: String? {
    // A system without man pages may have a `man` that only prints a message.
    try? Self.output(
      of: self == .mandoc ? "mandoc -T utf8 </dev/null" : "man --version && command -v groff")
  }

  /// Wide enough to keep most paragraphs on one line.
  func lines(of page: String) throws -> [String] {
    let path = ManualPage.package.appending(path: "docs/man/\(page)").path(percentEncoded: false)
    let command =
      switch self {
      case .mandoc: "mandoc -T utf8 -O width=500 '\(path)'"
      case .man: "MANWIDTH=500 man -P cat -E UTF-8 -l '\(path)'"
      }
    return try Self.output(of: command).split(separator: "\n").map { Self.plain($0) }
  }

  /// Bold and underlined text is overstruck: a character, a backspace, and the character again.
  private static func plain(_ line: Substring) -> String {
    var text = String.UnicodeScalarView()
    for scalar in line.unicodeScalars {
      if scalar == "\u{8}" { text.removeLast() } else { text.append(scalar) }
    }
    return String(text).replacing("\u{A0}", with: " ")
  }

  private static func output(of command: String) throws -> String {
    guard let pipe = popen("{ export LC_ALL=C.UTF-8; \(command); } 2>&1", "r") else {
      throw POSIXError(.EIO)
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 {
      bytes += buffer[..<count]
    }
    let status = pclose(pipe)
    let text = String(decoding: bytes, as: UTF8.self)
    guard status == 0 else { throw Failure(command: command, status: status, output: text) }
    return text
  }

  struct Failure: Error {
    var command: String
    var status: Int32
    var output: String
  }
}

/// What the source of a page means to print.
private struct MdocSource {
  let lines: [String]

  var headings: [String] {
    lines.filter { $0.hasPrefix(".Sh ") || $0.hasPrefix(".Ss ") }
      .map { Self.unescaped($0.dropFirst(4)).replacing("\"", with: "") }
  }

  /// Labels of lists that are words, not a macro such as `Ic` or `Cm`.
  var wordLabels: [String] {
    lines.filter { $0.hasPrefix(".It ") }.map { $0.dropFirst(4) }
      .filter { !Self.labelMacros.contains(String($0.prefix { $0 != " " })) }
      .map { Self.unescaped($0) }
  }

  /// The arguments of `Ql`, without spaces; commas between them separate terms.
  var quotedTerms: [String] {
    lines.filter { $0.hasPrefix(".") }.flatMap { line -> [String] in
      var terms: [[String]] = []
      var isQuoting = false
      for word in Self.words(of: line.dropFirst()) {
        if word == "Ql" {
          isQuoting = true
          terms.append([])
        } else if ["Ns", "No", "Ar", "Cm"].contains(word) {
          // `Ql` continues to the end of the line, including other macros.
          continue
        } else if isQuoting, word == "," {
          terms.append([])
        } else if isQuoting, ![".", ";", ":", ")", "?", "!"].contains(word) {
          terms[terms.count - 1].append(word)
        }
      }
      return terms.filter { !$0.isEmpty }
        .map { Self.unescaped($0.joined()[...]).filter { $0 != " " } }
    }
  }

  private static let labelMacros = ["Ar", "Cm", "Ev", "Fl", "Ic", "Pa", "Ql", "Xo"]

  /// Split at spaces outside quotation marks, which group words into one argument.
  private static func words(of line: Substring) -> [String] {
    line.matches(of: /"([^"]*)"|(?:\\ |\S)+/).map { match in String(match.1 ?? match.0) }
  }

  private static func unescaped(_ text: Substring) -> String {
    [("\\&", ""), ("\\-", "-"), ("\\(dq", "\""), ("\\ ", " "), ("\\e", "\\")]
      .reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
  }
}

extension StringProtocol {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
