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
    let inputs = viewModel.inputs
    prompt.field.onChange = { [weak inputs] in inputs?.textChanged(to: $0) }
    prompt.actions = PromptView.Actions(
      highlight: { [weak inputs] in inputs?.queryHighlighted(at: $0) },
      choose: { [weak inputs] in inputs?.submit() },
      cancel: { [weak inputs] in inputs?.cancel() }, setNeedsDisplay: setNeedsDisplay)
    inputs.viewDidLoad()
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
      prompt.hasChoices || $0.hint != SearchKeys.recentHint
    }
    prompt.draw(
      PromptView.Words(
        heading: "recent", choices: outputs.recentQueries, hint: outputs.hintText,
        hintStyle: prompt.theme.secondary, commands: commands),
      on: &surface)
  }

  // MARK: Input

  public var keyCommands: [KeyCommand] { SearchKeys(inputs: viewModel.inputs).commands }

  public func handle(_ key: Key) -> Bool { prompt.handle(key) }

  public func handle(paste text: String) { prompt.handle(paste: text) }

  public func handle(_ mouse: MouseEvent) { prompt.handle(mouse) }
}
