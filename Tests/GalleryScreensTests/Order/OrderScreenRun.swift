import Foundation
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import TerminalTestSupport

@testable import GalleryScreens

/// The order form over a screen that knows the key `o`, on a terminal in memory.
final class OrderScreenRun {
  let terminal: SurfaceTerminal
  let navigator: Navigator
  let store: ScriptedBasket
  let basket: BasketViewModel
  let orders = ScriptedOrders()
  let remembered: MemoryOrders
  let history: OrderHistoryViewModel
  let ticks = ManualAlarm()
  let opener = ScriptedOpener()
  private let context: ScreenContext
  private var application: TerminalApplication?
  private var commands: OrderCommands?
  private var dueWork: [@MainActor () -> Void] = []

  /// - Parameter route: The source's immediate answer; nil for answers by hand.
  init(
    _ photos: [Photo] = [.couple, .street], route: OrderRoute? = .file, columns: Int = 80,
    rows: Int = 24, remembered: [RecordedOrder] = [], opens: Bool = true,
    pictures: StubPictures? = nil
  ) {
    navigator = Navigator(noticeTicks: ManualAlarm(), spinnerTicks: ticks)
    terminal = SurfaceTerminal(size: Size(columns: columns, rows: rows))
    let withoutPictures = StubPictures()
    withoutPictures.graphicsMethod = .none
    context = ScreenContext(
      navigator: navigator, terminal: terminal, theme: .standard(), keys: .standard,
      pictures: pictures ?? withoutPictures)
    store = ScriptedBasket(.of(photos))
    basket = BasketViewModel(keepBasket: store, history: UndoHistory())
    basket.refresh()
    orders.route = route
    self.remembered = MemoryOrders(remembered)
    let now = { Date(timeIntervalSince1970: 1_700_000_000) }
    let history = OrderHistoryViewModel(keepOrders: self.remembered, basket: basket, now: now)
    self.history = history
    history.refresh()
    let viewModel = OrderViewModel(
      basket: basket, history: history, fetchRoute: orders, placeOrder: orders, now: now)
    let commands = OrderCommands(
      viewModel: viewModel, basket: basket, history: history, opener: opener,
      home: "/home/anna", context: context)
    self.commands = commands
    navigator.push(
      BelowScreen(commands: [
        KeyCommand(id: "order", keys: [.character("o")], title: "order") { commands.showForm() },
        KeyCommand(id: "history", keys: [.character("H")], title: "orders") {
          commands.showHistory()
        },
      ]))
    let application = TerminalApplication(
      terminal: terminal, navigator: navigator,
      enqueue: { [weak self] in self?.dueWork.append($0) })
    self.application = application
    application.start()
    if opens { press(.character("o")) }
  }

  var screen: String {
    settle()
    return terminal.framedText
  }

  func line(_ row: Int) -> String {
    settle()
    return terminal.surface.line(row)
  }

  /// Whether a text is anywhere on the screen.
  func shows(_ text: String) -> Bool { screen.contains(text) }

  func press(_ keys: Key...) {
    for key in keys {
      terminal.press(key)
      settle()
    }
  }

  func type(_ text: String) {
    terminal.type(text)
    settle()
  }

  func click(column: Int, row: Int) {
    terminal.mouse(.press, column: column, row: row)
    settle()
  }

  func resize(columns: Int, rows: Int) {
    terminal.resize(columns: columns, rows: rows)
    settle()
  }

  /// Fills in what every order needs.
  func fillIn() {
    type("Anna Lens")
    press(.enter)
    type("anna@lens.example")
  }

  func settle() {
    while !dueWork.isEmpty {
      let work = dueWork
      dueWork = []
      for piece in work { piece() }
    }
  }

  private final class BelowScreen: Screen {
    let keyCommands: [KeyCommand]

    init(commands: [KeyCommand]) { keyCommands = commands }

    func bindViewModel() {}

    func draw(on surface: inout Surface) { surface.write("the photos", at: .zero) }
  }
}
