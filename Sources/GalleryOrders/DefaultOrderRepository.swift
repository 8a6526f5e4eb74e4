import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import Logging

/// Places orders the way the source says: by links into the shop's cart, by its order server, else as files.
///
/// Every order leaves a record in the state folder (`OrderRecords`).
public struct DefaultOrderRepository: OrderRepository {
  private let photos: any PhotoRepository
  private let sourceID: String?
  private let transport: any HTTPTransport
  private let reach: @Sendable (URL) -> HTTPRequest.Reach
  private let zone: TimeZone
  private let logger: Logger
  var records: OrderRecords

  /// - Parameters:
  ///   - photos: The source, which says how its photos are bought and what it is called.
  ///   - sourceID: As in `PageKey`; identifies the source's orders. nil if they need not be found again.
  ///   - folder: `orders` in Vitrine's state folder; nil if there is none. Created when first needed.
  ///   - reach: Which hosts the source may name as its order server.
  ///   - zone: The time zone for the day in an order's number, and for dates.
  public init(
    photos: any PhotoRepository, sourceID: String? = nil, folder: String?,
    transport: any HTTPTransport,
    reach: @escaping @Sendable (URL) -> HTTPRequest.Reach = { _ in .anyHost },
    zone: TimeZone = .current,
    logger: Logger = Logger(label: "vitrine.orders") { _ in SwiftLogNoOpLogHandler() }
  ) {
    (self.photos, self.sourceID) = (photos, sourceID)
    (self.transport, self.reach, self.zone) = (transport, reach, zone)
    self.logger = logger
    records = OrderRecords(folder: folder)
  }

  /// A host to which no order can be sent is reported before the user fills in the form.
  @concurrent public func route() async -> OrderRoute {
    var route = await photos.orderRoute
    if case .server(let url) = route.channel {
      route.refusal = await transport.refusal(
        of: HTTPRequest(method: .post, url: url, reach: reach(url)))
    }
    return route
  }

  @concurrent public func place(
    _ order: Order, by route: OrderRoute
  ) async throws(OrderError) -> PlacedOrder {
    switch route.channel {
    case .shopify(let shop):
      return await note(try ShopCart.shopify(order.items, at: shop), of: order)
    case .wooCommerce(let shop):
      return await note(try ShopCart.wooCommerce(order.items, at: shop), of: order)
    case .server(let url): return try await send(order, to: url)
    case .file: return try await write(order, recipient: route.email)
    }
  }

  private func document(of order: Order) async -> OrderDocument {
    OrderDocument(order: order, source: await photos.title, zone: zone)
  }

  private func record(
    of document: OrderDocument, _ number: String, _ state: RecordedOrder.State
  ) -> OrderRecord {
    OrderRecord(
      order: RecordedOrder(
        id: document.order.id, number: number, createdAt: document.order.createdAt,
        sourceID: sourceID, sourceTitle: document.source, items: document.order.items, state: state)
    )
  }

  // MARK: - Links and files

  /// The links matter more than their record, so a full disk doesn't withhold them.
  private func note(_ links: [CheckoutLink], of order: Order) async -> PlacedOrder {
    let document = await document(of: order)
    var number = document.number
    do throws(OrderError) {
      let lock = try await records.lock()
      defer { lock.release() }
      number = try records.number(for: document)
      try records.write(
        record(of: document, number, .checkout(links: links.map(\.url), isBought: false)))
    } catch {
      logger.warning("can't save order \(number)")
    }
    return PlacedOrder(number: number, outcome: .checkout(links))
  }

  private func write(_ order: Order, recipient: String?) async throws(OrderError) -> PlacedOrder {
    let document = await document(of: order)
    let lock = try await records.lock()
    defer { lock.release() }
    let number = try records.number(for: document)
    let isKnown = records.record(of: order.id) != nil
    do throws(OrderError) {
      let files = try records.writeDocuments(document, number: number, recipient: recipient)
      try records.write(
        record(of: document, number, .written(json: files.json, mail: files.mail, isSent: false)))
      return PlacedOrder(
        number: number, outcome: .written(mail: files.mail, recipient: recipient))
    } catch {
      // What is left of it would be taken for an order that was placed.
      if !isKnown { try? records.remove(number) }
      throw error
    }
  }

  // MARK: - Servers

