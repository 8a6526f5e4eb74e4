import Foundation
import GalleryPresentation
import TerminalKit

/// Where the user can go: a line to type a source, and one row for each bookmark, each recent source, the sample gallery
/// and, at the start, some examples.
///
/// `'` shows it. It is also the first screen if the program is started without a source in a folder without pictures.
/// Pictures and numbers come from caches: nothing that a row names is opened or mounted before the user chooses it.
public final class PlacesScreen: Screen, CommandedScreen {
  let viewModel: PlacesViewModel
  public let context: ScreenContext
  public let commands: ScreenCommands<PlacesScreen>
  private let table: TableView
  private var chrome = Chrome(size: .zero)
  private var rowHeight = RowHeight.compact
  /// The pictures of the rows that were shown so far.
  private var covers: [PlacesViewModel.Place: Photo?] = [:]

  private let ageTicks: any Alarm

  /// - Parameter ageTicks: Keeps ages up to date.
  public init(
    viewModel: PlacesViewModel, context: ScreenContext, ageTicks: any Alarm = DispatchAlarm()
  ) {
    self.ageTicks = ageTicks
    self.viewModel = viewModel
    self.context = context
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

  public func didAppear() {
    ageTicks.ring(after: .seconds(60)) { [weak self] in
      self?.context.setNeedsDisplay()
      self?.didAppear()
    }
  }

  public func didDisappear() {
    ageTicks.stop()
    pictures.prepare(visible: [], next: [])
  }

  // MARK: Input

  public var keyLine: [Command] {
    ["places.open", "places.type", "places.close", "places.remove", "program.help"]
  }

  private static func makeCommands() -> [ScreenCommand<PlacesScreen>] {
    MoveKeys.commands { $0.table } + [
      ScreenCommand("places.open", hint: "open", isEssential: true) {
        $0.table.chooseSelectedRow()
      },
      ScreenCommand("places.type", hint: "type") { $0.viewModel.type("/") },
      ScreenCommand("places.remove", hint: "remove") { $0.remove() }.when { screen in
        screen.table.selectedRow.map { screen.viewModel.places[$0].isRemovable } ?? false
      },
    ] + ProgramKeys.commands() + [
      ScreenCommand("places.close", isEssential: true) { $0.context.close($0) }.hinted {
        $0.viewModel.reason == .start ? "quit" : "back"
      }
    ]
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

  /// Asks first about what the user has named or written, because nothing brings it back.
  private func remove() {
    guard let row = table.selectedRow else { return }
    guard let question = PlacesText.removal(of: viewModel.places[row]) else {
      return viewModel.remove(row)
    }
    context.confirm(question.message, title: question.title) { [viewModel] in
      viewModel.remove(row)
    }
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
      visible: table.visibleRows.compactMap { row in
        cover(of: viewModel.places[row])
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

  private func cover(of place: PlacesViewModel.Place) -> PictureSpecification? {
    guard let size = pictures.thumbnailSize(in: rowHeight) else { return nil }
    let photo =
      covers[place]
      ?? viewModel.cover(place).map { file in
        Photo(id: String(decoding: file.path, as: UTF8.self), name: "", file: file)
      }
    covers[place] = .some(photo)
    return photo.map { PictureSpecification(photo: $0, size: size, role: .cover) }
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

  private var sections: [(title: String, start: Int)] {
    var sections: [(title: String, start: Int)] = []
    for (row, place) in viewModel.places.enumerated() {
      if sections.last?.title != place.section { sections.append((place.section, row)) }
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
      place: place, age: viewModel.age(of: place), rowHeight: rowHeight, cover: cover(of: place),
      hasCovers: viewModel.places.contains { cover(of: $0) != nil })
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
  let place: PlacesViewModel.Place
  let age: String
  let rowHeight: RowHeight
  /// The picture that shows the place, left of the text.
  let cover: PictureSpecification?
  /// Whether texts leave room for pictures, which other rows may have.
  let hasCovers: Bool

  /// A line to type on is over the whole width.
  private var isInput: Bool { place.kind == .typed }

  func content(of cell: RowCell, _ size: Size) -> RowCell.Content {
    let picture = (hasCovers && !isInput ? rowHeight.thumbnailSize : nil).map {
      Rect(origin: Point(column: 5, row: 0), size: $0)
    }
    let start = isInput ? 1 : picture.map { $0.maxColumn + 2 } ?? 5
    let columns = start..<max(start, size.columns - 1)
    return RowCell.Content(
      lineCount: rowHeight.lineCount, pictures: picture.map { [(cover, $0)] } ?? [],
      key: place.key.map(String.init) ?? "", columns: columns,
      lines: lines(of: cell, columns: columns.count))
  }

  /// The title and the age, and the detail below; on one line, the detail comes before the age.
  private func lines(of cell: RowCell, columns: Int) -> [RowCell.Line] {
    let theme = cell.theme
    let title: RowCell.Line
    if isInput {
      var style = cell.isFocused ? theme.focused : theme.secondary
      style.attributes.insert(.underline)
      let rest = max(0, columns - GlyphWidth.columns(of: place.title))
      title = RowCell.Line(
        text: place.title + String(repeating: " ", count: rest), style: style)
    } else {
      let ends =
        rowHeight == .compact
        ? [place.detail, age].filter { !$0.isEmpty } : [age]
      // What doesn't fit beside half of the title is dropped, the age last.
      let texts = [ends.joined(separator: "  ·  "), ends.last ?? ""]
      let end = texts.first { GlyphWidth.columns(of: $0) * 2 < columns } ?? ""
      title = RowCell.Line(
        text: place.title, style: cell.isFocused ? theme.focused : theme.primary,
        right: [RowCell.Piece(parts: [.init(end, style: theme.secondary)])])
    }
    return rowHeight == .compact
      ? [title] : [title, RowCell.Line(text: place.detail, style: theme.secondary)]
  }
}
