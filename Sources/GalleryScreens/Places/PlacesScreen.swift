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
      ScreenCommand("program.help", hint: "help", isEssential: true) {
        $0.context.showHelp($0.keyCommands)
      },
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
      TextCleaner.line(text, limit: TextLimit(characters: TextField.sourceLength + 1)))
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
      let title = PlacesText.kind(of: place)
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
    let cell =
      tableView.dequeueReusableCell(withIdentifier: PlaceCell.identifier) as? PlaceCell
      ?? PlaceCell(reuseIdentifier: PlaceCell.identifier, theme: theme)
    let place = viewModel.places[indexPath.row]
    cell.key = viewModel.key(of: place).map(String.init) ?? ""
    cell.title = viewModel.title(of: place)
    cell.detail = viewModel.detail(of: place)
    cell.age = viewModel.age(of: place)
    cell.rowHeight = rowHeight
    cell.covers = covers(of: place).map { specification(of: $0) }
    cell.hasCovers = viewModel.places.contains { !covers(of: $0).isEmpty }
    cell.pictures = pictures
    return cell
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
private final class PlaceCell: TableViewCell {
  static let identifier = "place"

  var key = ""
  var title = ""
  var detail = ""
  var age = ""
  var rowHeight = RowHeight.compact
  /// The pictures that show the place; the first one is left of the text.
  var covers: [PictureSpecification] = []
  /// Whether texts leave room for pictures, which other rows may have.
  var hasCovers = false
  weak var pictures: (any PhotoPictures)?

  override func draw(on surface: inout Surface) {
    let lines = min(surface.size.rows, rowHeight == .tall ? 3 : rowHeight.lines)
    let size = hasCovers ? rowHeight.thumbnailSize : nil
    let first = size.map { Rect(origin: Point(column: 5, row: 0), size: $0) }
    // A row at the edge whose picture can't be shown in part is skipped, as in the list.
    guard first.map({ pictures?.canDraw(in: $0, on: surface) ?? true }) ?? true else { return }
    drawBar(isChosen: false, lines: lines, on: &surface)
    surface.write(key, at: Point(column: 2, row: 0), style: theme.key, maxColumns: 1)
    var start = 5
    if let first {
      start = first.maxColumn + 2
      if let cover = covers.first { pictures?.draw(cover, in: first, on: &surface) }
    }
    let text = Rect(
      column: start, row: 0, columns: max(0, surface.size.columns - start - 1), rows: lines)
    let end = age.isEmpty ? drawOthers(in: text, on: &surface) : 0
    drawTexts(
      in: Rect(
        origin: text.origin, size: Size(columns: text.size.columns - end, rows: lines)),
      on: &surface)
  }

  /// The other pictures, at the right: as many as leave room for the texts.
  ///
  /// - Returns: The columns that they take.
  private func drawOthers(in rect: Rect, on surface: inout Surface) -> Int {
    guard let size = rowHeight.thumbnailSize, covers.count > 1 else { return 0 }
    let textColumns =
      [title, detail].map { GlyphWidth.columns(of: $0) }.max() ?? 0
    let step = size.columns + 1
    let count = min(covers.count - 1, max(0, rect.size.columns - textColumns - 3) / step)
    for index in 0..<count {
      let column = rect.maxColumn - (count - index) * step + 1
      pictures?.draw(
        covers[index + 1], in: Rect(origin: Point(column: column, row: 0), size: size), on: &surface
      )
    }
    return count * step
  }

  /// The title and the age, and the detail below; on one line, the detail comes before the age.
  private func drawTexts(in rect: Rect, on surface: inout Surface) {
    let separator = "  ·  "
    let ends = rowHeight == .compact ? [detail, age].filter { !$0.isEmpty } : [age]
    // What doesn't fit beside half of the title is dropped, the age last.
    let texts = [ends.joined(separator: separator), ends.last ?? ""]
    let end =
      texts.first { GlyphWidth.columns(of: $0) * 2 < rect.size.columns } ?? ""
    let endColumns = GlyphWidth.columns(of: end)
    surface.write(
      end,
      in: Rect(origin: rect.origin, size: Size(columns: rect.size.columns, rows: 1)),
      style: theme.secondary, alignment: .right)
    surface.write(
      title, at: rect.origin,
      style: isSelected ? theme.selection : theme.primary,
      maxColumns: rect.size.columns - (endColumns > 0 ? endColumns + 2 : 0))
    guard rowHeight != .compact, rect.size.rows > 1 else { return }
    surface.write(
      detail, at: Point(column: rect.minColumn, row: 1),
      style: theme.secondary, maxColumns: rect.size.columns)
  }
}
