import Foundation
import GalleryPresentation
import TerminalKit

/// `o`: the order form, and the outcome of an order.
public final class OrderCommands {
  /// Makes the screens; a form and an outcome live as long as they are shown.
  public struct Screens {
    public var makeForm: (@escaping (OrderScreen.Request) -> Void) -> OrderScreen
    public var makeOutcome: (OrderOutcome, OrderOutcomeActions) -> OrderOutcomeScreen
    public var makeHistory: (OrderHistoryScreen.Navigation) -> OrderHistoryScreen

    public init(
      makeForm: @escaping (@escaping (OrderScreen.Request) -> Void) -> OrderScreen,
      makeOutcome: @escaping (OrderOutcome, OrderOutcomeActions) -> OrderOutcomeScreen,
      makeHistory: @escaping (OrderHistoryScreen.Navigation) -> OrderHistoryScreen
    ) {
      self.makeForm = makeForm
      self.makeOutcome = makeOutcome
      self.makeHistory = makeHistory
    }
  }

  private let viewModel: OrderViewModel
  private let basket: any BasketViewModelType
  private let history: OrderHistoryViewModel
  private let screens: Screens
  private let keys: KeyBindings
  private let opener: any AddressOpening
  private let terminal: any Terminal
  private weak var presenter: (any CommandPresenter)?

  /// - Parameters:
  ///   - viewModel: One for the gallery, so that what was typed is kept.
  ///   - terminal: Its clipboard gets copied links.
  public init(
    viewModel: OrderViewModel, basket: any BasketViewModelType,
    history: OrderHistoryViewModel, screens: Screens, keys: KeyBindings = .standard,
    opener: any AddressOpening, terminal: any Terminal, presenter: any CommandPresenter
  ) {
    self.viewModel = viewModel
    self.basket = basket
    self.history = history
    self.screens = screens
    self.keys = keys
    self.presenter = presenter
    self.opener = opener
    self.terminal = terminal
    history.showNoticeClosure = { [weak presenter] in presenter?.show(notice: $0) }
    history.showAlertClosure = { [weak presenter] in presenter?.show(failure: $0) }
  }

  /// Shows the form, unless the basket is empty and no order is without an answer.
  public func showForm() {
    guard let presenter else { return }
    guard !basket.outputs.basket.isEmpty || history.unanswered != nil else {
      // Another instance of Vitrine may have added some.
      basket.inputs.refresh()
      presenter.show(notice: "The basket is empty; \(keys.hints.basket) adds a photo")
      return
    }
    weak var form: OrderScreen?
    let screen = screens.makeForm { [weak self, weak presenter] request in
      switch request {
      case .redraw: presenter?.setNeedsDisplay()
      case .show(let message): self?.show(message, of: form)
      case .close: if let form { presenter?.close(form) }
      }
    }
    form = screen
    presenter.show(screen)
  }

  private func show(_ message: OrderMessage, of form: OrderScreen?) {
    switch message {
    case .confirm(let title, let text):
      presenter?.confirm(text, title: title) { [viewModel] in viewModel.confirmed() }
    case .settle(let title, let text):
      presenter?.choose(
        text, title: title,
        among: [
          PresentedChoice("a", "ask again") { [viewModel] in viewModel.askAgainPressed() },
          PresentedChoice("n", "it did not arrive") { [viewModel] in
            viewModel.didNotArrivePressed()
          },
        ])
    case .placed(let placed):
      let outcome = OrderOutcome(placed, items: viewModel.form.orderedItems)
      if let form { presenter?.close(form) }
      show(outcome)
    case .failure(let text):
      // The button is still in focus: the key that closes this must not order again.
      presenter?.show(failure: text, endedBy: keys.keys(of: .orderPlace, on: .order))
    case .notice(let text): presenter?.show(notice: text)
    }
  }

  /// Shows order history.
  public func showHistory() {
    guard let presenter else { return }
    weak var shown: OrderHistoryScreen?
    let screen = screens.makeHistory(
      OrderHistoryScreen.Navigation(
        setNeedsDisplay: { [weak presenter] in presenter?.setNeedsDisplay() },
        settle: { [weak self] in
          // The form shows that the order is being sent, and its outcome.
          guard let self else { return }
          if let shown { self.presenter?.close(shown) }
          showForm()
          viewModel.placePressed()
        },
        close: { [weak presenter] in
          if let shown { presenter?.close(shown) }
        }))
    shown = screen
    presenter.show(screen)
  }

  private func show(_ outcome: OrderOutcome) {
    let (id, items) = (viewModel.form.placedID, viewModel.form.orderedItems)
    weak var shown: OrderOutcomeScreen?
    let screen = screens.makeOutcome(
      outcome,
      OrderOutcomeActions(
        open: { [weak self] in self?.open($0) }, copy: { [weak self] in self?.copy($0) },
        close: { [weak self] in
          guard let self, let shown else { return }
          presenter?.close(shown)
          if let question = outcome.question, let id { ask(question, id, items) }
        }))
    shown = screen
    presenter?.show(screen)
  }

  private func open(_ link: OrderLink) {
    let address = link.address
    presenter?.show(notice: "Opening \(address)")
    opener.open(link.url) { [weak self] error in
      guard let self, let error else { return }
      // The address is useful elsewhere: in a browser at the other end of ssh.
      let isCopied = error != .refused && terminal.copy(address) == .given
      presenter?.show(
        notice: "Can't open: \(error.words) · \(isCopied ? "copied " : "")\(address)")
    }
  }

  private func copy(_ address: String) {
    switch terminal.copy(address) {
    case .given: presenter?.show(notice: "Copied \(address)")
    case .tooLong(let limit):
      presenter?.show(
        notice: "Not copied: over the terminal's limit of \(CountText.grouped(limit / 1_000)) kB")
    case .unavailable:
      presenter?.show(notice: "This terminal has no clipboard · \(address)")
    }
  }

  /// The user may never send the mail, or leave the shop's cart, and then needs the basket again.
  private func ask(
    _ question: OrderOutcome.Question, _ id: RecordedOrder.ID, _ items: [BasketItem]
  ) {
    presenter?.confirm(question.text, title: question.title) { [history] in
      history.donePressed(id, items)
    }
  }
}
