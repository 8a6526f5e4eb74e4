import ExpectationSupport
import Foundation
import GalleryTestSupport
import Testing

@testable import GalleryDomain

@Suite(.timeLimit(.minutes(10)))
struct SearchRankingTests {
  @Test func `a letter finds the words that begin within its character`() {
    let titles = ["กำแพง", "가\u{11A8}", "👩‍👧", "plain"]
    let photos = titles.enumerated().map { number, title in
      Photo(id: "\(number).jpg", name: "IMG_\(number)", tags: ["\(title) 2"])
    }
    for (number, search) in ["ก", "가", "👩", "plain"].enumerated() {
      let order = SearchRanking.order(of: Array(photos.indices), in: photos, by: search)
      expectEqual(order.first, number, "\(search)")
      expectEqual(
        photos.filter(LocalFilter(PhotoQuery(search: search)).keeps).map(\.id), ["\(number).jpg"])
    }
  }

  @Test func `a whole text is better than the beginning of a word, and that than a part of one`() {
    let lake = FoldedText("lake")
    let texts = [
      "Lake", "my lake", "the LAKES", "lake,side", "a_lake", "flakes", "lak", "", "a lák",
    ]
    expectEqual(
      texts.map(lake.match),
      [
        .whole, .wordStart, .wordStart, .wordStart, .wordStart, .inside, .nowhere, .nowhere,
        .nowhere,
      ])
    // A later text of a list may be better.
    let list = Array("|my lake|lake|".utf8)
    let match = list.withUnsafeBufferPointer { list in
      Array("lake".utf8).withUnsafeBufferPointer {
        FoldedText.match(of: $0, inFolded: list, separatedBy: UInt8(ascii: "|"))
      }
    }
    expectEqual(match, .whole)
    expectEqual(FoldedText("élan").match(in: "ELAN"), .whole)
    expectEqual(FoldedText("elan").match(in: "Grand Élan"), .wordStart)
    expectEqual(FoldedText("elan").match(in: "xélan élan"), .wordStart)
    expectEqual(FoldedText("ел").match(in: "Берел"), .inside)
  }

  @Test func `words are found where they are, whatever their case, accents and width`() {
    func found(_ word: String, _ text: String) -> [String] {
      FoldedText(word).ranges(in: text).map { String(text[$0]) }
    }
    expectEqual(found("elan", "Élan, ELAN"), ["Élan", "ELAN"])
    expectEqual(found("sea", "Seagull at sea"), ["Sea", "sea"])
    expectEqual(found("aa", "aaaaa"), ["aa", "aa"])
    expectEqual(found("ab", "ＡＢ c"), ["ＡＢ"])
    expectEqual(found("nothing", "here"), [])
    expectEqual(found("", "here"), [])
    expectEqual(found("!", "wow!"), ["!"])
    expectEqual(found("서울", "\u{1109}\u{1165}\u{110B}\u{116E}\u{11AF}의"), ["서울"])
    expectEqual(found("ﾀﾜｰ", "東京タワーの"), ["タワー"])
  }

  @Test(arguments: 1...4)
  func `a word is in a text where it has ranges, whatever the text`(seed: UInt64) {
    var made = RandomPhotos(seed: seed)
    for photo in made.photos(200) {
      for text in [photo.name, photo.description, photo.camera].compactMap(\.self) + photo.tags {
        for word in ["bog", "e", "élan", "日本", "n i", "ก", "가"].map(FoldedText.init) {
          expectEqual(word.ranges(in: text).isEmpty, !word.isContained(in: text), "\(text)")
        }
      }
    }
    // Also those that begin within a character.
    for (word, text) in [("ก", "กำแพง"), ("가", "가\u{11A8}"), ("👩", "👩‍👧")] {
      let word = FoldedText(word)
      expectEqual(word.ranges(in: text).isEmpty, !word.isContained(in: text), "\(text)")
    }
  }

  /// Photos that all contain `lake`, but for the last one.
  private let photos = [
    Photo(id: "lake/1.jpg", name: "1", file: FileReference(path: "/p/lake/1.jpg")),
    Photo(id: "2.jpg", name: "flake", file: FileReference(path: "/p/2.jpg")),
    Photo(id: "3.jpg", name: "3", file: FileReference(path: "/p/3.jpg"), tags: ["lake"]),
    Photo(id: "4.jpg", name: "A lake", file: FileReference(path: "/p/4.jpg")),
    Photo(id: "5.jpg", name: "Mountain", file: FileReference(path: "/p/5.jpg")),
  ]

  private func ids(_ page: PhotoPage) -> [String] { page.photos.map { String($0.id.prefix(1)) } }

  @Test func `the best matches come first, of what is listed while the user is typing`()
    async throws
  {
    let folder = TestSource(photos, capabilities: .whole)
    let repository = LocalQueryRepository(folder)
    var request = PageRequest(PhotoQuery(search: "lake"))
    request.isPreview = true

    let preview = try await repository.page(for: request)
    expectEqual(ids(preview), ["4", "3", "2", "l"])
    expectEqual(preview.sortReach, nil)
    request.isPreview = false
    let found = try await repository.page(for: request)
    expectEqual(ids(found), ["4", "3", "2", "l"])
    expectEqual(found.totalCount, 4)
    expectEqual(found.sortReach?.isWhole, true)
    request.isPreview = true
    request.query.search = "flake"
    expectEqual(ids(try await repository.page(for: request)), ["2"])
    expectEqual(await folder.requests.count, 2)
  }

  @Test func `another order is that of the user, and a refresh reads the folder again`()
    async throws
  {
    let folder = TestSource(photos, capabilities: .whole)
    let repository = LocalQueryRepository(folder)
    var query = PhotoQuery(search: "lake")
    _ = try await repository.page(for: PageRequest(query))
    query.sort = PhotoSort(.name)
    expectEqual(ids(try await repository.page(for: PageRequest(query))), ["l", "2", "3", "4"])
    query.sort = nil

    await folder.replace(
      photos + [Photo(id: "6.jpg", name: "Lake", file: FileReference(path: "/p/6.jpg"))])
    let refreshed = try await repository.page(for: PageRequest(query, isRefresh: true))
    expectEqual(ids(refreshed), ["6", "4", "3", "2", "l"])

    var marked = Photo(id: "5.jpg", name: "Lake", file: FileReference(path: "/p/5.jpg"))
    marked.rating = 5
    await repository.photosChanged([marked])
    expectEqual(
      ids(try await repository.page(for: PageRequest(query))), ["5", "6", "4", "3", "2", "l"])
  }
}
