import ExpectationSupport
import Foundation
import GRDB
import GalleryDomain
import GalleryTestSupport
import Testing

@testable import GalleryStore

@Suite(.timeLimit(.minutes(10)))
struct RecentQueriesTests {
  private let fixture: BasketFixture

  init() throws { fixture = try BasketFixture() }

  private func queries(_ sourceID: String = "shop") -> SQLiteRecentQueries {
    fixture.store().recentQueries(of: sourceID)
  }

  @Test func `queries are listed by source, the latest first, each once`() async {
    let shop = queries()
    for text in ["lake", "vienna", " Lake ", "東京", "", "  "] { await shop.save(text) }
    await queries("museum").save("portrait")

    await expectEqual(queries().recentQueries(limit: 10), ["東京", "Lake", "vienna"])
    await expectEqual(queries().recentQueries(limit: 2), ["東京", "Lake"])
    await expectEqual(queries().recentQueries(limit: 0), [])
    await expectEqual(queries().recentQueries(limit: -1), [])
    await expectEqual(queries("museum").recentQueries(limit: 10), ["portrait"])
  }

  @MainActor @Test func `quitting waits for a query that is being saved`() async {
    let store = fixture.store()
    let save = DefaultSaveRecentQueryUseCase(repository: store.recentQueries(of: "shop"))

    save.execute("lake")
    // Leaving begins after the key that leaves, which comes after the answer to the search.
    await Task { await store.finishWriting() }.value

    await expectEqual(queries().recentQueries(limit: 1), ["lake"])
  }

  @Test func `a hundred queries per source are kept`() async {
    let shop = queries()
    await queries("museum").save("old")
    for number in 1...105 { await shop.save("query \(number)") }

    let kept = await shop.recentQueries(limit: 1000)
    expectEqual(kept.count, 100)
    expectEqual(kept.first, "query 105")
    expectEqual(kept.last, "query 6")
    await expectEqual(queries("museum").recentQueries(limit: 1), ["old"])
  }

  @Test func `reading creates no file`() async {
    await expectEqual(queries().recentQueries(limit: 5), [])

    #expect(fixture.home.paths.isEmpty)
  }

  @Test func `a state file without queries gets their table, and keeps its contents`()
    async throws
  {
    try fixture.home.makeFolder("vitrine")
    let older = try DatabaseQueue(path: fixture.path)
    try await older.write { try $0.execute(sql: "CREATE TABLE kept AS SELECT 7 AS number") }
    try older.close()

    await queries().save("lake")

    await expectEqual(queries().recentQueries(limit: 5), ["lake"])
    await expectEqual(
      queries().database.read { try Int.fetchOne($0, sql: "SELECT number FROM kept") }, 7)
  }
}
