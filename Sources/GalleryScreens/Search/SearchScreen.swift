import GalleryPresentation
import TerminalKit

/// The search prompt over the list, with the recent queries above it: binds a prompt at the foot to a
/// `SearchViewModel`.
public final class SearchScreen: Screen {
  private let viewModel: any SearchViewModelType
  private let prompt: PromptView
  private let setNeedsDisplay: () -> Void

  /// - Parameter setNeedsDisplay: Called when something changed by itself.
  public init(
    viewModel: any SearchViewModelType, theme: Theme, setNeedsDisplay: @escaping () -> Void
  ) {
    self.viewModel = viewModel
    self.setNeedsDisplay = setNeedsDisplay
    prompt = PromptView(
      field: TextField(
        prompt: "/ ", placeholder: viewModel.outputs.placeholderText, theme: theme),
      theme: theme)
  }

  public var isOverlay: Bool { true }

  // MARK: Binding

  public func bindViewModel() {
    viewModel.outputs.updateTextClosure = { [weak self] in self?.textChanged() }
    viewModel.outputs.updateQueriesClosure = { [weak self] in self?.queriesChanged() }
    prompt.field.onChange = { [weak self] in self?.viewModel.inputs.textChanged(to: $0) }
    viewModel.inputs.viewDidLoad()
    queriesChanged()
  }

  private func textChanged() {
    prompt.field.text = viewModel.outputs.text
    setNeedsDisplay()
  }

  private func queriesChanged() {
    let outputs = viewModel.outputs
    prompt.setChoices(count: outputs.recentQueries.count, selected: outputs.highlightedIndex)
    setNeedsDisplay()
  }

  // MARK: Layout and drawing

  public func layout(size: Size) { prompt.layout(size: size) }

  /// In the field, so that screen readers read what is typed.
  public var cursor: Point? { prompt.field.cursor }

  /// The rule says where the search is answered, and which keys there are.
  public func draw(on surface: inout Surface) {
    let outputs = viewModel.outputs
    let commands = keyCommands.filter {
      prompt.scroll.count > 0 || $0.hint != SearchKeys.recentHint
    }
    prompt.draw(
      PromptView.Words(
        heading: "recent", choices: outputs.recentQueries, hint: outputs.hintText,
        hintStyle: prompt.theme.secondary, commands: commands),
      on: &surface)
  }

  // MARK: Input

  public var keyCommands: [KeyCommand] { SearchKeys(inputs: viewModel.inputs).commands }

  public func handle(_ key: Key) -> Bool {
    // As in `less` and `vim`: there is nothing left to delete but the prompt.
    if prompt.field.text.isEmpty, key == .backspace || key == .control("h") {
      viewModel.inputs.cancel()
      return true
    }
    return prompt.field.handle(key)
  }

  public func handle(paste text: String) {
    prompt.field.insert(TextCleaner.line(text))
    setNeedsDisplay()
  }

  public func handle(_ mouse: MouseEvent) {
    switch mouse.action {
    case .wheelUp: scroll(by: 1)
    case .wheelDown: scroll(by: -1)
    case .press where !prompt.layout.covered.contains(mouse.position): viewModel.inputs.cancel()
    case .press:
      if let index = prompt.press(at: mouse.position) {
        viewModel.inputs.queryHighlighted(at: index)
      }
    case .doubleClick: if prompt.isChoicePressed { viewModel.inputs.submit() }
    case .singleClick, .release, .drag: break
    }
  }

  private func scroll(by rows: Int) {
    if let row = prompt.scroll(by: rows) { viewModel.inputs.queryHighlighted(at: row) }
    setNeedsDisplay()
  }
}
