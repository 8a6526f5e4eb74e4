import Foundation
import GalleryPresentation
import TerminalKit

/// `o`: the order form, and the outcome of an order.
public final class OrderCommands {
  private let viewModel: OrderViewModel
  private let basket: BasketViewModel
  private let history: OrderHistoryViewModel
  private let desktop: DesktopCommands
  private let context: ScreenContext

  /// - Parameter viewModel: One for the gallery, so that what was typed is kept.
  public init(
    viewModel: OrderViewModel, basket: BasketViewModel, history: OrderHistoryViewModel,
    opener: any AddressOpening, context: ScreenContext
  ) {
    self.viewModel = viewModel
    self.basket = basket
    self.history = history
    desktop = DesktopCommands(opener: opener, context: context)
    self.context = context
    history.showNoticeClosure = { [weak context] in context?.show(notice: $0) }
    history.showAlertClosure = { [weak context] in context?.show(failure: $0) }
  }

  /// Shows the form, unless the basket is empty and no order is without an answer.
  public func showForm() {
    guard !basket.basket.isEmpty || history.unanswered != nil else {
      // Another instance of Vitrine may have added some.
      basket.refresh()
      context.show(notice: "The basket is empty; \(context.keys.hints.basket) adds a photo")
      return
    }
    context.show(
      OrderScreen(viewModel: viewModel, context: context) { [weak self] in
        self?.show($0, of: $1)
      })
  }

  private func show(_ message: OrderMessage, of form: OrderScreen) {
    switch message {
    case .confirm(let title, let text):
      context.confirm(text, title: title) { [viewModel] in viewModel.confirmed() }
    case .settle(let title, let text):
      context.choose(
        text, title: title,
        among: [
          PresentedChoice("a", "ask again") { [viewModel] in viewModel.askAgainPressed() },
          PresentedChoice("n", "it did not arrive") { [viewModel] in
            viewModel.didNotArrivePressed()
          },
        ])
    case .placed(let placed):
      let outcome = OrderOutcome(placed, items: viewModel.form.orderedItems)
      context.close(form)
      show(outcome)
    case .failure(let text):
      // The button is still in focus: the key that closes this must not order again.
      context.show(failure: text, endedBy: context.keys.keys(of: "order.place", on: .order))
    case .notice(let text): context.show(notice: text)
    }
  }

  /// Shows order history.
  public func showHistory() {
    context.show(
      OrderHistoryScreen(history: history, context: context) { [weak self] shown in
        // The form shows that the order is being sent, and its outcome.
        guard let self else { return }
        context.close(shown)
        showForm()
        viewModel.placePressed()
      })
  }

  private func show(_ outcome: OrderOutcome) {
    let (id, items) = (viewModel.form.placedID, viewModel.form.orderedItems)
    weak var shown: OrderOutcomeScreen?
    let screen = OrderOutcomeScreen(
      outcome, context: context,
      open: { [desktop] in desktop.open($0.url, shownAs: $0.address) },
      copy: { [weak self] in self?.copy($0) },
      close: { [weak self] in
        guard let self, let shown else { return }
        context.close(shown)
        if let question = outcome.question, let id { ask(question, id, items) }
      })
    shown = screen
    context.show(screen)
  }

  private func copy(_ address: String) {
    context.show(
      notice: context.copyFault(address, shownAs: address) ?? "Copied \(address)")
  }

  /// The user may never send the mail, or leave the shop's cart, and then needs the basket again.
  private func ask(
    _ question: OrderOutcome.Question, _ id: RecordedOrder.ID, _ items: [BasketItem]
  ) {
    context.confirm(question.text, title: question.title) { [history] in
      history.donePressed(id, items)
    }
  }
}
