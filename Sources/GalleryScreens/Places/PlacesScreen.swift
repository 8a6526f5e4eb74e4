import Foundation
import GalleryPresentation
import TerminalKit

/// Where the user can go: a line to type a source, and one row for each bookmark, each recent source, the sample gallery
/// and, at the start, some examples.
///
/// `'` shows it. It is also the first screen if the program is started without a source in a folder without pictures.
/// Pictures and numbers come from caches: nothing that a row names is opened or mounted before the user chooses it.
public final class PlacesScreen: Screen, CommandedScreen {
  private let viewModel: PlacesViewModel
  public let context: ScreenContext
  public let commands: ScreenCommands<PlacesScreen>
  private let table: TableView
  private var chrome = Chrome(size: .zero)
  private var rowHeight = RowHeight.compact
  /// The pictures of the rows that were shown so far.
  private var covers: [PlacesViewModel.Place: [Photo]] = [:]

  private let closed: (() -> Void)?

  /// - Parameter closed: Called in place of closing the screen; at the start there is none below it.
  public init(
    viewModel: PlacesViewModel, context: ScreenContext, closed: (() -> Void)? = nil
  ) {
    self.viewModel = viewModel
    self.context = context
    self.closed = closed
    commands = ScreenCommands(Self.makeCommands(), on: .places, keys: context.keys)
    table = TableView(rowHeight: 1, margin: 1, theme: context.theme)
    table.dataSource = self
    table.delegate = self
    table.header = { [weak self] in self?.drawHeader(ofSection: $0, on: &$1) }
  }

  public func bindViewModel() {
    viewModel.onChange = { [weak self] in
      self?.table.reloadData()
      self?.context.setNeedsDisplay()
    }
    table.reloadData(selecting: viewModel.firstRow)
  }

  public func didDisappear() {
    pictures.prepare(visible: [], next: [])
  }

  // MARK: Input

  private static func makeCommands() -> [ScreenCommand<PlacesScreen>] {
    MoveKeys.commands { $0.table } + [
      ScreenCommand("places.open", hint: "open", isEssential: true) {
        $0.table.chooseSelectedRow()
      },
      ScreenCommand("places.type", hint: "type") { $0.viewModel.type("/") },
      ScreenCommand("places.remove", hint: "remove") {
        if let row = $0.table.selectedRow { $0.viewModel.remove(row) }
      }.when { $0.table.selectedRow.map($0.viewModel.canRemove) ?? false },
      ScreenCommand("program.help", isEssential: true) {
        $0.context.showHelp($0.keyCommands)
      }.hinted { $0.helpWord },
      ScreenCommand("places.close", isEssential: true) { $0.close() }.hinted {
        $0.viewModel.reason == .start ? "quit" : "back"
      },
    ] + ProgramKeys.commands()
  }

  private func close() {
    if let closed { closed() } else { context.close(self) }
  }

  /// Opens the bookmark under a key; `~` begins a path.
  public func handle(_ key: Key) -> Bool {
    guard let letter = key.letter else { return false }
    guard letter == "~" else { return viewModel.open(bookmark: letter) }
    viewModel.type("~")
    return true
  }

  public func handle(paste text: String) {
    viewModel.type(
      TextCleaner.line(text, limit: TextLimit(characters: QuestionViewModel.answerLimit + 1)))
  }

  public func handle(_ mouse: MouseEvent) {
    table.handle(mouse, origin: chrome.content.origin)
  }

  // MARK: Drawing

  public var cursor: Point? { table.cursor }

  public func layout(size: Size) {
    chrome = Chrome(size: size)
    rowHeight = rowHeight(in: chrome.content.size)
    if table.rowHeight != rowHeight.lines { table.rowHeight = rowHeight.lines }
    table.layout(size: chrome.content.size)
  }

  public func didShow() {
    pictures.prepare(
      visible: table.visibleRows.flatMap { row in
        covers(of: viewModel.places[row]).map { specification(of: $0) }
      }, next: [])
  }

  /// The highest rows with which all of them fit; lower ones in a small terminal.
  private func rowHeight(in size: Size) -> RowHeight {
    let count = viewModel.places.count
    let fits = RowHeight.allCases.last { count * $0.lines + sections.count <= size.rows }
    let isWide = size.columns >= 50
    guard isWide, let fits else { return isWide && size.rows >= 18 ? .medium : .compact }
    return fits
  }

  private func covers(of place: PlacesViewModel.Place) -> [Photo] {
    guard rowHeight != .compact, pictures.graphicsMethod != .none else { return [] }
    if let known = covers[place] { return known }
    let photos = viewModel.covers(of: place).map { file in
      Photo(id: String(decoding: file.path, as: UTF8.self), name: "", file: file)
    }
    covers[place] = photos
    return photos
  }

  private func specification(of photo: Photo) -> PictureSpecification {
    PictureSpecification(photo: photo, size: rowHeight.thumbnailSize ?? .zero, role: .cover)
  }

