import Foundation
import GalleryPresentation
import TerminalKit

/// `o`: the order form, and what becomes of the order.
public final class OrderCommands: PhotoCommands {
  /// What the container makes; a form and an outcome live as long as they are shown.
  public struct Screens {
    public var makeForm: (OrderScreen.Navigation) -> OrderScreen
    public var makeOutcome: (OrderOutcome, OrderOutcomeActions) -> OrderOutcomeScreen

    public init(
      makeForm: @escaping (OrderScreen.Navigation) -> OrderScreen,
      makeOutcome: @escaping (OrderOutcome, OrderOutcomeActions) -> OrderOutcomeScreen
    ) {
      self.makeForm = makeForm
      self.makeOutcome = makeOutcome
    }
  }

  private let viewModel: any OrderViewModelType
  private let basket: any BasketViewModelType
  private let screens: Screens
  private let open: (URL) -> Void
  private let copy: (String) -> Void
  private weak var presenter: (any CommandPresenter)?

  /// - Parameters:
  ///   - viewModel: One for the gallery, so that what was typed is kept.
  ///   - open: Opens an address with the desktop's program, and says so.
  ///   - copy: Puts a text on the clipboard, and says so.
  public init(
    viewModel: any OrderViewModelType, basket: any BasketViewModelType, screens: Screens,
    presenter: any CommandPresenter, open: @escaping (URL) -> Void,
    copy: @escaping (String) -> Void
  ) {
    self.viewModel = viewModel
    self.basket = basket
    self.screens = screens
    self.presenter = presenter
    self.open = open
    self.copy = copy
  }

  public func commands(for context: PhotoContext) -> [KeyCommand] { [command] }

  /// The same key for screens that are no photo's.
  public var command: KeyCommand {
    KeyCommand(
      id: "order", keys: [.character("o")], title: "order what is in the basket", group: "Photos"
    ) { [weak self] in self?.showForm() }
  }

  private func showForm() {
    guard let presenter else { return }
    guard !basket.outputs.basket.isEmpty else {
      presenter.show(notice: "The basket is empty; Space puts a photo in")
      return
    }
    weak var form: OrderScreen?
    let screen = screens.makeForm(
      OrderScreen.Navigation(
        setNeedsDisplay: { [weak presenter] in presenter?.setNeedsDisplay() },
        showAlert: { [weak presenter] in presenter?.show(alert: $0) },
        showNotice: { [weak presenter] in presenter?.show(notice: $0) },
        confirm: { [weak presenter] title, question, confirmed in
          presenter?.confirm(question, title: title, confirmed: confirmed)
        },
        placed: { [weak self] placed in
          guard let self else { return }
          let outcome = OrderOutcome(placed, items: viewModel.outputs.orderedItems)
          if let form { self.presenter?.close(form) }
          show(outcome)
        },
        close: { [weak presenter] in
          if let form { presenter?.close(form) }
        }))
    form = screen
    presenter.show(screen)
  }

  private func show(_ outcome: OrderOutcome) {
    weak var shown: OrderOutcomeScreen?
    let screen = screens.makeOutcome(
      outcome,
      OrderOutcomeActions(
        open: open, copy: copy,
        close: { [weak self] in
          guard let self, let shown else { return }
          presenter?.close(shown)
          if outcome.isCheckout { askToEmptyBasket(outcome) }
        }))
    shown = screen
    presenter?.show(screen)
  }

  /// The shop's cart may still be left there, and then the basket is wanted again.
  private func askToEmptyBasket(_ outcome: OrderOutcome) {
    let basket = basket
    presenter?.confirm(
      "Empty the basket? What was ordered is taken out of it.", title: "Ordered in the shop"
    ) { basket.inputs.ordered(outcome.orderedIDs) }
  }
}
