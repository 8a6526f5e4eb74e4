import ExpectationSupport
import Foundation
import GalleryDomain
import GalleryTestSupport
import Testing

@testable import FeedFormats
@testable import GalleryStore

@Suite(.timeLimit(.minutes(10))) struct BasketRepositoryTests {
  private let fixture: BasketFixture
  private let basket: SQLiteBasketRepository

  init() throws {
    fixture = try BasketFixture()
    basket = fixture.basket()
  }

  @Test func `the next program has each source's basket`() async throws {
    let items = [BasketItem.stub(id: "a"), .stub(id: "b", second: 1)]

    try await expectEqual(fixture.basket().apply(.add(items)), Basket(items: items))
    _ = try await fixture.basket("museum").apply(.add([.stub(id: "m")]))

    try await expectEqual(fixture.basket().basket(), Basket(items: items))
    try await expectEqual(fixture.basket("museum").basket().ids, ["m"])
    try await expectEqual(fixture.basket("elsewhere").basket(), .empty)
  }

  @Test func `reading, and removing what isn't there, creates no file`() async throws {
    try await expectEqual(basket.basket(), .empty)
    try await expectEqual(basket.apply(.remove(["a"])), .empty)
    try await expectEqual(basket.apply(.update([.stub()])), .empty)
    try await expectEqual(basket.apply(.setGone(["a"], true)), .empty)
    try await expectEqual(basket.apply(.add([])), .empty)

    #expect(fixture.home.paths.isEmpty)
  }

  @Test(arguments: 0..<8)
  func `any edits have the same result in the file as in a value`(seed: UInt64) async throws {
    let (one, other) = (fixture.basket(), fixture.basket())
    var generator = EditGenerator(seed: seed)
    var expected = Basket.empty

    for number in 0..<40 {
      let edit = generator.edit()
      expected = expected.applying(edit)
      let answer = try await (number % 3 == 0 ? other : one).apply(edit)
      expectEqual(answer, expected)
    }

    try await expectEqual(fixture.basket().basket(), expected)
    #expect(fixture.log.lines.isEmpty)
  }

  @Test func `edits that are requested at once are applied in order`() async throws {
    let edits = (0..<30).map(BasketScript.edit)

    // Called one after the other, awaited together.
    let calls = edits.map { edit in Task.immediate { try await basket.apply(edit) } }
    var answers: [Basket] = []
    for call in calls { answers.append(try await call.value) }

    expectEqual(answers, (1...30).map(BasketScript.basket(after:)))
  }

  @Test func `a basket that is read has what was written before, even if nobody waited for it`()
    async throws
  {
    let store = fixture.store()
    let basket = store.basket(of: "shop")
    _ = try await basket.apply(.add([.stub(id: "a")]))

    store.database.writeLater { try $0.execute(sql: "DELETE FROM basketItem") }

    try await expectEqual(basket.basket(), .empty)
  }

  @Test func `an edit continues when its caller no longer waits`() async throws {
    let task = Task.immediate { try await basket.apply(.add([.stub(id: "a")])) }
    task.cancel()
    _ = try? await task.value

    try await expectEqual(basket.basket().ids, ["a"])
  }

  @Test func `a state file without baskets gets their tables, and keeps its queries`()
    async throws
  {
    let store = fixture.store()
    await store.recentQueries(of: "shop").save("lake")
    await store.database.execute(
      "DROP TABLE basketItem; DROP TABLE basket",
      "DELETE FROM grdb_migrations WHERE identifier = 'baskets'")
    await store.database.close()

    _ = try await fixture.basket().apply(.add([.stub(id: "a")]))

    try await expectEqual(fixture.basket().basket().ids, ["a"])
    await expectEqual(fixture.store().recentQueries(of: "shop").recentQueries(limit: 5), ["lake"])
  }

  @Test func `a transaction waits for the disk`() async throws {
    let store = fixture.store()
    _ = try await store.basket(of: "shop").apply(.add([.stub(id: "a")]))

    let level = await store.database.write { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
    expectEqual(level, 2)
  }

  @Test func `a token that changes keeps the basket that 1.0.0 stored`() async throws {
    // As 1.0.0 named the source of https://shop.example/list?album=5&t=one.
    _ = try await fixture.basket("x:https://shop.example/list?album=5").apply(
      .add([.stub(id: "a")]))
    let preset = try PresetReader.preset(
      toml: """
        name = "x"
        title = "X"
        about = "A test"
        items = ""
        [list]
        url = "https://x.example/list"
        [fields]
        id = "id"
        image = "image"
        """, file: "x.toml", stem: "x")

    for token in ["one", "two"] {
      let url = try #require(URL(string: "https://shop.example/list?album=5&t=\(token)"))
      let format = try PresetFormat(preset: preset, url: url) { _ in nil }
      try await expectEqual(fixture.basket(format.sourceID).basket().items.map(\.id), ["a"])
    }
  }
}

/// Edits of a few photos, so that they meet.
struct EditGenerator {
  private var generator: SplitMix64
  private var count = 0

  init(seed: UInt64) { generator = SplitMix64(state: seed) }

  mutating func edit() -> BasketEdit {
    count += 1
    let ids = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
      "\(Int.random(in: 0..<6, using: &generator))"
    }
    let prices = ["80.00", "90.00", nil]
    let items = ids.map { id in
      BasketItem.stub(
        id: id, name: "photo \(count)", price: prices[count % 3],
        second: Double(Int.random(in: 0..<20, using: &generator)) + Double(count) / 1000,
        isGone: Bool.random(using: &generator))
    }
    switch Int.random(in: 0..<7, using: &generator) {
    case 0...2: return .add(items)
    case 3: return .remove(ids)
    case 4: return .restore(items)
    case 5: return .update(items.map(\.photo))
    default: return .setGone(ids, Bool.random(using: &generator))
    }
  }
}
