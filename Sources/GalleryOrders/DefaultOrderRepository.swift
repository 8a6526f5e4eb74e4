import Foundation
import GalleryData
import GalleryDomain
import Logging

/// Places orders the way the source says: by links into the shop's cart, by its order server, else as files.
///
/// Every order leaves a record in the state folder.
public struct DefaultOrderRepository: OrderRepository {
  /// What is around it; values of tests differ from the program's.
  public struct Surroundings: Sendable {
    /// `orders` in Vitrine's state folder; nil where there is no such place. Made when first needed.
    public var folder: String?
    public var transport: any HTTPTransport
    /// Which hosts may answer for the order server that the source names.
    public var reach: @Sendable (URL) -> HTTPRequest.Reach
    /// Of the day in an order's number, and of dates.
    public var zone: TimeZone
    /// Between tries; ends early, throwing, when the task is cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void
    public var logger: Logger

    public init(
      folder: String?, transport: any HTTPTransport,
      reach: @escaping @Sendable (URL) -> HTTPRequest.Reach = { _ in .anyHost },
      zone: TimeZone = .current,
      sleep: @escaping @Sendable (Duration) async throws -> Void = {
        try await Task.sleep(for: $0)
      },
      logger: Logger = Logger(label: "vitrine.orders") { _ in SwiftLogNoOpLogHandler() }
    ) {
      self.folder = folder
      self.transport = transport
      self.reach = reach
      self.zone = zone
      self.sleep = sleep
      self.logger = logger
    }
  }

  private let photos: any PhotoRepository
  private let surroundings: Surroundings

  /// - Parameter photos: The source: says how its photos are bought, and what it is called.
  public init(photos: any PhotoRepository, surroundings: Surroundings) {
    self.photos = photos
    self.surroundings = surroundings
  }

  public func route() async -> OrderRoute { await photos.orderRoute }

  public func place(
    _ order: Order, by route: OrderRoute
  ) async throws(OrderError) -> PlacedOrder {
    let folder = OrderFolder(path: surroundings.folder)
    var document = OrderDocument(
      order: order, source: await photos.title, zone: surroundings.zone)
    // What is sent again has to be the same to the byte, even if the source has another name by now.
    if let source = folder.source(of: document) { document.source = source }
    switch route.channel {
    case .shopify(let shop):
      return keep(document, try ShopCart.shopify(order.items, at: shop), in: folder)
    case .wooCommerce(let shop):
      return keep(document, try ShopCart.wooCommerce(order.items, at: shop), in: folder)
    case .server(let url): return try await send(document, to: url, folder)
    case .file:
      let record = try folder.keep(document, as: .file)
      let mail = OrderMail(
        recipient: route.email, document: document, number: record.number,
        file: record.textName)
      return PlacedOrder(
        number: record.number,
        outcome: .written(json: record.json, text: record.text, mail: mail.url))
    }
  }

  /// The links are worth more than their record: a full disk does not withhold them.
  private func keep(
    _ document: OrderDocument, _ links: [CheckoutLink], in folder: OrderFolder
  ) -> PlacedOrder {
    var number = document.number
    do throws(OrderError) {
      number = try folder.keep(document, as: .checkout(links.map(\.url))).number
    } catch {
      surroundings.logger.warning("can't save order \(number)")
    }
    return PlacedOrder(number: number, outcome: .checkout(links))
  }

  /// Recorded before it is sent, so that nothing is lost if the program ends meanwhile.
  private func send(
    _ document: OrderDocument, to url: URL, _ folder: OrderFolder
  ) async throws(OrderError) -> PlacedOrder {
    let host = OrderServer.host(of: url)
    let record = try folder.keep(document, as: .sending(host: host))
    let server = OrderServer(
      url: url, transport: surroundings.transport, reach: surroundings.reach(url),
      sleep: surroundings.sleep)
    let answer: OrderAnswer
    do throws(OrderError) {
      answer = try await server.place(
        id: document.order.id, body: document.json(number: record.number))
    } catch {
      switch error {
      case .refused(_, let status, let message):
        note(document, as: .refused(host: host, status: status, message: message), in: folder)
      case .unreachable(let cause) where cause.isBeforeSending:
        note(document, as: .unsent(host: host), in: folder)
      default: break
      }
      throw error
    }
    note(document, as: .accepted(host: host, answer), in: folder)
    return PlacedOrder(
      number: answer.number ?? record.number,
      outcome: .accepted(host: host, message: answer.message, page: answer.page))
  }

  /// What became of a recorded order. The order stands as it is, whether this can be written or not.
  private func note(
    _ document: OrderDocument, as outcome: OrderRecord.Outcome, in folder: OrderFolder
  ) {
    do throws(OrderError) {
      _ = try folder.keep(document, as: outcome)
    } catch {
      surroundings.logger.warning("can't save the outcome of order \(document.number)")
    }
  }
}

extension PhotoSourceError {
  /// Whether the server got nothing, for certain.
  fileprivate var isBeforeSending: Bool {
    switch self {
    case .noNetwork, .hostNotFound, .certificateInvalid, .privateAddressRefused: true
    default: false
    }
  }
}
