import ExpectationSupport
import FeedServerSupport
import Foundation
import Glibc
import PseudoTerminalSupport
import Synchronization
import Testing

/// A program that is killed at each step of an order, and started again: what was sent is the same order, and the user
/// is asked before anything else is sent.
@Suite struct OrderKillTests {
  /// Where it is killed.
  enum Step: String, CaseIterable, CustomTestStringConvertible, Sendable {
    /// By itself.
    case beforeRecord, afterRecord, beforeBasket, afterBasket
    /// By the server, which takes the order at the last two.
    case connected, inBody, beforeAnswer, inAnswer

    var testDescription: String { rawValue }

    /// As the probe calls its own.
    var probe: String {
      switch self {
      case .beforeRecord: "title"
      case .afterRecord: "send"
      case .beforeBasket: "basket"
      case .afterBasket: "note"
      case .connected, .inBody, .beforeAnswer, .inAnswer: "none"
      }
    }

    /// Whether the server has the order when the program ends.
    var isTaken: Bool {
      switch self {
      case .beforeRecord, .afterRecord, .connected, .inBody: false
      case .beforeBasket, .afterBasket, .beforeAnswer, .inAnswer: true
      }
    }

    /// Whether the program knows on its next start that nothing is to be asked.
    var isKnown: Bool {
      switch self {
      case .beforeRecord, .beforeBasket, .afterBasket: true
      case .afterRecord, .connected, .inBody, .beforeAnswer, .inAnswer: false
      }
    }
  }

  /// A shop with a server that kills who orders, once.
  private final class Shop: Sendable {
    private struct State {
      var victim: pid_t?
      var orders: [String] = []
    }

    private let state = Mutex(State())
    private let honoursKeys: Bool
    let folder: String

    init(honoursKeys: Bool) {
      self.honoursKeys = honoursKeys
      folder = NSTemporaryDirectory() + "vitrine-kill-\(UUID().uuidString)"
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Keys of the orders that were placed, one for each.
    var orders: [String] { state.withLock { $0.orders } }

    func server(killingAt step: Step) throws -> FeedServer {
      try FeedServer { [weak self] stage in
        switch (stage, step) {
        // What was sent before the kill arrives nowhere.
        case (.connected, .connected), (.head, .inBody): self?.killVictim() != true
        default: true
        }
      } route: { [weak self] request in
        self?.answer(to: request, killingAt: step) ?? .status(500)
      }
    }

    private func answer(to request: FeedRequest, killingAt step: Step) -> Answer {
      let key = request.header("Idempotency-Key") ?? ""
      let number = state.withLock { state -> Int in
        if !honoursKeys || !state.orders.contains(key) { state.orders.append(key) }
        return state.orders.count
      }
      let answer = Answer.json(#"{"number":"S-\#(number)"}"#)
      switch step {
      case .beforeAnswer: killVictim()
      case .inAnswer where state.withLock({ $0.victim != nil }):
        // The rest of the answer never comes.
        Thread.detachNewThread { [weak self] in _ = self?.killVictim() }
        return answer.delivered(.hangAfter(byteCount: 4, nil))
      default: break
      }
      return answer
    }

    /// - Returns: Whether there was one.
    @discardableResult
    private func killVictim() -> Bool {
      let victim = state.withLock { state -> pid_t? in
        defer { state.victim = nil }
        return state.victim
      }
      guard let victim else { return false }
      kill(victim, SIGKILL)
      return true
    }

    /// - Parameter isVictim: Whether the server may kill it.
    func run(isVictim: Bool = false, _ arguments: String...) throws -> [String] {
      let process = Process()
      let output = Pipe()
      process.executableURL = URL(fileURLWithPath: try BuiltProgram.path("order-probe"))
      process.arguments = arguments
      process.standardOutput = output
      // A connection before the process is known as the victim would live on.
      try state.withLock { state in
        try process.run()
        if isVictim { state.victim = process.processIdentifier }
      }
      let data = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      if isVictim { expectEqual(process.terminationReason, .uncaughtSignal) }
      return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Two photos in the basket; with large ids, so that a body does not fit between client and server.
    func fill(_ step: Step) throws {
      _ = try run("fill", folder, "2", step == .inBody ? "300000" : "1")
    }
  }

  private func order(
    _ shop: Shop, at server: FeedServer, _ step: Step? = nil, deciding decision: String = "stop"
  ) throws -> [String] {
    let url = server.url("/order").absoluteString
    return try shop.run(
      isVictim: step != nil, "order", shop.folder, url, step?.probe ?? "none", decision)
  }

  @Test(arguments: Step.allCases)
  func `a server that honours keys has the order once, even after a restart`(step: Step) throws {
    let shop = Shop(honoursKeys: true)
    try shop.fill(step)
    let server = try shop.server(killingAt: step)

    let first = try order(shop, at: server, step)
    #expect(!first.contains { $0.hasPrefix("basket") })
    expectEqual(shop.orders.count, (step.isTaken ? 1 : 0))
    let second = try order(shop, at: server, deciding: "ask")

    expectEqual(shop.orders.count, 1)
    expectEqual(second.contains { $0.hasPrefix("settle") }, !step.isKnown)
    expectEqual(second.last, "basket 0, orders accepted S-1")
    let third = try order(shop, at: server, deciding: "ask")
    expectEqual(third, ["nothing to order", "basket 0, orders accepted S-1"])
    expectEqual(shop.orders.count, 1)
  }

  @Test(arguments: Step.allCases)
  func `if keys aren't honoured, nothing is sent again before the user is asked`(
    step: Step
  ) throws {
    let shop = Shop(honoursKeys: false)
    try shop.fill(step)
    let server = try shop.server(killingAt: step)
    _ = try order(shop, at: server, step)
    let taken = shop.orders.count

    let second = try order(shop, at: server, deciding: "stop")

    if step.isKnown {
      expectEqual(shop.orders.count, 1)
      expectEqual(second.last, "basket 0, orders accepted S-1")
    } else {
      expectEqual(shop.orders.count, taken)
      expectEqual(second.first?.contains("was sent; no answer came"), true)
      expectEqual(second.last, "basket 2, orders unanswered")
    }
  }

  @Test(arguments: [Step.afterRecord, .connected, .inBody])
  func `an order that did not arrive is ordered again under another key`(step: Step) throws {
    let shop = Shop(honoursKeys: true)
    try shop.fill(step)
    let server = try shop.server(killingAt: step)
    _ = try order(shop, at: server, step)

    let second = try order(shop, at: server, deciding: "anew")

    expectEqual(shop.orders.count, 1)
    expectEqual(second.last, "basket 0, orders accepted S-1 · not arrived")
  }
}
