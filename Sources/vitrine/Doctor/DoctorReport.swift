import GalleryData
import GalleryDomain
import TerminalKit

/// What `vitrine doctor` prints: facts by sections, and what is missing or weak.
struct DoctorReport: Equatable {
  /// A fact: its name, which is also its key in JSON, in words and as a value.
  struct Row: Equatable {
    var name: String
    var words: String
    var value: Value
  }

  enum Value: Equatable {
    case none
    case text(String)
    case number(Int64)
    case flag(Bool)
    case list([Value])
    case object([Member])
  }

  struct Member: Equatable {
    var name: String
    var value: Value
  }

  struct Section: Equatable {
    var title: String
    var rows: [Row]
  }

  /// Something to do.
  struct Finding: Equatable {
    /// Whether something that the user asks for doesn't work; otherwise it works less well than it could.
    var isBroken: Bool
    var what: String
    var advice: String
  }

  var sections: [Section]
  /// Broken things first.
  var findings: [Finding]

  /// 1 if something is broken.
  var exitStatus: Int32 { findings.contains(where: \.isBroken) ? 1 : 0 }
}

extension DoctorReport.Row {
  init(_ name: String, _ text: String?, else words: String = "unknown") {
    self.init(name: name, words: text ?? words, value: text.map { .text($0) } ?? .none)
  }
}

// MARK: - Output

extension DoctorReport {
  /// The width of names, with the blanks around them.
  private static let margin = 16
  private static let leastColumns = 30

  /// Lines of at most this many columns, where words allow it.
  func text(columns: Int, _ privacy: ReportPrivacy) -> String {
    let columns = max(Self.leastColumns, columns)
    var lines: [String] = []
    for section in sections {
      lines.append(section.title)
      for row in section.rows {
        lines += Self.lines(
          privacy.shown(row.words), after: "  \(row.name)".padded(to: Self.margin), columns)
      }
    }
    lines.append("")
    lines += Self.lines(headline, after: "", columns)
    for finding in findings {
      lines += Self.lines(
        privacy.shown(finding.what), after: finding.isBroken ? "! " : "- ", columns)
      lines += Self.lines(privacy.shown(finding.advice), after: "  ", columns)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// `1 thing is broken (!), 2 could be better (-)`
  private var headline: String {
    guard !findings.isEmpty else { return "All is well." }
    let broken = findings.count(where: \.isBroken)
    let weak = findings.count - broken
    let parts = [
      broken == 0 ? nil : broken == 1 ? "1 thing is broken (!)" : "\(broken) things are broken (!)",
      weak == 0 ? nil : weak == 1 ? "1 could be better (-)" : "\(weak) could be better (-)",
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }

  private static func lines(_ words: String, after head: String, _ columns: Int) -> [String] {
    let wrapped = TextLayout.wrap(words, columns: columns - head.count)
    let indent = String(repeating: " ", count: head.count)
    return (wrapped.isEmpty ? [""] : wrapped).enumerated().map { index, line in
      (index == 0 ? head : indent) + line
    }
  }

  /// One JSON object.
  func json(_ privacy: ReportPrivacy) -> String {
    var members = sections.map { section in
      Member(
        name: section.title,
        value: .object(section.rows.map { Member(name: $0.name, value: $0.value) }))
    }
    members.append(
      Member(
        name: "findings",
        value: .list(
          findings.map { finding in
            .object([
              Member(name: "broken", value: .flag(finding.isBroken)),
              Member(name: "what", value: .text(finding.what)),
              Member(name: "advice", value: .text(finding.advice)),
            ])
          })))
    return Self.json(.object(members), indent: "", privacy) + "\n"
  }

  private static func json(_ value: Value, indent: String, _ privacy: ReportPrivacy) -> String {
    let inner = indent + "  "
    switch value {
    case .none: return "null"
    case .text(let text): return JSONOutput.text(privacy.shown(text))
    case .number(let number): return "\(number)"
    case .flag(let flag): return flag ? "true" : "false"
    case .list(let values) where values.isEmpty: return "[]"
    case .list(let values):
      let items = values.map { inner + json($0, indent: inner, privacy) }
      return "[\n\(items.joined(separator: ",\n"))\n\(indent)]"
    case .object(let members) where members.isEmpty: return "{}"
    case .object(let members):
      let items = members.map { member in
        let name = JSONOutput.text(member.name.lowercased().replacing(" ", with: "_"))
        return "\(inner)\(name): \(json(member.value, indent: inner, privacy))"
      }
      return "{\n\(items.joined(separator: ",\n"))\n\(indent)}"
    }
  }
}
