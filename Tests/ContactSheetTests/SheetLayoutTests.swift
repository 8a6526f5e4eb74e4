import ExpectationSupport
import PictureProtocol
import Testing

@testable import ContactSheet

/// Where things stand on paper.
struct SheetLayoutTests {
  private let heading = SheetHeading(title: "Popular", date: "2026-11-21")

  @Test(arguments: [
    (-1, 1), (0, 1), (1, 1), (12, 1), (13, 2), (24, 2), (25, 3), (Int.max, Int.max / 12 + 1),
  ])
  func `a page holds twelve photos`(_ photos: Int, _ pages: Int) {
    expectEqual(SheetLayout.pageCount(of: photos), pages)
  }

  @Test(arguments: PaperSize.allCases)
  func `cells are side by side within the paper`(_ paper: PaperSize) {
    let layout = SheetLayout(paper: paper)
    let cells = (0..<SheetLayout.perPage).map(layout.cell)

    for (place, cell) in cells.enumerated() {
      #expect(cell.x >= 30 && cell.x + cell.width <= paper.size.width - 30)
      #expect(cell.y >= 50 && cell.y + cell.height <= paper.size.height - 45)
      #expect(layout.frame(place).height > 100)
      for other in cells[..<place] {
        let isApart =
          cell.x >= other.x + other.width || other.x >= cell.x + cell.width
          || cell.y >= other.y + other.height || other.y >= cell.y + cell.height
        #expect(isApart)
      }
    }
  }

  @Test(arguments: [(480, 320), (320, 480), (480, 10), (1, 480), (480, 480), (3, 2), (1, 1)])
  func `a picture keeps its aspect ratio, in its frame and not enlarged too much`(
    _ width: Int, _ height: Int
  ) {
    let layout = SheetLayout()
    let frame = layout.frame(4)
    let picture = JPEGPicture(width: UInt32(width), height: UInt32(height), bytes: [])
    let place = layout.place(picture, in: frame)

    #expect(place.x >= frame.x - 0.01 && place.x + place.width <= frame.x + frame.width + 0.01)
    #expect(place.y >= frame.y - 0.01 && place.y + place.height <= frame.y + frame.height + 0.01)
    #expect(abs(place.width * Double(height) - place.height * Double(width)) < 0.01)
    #expect(place.width <= Double(width) * 0.7201)
    // In the middle.
    #expect(abs(2 * place.x + place.width - 2 * frame.x - frame.width) < 0.01)
  }

  @Test func `a page has its photos, the source, the day and its number`() {
    let jpeg = JPEGPicture(width: 480, height: 320, bytes: [0xFF])
    let entries = [
      SheetEntry(
        title: "couple", price: "€80.00", details: ["A. Lens"], link: "https://h.example/1",
        thumbnail: jpeg),
      SheetEntry(title: "Moose Bog"),
    ]
    let page = SheetLayout().page(entries, number: 2, of: 3, heading: heading)

    expectEqual(page.boxes.count, 2)
    expectEqual(page.pictures.map(\.link), ["https://h.example/1"])
    expectEqual(
      page.texts.map(\.text),
      [
        "Popular", "2026-11-21", "2 / 3", "couple", "€80.00", "\u{2068}A. Lens\u{2069}",
        "no picture", "Moose Bog",
      ])
    expectEqual(page.texts.filter { !$0.link.isEmpty }.map(\.text), ["couple"])
  }

  @Test func `without the number of pages a page shows only its own number`() {
    let page = SheetLayout().page([], number: 7, of: nil, heading: heading)

    expectEqual(page.texts.map(\.text), ["Popular", "2026-11-21", "7"])
  }

  @Test(arguments: PaperSize.allCases)
  func `the words of the last page lie below the photos, beside its number`(
    _ paper: PaperSize
  ) throws {
    let layout = SheetLayout(paper: paper)
    let page = layout.page([], number: 7, of: 7, heading: heading, words: "84 photos")

    let words = try #require(page.texts.first { $0.text == "84 photos" }).rect
    let photos = layout.cell(SheetLayout.perPage - 1)
    #expect(words.y >= photos.y + photos.height)
    #expect(words.y + words.height <= paper.size.height - 25)
    // The number is a few characters in the middle.
    #expect(words.x + words.width < paper.size.width / 2 - 20)
  }

  @Test(
    arguments: [
      ("en_US.UTF-8", PaperSize.letter), ("en_GB.UTF-8", .a4), ("de_DE@euro", .a4), ("C", .a4),
      ("C.UTF-8", .a4), ("es_MX", .letter), ("fr_CA.UTF-8", .letter), ("", .a4), ("_", .a4),
      ("zh_Hant_US.UTF-8", .letter), ("en-US", .letter),
    ])
  func `the paper is the country's`(_ locale: String, _ paper: PaperSize) {
    expectEqual(PaperSize(locale: locale), paper)
  }

  @Test func `locale variables have their precedence`() {
    expectEqual(PaperSize(environment: ["LANG": "en_US.UTF-8"]), .letter)
    expectEqual(PaperSize(environment: ["LANG": "en_US.UTF-8", "LC_PAPER": "de_DE.UTF-8"]), .a4)
    expectEqual(PaperSize(environment: ["LC_ALL": "en_US", "LC_PAPER": "de_DE"]), .letter)
    expectEqual(PaperSize(environment: ["LC_ALL": "", "LANG": "en_US"]), .letter)
    expectEqual(PaperSize(environment: [:]), .a4)
  }
}
