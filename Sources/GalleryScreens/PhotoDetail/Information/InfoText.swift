import GalleryPresentation
import TerminalKit

/// One line of the information, ready to draw: pieces of text from left to right.
nonisolated struct InfoLine: Equatable {
  enum Role { case heading, label, value, luminance, red, green, blue }

  struct Part: Equatable {
    var column: Int
    var text: String
    var role: Role
  }

  var parts: [Part] = []

  static let blank = InfoLine()
}

/// Arranges groups of facts in lines: labels in their own column, values wrapped next to them, or below them if there
/// is little room.
nonisolated struct InfoText {
  var groups: [PhotoInformationGroup]

  /// The least columns for values next to their labels.
  private static let leastValueColumns = 14
  /// No value takes more lines than this; a description may.
  private static let mostRows = 40

  func lines(columns: Int) -> [InfoLine] {
    guard columns > 0 else { return [] }
    let labels = groups.flatMap(\.rows).map { GlyphWidth.columns(of: $0.label, atMost: columns) }
    let widest = (labels.max() ?? 0) + 2
    let indent = columns - widest >= Self.leastValueColumns ? widest : nil
    var lines: [InfoLine] = []
    for group in groups {
      if !lines.isEmpty { lines.append(.blank) }
      lines.append(InfoLine(parts: [.init(column: 0, text: group.title, role: .heading)]))
      for row in group.rows { append(row, indent: indent, columns: columns, to: &lines) }
    }
    return lines
  }

  private func append(
    _ row: PhotoInformationRow, indent: Int?, columns: Int, to lines: inout [InfoLine]
  ) {
    let label = InfoLine.Part(column: 0, text: row.label, role: .label)
    // A label has its own line if there is no room next to its value.
    if indent == nil { lines.append(InfoLine(parts: [label])) }
    let start = indent ?? min(1, columns - 1)
    let texts = TextLayout.wrap(
      row.value, columns: columns - start, maxRows: Self.mostRows)
    for (index, text) in texts.enumerated() {
      let value = InfoLine.Part(column: start, text: text, role: .value)
      lines.append(InfoLine(parts: index == 0 && indent != nil ? [label, value] : [value]))
    }
  }
}
