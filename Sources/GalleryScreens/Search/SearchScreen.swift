import GalleryPresentation
import TerminalKit

/// The search prompt over the list, with recent queries above it: binds a prompt at the foot to a `SearchViewModel`.
public final class SearchScreen: Screen, CommandedScreen {
  private let viewModel: SearchViewModel
  private let prompt: PromptView
  public let commands: ScreenCommands<SearchScreen>
  public let context: ScreenContext

  public init(viewModel: SearchViewModel, context: ScreenContext) {
    self.viewModel = viewModel
    commands = Self.commands(context.keys)
    self.context = context
    prompt = PromptView(
      field: TextField(
        prompt: "/ ", placeholder: viewModel.placeholderText, theme: context.theme),
      theme: context.theme)
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
      cancel: { [weak viewModel] in viewModel?.cancel() },
      setNeedsDisplay: { [context] in context.setNeedsDisplay() })
    viewModel.viewDidLoad()
    queriesChanged()
  }

  private func textChanged() {
    prompt.field.text = viewModel.text
    context.setNeedsDisplay()
  }

  private func queriesChanged() {
    prompt.setChoices(count: viewModel.recentQueries.count, selected: viewModel.highlightedIndex)
    context.setNeedsDisplay()
  }

  // MARK: Layout and drawing

  public func layout(size: Size) { prompt.layout(size: size) }

  /// In the field, so that screen readers read the typed text.
  public var cursor: Point? { prompt.field.cursor }

  /// The rule says what is searched, and which keys there are.
  public func draw(on surface: inout Surface) {
    prompt.draw(
      PromptView.Words(
        heading: "recent", choices: viewModel.recentQueries, hint: viewModel.hintText,
        hintStyle: theme.secondary, commands: commands.hinted(of: self)),
      on: &surface)
  }

  // MARK: Input

  /// All other keys type and edit.
  static func commands(_ keys: KeyBindings) -> ScreenCommands<SearchScreen> {
    ScreenCommands(
      [
        ScreenCommand(.searchSubmit, hint: "search") { $0.viewModel.submit() },
        ScreenCommand(.searchOlder) { $0.viewModel.olderQueryWanted() }.hinted { $0.recentHint },
        ScreenCommand(.searchNewer) { $0.viewModel.newerQueryWanted() }.hinted { $0.recentHint },
        ScreenCommand(.searchCancel, hint: "cancel") { $0.viewModel.cancel() },
      ], on: .search, keys: keys)
  }

  /// Shown if there are recent queries.
  private var recentHint: String? { prompt.hasChoices ? "recent" : nil }

  public func handle(_ key: Key) -> Bool { prompt.handle(key) }

  public func handle(paste text: String) { prompt.handle(paste: text) }

  public func handle(_ mouse: MouseEvent) { prompt.handle(mouse) }
}
