import GalleryDomain
import GalleryOrders
import GalleryPresentation
import GalleryScreens
import TerminalKit

extension GalleryContainer {
  /// The order form and what becomes of it; nil where nothing can be put in a basket, or is chosen for another program.
  func makeOrderCommands(presenter: any CommandPresenter) -> OrderCommands? {
    guard let basket, let orderHistory else { return nil }
    let viewModel = OrderViewModel(
      basket: basket, history: orderHistory,
      fetchRoute: DefaultFetchOrderRouteUseCase(repository: orders),
      placeOrder: DefaultPlaceOrderUseCase(repository: orders), prices: prices)
    return OrderCommands(
      viewModel: viewModel, basket: basket, history: orderHistory,
      screens: OrderCommands.Screens(
        makeForm: { [theme] in
          OrderScreen(
            viewModel: viewModel, theme: theme, spinner: ActivityIndicator(theme: theme),
            navigation: $0)
        },
        makeOutcome: { [theme, navigator] outcome, actions in
          OrderOutcomeScreen(
            viewModel: OrderOutcomeViewModel(
              outcome: outcome, makeCode: QRCode.matrix(of:), actions: actions),
            theme: theme, setNeedsDisplay: { navigator.setNeedsDisplay() })
        },
        makeHistory: { [theme, navigator] navigation in
          OrderHistoryScreen(
            history: orderHistory, theme: theme, navigation: navigation,
            showHelp: { commands in
              navigator.push(
                HelpScreen(commands: commands, theme: theme) { _ = navigator.pop() })
            })
        }),
      opener: opener, terminal: terminal, presenter: presenter)
  }
}
