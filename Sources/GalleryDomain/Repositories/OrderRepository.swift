import Foundation

/// Places orders with one source, and remembers them.
public protocol OrderRepository: Sendable {
  /// How the source's photos are bought. May use the network; `.file` if it cannot be found out.
  func route() async -> OrderRoute

  /// Places an order. The request is written to disk before its first byte is sent, so that the order is remembered
  /// until its outcome is known, whatever happens.
  ///
  /// Safe to call again with the same order: a server gets the same bytes under the same idempotency key. Cancelling
  /// the task cancels the order, unless it was already sent.
  ///
  /// - Throws: `.unsettled` if an earlier order at the same server has no answer; nothing is sent then.
  func place(_ order: Order, by route: OrderRoute) async throws(OrderError) -> PlacedOrder

  /// Sends an order without an answer again: the same bytes under the same key.
  func askAgain(_ id: RecordedOrder.ID) async throws(OrderError) -> PlacedOrder

  /// The remembered orders at this source, the latest first; waits a moment for one that is being sent.
  func orders() async -> [RecordedOrder]

  /// Notes something about an order. An order that is no longer there, and a note that does not fit its state, are
  /// ignored.
  func note(_ note: OrderNote, of id: RecordedOrder.ID) async throws(OrderError)
}
