import ExpectationSupport
import GRDB
import GalleryDomain
import GalleryTestSupport
import Testing

@testable import GalleryStore

/// Two programs at one basket, as real processes.
@Suite(.timeLimit(.minutes(10))) struct BasketProcessTests {
  private let fixture: BasketFixture

  init() throws { fixture = try BasketFixture() }

  @Test(arguments: [0, 1, 2, 3, 5, 8, 13, 21])
  func `a program that is killed in the middle loses at most its last edit`(_ count: Int)
    async throws
  {
    let probe = try BasketProbe("script", fixture.folder, "shop")
    for _ in 0..<count { #expect(probe.line() != nil) }

    // The next edit is on its way, at whatever point it is.
    let done = count + probe.killed().count

    let store = fixture.store()
    let basket = try await store.basket(of: "shop").basket()
    #expect(
      [done, done + 1].map(BasketScript.basket(after:)).contains(basket),
      "\(done) edits done: \(basket.ids)")
    let report = await store.database.read {
      try String.fetchAll($0, sql: "PRAGMA integrity_check")
    }
    #expect(done == 0 || report == ["ok"])
    // It continues.
    #expect(try await store.basket(of: "shop").apply(.add([.stub(id: "next")])).contains("next"))
    #expect(fixture.log.lines.isEmpty)
  }

  @Test func `concurrent edits of several programs are all stored`() async throws {
    let probes = try ["a", "b"].map {
      try BasketProbe("add", fixture.folder, "shop", $0, "40")
    }
    let basket = fixture.basket()

    for probe in probes { try probe.say("go") }
    for number in 0..<40 {
      _ = try await basket.apply(.add([.stub(id: "c-\(number)", second: Double(number))]))
    }
    for probe in probes { expectEqual(probe.rest().count, 40) }

    let expected = ["a", "b", "c"].flatMap { name in (0..<40).map { "\(name)-\($0)" } }
    try await expectEqual(Set(basket.basket().ids), Set(expected))
  }
}
