import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import PictureProtocol
import TerminalKit
import Testing

@testable import GalleryScreens

/// What a row says of a photo, and what the preview beside it adds.
struct PhotoRowTests {
  /// Files of a camera, without a description.
  private func files(_ count: Int = 3) -> [Photo] {
    (1...count).map { index in
      .stub(
        id: "\(index)", name: "IMG_000\(index)", camera: "ILCE-7RM3", lens: "FE 24mm F1.4",
        exposure: Exposure(focalLength: "24", aperture: "8", shutterSpeed: "1/50", iso: "100"),
        createdAt: Date(timeIntervalSince1970: 1_699_968_120 - Double(index / 3) * 200_000_000),
        file: FileReference(path: "/p/IMG_000\(index).jpg"), fileSize: 7_800_000 / index,
        rating: index == 1 ? 3 : nil, label: index == 1 ? PhotoLabel(.red) : nil,
        saleStatus: .unstated, width: 4608, height: index == 2 ? 900 : 3456)
    }
  }

  private func run(
    _ photos: [Photo], ownFiles: Bool = true, columns: Int = 80, rows: Int = 24,
    basket: ScriptedBasket? = nil
  ) -> GalleryRun {
    let service = ScriptedService(photos)
    service.capabilities.holdsOwnFiles = ownFiles
    return GalleryRun(
      service: service, columns: columns, rows: rows, basket: basket, view: ListViewState())
  }

  // MARK: Rows

  @Test func `a long title is cut, and the facts of all rows are below each other`() {
    var photos = files(3)
    photos[0].name = "Evening light over the old harbour, seen from the tower, 2019"
    (photos[2].width, photos[2].height) = (nil, nil)
    let lines = run(photos, columns: 90, rows: 20)

    #expect(lines.line(2).hasPrefix("▌111111  Evening light over the "))
    #expect(lines.line(2).contains("… ★★★ ●r  4608 × 3456   7.8 MB  14 Nov 13:22  "))
    #expect(lines.line(4).contains("4608 × 900   3.9 MB  14 Nov 13:22"))
    #expect(lines.line(6).contains("                  2.6 MB  "))
  }

  @Test func `files that aren't read yet have the columns for what they say`() {
    var photos = files(2)
    for index in photos.indices {
      (photos[index].createdAt, photos[index].fileSize, photos[index].width) = (nil, nil, nil)
      photos[index].needsDetails = true
    }
    for isOwn in [true, false] {
      // At a server it isn't a file here.
      if !isOwn { for index in photos.indices { photos[index].file = nil } }
      let unread = run(photos, ownFiles: isOwn).line(2)
      let read = run(files(2), ownFiles: isOwn).line(2)

      expectEqual(unread.split(separator: "★").first, read.split(separator: "★").first)
    }
  }

