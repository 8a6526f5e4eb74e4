import GalleryPresentation
import TerminalKit

/// The search prompt over the list, with the recent queries above it: binds a field and a list to a
/// `SearchViewModel`.
public final class SearchScreen: Screen {
  let viewModel: any SearchViewModelType
  let theme: Theme
  let field: TextField
  var layout = SearchLayout(size: .zero, queryCount: 0)
  /// The recent queries, counted from the prompt upwards.
  var scroll = ScrollGeometry()
  /// The height stays as it was while less and less is left of the queries: what changes its size uncovers
  /// pictures, and they are dear to send again.
  private var queryLines = 0
  private let setNeedsDisplay: () -> Void

  /// - Parameter setNeedsDisplay: Called when something changed by itself.
  public init(
    viewModel: any SearchViewModelType, theme: Theme, setNeedsDisplay: @escaping () -> Void
  ) {
    self.viewModel = viewModel
    self.theme = theme
    self.setNeedsDisplay = setNeedsDisplay
    field = TextField(
      prompt: "/ ", placeholder: viewModel.outputs.placeholderText, theme: theme)
  }

  public var isOverlay: Bool { true }

  // MARK: Binding

  public func bindViewModel() {
    viewModel.outputs.updateTextClosure = { [weak self] in self?.textChanged() }
    viewModel.outputs.updateQueriesClosure = { [weak self] in self?.queriesChanged() }
    field.onChange = { [weak self] in self?.viewModel.inputs.textChanged(to: $0) }
    viewModel.inputs.viewDidLoad()
    queriesChanged()
  }

  private func textChanged() {
    field.text = viewModel.outputs.text
    setNeedsDisplay()
  }

  private func queriesChanged() {
    let outputs = viewModel.outputs
    scroll.setCount(outputs.recentQueries.count)
    queryLines = max(queryLines, scroll.count)
    scroll.select(outputs.highlightedIndex)
    if outputs.highlightedIndex == nil { scroll.setOffset(0) }
    setNeedsDisplay()
  }

  // MARK: Layout

  public func layout(size: Size) {
    layout = SearchLayout(size: size, queryCount: queryLines)
    scroll.setHeight(layout.queries.size.rows)
  }

  /// In the field, so that screen readers read what is typed.
  public var cursor: Point? { field.cursor }

  // MARK: Input

  public var keyCommands: [KeyCommand] { SearchKeys(inputs: viewModel.inputs).commands }

  public func handle(_ key: Key) -> Bool {
    // As in `less` and `vim`: there is nothing left to delete but the prompt.
    if field.text.isEmpty, key == .backspace || key == .control("h") {
      viewModel.inputs.cancel()
      return true
    }
    return field.handle(key)
  }

  public func handle(paste text: String) {
    field.insert(TextCleaner.line(text))
    setNeedsDisplay()
  }

  public func handle(_ mouse: MouseEvent) {
    switch mouse.action {
    case .wheelUp: scroll(by: 1)
    case .wheelDown: scroll(by: -1)
    case .press where !layout.covered.contains(mouse.position): viewModel.inputs.cancel()
    case .press, .doubleClick:
      guard let index = query(at: mouse.position) else { return }
      viewModel.inputs.queryHighlighted(at: index)
      if mouse.action == .doubleClick { viewModel.inputs.submit() }
    case .release, .drag: break
    }
  }

  /// The window only: the wheel changes nothing in the field.
  private func scroll(by rows: Int) {
    let selection = scroll.selection
    scroll.scroll(by: rows)
    if scroll.selection != selection, let row = scroll.selection {
      viewModel.inputs.queryHighlighted(at: row)
    }
    setNeedsDisplay()
  }

  private func query(at point: Point) -> Int? {
    guard layout.queries.contains(point) else { return nil }
    return scroll.row(atLine: layout.queries.maxRow - 1 - point.row)
  }
}
