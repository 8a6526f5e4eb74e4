import GalleryPresentation
import TerminalKit

/// The filter line over the list, with suggestions above it: binds a prompt at the foot to a `FilterViewModel`.
///
/// ```
/// ─ fields ─────────────────────────────────
///  camera:  a word, or "several words"
/// ─ filters as you type ── ⏎ filter ────────
///  & cam▏
/// ```
public final class FilterScreen: Screen, CommandedScreen {
  private let viewModel: FilterViewModel
  private let prompt: PromptView
  public let commands: ScreenCommands<FilterScreen>
  public let context: ScreenContext

  public init(viewModel: FilterViewModel, context: ScreenContext) {
    self.viewModel = viewModel
    commands = Self.commands(context.keys)
    self.context = context
    prompt = PromptView(
      field: TextField(
        prompt: "& ", placeholder: viewModel.placeholderText,
        // A filter that is longer can be edited as a whole.
        maximumLength: viewModel.text.count + FilterText.typedLimit, theme: context.theme),
      theme: context.theme)
    prompt.field.text = viewModel.text
  }

  public var isOverlay: Bool { true }

  // MARK: Binding

  public func bindViewModel() {
    viewModel.updateTextClosure = { [weak self] in self?.textChanged() }
    viewModel.updateSuggestionsClosure = { [weak self] in self?.suggestionsChanged() }
    prompt.field.onChange = { [weak viewModel] in viewModel?.textChanged(to: $0) }
    prompt.actions = PromptView.Actions(
      highlight: { [weak viewModel] in viewModel?.suggestionHighlighted(at: $0) },
      choose: { [weak viewModel] in viewModel?.completionWanted() },
      cancel: { [weak viewModel] in viewModel?.cancel() },
      setNeedsDisplay: { [context] in context.setNeedsDisplay() })
    suggestionsChanged()
  }

  private func textChanged() {
    prompt.field.text = viewModel.text
    context.setNeedsDisplay()
  }

  private func suggestionsChanged() {
    prompt.setChoices(count: viewModel.suggestions.count, selected: viewModel.highlightedIndex)
    // A term that is still being typed isn't wrong yet.
    prompt.field.markedRange = viewModel.fault.flatMap { $0.isUnfinished ? nil : $0.place }
    context.setNeedsDisplay()
  }

  // MARK: Layout and drawing

  public func layout(size: Size) { prompt.layout(size: size) }

  public var cursor: Point? { prompt.field.cursor }

  /// The rule says what was not understood, else what the counts are of, what is expected, or when the filter is applied.
  public func draw(on surface: inout Surface) {
    let fault = viewModel.fault
    let isWarning = fault.map { !$0.isUnfinished } ?? false
    prompt.draw(
      PromptView.Words(
        heading: "suggestions", choices: viewModel.suggestions,
        counts: viewModel.suggestionCounts,
        hint: (isWarning ? nil : viewModel.countText) ?? fault?.advice ?? viewModel.hintText,
        hintStyle: isWarning ? theme.warning : theme.secondary,
        commands: commands.hinted(of: self)),
      on: &surface)
  }

  // MARK: Input

  /// All other keys type and edit.
  static func commands(_ keys: KeyBindings) -> ScreenCommands<FilterScreen> {
    ScreenCommands(
      [
        ScreenCommand(.filterSubmit, hint: "filter") { $0.viewModel.submit() },
        ScreenCommand(.filterComplete, hint: "complete") { $0.viewModel.completionWanted() },
        ScreenCommand(.filterNext) { $0.viewModel.nextSuggestionWanted() }.hinted { $0.choiceHint },
        ScreenCommand(.filterPrevious) {
          $0.viewModel.previousSuggestionWanted()
        }.hinted { $0.choiceHint },
        ScreenCommand(.filterCancel, hint: "cancel") { $0.viewModel.cancel() },
      ], on: .filter, keys: keys)
  }

  /// Shown if there are suggestions.
  private var choiceHint: String? { prompt.hasChoices ? "choose" : nil }

  public func handle(_ key: Key) -> Bool { prompt.handle(key) }

  public func handle(paste text: String) { prompt.handle(paste: text) }

  public func handle(_ mouse: MouseEvent) { prompt.handle(mouse) }
}