  @Test func `facts that none of the first photos has are below each other, too`() throws {
    var photos = files(30)
    for index in photos.indices {
      photos[index].fileSize = index < 25 ? nil : index.isMultiple(of: 2) ? 7_800_000 : 99_000
      photos[index].userRating = PhotoRating()
    }
    let run = run(photos, ownFiles: false, columns: 90, rows: 14)
    #expect(!run.screen.contains("MB"))
    run.press(.end)

    let ends = try (2..<12).map(run.line).filter { $0.contains(" × ") }.map { line in
      try line.distance(from: line.startIndex, to: #require(line.firstRange(of: " × ")).lowerBound)
    }
    expectEqual(Set(ends).count, 1, "\(run.screen)")
    #expect(run.screen.contains("kB") && run.screen.contains("MB"))
  }

  @Test func `in a shop the price has a column of its own, as wide as that of the first photos`() {
    let prices = ["5.00", "1900.00", nil, "55.00"]
    let photos = prices.enumerated().map { index, amount in
      Photo.stub(
        id: "\(index)", name: index == 1 ? String(repeating: "a long title ", count: 9) : "Lake",
        createdAt: Date(timeIntervalSince1970: 1_500_000_000),
        file: FileReference(path: "/p/\(index).jpg"),
        saleStatus: amount == nil ? .unstated : .forSale,
        price: amount.flatMap { Price(amount: $0, currency: "MXN") },
        width: 900, height: 600)
    }
    let lines = run(
      photos, ownFiles: false, columns: 80, rows: 16, basket: ScriptedBasket(.of(photos[3])))

    expectScreen(
      lines,
      """
      | Popular                                                                    1/4 |
      |────────────────────────────────────────────────────────────────────────────────|
      |▌000000  Lake                          900 × 600   14 Jul 2017       ● MXN 5.00 |
      |▌000000                                                                         |
      | 111111  a long title a long title…    900 × 600   14 Jul 2017   ● MXN 1,900.00 |
      | 111111                                                                         |
      | 222222  Lake                          900 × 600   14 Jul 2017                  |
      | 222222                                                                         |
      | 333333  Lake                          900 × 600   14 Jul 2017      ✓ MXN 55.00 |
      | 333333                                                                         |
      |                                                                                |
      ⋮ 3
      |─────────────────────────────────────────────────────── b basket 1 · MXN 55.00 ─|
      | Enter open  Space basket  / search  & filter  f for sale  s sort  ? all keys   |
      """)
  }

  @Test func `files have two lines, with the facts in columns`() {
    expectScreen(
      run(files(), columns: 120, rows: 20),
      """
      | Popular                                                                                                            1/3 |
      |────────────────────────────────────────────────────────────────────────┬───────────────────────────────────────────────|
      |▌111111  IMG_0001           ★★★ ●r  4608 × 3456   7.8 MB  14 Nov 13:22  │         11111111111111111111111111111         |
      |▌111111  ILCE-7RM3 · 24 mm · ƒ/8 · 1/50 s · ISO 100                     │         11111111111111111111111111111         |
      | 222222  IMG_0002                    4608 × 900   3.9 MB  14 Nov 13:22  │         11111111111111111111111111111         |
      | 222222  ILCE-7RM3 · 24 mm · ƒ/8 · 1/50 s · ISO 100                     │         11111111111111111111111111111         |
      | 333333  IMG_0003                   4608 × 3456   2.6 MB   13 Jul 2017  │         11111111111111111111111111111         |
      | 333333  ILCE-7RM3 · 24 mm · ƒ/8 · 1/50 s · ISO 100                     │         11111111111111111111111111111         |
      |                                                                        │         11111111111111111111111111111         |
      ⋮ 4
      |                                                                        │ FE 24mm F1.4                                  |
      |                                                                        │                                               |
      ⋮ 3
      |────────────────────────────────────────────────────────────────────────┴───────────────────────────────────────────────|
      | Enter open  Space select  K cull  & filter  ? all keys                                                                 |
      """)
    expectScreen(
      run(files(), columns: 40, rows: 12),
      """
      | Popular                            1/3 |
      |────────────────────────────────────────|
      |▌111111  IMG_0001 ★★★ ●r  14 Nov 13:22  |
      |▌111111  ILCE-7RM3 · 24 mm · ƒ/8 · 1/5… |
      | 222222  IMG_0002         14 Nov 13:22  |
      | 222222  ILCE-7RM3 · 24 mm · ƒ/8 · 1/5… |
      | 333333  IMG_0003          13 Jul 2017  |
      | 333333  ILCE-7RM3 · 24 mm · ƒ/8 · 1/5… |
      |                                        |
      |                                        |
      |────────────────────────────────────────|
      | Enter open  Space select  ? keys       |
      """)
  }

  @Test func `a sale mark among one's own files leaves the facts in their columns`() {
    var photos = files(2)
    photos[0].saleStatus = .notForSale
    let run = run(photos, columns: 120, rows: 20)

    #expect(run.line(2).contains("not for sale"))
    for row in [2, 4] { #expect(run.line(row).contains("MB  14 Nov 13:22  │"), "\(row)") }
  }

  @Test func `twenty photos are on a screen of 45 rows`() {
    let run = run(files(40), columns: 155, rows: 45)

    expectEqual((0..<45).count { run.line($0).contains("IMG_000") }, 20)
    #expect(run.line(42).contains("ILCE-7RM3") == false)
  }

  @Test func `three lines show what texts fill, the description between title and camera`() {
    let run = run([.couple, .street, .bog], ownFiles: false, rows: 16)

    for (row, words) in [
      (2, "▌cccccc  couple "), (3, "▌cccccc  two people at the lake "),
      (4, " ssssss  vienna.street "), (5, " ssssss  shooting in vienna "),
      (6, " bbbbbb  Moose Bog "), (7, " bbbbbb  fog over the moor "), (8, "        "),
    ] { #expect(run.line(row).hasPrefix(words), "\(run.line(row))") }
  }

  @Test func `the height of rows is decided once, by the first photos`() {
    let service = ScriptedService(Photo.stubs(4))
    let run = GalleryRun(service: service, view: ListViewState())
    #expect(run.line(4).contains("photo 1"))

    service.holds(Photo.four)
    run.type("r")

    #expect(run.line(4).contains("vienna.street"))
    run.type("+")
    #expect(run.line(6).contains("vienna.street"))
  }

  @Test(arguments: [8, 80])
  func `a narrow row leaves out the pixels first, then the size, never the rating`(length: Int) {
    var photos = files(1)
    photos[0].name = String(repeating: "n", count: length)
    func line(_ columns: Int) -> String { run(photos, columns: columns).line(2) }

    #expect(line(72).hasSuffix(" ★★★ ●r  4608 × 3456   7.8 MB  14 Nov 13:22  "))
    #expect(line(60).hasSuffix(" ★★★ ●r   7.8 MB  14 Nov 13:22  "))
    #expect(line(45).hasSuffix("n… ★★★ ●r  14 Nov 13:22  ") || length == 8)
    #expect(line(45).hasSuffix(" ★★★ ●r  14 Nov 13:22  "))
  }

  @Test func `a date that is not that of the photo is in parentheses, in the same column`() {
    var photos = files(2)
    photos[1].isFileDate = true
    let run = run(photos)

    #expect(run.line(2).hasSuffix("  14 Nov 13:22  "), "\(run.line(2))")
    #expect(run.line(4).hasSuffix(" (14 Nov 13:22) "), "\(run.line(4))")
  }

  @Test func `a row in the basket keeps its price`() {
    let run = run(
      [.couple, .street], ownFiles: false,
      basket: ScriptedBasket(.of(.couple, .street)))

    #expect(run.line(2).hasSuffix(" ✓ €80.00 "), "\(run.line(2))")
    #expect(run.line(6).hasSuffix(" ✓ in basket "), "\(run.line(6))")
  }

  // MARK: The preview

  @Test func `the words are right under the photo, whatever its shape`() {
    let shapes = [(6000, 1000), (1000, 6000), (6000, 4000)]
    let run = run(
      shapes.enumerated().map {
        .stub(
          id: "\($0.offset)", name: "photo", licence: Licence(name: "CC BY 4.0"),
          width: $0.element.0, height: $0.element.1)
      }, ownFiles: false, columns: 120, rows: 40)
    func licenceRow() -> Int? {
      _ = run.screen
      return (0..<40).first { run.line($0).contains("CC BY 4.0") }
    }

    expectEqual(licenceRow(), 6)
    run.press(.down)
    expectEqual(licenceRow(), 25)
    run.press(.down)
    expectEqual(licenceRow(), 17)
  }

  @Test func `the preview says only what the row does not`() {
    var photo = Photo.couple
    photo.tags = ["lake", "summer"]
    let shop = run([photo], ownFiles: false, columns: 120, rows: 40)
    let words = (2..<38).map { shop.line($0).split(separator: "│").last ?? "" }
    for said in ["two people", "€80.00", "A. Lens", "NIKON", "2017"] {
      #expect(!words.contains { $0.contains(said) }, "\(said)")
    }
    #expect(words.contains { $0.contains(" 50mm F1.8 ") })
    // The row has no room for them.
    #expect(words.contains { $0.contains(" 6000 × 4000 · CC BY 4.0 ") })
    #expect(words.contains { $0.contains(" lake, summer ") })

    var file = files()[2]
    file.description = "a walk"
    let own = run([file], columns: 120, rows: 40)
    let texts = (2..<38).map { own.line($0).split(separator: "│").last ?? "" }
      .filter { $0.contains { $0.isLetter || $0.isNumber } && !$0.contains("33333") }
      .map { $0.trimmingCharacters(in: .whitespaces) }
    expectEqual(
      texts, ["2017-07-13 17:48", "ILCE-7RM3 · FE 24mm F1.4", "24 mm · ƒ/8 · 1/50 s · ISO 100"])

    photo.description = String(repeating: "two people at the lake ", count: 9)
    photo.name = String(repeating: "couple ", count: 20)
    let cut = run([photo], ownFiles: false, columns: 120, rows: 40).screen
    #expect(cut.contains("│ couple couple"))
    #expect(cut.contains("│ two people"))
  }

  // MARK: Without pictures

  @Test func `where small pictures show nothing there is no column of them, and the preview stays`()
  {
    let run = run(files(), columns: 120, rows: 24)
    run.pictures.minimumPictureColumns = 20
    run.redraw()

    #expect(run.line(2).hasPrefix("▌ IMG_0001"))
    #expect(run.line(4).contains("│   1111"))
    run.press(.tab)
    #expect(run.line(3).contains("┏━━━━━━━━━━━━━━━━━━━━"), "\(run.screen)")
  }

  @Test func `with pictures off there is no column of thumbnails, and no grid`() {
    let service = ScriptedService(Photo.four)
    var view = ListViewState()
    view.layout = .grid
    let run = GalleryRun(service: service, columns: 100, rows: 12, view: view)
    #expect(run.screen.contains("┏━"))
    run.pictures.graphicsMethod = .none
    run.redraw()

    for (row, start, rest) in [
      (2, "▌ couple  ", "  ● €80.00 │ NIKON D500 · 50mm F1.8                "),
      (3, "▌ two people at the lake  ", " │ 50 mm · ƒ/1.8 · 1/200 s · ISO 100     "),
      (4, "  vienna.street  ", "  ● for sale │ 6000 × 4000 · CC BY 4.0               "),
      (5, "  shooting in vienna  ", " │ A. Lens                               "),
      (11, " Enter open  / search  & filter  f for sale  s sort  r refresh  ? all keys ", " "),
    ] {
      let line = run.line(row)
      #expect(line.hasPrefix(start) && line.hasSuffix(rest), "\(line)")
    }
    run.press(.tab)
    #expect(run.line(11).contains("The grid needs pictures, and they are off"))
    #expect(run.pictures.visible.isEmpty)

    run.pictures.graphicsMethod = .symbols
    run.redraw()
    #expect(run.screen.contains("cccccc"))
  }
}