  /// Holds the lock until the outcome is recorded: no other Vitrine sends meanwhile, or takes this order for lost.
  private func send(_ order: Order, to url: URL) async throws(OrderError) -> PlacedOrder {
    let document = await document(of: order)
    let host = OrderServer.host(of: url)
    let lock = try await records.lock()
    defer { lock.release() }
    if let known = records.record(of: order.id) { return try await ask(known) }
    if let earlier = records.unanswered(host: host, sourceID: sourceID).first {
      throw .unsettled(earlier.order)
    }
    let number = try records.number(for: document)
    var record = record(of: document, number, .unanswered(host: host))
    (record.url, record.body) = (url, document.json(number: number))
    try records.write(record)
    return try await deliver(record, to: url, mayHaveArrived: false)
  }

  @concurrent public func askAgain(_ id: RecordedOrder.ID) async throws(OrderError) -> PlacedOrder {
    let lock = try await records.lock()
    defer { lock.release() }
    guard let record = records.record(of: id) else { throw .noLongerOpen }
    return try await ask(record)
  }

  private func ask(_ record: OrderRecord) async throws(OrderError) -> PlacedOrder {
    switch record.order.state {
    case .unanswered:
      guard let url = record.url, record.body != nil else { throw .noLongerOpen }
      return try await deliver(record, to: url, mayHaveArrived: true)
    // Another Vitrine has asked meanwhile.
    case .accepted(let host, let number, let page):
      return PlacedOrder(
        number: number ?? record.order.number,
        outcome: .accepted(host: host, message: nil, page: page))
    case .written, .checkout, .notArrived: throw .noLongerOpen
    }
  }

  private func deliver(
    _ record: OrderRecord, to url: URL, mayHaveArrived: Bool
  ) async throws(OrderError) -> PlacedOrder {
    let server = OrderServer(url: url, transport: transport, reach: reach(url))
    let (number, host) = (record.order.number, OrderServer.host(of: url))
    do throws(OrderServer.Failure) {
      let response = try await server.place(
        id: record.order.id, body: record.body ?? "", mayHaveArrived: mayHaveArrived)
      settle(number) { () throws(OrderError) in
        try records.write(
          record.settled(
            as: .accepted(host: host, number: response.number, page: response.page),
            isInBasket: true))
      }
      return PlacedOrder(
        number: response.number ?? number,
        outcome: .accepted(host: host, message: response.message, page: response.page))
    } catch {
      switch error {
      case .unanswered(let uncertainty): throw .unanswered(record.order, uncertainty)
      case .nothingOrdered(let reason):
        // So there is nothing to remember.
        settle(number) { () throws(OrderError) in try records.remove(number) }
        throw reason
      }
    }
  }

  /// The outcome counts even if it can't be recorded: an order without a recorded outcome is asked about again, and the
  /// server knows its key.
  private func settle(_ number: String, _ change: () throws(OrderError) -> Void) {
    do throws(OrderError) {
      try change()
    } catch {
      logger.warning("can't save the outcome of order \(number)")
    }
  }

  // MARK: - What is remembered

  @concurrent public func orders() async -> [RecordedOrder] {
    // An order that was just cancelled is about to record its outcome.
    if records.folder.map({ FileManager.default.fileExists(atPath: $0) }) ?? false {
      (try? await records.lock())?.release()
    }
    let title = await photos.title
    return records.contents().orders.filter {
      $0.sourceID.map { $0 == sourceID } ?? ($0.sourceTitle == title)
    }
  }

  @concurrent public func note(
    _ note: OrderNote, of id: RecordedOrder.ID
  ) async throws(OrderError) {
    let lock = try await records.lock()
    defer { lock.release() }
    guard var record = records.record(of: id) else { return }
    switch (note, record.order.state) {
    case (.didNotArrive, .unanswered(let host)):
      record = record.settled(as: .notArrived(host: host), isInBasket: false)
    case (.done, .written(let json, let mail, _)):
      record = record.settled(
        as: .written(json: json, mail: mail, isSent: true), isInBasket: true)
    case (.done, .checkout(let links, _)):
      record = record.settled(as: .checkout(links: links, isBought: true), isInBasket: true)
    case (.outOfBasket, _): record.order.isInBasket = false
    case (.didNotArrive, _), (.done, _): return
    }
    try records.write(record)
  }
}
