import Foundation

/// Places orders with one source, and remembers them.
public protocol OrderRepository: Sendable {
  /// How the source's photos are bought. May use the network; `.file` if that cannot be determined.
  func route() async -> OrderRoute

  /// Places an order. The request is written to disk before its first byte is sent, so that the order is remembered
  /// until its outcome is known, whatever happens.
  ///
  /// Safe to call again with the same order: the server gets the same bytes under the same idempotency key. Cancelling
  /// the task cancels the order unless it was already sent.
  ///
  /// - Throws: `.unsettled` if an earlier order at the same server has no answer; nothing is sent then.
  func place(_ order: Order, by route: OrderRoute) async throws(OrderError) -> PlacedOrder

  /// Sends an order without an answer again: the same bytes under the same key.
  func askAgain(_ id: RecordedOrder.ID) async throws(OrderError) -> PlacedOrder

  /// The remembered orders at this source, the latest first. If one is being sent, waits for it for a moment.
  func orders() async -> [RecordedOrder]

  /// Records a note about an order. It is ignored if the order no longer exists, or if it does not fit the order's
  /// state.
  func note(_ note: OrderNote, of id: RecordedOrder.ID) async throws(OrderError)
}
