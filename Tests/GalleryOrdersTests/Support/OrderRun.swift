import FeedFormats
import FeedServerSupport
import Foundation
import GalleryData
import GalleryDomain
import GalleryNetwork
import GalleryTestSupport

@testable import GalleryOrders

/// An order repository over the program's own transport, with its own folder, on a clock that never waits.
final class OrderRun: Sendable {
  let folder: String
  /// What was made for this run alone; nil where the folder is another run's.
  private let parent: String?
  let transport: CurlTransport
  let repository: DefaultOrderRepository

  init(
    source: String = "Popular", sourceID: String = "feed", route: OrderRoute = .file,
    folder: String? = nil, reach: HTTPRequest.Reach = .anyHost, allowsPrivateHosts: Bool = true,
    time: OrderTime = OrderTime()
  ) {
    parent = folder == nil ? NSTemporaryDirectory() + "vitrine-orders-\(UUID().uuidString)" : nil
    let path = folder ?? (parent ?? "") + "/state/orders"
    self.folder = path
    var configuration = TransportConfiguration(
      version: "1.2.3", allowsPrivateHosts: allowsPrivateHosts, time: time.transportTime)
    // While many tests run, a server that waits for one of them must not count as hanging.
    configuration.timeOuts.connect = .seconds(3_600)
    configuration.timeOuts.idle = .seconds(3_600)
    transport = CurlTransport(configuration: configuration)
    repository = DefaultOrderRepository(
      photos: OrderSource(title: source, orderRoute: route), sourceID: sourceID,
      folder: path, transport: transport, reach: { _ in reach }, zone: .gmt)
  }

  deinit {
    if let parent { try? FileManager.default.removeItem(atPath: parent) }
  }

  func outcome(
    of order: Order, by channel: OrderRoute.Channel
  ) async -> Result<PlacedOrder, OrderError> {
    do throws(OrderError) {
      return .success(try await repository.place(order, by: OrderRoute(channel: channel)))
    } catch {
      return .failure(error)
    }
  }

  func askAgain(_ order: RecordedOrder) async -> Result<PlacedOrder, OrderError> {
    do throws(OrderError) {
      return .success(try await repository.askAgain(order.id))
    } catch {
      return .failure(error)
    }
  }

  func error(of order: Order, by channel: OrderRoute.Channel) async -> OrderError? {
    guard case .failure(let error) = await outcome(of: order, by: channel) else { return nil }
    return error
  }

  /// Sorted, without the lock.
  var fileNames: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
      .filter { $0 != "lock" }
  }

  /// What is remembered, of all sources.
  var orders: [RecordedOrder] { OrderRecords(folder: folder).contents().orders }

  /// The contents of all files together.
  var allText: String { fileNames.map(text).joined(separator: "\n") }

  /// The parts of an order's mail, decoded: the text and the attached document.
  func mailParts(_ number: String) -> [String] {
    text("\(number).eml").components(separatedBy: "base64\r\n\r\n").dropFirst().compactMap { part in
      let data = part.components(separatedBy: "\r\n--").first ?? ""
      return Data(base64Encoded: data, options: .ignoreUnknownCharacters)
        .map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Puts a file there, as another program or an earlier version would.
  func write(_ text: String, to name: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
  }

  func text(_ name: String) -> String {
    (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)) ?? ""
  }

  func json(_ name: String) throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: Data(text(name).utf8)) as? [String: Any] ?? [:]
  }
}

/// A clock that never waits.
struct OrderTime: Sendable {
  /// When a request's time is over; nil for never.
  var end: (@Sendable () async -> Void)?

  /// A request's time is over when a server has got one.
  static func over(at server: FeedServer) -> OrderTime {
    OrderTime { await server.until { !$0.requests.isEmpty } }
  }

  var transportTime: TransportTime {
    TransportTime(
      sleep: { [end] duration in
        guard duration < .seconds(60) else {
          if let end { return await end() }
          return try await Task.sleep(for: .seconds(86_400))
        }
        try Task.checkCancellation()
      },
      now: { .zero }, date: { Date(timeIntervalSince1970: 1_795_262_400) }, random: { 0.5 })
  }
}

/// A source that has a name and sells in one way.
struct OrderSource: PhotoRepository {
  let title: String
  let orderRoute: OrderRoute

  func page(for query: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
    PhotoPage(photos: [])
  }
}

extension OrderRoute {
  static func server(at server: FeedServer) -> OrderRoute {
    OrderRoute(channel: .server(server.url("/order")))
  }
}

extension BasketItem {
  static func stub(
    _ id: String = "1", name: String = "couple", item: String? = nil, variant: String? = nil,
    price: Price? = Price(amount: "80.00", currency: "EUR"), page: String? = nil
  ) -> BasketItem {
    var photo = Photo.stub(id: id, name: name, price: price)
    photo.pageURL = page.flatMap { URL(string: $0) }
    if item != nil || variant != nil {
      photo.purchase = PurchaseReference(itemID: item, variantID: variant)
    }
    return BasketItem(photo, addedAt: Date(timeIntervalSince1970: 1_795_262_400))
  }
}

extension Order {
  /// `V-20261121-2357`, and longer numbers that begin so.
  static let idText = "00030507-090B-4D0F-9113-15171A1C1E20"

  static func stub(
    _ items: [BasketItem] = [.stub()], id: String = Order.idText, name: String = "Ann Lens",
    note: String = "", delivery: Delivery? = nil, address: String? = nil
  ) -> Order {
    Order(
      id: UUID(uuidString: id) ?? UUID(), createdAt: Date(timeIntervalSince1970: 1_795_262_400),
      customer: OrderCustomer(
        name: name, email: "ann@example.org", note: note, delivery: delivery, address: address),
      items: items)
  }
}