  public func draw(on surface: inout Surface) {
    let title = viewModel.reason == .start ? PlacesText.title : PlacesText.goTo
    draw(chrome, title: title, on: &surface)
    table.draw(on: &surface, in: chrome.content)
  }

  private func drawHeader(ofSection index: Int, on surface: inout Surface) {
    let sections = sections
    guard sections.indices.contains(index) else { return }
    SectionHeader(title: sections[index].title, count: "", theme: theme).draw(on: &surface)
  }

  /// The kinds of places, and their first rows.
  private var sections: [(title: String, start: Int)] {
    var sections: [(title: String, start: Int)] = []
    for (row, place) in viewModel.places.enumerated() {
      let title = viewModel.kind(of: place)
      if sections.last?.title != title { sections.append((title, row)) }
    }
    return sections
  }
}

extension PlacesScreen: TableViewDataSource {
  public func numberOfRows(in tableView: TableView) -> Int { viewModel.places.count }

  public func sectionStarts(in tableView: TableView) -> [Int] { sections.map(\.start) }

  public func tableView(
    _ tableView: TableView, cellForRowAt indexPath: IndexPath
  ) -> TableViewCell {
    let place = viewModel.places[indexPath.row]
    let row = PlaceRow(
      key: viewModel.key(of: place).map(String.init) ?? "", title: viewModel.title(of: place),
      detail: viewModel.detail(of: place), age: viewModel.age(of: place), rowHeight: rowHeight,
      covers: covers(of: place).map { specification(of: $0) },
      hasCovers: viewModel.places.contains { !covers(of: $0).isEmpty },
      isInput: place == .typed)
    return tableView.dequeueRow(pictures, content: row.content)
  }
}

extension PlacesScreen: TableViewDelegate {
  public func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
    viewModel.open(indexPath.row)
  }

  public func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath?) {
    context.setNeedsDisplay()
  }
}

/// ```
///  a  ▐▌▐▌  ~/Pictures/2024                    3 hours ago
///     ▐▌▐▌  12,345 photos
/// ```
private struct PlaceRow {
  var key: String
  var title: String
  var detail: String
  var age: String
  var rowHeight: RowHeight
  /// The pictures that show the place; the first one is left of the text.
  var covers: [PictureSpecification]
  /// Whether texts leave room for pictures, which other rows may have.
  var hasCovers: Bool
  /// Whether it is a line to type on, over the whole width.
  var isInput: Bool

  func content(of cell: RowCell, _ size: Size) -> RowCell.Content {
    let first = (hasCovers && !isInput ? rowHeight.thumbnailSize : nil).map {
      Rect(origin: Point(column: 5, row: 0), size: $0)
    }
    let start = isInput ? 1 : first.map { $0.maxColumn + 2 } ?? 5
    var columns = start..<max(start, size.columns - 1)
    let others = age.isEmpty ? others(in: columns) : []
    if let firstOther = others.first { columns = start..<max(start, firstOther.rect.minColumn - 1) }
    return RowCell.Content(
      lineCount: rowHeight.lineCount,
      pictures: (first.map { [(covers.first, $0)] } ?? []) + others, key: key, columns: columns,
      lines: lines(of: cell, columns: columns.count))
  }

  /// The other pictures, at the right: as many as leave room for the texts.
  private func others(
    in columns: Range<Int>
  ) -> [(specification: PictureSpecification?, rect: Rect)] {
    guard let size = rowHeight.thumbnailSize, covers.count > 1 else { return [] }
    let textColumns =
      [title, detail].map { GlyphWidth.columns(of: $0) }.max() ?? 0
    let step = size.columns + 1
    let count = min(covers.count - 1, max(0, columns.count - textColumns - 3) / step)
    return (0..<count).map { index in
      let column = columns.upperBound - (count - index) * step + 1
      return (covers[index + 1], Rect(origin: Point(column: column, row: 0), size: size))
    }
  }

  /// The title and the age, and the detail below; on one line, the detail comes before the age.
  private func lines(of cell: RowCell, columns: Int) -> [RowCell.Line] {
    let theme = cell.theme
    guard !isInput else {
      var style = cell.isSelected ? theme.selection : theme.secondary
      style.attributes.insert(.underline)
      let field =
        title
        + String(
          repeating: " ", count: max(0, columns - GlyphWidth.columns(of: title)))
      let line = RowCell.Line(text: field, style: style)
      return rowHeight == .compact
        ? [line] : [line, RowCell.Line(text: detail, style: theme.secondary)]
    }
    let separator = "  ·  "
    let ends = rowHeight == .compact ? [detail, age].filter { !$0.isEmpty } : [age]
    // What doesn't fit beside half of the title is dropped, the age last.
    let texts = [ends.joined(separator: separator), ends.last ?? ""]
    let end = texts.first { GlyphWidth.columns(of: $0) * 2 < columns } ?? ""
    let line = RowCell.Line(
      text: title, style: cell.isSelected ? theme.selection : theme.primary,
      right: [RowCell.Piece(parts: [.init(end, style: theme.secondary)])])
    return rowHeight == .compact
      ? [line] : [line, RowCell.Line(text: detail, style: theme.secondary)]
  }
}
