import ExpectationSupport
import Foundation
import GalleryData
import GalleryDomain
import GalleryTestSupport
import Testing

@testable import GalleryStore

@Suite(.timeLimit(.minutes(10)))
struct PhotoSearchTests {
  private let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  private static let photos = [
    Photo(id: "1", name: "Vienna street", description: "Shooting AND walking", author: "W. Hühner"),
    Photo(id: "2", name: "Lake", description: "two people at the lake", camera: "NIKON D500"),
    Photo(id: "3", name: "Red car", tags: ["street", "f/1.8"]),
    Photo(id: "4", name: "car red", description: "title: NEAR(this) OR NOT that*"),
    Photo(id: "5", name: "東京タワーの夜景", author: "山田太郎"),
    Photo(id: "6", name: "서울의 밤", description: "กรุงเทพมหานคร"),
    Photo(id: "7", name: "12\" print", description: "Canonのカメラ ＡＢＣ"),
    Photo(id: "8", name: "Crème brûlée", author: "Đặng Văn"),
    Photo(id: "9", name: Photo.untitled, isUntitled: true, description: "snow \\ ice"),
  ]

  @Test(arguments: [
    // Every text, words in any order, any part of a word.
    ("vienna", ["1"]), ("shooting", ["1"]), ("Hühner", ["1"]), ("d500", ["2"]),
    ("street", ["1", "3"]), ("lake people", ["2"]), ("people vienna", []), ("vien", ["1"]),
    ("nikon, d", ["2"]), ("lakes", []), ("…", []),
    ("peo la", ["2"]), ("ake", ["2"]), ("peopl the", ["2"]), ("red car", ["3", "4"]),
    // Marks and capitals.
    ("huhner", ["1"]), ("CREME", ["8"]), ("brulee", ["8"]), ("Đang", ["8"]),
    ("cre\u{300}me", ["8"]),
    // Operators and signs are text.
    ("AND", ["1"]), ("OR", ["4"]), ("NOT that", ["4"]), ("NEAR(this)", ["4"]), ("title:lake", []),
    ("that*", ["4"]), ("f/1.8", ["3"]), ("12\"", ["7"]), ("-lake", ["2"]), ("lake -", ["2"]),
    ("(lake", ["2"]), ("{lake}", ["2"]), ("lake'", ["2"]), ("\u{1F305} lake", ["2"]),
    ("\"", ["7"]), ("\"\"", []), ("*", ["4"]), ("\\", ["9"]), ("lake\u{0}people", ["2"]),
    ("＂lake＂", ["2"]),
    // A title that isn't stored.
    ("untit", ["9"]), ("snow", ["9"]), ("untitled snow", ["9"]), ("title snow", ["9"]),
    // Scripts without spaces.
    ("東京", ["5"]), ("タワー", ["5"]), ("京タ", ["5"]), ("夜", ["5"]), ("東夜", []), ("太郎", ["5"]),
    ("東京 夜景", ["5"]), ("서울", ["6"]), ("울의", ["6"]), ("밤", ["6"]), ("มหา", ["6"]), ("กรุงเทพ", ["6"]),
    ("カメラ", ["7"]), ("canonのカ", ["7"]), ("ｶﾒﾗ", ["7"]), ("abc", ["7"]), ("ＡＢ", ["7"]),
    ("\u{1109}\u{1165}\u{110B}\u{116E}\u{11AF}", ["6"]),
  ])
  func `a search finds in stored pages what it finds everywhere`(
    text: String, ids: [String]
  ) async {
    await fixture.save(Self.photos)

    await expectEqual(fixture.photos(matching: text).map(\.id), ids)
    let filter = LocalFilter(PhotoQuery(search: text))
    expectEqual(Self.photos.filter(filter.keeps).map(\.id), ids)
    #expect(fixture.log.lines.isEmpty)
  }

  @Test func `found photos are complete`() async {
    await fixture.save([PageLinesTests.fullPhoto])

    await expectEqual(fixture.photos(matching: "zwei"), [PageLinesTests.fullPhoto])
  }

  @Test func `results are in the order of the source, whenever they were stored`() async {
    for page in [10, 2, 1, 3] {
      await fixture.save(
        [.stub(id: "\(page)a", name: "x \(page)a"), .stub(id: "\(page)b", name: "x \(page)b")],
        page: page)
    }

    await expectEqual(
      fixture.names(matching: "x"),
      ["x 1a", "x 1b", "x 2a", "x 2b", "x 3a", "x 3b", "x 10a", "x 10b"])
  }

  @Test func `pages of another size are where their photos are in the list`() async {
    await fixture.save([.stub(id: "3", name: "x 3")], page: 2)
    await fixture.save([.stub(id: "1", name: "x 1")], page: 1)
    var key = PageKey.stub(page: 2)
    key.pageSize = 50
    await fixture.pages.save(.stub([.stub(id: "2", name: "x 2")]), for: key)

    await expectEqual(fixture.names(matching: "x"), ["x 1", "x 2", "x 3"])
  }

  @Test func `a page that is gone or was damaged meanwhile is left out`() async {
    for page in 1...3 { await fixture.save([.stub(id: "\(page)", name: "x \(page)")], page: page) }
    let pages = await fixture.pages.pages(ofSource: "shop")
    await fixture.pages.removePages(from: 3, of: .stub(page: 3))
    await fixture.store.database.execute(
      "UPDATE pageBody SET bytes = substr(bytes, 1, 20) WHERE id = 1")

    let found = await fixture.pages.photos(
      on: pages, passing: LocalFilter(PhotoQuery(search: "x")))

    expectEqual(found.map(\.name), ["x 2"])
  }

  @Test func `sources are searched separately, pages of a search or a filter not at all`() async {
    await fixture.save([.stub(id: "1", name: "lake here")])
    await fixture.save([.stub(id: "1", name: "lake there")], source: "museum")
    await fixture.pages.save(
      .stub([.stub(id: "2", name: "lake found")]), for: .stub(search: "lake"))
    await fixture.pages.save(
      .stub([.stub(id: "3", name: "lake sold")]), for: .stub(filter: .forSale))

    await expectEqual(fixture.names(matching: "lake"), ["lake here"])
  }
}
