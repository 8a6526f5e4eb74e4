import ExpectationSupport
import Foundation
import GalleryDomain
import Testing
import WaitSupport

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct PlaceOrderUseCaseTests {
  /// Answers on the test's command.
  private struct Orders: OrderRepository {
    let gate: AsyncStream<Void>
    let result: Result<PlacedOrder, OrderError>

    private func answer() async throws(OrderError) -> PlacedOrder {
      for await _ in gate { break }
      return try result.get()
    }

    func route() async -> OrderRoute {
      _ = try? await answer()
      return OrderRoute(email: "w.h@photos.example")
    }

    func place(_ order: Order, by route: OrderRoute) async throws(OrderError) -> PlacedOrder {
      try await answer()
    }

    func askAgain(_ id: RecordedOrder.ID) async throws(OrderError) -> PlacedOrder {
      try await answer()
    }

    func orders() async -> [RecordedOrder] { [] }
    func note(_ note: OrderNote, of id: RecordedOrder.ID) async throws(OrderError) {}
  }

  private static let order = Order(
    id: UUID(), createdAt: .distantPast, customer: OrderCustomer(name: "", email: ""), items: [])
  private nonisolated static let placed = PlacedOrder(number: "42", outcome: .checkout([]))

  @Test(arguments: [.success(placed), .failure(.cancelled)] as [Result<PlacedOrder, OrderError>])
  func `an answer comes once, on the main actor, and so does the route`(
    _ result: Result<PlacedOrder, OrderError>
  ) async {
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let useCase = DefaultPlaceOrderUseCase(repository: Orders(gate: gate, result: result))

    let answer = await withCheckedContinuation { continuation in
      _ = useCase.execute(Self.order, by: .file) { continuation.resume(returning: $0) }
      open.yield()
    }

    expectEqual(answer, result)
    let route = await withCheckedContinuation { continuation in
      _ = DefaultFetchOrderRouteUseCase(repository: Orders(gate: gate, result: result)).execute {
        continuation.resume(returning: $0)
      }
      open.yield()
    }
    expectEqual(route.email, "w.h@photos.example")
  }

  /// Answers when the earlier edits are stored.
  private struct SlowBasket: BasketRepository {
    let gate: AsyncStream<Void>

    func basket() async throws(BasketError) -> Basket {
      for await _ in gate { break }
      throw .unwritable(path: "/full")
    }

    func apply(_ edit: BasketEdit) async throws(BasketError) -> Basket { .empty }
  }

  @Test func `an order is sent after the basket is stored, or has failed to be`() async throws {
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let (basketGate, openBasket) = AsyncStream.makeStream(of: Void.self)
    open.yield()
    let useCase = DefaultPlaceOrderUseCase(
      repository: Orders(gate: gate, result: .success(Self.placed)),
      baskets: SlowBasket(gate: basketGate))
    var answers: [PlacedOrder] = []

    let placement = useCase.execute(Self.order, by: .file) {
      answers += (try? $0.get()).map { [$0] } ?? []
    }
    for _ in 0..<200 { await Task.yield() }
    #expect(answers.isEmpty)
    openBasket.yield()
    try await wait(for: "the answer") { !answers.isEmpty }

    expectEqual(answers, [Self.placed])
    withExtendedLifetime(placement) {}
  }

  @Test func `a cancelled order reports nothing`() async {
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let orders = Orders(gate: gate, result: .success(Self.placed))
    var answers = 0

    let placement = DefaultPlaceOrderUseCase(repository: orders).execute(Self.order, by: .file) {
      _ in answers += 1
    }
    let fetch = DefaultFetchOrderRouteUseCase(repository: orders).execute { _ in answers += 1 }
    placement?.cancel()
    fetch?.cancel()
    open.finish()
    for _ in 0..<200 { await Task.yield() }

    expectEqual(answers, 0)
  }
}
