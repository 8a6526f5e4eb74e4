import GalleryPresentation
import TerminalKit

/// The search prompt over the list, with the recent queries above it: binds a prompt at the foot to a
/// `SearchViewModel`.
public final class SearchScreen: Screen {
  private let viewModel: SearchViewModel
  private let prompt: PromptView
  private let keys: KeyBindings
  private let setNeedsDisplay: () -> Void

  /// - Parameter setNeedsDisplay: Called when something changed by itself.
  public init(
    viewModel: SearchViewModel, theme: Theme, keys: KeyBindings = .standard,
    setNeedsDisplay: @escaping () -> Void
  ) {
    self.viewModel = viewModel
    self.keys = keys
    self.setNeedsDisplay = setNeedsDisplay
    prompt = PromptView(
      field: TextField(
        prompt: "/ ", placeholder: viewModel.placeholderText, theme: theme),
      theme: theme)
  }

  public var isOverlay: Bool { true }

  // MARK: Binding

  public func bindViewModel() {
    viewModel.updateTextClosure = { [weak self] in self?.textChanged() }
    viewModel.updateQueriesClosure = { [weak self] in self?.queriesChanged() }
    prompt.field.onChange = { [weak viewModel] in viewModel?.textChanged(to: $0) }
    prompt.actions = PromptView.Actions(
      highlight: { [weak viewModel] in viewModel?.queryHighlighted(at: $0) },
      choose: { [weak viewModel] in viewModel?.submit() },
      cancel: { [weak viewModel] in viewModel?.cancel() }, setNeedsDisplay: setNeedsDisplay)
    viewModel.viewDidLoad()
    queriesChanged()
  }

  private func textChanged() {
    prompt.field.text = viewModel.text
    setNeedsDisplay()
  }

  private func queriesChanged() {
    prompt.setChoices(count: viewModel.recentQueries.count, selected: viewModel.highlightedIndex)
    setNeedsDisplay()
  }

  // MARK: Layout and drawing

  public func layout(size: Size) { prompt.layout(size: size) }

  /// In the field, so that screen readers read what is typed.
  public var cursor: Point? { prompt.field.cursor }

  /// The rule says where the search is answered, and which keys there are.
  public func draw(on surface: inout Surface) {
    let commands = keyCommands.filter {
      prompt.hasChoices || $0.hint != SearchKeys.recentHint
    }
    prompt.draw(
      PromptView.Words(
        heading: "recent", choices: viewModel.recentQueries, hint: viewModel.hintText,
        hintStyle: prompt.theme.secondary, commands: commands),
      on: &surface)
  }

  // MARK: Input

  public var keyCommands: [KeyCommand] {
    keys.apply(SearchKeys(viewModel: viewModel).commands, on: .search)
  }

  public func handle(_ key: Key) -> Bool { prompt.handle(key) }

  public func handle(paste text: String) { prompt.handle(paste: text) }

  public func handle(_ mouse: MouseEvent) { prompt.handle(mouse) }
}
