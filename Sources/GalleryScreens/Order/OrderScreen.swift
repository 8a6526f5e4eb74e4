import GalleryPresentation
import TerminalKit

/// The order form: binds fields and a button to an `OrderViewModel`.
public final class OrderScreen: Screen {
  /// What the screen asks of the flow.
  public struct Navigation {
    public var setNeedsDisplay: () -> Void
    public var showAlert: (String) -> Void
    public var showNotice: (String) -> Void
    /// Asks a question; the last argument is called when the user agrees.
    public var confirm:
      (_ title: String, _ question: String, _ confirmed: @escaping () -> Void) ->
        Void
    /// Asks which of several things shall be done.
    public var choose: (_ title: String, _ text: String, _ choices: [PresentedChoice]) -> Void
    public var placed: (PlacedOrder) -> Void
    public var close: () -> Void

    public init(
      setNeedsDisplay: @escaping () -> Void = {},
      showAlert: @escaping (String) -> Void = { _ in },
      showNotice: @escaping (String) -> Void = { _ in },
      confirm: @escaping (String, String, @escaping () -> Void) -> Void = { _, _, _ in },
      choose: @escaping (String, String, [PresentedChoice]) -> Void = { _, _, _ in },
      placed: @escaping (PlacedOrder) -> Void = { _ in }, close: @escaping () -> Void = {}
    ) {
      self.setNeedsDisplay = setNeedsDisplay
      self.showAlert = showAlert
      self.showNotice = showNotice
      self.confirm = confirm
      self.choose = choose
      self.placed = placed
      self.close = close
    }
  }

  /// What the keys are for.
  nonisolated enum Focus: Hashable {
    case field(OrderField.Kind)
    case button
  }

  let viewModel: any OrderViewModelType
  let theme: Theme
  let spinner: ActivityIndicator
  let navigation: Navigation
  var focus: Focus?
  var editors: [OrderField.Kind: OrderEditor] = [:]
  var layout = OrderFormLayout(size: .zero)
  /// The first line of the form that is in sight.
  var offset = 0
  /// The wheel looks around without leaving the field.
  var followsFocus = true
  public internal(set) var cursor: Point?

  public init(
    viewModel: any OrderViewModelType, theme: Theme, spinner: ActivityIndicator,
    navigation: Navigation
  ) {
    self.viewModel = viewModel
    self.theme = theme
    self.spinner = spinner
    self.navigation = navigation
  }

  // MARK: Binding

  public func bindViewModel() {
    let outputs = viewModel.outputs
    let redraw: () -> Void = { [weak self] in self?.navigation.setNeedsDisplay() }
    outputs.updateFieldsClosure = { [weak self] in self?.fieldsChanged() }
    outputs.updateFieldClosure = { _ in redraw() }
    outputs.updateItemsClosure = redraw
    outputs.updateRouteClosure = { [weak self] in self?.activityChanged() }
    outputs.updateOrderEnabledClosure = redraw
    outputs.updateHintClosure = redraw
    outputs.updatePlacingClosure = { [weak self] in self?.activityChanged() }
    outputs.confirmClosure = { [weak self] title, question in
      self?.navigation.confirm(title, question) { self?.viewModel.inputs.confirmed() }
    }
    outputs.updateUnansweredClosure = redraw
    outputs.settleClosure = { [weak self] title, text in
      guard let self else { return }
      navigation.choose(title, text, Self.settling(viewModel))
    }
    outputs.placedClosure = { [weak self] in self?.navigation.placed($0) }
    outputs.showAlertClosure = { [weak self] in self?.showAlert() }
    outputs.showNoticeClosure = { [weak self] in self?.navigation.showNotice($0) }
    spinner.onTick = redraw
    fieldsChanged()
  }

  /// What may become of an order without an answer.
  static func settling(_ viewModel: any OrderViewModelType) -> [PresentedChoice] {
    [
      PresentedChoice("a", "ask again") { viewModel.inputs.askAgainPressed() },
      PresentedChoice("n", "it did not arrive") { viewModel.inputs.didNotArrivePressed() },
    ]
  }

  public func didAppear() {
    viewModel.inputs.viewDidLoad()
    fieldsChanged()
    activityChanged()
  }

  public func didDisappear() {
    spinner.stopAnimating()
    viewModel.inputs.viewDidDisappear()
  }

  /// A field that comes does not take the focus away from what is being typed; one that goes leaves it to the next.
  private func fieldsChanged() {
    let fields = viewModel.outputs.fields
    for field in fields where editors[field.kind] == nil {
      editors[field.kind] = OrderEditor(field, theme: theme) { [weak self] in
        self?.viewModel.inputs.textChanged(field.kind, to: $0)
      }
    }
    if let focus, focuses.contains(focus) { return navigation.setNeedsDisplay() }
    let outputs = viewModel.outputs
    let field = outputs.unansweredText == nil ? outputs.firstInvalidField : nil
    focus = field.map { .field($0) } ?? .button
    followsFocus = true
    navigation.setNeedsDisplay()
  }

  private func activityChanged() {
    let outputs = viewModel.outputs
    if outputs.placing || outputs.route == nil {
      spinner.startAnimating()
    } else {
      spinner.stopAnimating()
    }
    navigation.setNeedsDisplay()
  }

  /// The flow keeps the words from here.
  private func showAlert() {
    guard let message = viewModel.outputs.alertMessage else { return }
    viewModel.inputs.alertDismissed()
    navigation.showAlert(message)
  }

  // MARK: Focus

  /// In the order of the form.
  var focuses: [Focus] { viewModel.outputs.fields.map { .field($0.kind) } + [.button] }

  var focusedField: OrderField? {
    guard case .field(let kind) = focus else { return nil }
    return viewModel.outputs.fields.first { $0.kind == kind }
  }

  func moveFocus(by step: Int) {
    let focuses = focuses
    guard let focus, let index = focuses.firstIndex(of: focus) else { return }
    move(to: focuses[(index + step + focuses.count) % focuses.count])
  }

  func move(to new: Focus) {
    if case .field(let kind) = focus, new != focus { viewModel.inputs.fieldLeft(kind) }
    focus = new
    followsFocus = true
    navigation.setNeedsDisplay()
  }

  /// Where something is missing, the user is led there.
  func place() {
    viewModel.inputs.placePressed()
    let outputs = viewModel.outputs
    if !outputs.orderEnabled, !outputs.placing, let kind = outputs.firstInvalidField {
      move(to: .field(kind))
    }
  }
}
