import Foundation
import GalleryPresentation
import TerminalKit

/// Every key with its meaning, made from the commands themselves: a list in groups, those that are used most first.
/// Typing looks for a command, here and on other screens, and ⏎ does the selected one.
///
/// Every letter goes into the filter, as in `fzf`: if `j` moved here and `zoom` searched, you would have to guess which
/// letters do what, and `quit` would begin by closing the help (decision 104). `?` closes it while the filter is empty;
/// `/`, which begins a search in `less`, begins one here in which `?` is typed too. Esc and Backspace clear the filter
/// before they close the help.
public final class HelpScreen: Screen, CommandedScreen {
  public let context: ScreenContext
  private let listed: [KeyCommand]
  /// The commands that only the filter finds.
  private let elsewhere: [KeyCommand]
  public let commands: ScreenCommands<HelpScreen>
  /// `Keys: folder, list`.
  private let title: String
  private let table: TableView
  private var chrome = Chrome(size: .zero)
  /// The commands that match the filter, all that are listed if there is none, by groups.
  private var shown: [KeyCommand] = []
  private var sections: [(title: String, start: Int)] = []
  /// The width of the longest keys.
  private var keyColumns = 0
  /// nil until something is typed.
  private var filter: TextField?

  /// - Parameters:
  ///   - title: The source and the screen: `folder, list`.
  ///   - commands: Commands with neither keys nor a gesture are left out.
  ///   - elsewhere: Those of other screens; those that are among `commands` are left out.
  public init(
    of title: String, commands: [KeyCommand], elsewhere: [KeyCommand] = [], context: ScreenContext
  ) {
    self.context = context
    self.title = "Keys: \(title)"
    listed = commands
    let names = Set(commands.map(\.id))
    self.elsewhere = elsewhere.filter { !names.contains($0.id) }
    self.commands = ScreenCommands(Self.makeCommands(), on: .help, keys: context.keys)
    table = TableView(theme: context.theme)
    table.dataSource = self
    table.delegate = self
    table.header = { [weak self] in self?.drawHeader(ofSection: $0, on: &$1) }
    find(nil)
  }

  public func bindViewModel() {}

  // MARK: Layout and drawing

  public func layout(size: Size) {
    chrome = Chrome(size: size)
    table.layout(size: chrome.content.size)
  }

  public func draw(on surface: inout Surface) {
    draw(chrome, title: title, right: [.init(advice, style: theme.secondary)], on: &surface)
    var line = chrome.header
    line.origin.column += GlyphWidth.columns(of: title) + 1
    line.size.columns =
      chrome.header.maxColumn - GlyphWidth.columns(of: advice) - 1 - line.minColumn
    filter?.draw(on: &surface, in: line)
    if shown.isEmpty {
      EmptyStateView(title: "No command matches", advice: "", theme: theme).draw(
        on: &surface, in: chrome.content)
    }
    table.draw(on: &surface, in: chrome.content)
  }

  private func drawHeader(ofSection index: Int, on surface: inout Surface) {
    SectionHeader(title: sections[index].title, count: "", theme: theme).draw(on: &surface)
  }

  private var advice: String {
    guard filter != nil else { return "type to search" }
    return selected?.isAvailable == false ? "not available here" : ""
  }

  private var selected: KeyCommand? { table.selectedRow.map { shown[$0] } }

  /// In the typed text, for screen readers; else at the selected command.
  public var cursor: Point? { filter == nil ? table.cursor : filter?.cursor }

  // MARK: Input

  private static func makeCommands() -> [ScreenCommand<HelpScreen>] {
    let others: [ScreenCommand<HelpScreen>] = [
      ScreenCommand("help.perform") { $0.perform() }.hinted {
        $0.selected?.isAvailable == true ? "run" : nil
      },
      ScreenCommand("help.close", isEssential: true) { $0.stepBack() }.hinted {
        $0.filter == nil ? "close" : "clear"
      },
    ]
    return MoveKeys.commands(named: "help") { $0.table } + others
  }

  /// Once something is typed, whatever types or edits in a prompt does so here.
  public func match(_ keys: KeySequence) -> KeyMatch? {
    filter?.edits(keys.keys[0]) == true ? nil : commands.match(keys, on: self)
  }

