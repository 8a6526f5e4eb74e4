import Foundation
import GalleryPresentation
import TerminalKit

/// `$`: the order form, and the outcome of an order.
public final class OrderCommands {
  private let viewModel: OrderViewModel
  private let basket: BasketViewModel
  private let history: OrderHistoryViewModel
  private let desktop: DesktopCommands
  private let home: String?
  private let context: ScreenContext

  /// - Parameters:
  ///   - viewModel: One for the gallery, so that what was typed is kept.
  ///   - home: The user's home folder, which is shown as `~`.
  public init(
    viewModel: OrderViewModel, basket: BasketViewModel, history: OrderHistoryViewModel,
    opener: any AddressOpening, home: String? = nil, context: ScreenContext
  ) {
    self.viewModel = viewModel
    self.basket = basket
    self.history = history
    desktop = DesktopCommands(opener: opener, context: context)
    self.home = home
    self.context = context
    history.showNoticeClosure = { [weak context] in context?.show(notice: $0) }
    history.showAlertClosure = { [weak context] in context?.show(failure: $0) }
  }

  public var commands: [GalleryCommand] {
    [
      GalleryCommand("basket.order") { _ in self.showForm() }
        .hinted { [basket] _ in basket.basket.availableItems.isEmpty ? nil : "order" }
        .needingSales(in: context),
      GalleryCommand("basket.orders") { _ in self.showHistory() }
        .hinted { [history] _ in history.orders.isEmpty ? nil : "orders" },
    ]
  }

  /// Shows the form, unless nothing in the basket is available and no order is without an answer.
  func showForm() {
    guard !basket.basket.availableItems.isEmpty || history.unanswered != nil else {
      // Another instance of Vitrine may have added some.
      basket.refresh()
      context.show(
        notice: basket.basket.isEmpty
          ? "The basket is empty; \(context.keys.hints.basket) adds a photo"
          : "No photo in the basket is for sale any more")
      return
    }
    context.show(OrderScreen(viewModel: viewModel, orders: self, context: context))
  }

  /// Shows the form's message about the order.
  func show(_ message: OrderMessage, of form: OrderScreen) {
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
        ], none: "later")
    case .placed(let placed):
      let items = viewModel.form.orderedItems
      context.close(form)
      show(OrderOutcome(placed, items: items, home: home), of: viewModel.form.placedID, items)
    case .failure(let text):
      // The button is still in focus: the key that closes this must not order again.
      context.show(failure: text, endedBy: context.keys.keys(of: "order.place", on: .order))
    case .notice(let text): context.show(notice: text)
    }
  }

  func showHistory() {
    context.show(OrderHistoryScreen(history: history, orders: self, context: context))
  }

  /// Asks what to do about the order without an answer: the form shows that it is being sent, and its outcome.
  func settle(from screen: OrderHistoryScreen) {
    context.close(screen)
    showForm()
    viewModel.placePressed()
  }

  /// What became of an order, with one of its links; when that was opened or copied, with the next one.
  private func show(
    _ outcome: OrderOutcome, of id: RecordedOrder.ID?, _ items: [BasketItem], link index: Int = 0
  ) {
    var (title, texts, choices) = (outcome.title, outcome.texts, [PresentedChoice]())
    let count = outcome.links.count
    if count > 0 {
      let link = outcome.links[index % count]
      let showNext = { [weak self] in self?.show(outcome, of: id, items, link: index + 1) ?? () }
      if count > 1 { title += " · \(CountText.position(index % count + 1, of: count))" }
      texts += [link.title, link.shownAddress]
      choices = [
        PresentedChoice("o", "open") { [desktop] in
          showNext()
          desktop.open(link.url, shownAs: link.address)
        },
        PresentedChoice("y", "copy") { [context] in
          showNext()
          let fault = context.copyFault(link.address, shownAs: link.address)
          context.show(notice: fault ?? "Copied \(link.address)")
        },
      ]
    }
    context.choose(texts.joined(separator: "\n"), title: title, among: choices, none: "back") {
      [weak self] in
      if let question = outcome.question, let id { self?.ask(question, id, items) }
    }
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
