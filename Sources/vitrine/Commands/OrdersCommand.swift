import ArgumentParser
import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import GalleryOrders
import GalleryPresentation
import GalleryStore
import Glibc
import PictureKit

/// `vitrine orders`: the orders at all sources.
struct OrdersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "orders",
    abstract: "Show or forget your orders.",
    discussion: """
      Prints tab-separated columns: number, date, status, where, photos, total, and the server's number or the file. \
      The latest order comes first. With --json prints one JSON object per line, with the keys number, id, \
      created_at, status, source, host, server_number, page, file, links, items and totals. A status is one of \
      no-answer, accepted, file, sent, cart, bought and not-arrived.
      """)

  @Argument(
    help: ArgumentHelp("Only these orders.", valueName: "number"),
    completion: CommandLineCompletion.orders)
  var numbers: [String] = []

  @Flag(help: "One JSON object per line (NDJSON).")
  var json = false

  @Flag(
    help:
      "Remove the orders from this computer, with their files. Without a number, all but those without an answer."
  )
  var forget = false

  func validate() throws {
    if json, forget { throw ValidationError("--json and --forget can't be used together.") }
  }

  func run() throws {
    let state = StoreFolders(environment: WorkerEnvironment.ofThisProcess()).state
    let records = OrderRecords(folder: state.map { "\($0)/orders" })
    let contents = records.contents()
    let orders = try chosen(contents.orders)
    guard forget else {
      try StandardOutput.write(orders.map { (json ? $0.jsonLine : $0.line) + "\n" }.joined())
      for name in contents.unreadable { StandardError.complain("can't read \(name)") }
      if !contents.unreadable.isEmpty { throw ExitCode(1) }
      return
    }
    let forgotten = numbers.isEmpty ? orders.filter { !$0.isUnanswered } : orders
    SourceRun.exit {
      do throws(OrderError) {
        try await records.forget(forgotten)
      } catch {
        StandardError.complain(CommandLineText.uncapitalized(OrderHistoryText.failure(error)))
        throw ExitCode(1)
      }
      try StandardOutput.write("forgot \(CountText.count(forgotten.count, "order"))\n")
      let kept = orders.count - forgotten.count
      if kept > 0 {
        StandardError.complain(
          "kept \(CountText.count(kept, "order")) without an answer; name the number to forget one")
      }
      return 0
    }
  }

  /// - Throws: If a number is not that of an order.
  private func chosen(_ orders: [RecordedOrder]) throws -> [RecordedOrder] {
    guard !numbers.isEmpty else { return orders }
    let unknown = numbers.filter { number in !orders.contains { $0.number == number } }
    guard unknown.isEmpty else {
      for number in unknown {
        let hint = number == "forget" ? "--forget removes orders" : "'vitrine orders' lists them"
        StandardError.complain("no order \(CommandLineText.clean(number)); \(hint)")
      }
      throw ExitCode(1)
    }
    return orders.filter { numbers.contains($0.number) }
  }
}

extension RecordedOrder {
  fileprivate var status: String {
    switch state {
    case .unanswered: "no-answer"
    case .accepted: "accepted"
    case .written(_, _, let isSent): isSent ? "sent" : "file"
    case .checkout(_, let isBought): isBought ? "bought" : "cart"
    case .notArrived: "not-arrived"
    }
  }

  private var seller: String {
    if case .written = state { sourceTitle } else { OrderHistoryText.host(self) }
  }

  private var totals: [BasketTotal] { Basket(items: items).totals }

  /// The server's number, or the file.
  private var detail: String {
    switch state {
    case .accepted(_, let number, _): number ?? ""
    case .written(_, let mail, _): TextCleaner.line(bytes: mail.path, limit: .paragraphs)
    case .unanswered, .checkout, .notArrived: ""
    }
  }

  fileprivate var line: String {
    let sums = totals.map { total in
      [total.sum?.amount ?? "?", total.currency].compactMap(\.self).joined(separator: " ")
    }
    return [
      number, RFC3339.text(createdAt, zone: .current) ?? "", status, seller,
      CountText.photos(items.count), sums.joined(separator: " + "), detail,
    ].joined(separator: "\t")
  }

  fileprivate var jsonLine: String {
    var file: FileReference?
    var (page, links): (URL?, [URL]) = (nil, [])
    var serverNumber: String?
    switch state {
    case .accepted(_, let number, let url): (serverNumber, page) = (number, url)
    case .written(let json, _, _): file = json
    case .checkout(let urls, _): links = urls
    case .unanswered, .notArrived: break
    }
    let host = OrderHistoryText.host(self)
    let items = items.map { item in
      let (photo, price) = (item.photo, item.photo.price)
      return JSONValue([
        ("id", .text(item.id)), ("title", .text(photo.name)), ("price", JSONValue(price?.amount)),
        ("currency", JSONValue(price?.currency)),
      ])
    }
    let totals = totals.map {
      JSONValue([("currency", JSONValue($0.currency)), ("sum", JSONValue($0.sum?.amount))])
    }
    return JSONOutput.line(
      JSONValue([
        ("number", .text(number)), ("id", .text(id.uuidString.lowercased())),
        ("created_at", JSONValue(RFC3339.text(createdAt, zone: .current))),
        ("status", .text(status)), ("source", .text(sourceTitle)),
        ("host", JSONValue(host.isEmpty ? nil : host)), ("server_number", JSONValue(serverNumber)),
        ("page", JSONValue(page?.absoluteString)), ("file", JSONValue(file?.url?.absoluteString)),
        ("links", JSONValue(links.map(\.absoluteString))), ("items", .array(items)),
        ("totals", .array(totals)),
      ]))
  }
}