  /// The screen below is shown again first, so that the command acts there.
  private func perform() {
    guard let selected else { return }
    guard selected.isAvailable else {
      let isFixed = Command.named(selected.id)?.isFixed == true
      return context.show(
        notice: selected.gesture != nil
          ? "Only by the mouse" : isFixed ? "Only by its key" : "Not available here")
    }
    context.close(self)
    selected.action()
  }

  private func stepBack() {
    guard filter != nil else { return context.close(self) }
    filter = nil
    find(nil)
  }

  public func handle(_ key: Key) -> Bool {
    if filter?.text.isEmpty ?? true, key == .backspace || key == .control("h") {
      stepBack()
    } else if let filter {
      return filter.handle(key)
    } else if key.text != nil {
      beginFilter()
      // As in `less`; any further ones are typed.
      if key != .character("/") { filter?.handle(key) }
    } else {
      return false
    }
    return true
  }

  public func handle(paste text: String) {
    if filter == nil { beginFilter() }
    filter?.paste(text)
  }

  private func beginFilter() {
    let field = TextField(prompt: "/", maximumLength: 60, theme: theme)
    field.onChange = { [weak self] in self?.find($0) }
    filter = field
    find("")
  }

  private func find(_ text: String?) {
    let filter = text.map(HelpFilter.init)
    var found =
      filter.map {
        $0.matches(in: listed) + $0.matches(in: elsewhere, searchesHeadings: false)
      } ?? listed
    found.removeAll { $0.keys.isEmpty && $0.gesture == nil }
    (shown, sections) = ([], [])
    for group in CommandGroup.allCases.map(\.rawValue) + found.map(\.group) {
      let commands = found.filter { $0.group == group }
      found.removeAll { $0.group == group }
      if commands.isEmpty { continue }
      sections.append((group, shown.count))
      shown += commands.sorted { Command.position(of: $0.id) < Command.position(of: $1.id) }
    }
    keyColumns = shown.map { GlyphWidth.columns(of: Self.keys(of: $0)) }.max() ?? 0
    table.reloadData(selecting: shown.isEmpty ? nil : filter?.best(of: shown) ?? 0, firstRow: 0)
  }

  public func handle(_ mouse: MouseEvent) {
    table.handle(mouse, origin: chrome.content.origin)
  }
}

extension HelpScreen: TableViewDataSource {
  public func numberOfRows(in tableView: TableView) -> Int { shown.count }

  public func sectionStarts(in tableView: TableView) -> [Int] { sections.map(\.start) }

  public func tableView(
    _ tableView: TableView, cellForRowAt indexPath: IndexPath
  ) -> TableViewCell {
    let command = shown[indexPath.row]
    return tableView.dequeueRow(pictures) { [weak self] cell, size in
      self?.row(of: command, cell, size) ?? RowCell.Content(lineCount: 0, columns: 0..<0, lines: [])
    }
  }

  /// The keys, the title, and the name under which the command is bound if there is room for all.
  private func row(of command: KeyCommand, _ cell: RowCell, _ size: Size) -> RowCell.Content {
    let start = 2 + min(keyColumns, size.columns / 3) + 2
    let isDimmed = filter != nil && !command.isAvailable
    let name = Command.isName(command.id) ? command.id : ""
    return RowCell.Content(
      lineCount: 1, key: Self.keys(of: command), keyStyle: isDimmed ? theme.secondary : theme.key,
      columns: start..<max(start, size.columns - 1),
      lines: [
        RowCell.Line(
          text: command.title, style: cell.style(theme.primary),
          right: [
            RowCell.Piece(
              parts: [.init(name, style: theme.secondary)],
              minimumText: GlyphWidth.columns(of: command.title) + 2)
          ])
      ])
  }

  private static func keys(of command: KeyCommand) -> String {
    var names: [String] = []
    for name in command.keys.map(\.description) where !names.contains(name) { names.append(name) }
    let separator = command.keys.contains { $0.keys.count > 1 } ? ", " : " "
    return names.isEmpty ? command.gesture ?? "" : names.joined(separator: separator)
  }
}

extension HelpScreen: TableViewDelegate {
  public func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) { perform() }

  public func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath?) {
    context.setNeedsDisplay()
  }
}
