import Foundation

/// Places orders with one source, and remembers them.
public protocol OrderRepository: Sendable {
  /// How the source's photos are bought. May ask the network; answers `.file` where it cannot be found out.
  func route() async -> OrderRoute

  /// Places an order. What is sent is on the disk before its first byte leaves, so that whatever happens then, the
  /// order is remembered until it is known what became of it.
  ///
  /// Safe to call again with the same order: a server gets the same bytes under the same idempotency key. Cancelled
  /// with its task.
  ///
  /// - Throws: `.unsettled` where an earlier order at the same server has no answer; nothing is sent then.
  func place(_ order: Order, by route: OrderRoute) async throws(OrderError) -> PlacedOrder

  /// Sends an order without an answer once more: the same bytes under the same key.
  func askAgain(_ id: RecordedOrder.ID) async throws(OrderError) -> PlacedOrder

  /// The orders at this source that are remembered, the latest first; waits a moment for one that is being sent.
  func orders() async -> [RecordedOrder]

  /// Notes what the user says of an order. One that is no longer there is passed over.
  func note(_ note: OrderNote, of id: RecordedOrder.ID) async throws(OrderError)
}
