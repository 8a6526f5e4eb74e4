import Foundation
import GalleryPresentation
import TerminalKit

/// Where the user can go: one row for each bookmark and each recent source, and the sample gallery.
///
/// `'` shows it. It is also the first screen if the program is started without a source in a folder without pictures.
public final class PlacesScreen: Screen, CommandedScreen {
  private let viewModel: PlacesViewModel
  private let theme: Theme
  public let commands: ScreenCommands<PlacesScreen>
  private let navigation: Navigation
  private let table: TableView
  private var frame = PhotoListFrame(size: .zero)

  /// Navigation; set by the code that shows the screen.
  public struct Navigation {
    public var setNeedsDisplay: () -> Void
    public var showHelp: ([KeyCommand]) -> Void
    /// Back to the photos; at the start, quits.
    public var close: () -> Void

    public init(
      setNeedsDisplay: @escaping () -> Void, showHelp: @escaping ([KeyCommand]) -> Void,
      close: @escaping () -> Void
    ) {
      self.setNeedsDisplay = setNeedsDisplay
      self.showHelp = showHelp
      self.close = close
    }
  }

  public init(
    viewModel: PlacesViewModel, theme: Theme, keys: KeyBindings = .standard, navigation: Navigation
  ) {
    self.viewModel = viewModel
    self.theme = theme
    commands = ScreenCommands(Self.makeCommands(), on: .places, keys: keys)
    self.navigation = navigation
    table = TableView(rowHeight: 1, margin: 1, theme: theme)
    table.dataSource = self
    table.delegate = self
    table.header = { [weak self] in self?.drawHeader(ofSection: $0, on: &$1) }
  }

  public func bindViewModel() {
    viewModel.onChange = { [weak self] in
      self?.table.reloadData()
      self?.navigation.setNeedsDisplay()
    }
    table.reloadData()
  }

  // MARK: Input

  private static func makeCommands() -> [ScreenCommand<PlacesScreen>] {
    MoveKeys.commands { $0.table } + [
      ScreenCommand(.placesOpen, hint: "open", isEssential: true) {
        $0.table.chooseSelectedRow()
      },
      ScreenCommand(.placesRemove, hint: "remove") {
        if let row = $0.table.selectedRow { $0.viewModel.remove(row) }
      },
      ScreenCommand(.programHelp, hint: "help", isEssential: true) {
        $0.navigation.showHelp($0.keyCommands)
      },
      ScreenCommand(.placesClose, isEssential: true) { $0.navigation.close() }.hinted {
        $0.viewModel.reason == .start ? "quit" : "back"
      },
    ] + ProgramKeys.commands()
  }

  /// Opens the bookmark under a key.
  public func handle(_ key: Key) -> Bool {
    key.letter.map(viewModel.open(bookmark:)) ?? false
  }

  public func handle(_ mouse: MouseEvent) {
    table.handle(mouse, origin: frame.content.origin)
  }

  // MARK: Drawing

  public var cursor: Point? { table.cursor }

  public func layout(size: Size) {
    frame = PhotoListFrame(size: size)
    table.layout(size: frame.content.size)
  }

  public func draw(on surface: inout Surface) {
    let columns = surface.size.columns
    let title = viewModel.reason == .start ? PlacesText.title : PlacesText.goTo
    StatusLine(left: [.init(title, style: theme.title)], right: [], theme: theme).draw(
      on: &surface, in: Rect(column: 1, row: 0, columns: columns - 2, rows: 1))
    for row in [frame.topRule, frame.bottomRule].compactMap({ $0 }) {
      surface.horizontalRule(
        at: Point(column: 0, row: row), columns: columns, style: theme.rule, glyphs: theme.glyphs)
    }
    if let rule = frame.bottomRule, viewModel.reason == .start {
      surface.write(
        TextLayout.truncate(
          " \(PlacesText.advice) ", columns: max(0, columns - 2), ellipsis: theme.glyphs.ellipsis),
        in: Rect(column: 1, row: rule, columns: columns - 2, rows: 1), style: theme.secondary,
        alignment: .right)
    }
    table.draw(on: &surface, in: frame.content)
    KeyLine(commands: commands.hinted(of: self), theme: theme).draw(
      on: &surface, in: Rect(column: 1, row: frame.keyLine, columns: columns - 2, rows: 1))
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
    cell.age = viewModel.age(of: place)
    return cell
  }
}

extension PlacesScreen: TableViewDelegate {
  public func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
    viewModel.open(indexPath.row)
  }

  public func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath?) {
    navigation.setNeedsDisplay()
  }
}

/// ` a  ~/Pictures/2024                    3 hours ago`
private final class PlaceCell: TableViewCell {
  static let identifier = "place"

  var key = ""
  var title = ""
  var age = ""

  override func draw(on surface: inout Surface) {
    super.draw(on: &surface)
    let columns = surface.size.columns
    surface.write(key, at: Point(column: 2, row: 0), style: theme.key, maxColumns: 1)
    let rect = Rect(column: 5, row: 0, columns: max(0, columns - 6), rows: 1)
    // The age is dropped if there is no room for it.
    let ageColumns = GlyphWidth.columns(of: age)
    let showsAge = ageColumns > 0 && rect.size.columns > 2 * ageColumns
    if showsAge {
      surface.write(age, in: rect, style: theme.secondary, alignment: .right)
    }
    surface.write(
      theme.glyphs.words(title), at: rect.origin,
      style: isSelected ? theme.selection : theme.primary,
      maxColumns: rect.size.columns - (showsAge ? ageColumns + 2 : 0),
      ellipsis: theme.glyphs.ellipsis)
  }
}
