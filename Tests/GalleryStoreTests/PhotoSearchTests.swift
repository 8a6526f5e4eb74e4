import ExpectationSupport
import Foundation
import GalleryData
import GalleryDomain
import GalleryTestSupport
import Testing

@testable import GalleryStore

@Suite(.timeLimit(.minutes(10)))
struct PhotoSearchTests {
  private static let photos = [
    Photo(id: "1", name: "Vienna street", description: "Shooting AND walking", author: "W. Hühner"),
    Photo(id: "2", name: "Lake", description: "two people at the lake", camera: "NIKON D500"),
    Photo(id: "3", name: "Red car", tags: ["street", "f/1.8"]),
    Photo(id: "4", name: "car red", description: "title: NEAR(this) OR NOT that*"),
    Photo(id: "5", name: "東京タワーの夜景", author: "山田太郎"),
    Photo(id: "6", name: "서울의 밤", description: "กรุงเทพมหานคร"),
    Photo(id: "7", name: "12\" print", description: "Canonのカメラ ＡＢＣ"),
    Photo(id: "8", name: "Crème brûlée", author: "Đặng Văn"),
  ]

  private func fixture() async throws -> StoreFixture {
    let fixture = try StoreFixture()
    await fixture.save(Self.photos)
    return fixture
  }

  @Test(arguments: [
    // Every column; words in any order; the beginning of the last one.
    ("vienna", ["1"]), ("shooting", ["1"]), ("Hühner", ["1"]), ("d500", ["2"]),
    ("street", ["1", "3"]),
    ("lake people", ["2"]), ("people vienna", []), ("vien", ["1"]), ("peo la", []),
    ("people la", ["2"]),
    ("peopl the", []), ("ake", []),
    // Marks and capitals.
    ("huhner", ["1"]), ("CREME", ["8"]), ("brulee", ["8"]), ("dang", []), ("Đang", ["8"]),
    ("cre\u{300}me", ["8"]),
    // Phrases.
    ("\"red car\"", ["3"]), ("\"car red\"", ["4"]), ("red car", ["3", "4"]),
    ("\"at the\" lake", ["2"]),
    ("\"red c\"", ["3"]),
    // Operators and signs are text.
    ("AND", ["1"]), ("OR", ["4"]), ("NOT that", ["4"]), ("shooting AND", ["1"]),
    ("NEAR(this)", ["4"]),
    ("title:", ["4"]), ("title:lake", []), ("that*", ["4"]), ("name: lake", []), ("f/1.8", ["3"]),
    ("12\"", ["7"]), ("12\" print", ["7"]), ("\"12\"", ["7"]), ("-lake", ["2"]), ("^lake", ["2"]),
    ("lake -", ["2"]), ("- lake", ["2"]), ("(lake", ["2"]), ("lake)", ["2"]), ("{lake}", ["2"]),
    ("lake + people", ["2"]), ("lake'", ["2"]), ("\u{1F305} lake", ["2"]), ("\"", []), ("\"\"", []),
    ("", []), ("   ", []), ("*", []), ("\u{0}", []), ("lake\u{0}people", ["2"]), ("＂lake＂", ["2"]),
    // Scripts without spaces: any part.
    ("東京", ["5"]), ("タワー", ["5"]), ("京タ", ["5"]), ("夜", ["5"]), ("東夜", []), ("太郎", ["5"]),
    ("東京 夜景", ["5"]), ("서울", ["6"]), ("울의", ["6"]), ("밤", ["6"]), ("มหา", ["6"]), ("กรุงเทพ", ["6"]),
    ("カメラ", ["7"]), ("canonのカ", ["7"]), ("ｶﾒﾗ", ["7"]), ("abc", ["7"]), ("ＡＢ", ["7"]),
    ("\u{1109}\u{1165}\u{110B}\u{116E}\u{11AF}", ["6"]),
  ])
  func `a search finds photos`(text: String, ids: [String]) async throws {
    let fixture = try await fixture()

    let result = await fixture.pages.photos(
      matching: PhotoQuery(search: text, filter: .everything), inSource: "shop", rows: 0..<100)

    expectEqual(result.photos.map(\.id), ids)
    expectEqual(result.count, ids.count)
    #expect(fixture.log.lines.isEmpty)
  }

  @Test func `found photos are complete`() async throws {
    let fixture = try StoreFixture()
    await fixture.save([PageLinesTests.fullPhoto])

    let result = await fixture.pages.photos(
      matching: PhotoQuery(search: "zwei", filter: .everything), inSource: "shop", rows: 0..<1)

    expectEqual(result.photos, [PageLinesTests.fullPhoto])
  }

  @Test func `results are in the order of the source, whenever they were stored`()
    async throws
  {
    let fixture = try StoreFixture()
    for page in [10, 2, 1, 3] {
      await fixture.save(
        [.stub(id: "\(page)a", name: "x \(page)a"), .stub(id: "\(page)b", name: "x \(page)b")],
        page: page)
    }

    await expectEqual(
      fixture.names(matching: "x"),
      ["x 1a", "x 1b", "x 2a", "x 2b", "x 3a", "x 3b", "x 10a", "x 10b"])
  }

  @Test(arguments: [0..<2, 1..<4, 3..<100, 4..<9, 7..<9, 0..<0])
  func `a page has part of the results, the count is for all`(rows: Range<Int>) async throws {
    let fixture = try StoreFixture()
    await fixture.save(Photo.stubs(3), page: 1)
    await fixture.save(Photo.stubs(2, from: 3), page: 2)

    let result = await fixture.pages.photos(
      matching: PhotoQuery(search: "photo", filter: .everything), inSource: "shop", rows: rows)

    expectEqual(result.count, 5)
    expectEqual(result.photos.map(\.id), (0..<5).filter(rows.contains).map(String.init))
  }

  @Test func `results can be restricted to photos for sale`() async throws {
    let fixture = try StoreFixture()
    await fixture.save([
      .stub(id: "1", name: "a one", saleStatus: .forSale),
      .stub(id: "2", name: "a two", saleStatus: .notForSale),
      .stub(id: "3", name: "a three", saleStatus: .unstated),
    ])

    await expectEqual(fixture.names(matching: "a", filter: .forSale), ["a one"])
    await expectEqual(fixture.names(matching: "a").count, 3)
  }

  @Test func `a photo that moved to another page is found once, where it was seen last`()
    async throws
  {
    let fixture = try StoreFixture()
    await fixture.save(Photo.stubs(3), page: 1)

    await fixture.save(
      [.stub(id: "2", name: "photo moved"), .stub(id: "2", name: "again")], page: 2)

    await expectEqual(fixture.names(matching: "photo"), ["photo 0", "photo 1", "photo moved"])
  }

  @Test func `sources are searched separately, pages of a search or a filter not at all`()
    async throws
  {
    let fixture = try StoreFixture()
    await fixture.save([.stub(id: "1", name: "lake here")])
    await fixture.save([.stub(id: "1", name: "lake there")], source: "museum")
    await fixture.pages.save(
      .stub([.stub(id: "2", name: "lake found")]), for: .stub(search: "lake"))
    await fixture.pages.save(
      .stub([.stub(id: "3", name: "lake sold")]), for: .stub(filter: .forSale))

    await expectEqual(fixture.names(matching: "lake"), ["lake here"])
  }
}
