import ExpectationSupport
import FeedFormats
import Foundation
import GalleryDomain
import Testing

@testable import GalleryData

@Suite(.timeLimit(.minutes(10))) struct RepositoryOrderRouteTests {
  private static let order =
    #""order_url":"/order","order_email":"shop@a.example","order_delivery":["download","print"]"#

  private func expected(_ url: String) throws -> OrderRoute {
    OrderRoute(
      channel: .server(try #require(URL(string: url))), email: "shop@a.example",
      deliveries: [.download, .print])
  }

  @Test func `a feed file names its complete order server`() async throws {
    let folder = try TemporaryFolder()
    let whole = Self.order.replacing("/order", with: "http://192.168.1.5/order")
    let file = try folder.write("feed.json", #"{\#(whole),"photos":[{"id":1,"name":"a"}]}"#)
    let relative = try folder.write(
      "other.json", #"{"photos":[{"id":1,"name":"a"}],\#(Self.order)}"#)
    let catalog = ShippedPresets.catalog

    for repository in [
      FeedFileRepository(file: file, catalog: catalog) as any PhotoRepository,
      FeedFileRepository(file: file, preset: "500px", catalog: catalog),
    ] {
      await expectEqual(repository.orderRoute, (try expected("http://192.168.1.5/order")))
    }
    await expectEqual(
      FeedFileRepository(file: relative, catalog: catalog).orderRoute,
      OrderRoute(email: "shop@a.example", deliveries: [.download, .print]))
    await expectEqual(
      FeedFileRepository(file: folder.file("none"), catalog: catalog).orderRoute, .file)
  }

  // MARK: On the network

  @Test func `the network's answer counts, until then the stored one`() async throws {
    let store = MemoryPageStore()
    let first = RemoteFeed(store: store) { _ in "a !order=/order" }
    await expectEqual(first.repository.orderRoute, .file)
    _ = try await first.page(1)
    let url = try #require(URL(string: "https://feed.example/order"))
    await expectEqual(first.repository.orderRoute.channel, .server(url))

    let second = RemoteFeed(store: store) { _ in "a" }
    await expectEqual(second.repository.orderRoute.channel, .server(url))
    _ = try await second.page(1, isRefresh: true)
    await expectEqual(second.repository.orderRoute, .file)
  }

  @Test func `a search or a later page need not repeat it`() async throws {
    let feed = RemoteFeed { target in
      target.contains("q=") || target.contains("page=2") ? "b" : "a c d !more !order=/order"
    }
    _ = try await feed.page(1)
    _ = try await feed.page(2)
    _ = try await feed.repository.page(for: PageRequest(search: "b"))

    guard case .server = await feed.repository.orderRoute.channel else {
      return #expect(Bool(false))
    }
  }

  @Test func `no feed changes what the service determines`() async throws {
    var format = LineFormat()
    let shop = try #require(URL(string: "https://shop.example"))
    format.orderRoute = OrderRoute(channel: .shopify(shop))
    let feed = RemoteFeed(format) { _ in "a !order=https://evil.example/" }
    _ = try await feed.page(1)

    await expectEqual(feed.repository.orderRoute.channel, .shopify(shop))
  }

  @Test func `an address passes on its feed's order route`() async throws {
    let url = try #require(URL(string: "https://feed.example/list"))
    let repository = AddressRepository(
      url: url,
      dependencies: AddressRepository.Dependencies(
        catalog: StubCatalog(),
        transport: ScriptedTransport { .text("lines: a !order=https://s.example/o", for: $0) },
        store: MemoryPageStore(), zone: .gmt))
    await expectEqual(repository.orderRoute, .file)

    _ = try await repository.page(for: PageRequest())

    await expectEqual(
      repository.orderRoute.channel, .server(try #require(URL(string: "https://s.example/o"))))
  }
}
