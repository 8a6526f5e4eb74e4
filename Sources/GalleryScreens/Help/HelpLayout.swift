import TerminalKit

/// One line of the help, ready to be drawn.
nonisolated struct HelpLine: Hashable {
  enum Role { case heading, keys, text, name }

  struct Part: Hashable {
    var column: Int
    var text: String
    var role: Role
    var maxColumns: Int
  }

  var parts: [Part] = []
  /// The index of the command; nil for headings and blank lines, and in two columns.
  var command: Int?
}

/// Arranges a key table in groups, in one or two columns.
struct HelpLayout {
  let commands: [KeyCommand]
  /// A short list stays in one column, so that there is room for the commands' names.
  var isFiltered = false

  /// The least width of the terminal for two columns of keys.
  private static let twoColumnWidth = 72

  func lines(columns: Int) -> [HelpLine] {
    let blocks = groups()
    guard columns >= Self.twoColumnWidth, blocks.count > 1, !isFiltered else {
      return stack(blocks, column: 1, columns: columns - 2, nameStart(blocks, columns - 2))
    }
    // As even as possible without splitting a group: the first column gets at least half.
    let heights = blocks.map { $0.commands.count + 2 }
    let half = (heights.reduce(0, +) + 1) / 2
    var height = 0
    var split = 0
    while split < blocks.count - 1, height < half {
      height += heights[split]
      split += 1
    }
    // One blank at either edge, and two between the columns, as between a title and a name.
    let width = (columns - 4) / 2
    let names = [blocks[..<split], blocks[split...]].map { nameStart(Array($0), width) }
    let showsNames = !names.contains(nil)
    let left = stack(
      Array(blocks[..<split]), column: 1, columns: width, showsNames ? names[0] : nil)
    let right = stack(
      Array(blocks[split...]), column: 3 + width, columns: width, showsNames ? names[1] : nil)
    return (0..<max(left.count, right.count)).map { index in
      HelpLine(
        parts: (index < left.count ? left[index].parts : [])
          + (index < right.count ? right[index].parts : []))
    }
  }

  private struct Group {
    var name: String
    var indices: [Int]
    var commands: [KeyCommand]
  }

  private func groups() -> [Group] {
    var groups: [Group] = []
    for (index, command) in commands.enumerated()
    where !command.keys.isEmpty || command.gesture != nil {
      let group =
        groups.firstIndex { $0.name == command.group } ?? groups.endIndex
      if group == groups.endIndex {
        groups.append(Group(name: command.group, indices: [], commands: []))
      }
      groups[group].indices.append(index)
      groups[group].commands.append(command)
    }
    return groups
  }

  private func names(of command: KeyCommand) -> String {
    var seen: [String] = []
    for name in command.keys.map(\.description) where !seen.contains(name) {
      seen.append(name)
    }
    let separator = command.keys.contains { $0.keys.count > 1 } ? ", " : " "
    return seen.isEmpty ? command.gesture ?? "" : seen.joined(separator: separator)
  }

  private func stack(
    _ groups: [Group], column: Int, columns: Int, _ nameStart: Int?
  ) -> [HelpLine] {
    let keyColumns = keyColumns(groups, columns)
    let textStart = keyColumns + 2
    var lines: [HelpLine] = []
    for group in groups {
      if !lines.isEmpty { lines.append(HelpLine()) }
      if !group.name.isEmpty {
        lines.append(
          HelpLine(parts: [
            .init(column: column, text: group.name, role: .heading, maxColumns: columns)
          ]))
      }
      for (index, command) in zip(group.indices, group.commands) {
        var line = HelpLine(parts: [
          .init(column: column, text: names(of: command), role: .keys, maxColumns: keyColumns),
          .init(
            column: column + textStart, text: command.title, role: .text,
            maxColumns: columns - textStart),
        ])
        if let nameStart, Command.isName(command.id) {
          line.parts.append(
            .init(
              column: column + nameStart, text: command.id, role: .name,
              maxColumns: columns - nameStart))
        }
        line.command = index
        lines.append(line)
      }
    }
    return lines
  }

  /// The column of the names under which commands are bound; nil if they don't fit beside the longest title.
  private func nameStart(_ groups: [Group], _ columns: Int) -> Int? {
    let commands = groups.flatMap(\.commands)
    let titles = commands.map { GlyphWidth.columns(of: $0.title) }.max() ?? 0
    let names = commands.map(\.id.count).max() ?? 0
    let start = keyColumns(groups, columns) + 2 + titles + 2
    return start + names <= columns ? start : nil
  }

  private func keyColumns(_ groups: [Group], _ columns: Int) -> Int {
    let widest = groups.flatMap(\.commands).map { GlyphWidth.columns(of: names(of: $0)) }.max() ?? 0
    return min(widest, max(1, columns / 2))
  }
}
