import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import GalleryNetwork
import GalleryOrders
import GalleryPresentation
import GalleryStore
import GalleryTestSupport
import Glibc
import Logging
import Synchronization

// order-probe fill FOLDER COUNT SIZE            puts photos in the basket, with ids of SIZE characters
// order-probe order FOLDER URL STEP DECISION    orders the contents of the basket, like the form
//
// STEP is where the program kills itself: title, send, basket, note, or none. DECISION is the user's answer about an
// order without a reply: `ask`, `anew` or `stop`. Messages to the user are printed one per line; the last line is the
// contents of the basket and the remembered orders.

enum Probe {
  static let arguments = CommandLine.arguments
  static let basket = ProbeBasket(
    basket: SQLiteStateStore(
      folder: arguments[2],
      logger: Logger(label: "order-probe") { _ in SwiftLogNoOpLogHandler() }
    ).basket(of: "probe"))
  /// Whether the order is on its way: the source's title is also requested for the history.
  static let isPlacing = Mutex(false)
}

/// Unbuffered, so that a kill loses no line.
func say(_ text: String) {
  FileHandle.standardOutput.write(Data("\(text)\n".utf8))
}

/// Like `kill -9` from outside, if this is the step.
func reach(_ step: String) {
  guard Probe.arguments[1] == "order", Probe.arguments[4] == step else { return }
  kill(getpid(), SIGKILL)
  while true { pause() }
}

/// A source with a title, which is requested before an order is recorded.
struct ProbeSource: PhotoRepository {
  let url: URL

  var title: String {
    get async {
      if Probe.isPlacing.withLock({ $0 }) { reach("title") }
      return "Popular"
    }
  }
  var orderRoute: OrderRoute { OrderRoute(channel: .server(url)) }

  func page(for query: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
    PhotoPage(photos: [])
  }
}

/// The program's transport, which is first asked to send when the order is recorded.
struct ProbeTransport: HTTPTransport {
  let transport: CurlTransport

  func send(_ request: HTTPRequest) async throws(PhotoSourceError) -> HTTPResponse {
    try await transport.send(request)
  }

  func send(
    _ request: HTTPRequest, bodyWillLeave: @escaping @Sendable () -> Void
  ) async throws(PhotoSourceError) -> HTTPResponse {
    reach("send")
    return try await transport.send(request, bodyWillLeave: bodyWillLeave)
  }

  func download(
    _ request: HTTPRequest, to descriptor: Int32, byteLimit: Int,
    progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(PhotoSourceError) -> HTTPResponse {
    try await transport.download(request, to: descriptor, byteLimit: byteLimit, progress: progress)
  }
}

/// The program's basket, from which ordered photos are removed once the order is recorded.
struct ProbeBasket: BasketRepository {
  let basket: SQLiteBasketRepository

  func basket() async throws(BasketError) -> Basket { try await basket.basket() }

  func apply(_ edit: BasketEdit) async throws(BasketError) -> Basket {
    guard case .removeOrdered = edit else { return try await basket.apply(edit) }
    reach("basket")
    let result = try await basket.apply(edit)
    reach("note")
    return result
  }
}

func fill(_ count: Int, _ size: Int) async throws {
  let items = (0..<count).map { number in
    BasketItem.stub(
      id: "\(number)" + String(repeating: "x", count: size), name: "photo \(number)",
      second: Double(number))
  }
  _ = try await Probe.basket.apply(.add(items))
}

@MainActor
final class Buyer {
  private let basket: BasketViewModel
  private let orders: DefaultOrderRepository
  private let history: OrderHistoryViewModel
  private let viewModel: OrderViewModel
  private var form: OrderForm { viewModel.form }
  private let decision: String
  private var hasPressed = false
  private var wasUnanswered = false
  private var end: CheckedContinuation<Void, Never>?

  init(url: URL, decision: String) {
    self.decision = decision
    orders = DefaultOrderRepository(
      photos: ProbeSource(url: url), sourceID: "probe",
      folder: "\(Probe.arguments[2])/orders",
      transport: ProbeTransport(
        transport: CurlTransport(
          configuration: TransportConfiguration(version: "1.2.3", allowsPrivateHosts: true))))
    basket = BasketViewModel(
      keepBasket: DefaultKeepBasketUseCase(repository: Probe.basket), history: UndoHistory())
    history = OrderHistoryViewModel(
      keepOrders: DefaultKeepOrdersUseCase(repository: orders), basket: basket)
    viewModel = OrderViewModel(
      basket: basket, history: history,
      fetchRoute: DefaultFetchOrderRouteUseCase(repository: orders),
      placeOrder: DefaultPlaceOrderUseCase(repository: orders))
  }

  func order() async {
    basket.refresh()
    await basket.finish()
    history.refresh()
    await settleBasket()
    if basket.basket.isEmpty {
      say("nothing to order")
    } else {
      await fillInAndPlace()
      await settleBasket()
    }
    let remembered = await orders.orders().map { order -> String in
      switch order.state {
      case .unanswered: "unanswered"
      case .accepted(_, let number, _): "accepted \(number ?? "")"
      case .notArrived: "not arrived"
      case .written, .checkout: "other"
      }
    }
    say("basket \(basket.basket.count), orders \(remembered.joined(separator: " · "))")
  }

  /// Waits until the ordered photos have left the stored basket.
  private func settleBasket() async {
    let deadline = ContinuousClock.now + .seconds(60)
    while await orders.orders().contains(where: \.isInBasket) {
      guard ContinuousClock.now < deadline else {
        say("the ordered photos are still in the basket after a minute")
        exit(70)
      }
      await Task.yield()
    }
    await basket.finish()
  }

  private func fillInAndPlace() async {
    wasUnanswered = form.unansweredText != nil
    viewModel.onChange = { [weak self] in self?.formChanged($0) }
    await withCheckedContinuation { continuation in
      end = continuation
      viewModel.viewDidLoad()
      viewModel.textChanged(.name, to: "Anna Lens")
      viewModel.textChanged(.email, to: "anna@lens.example")
      placeWhenReady()
    }
  }

  private func formChanged(_ message: OrderMessage?) {
    switch message {
    case .placed(let placed):
      say("placed \(placed.number)")
      finish()
    case .failure(let text):
      say("alert \(text)")
      finish()
    case .confirm:
      Probe.isPlacing.withLock { $0 = true }
      viewModel.confirmed()
    case .settle(_, let text): decide(text)
    case .notice, nil: break
    }
    let isUnanswered = form.unansweredText != nil
    // It did not arrive: ordered again.
    if wasUnanswered, !isUnanswered, decision == "anew" { hasPressed = false }
    wasUnanswered = isUnanswered
    placeWhenReady()
  }

  private func placeWhenReady() {
    guard !hasPressed, form.orderEnabled, !form.placing,
      form.unansweredText != nil || form.route != nil
    else { return }
    hasPressed = true
    Task { @MainActor in viewModel.placePressed() }
  }

  private func decide(_ text: String) {
    say("settle \(text)")
    switch decision {
    case "ask": Task { @MainActor in self.viewModel.askAgainPressed() }
    case "anew": Task { @MainActor in self.viewModel.didNotArrivePressed() }
    default: finish()
    }
  }

  private func finish() {
    end?.resume()
    end = nil
  }
}

let arguments = Probe.arguments
guard arguments.count >= 5 else { exit(64) }
switch arguments[1] {
case "fill":
  try await fill(Int(arguments[3]) ?? 0, Int(arguments[4]) ?? 0)
case "order" where arguments.count == 6:
  guard let url = URL(string: arguments[3]) else { exit(64) }
  await Buyer(url: url, decision: arguments[5]).order()
default: exit(64)
}
