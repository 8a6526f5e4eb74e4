import PictureProtocol

/// The layout of a contact sheet's pages, in points from the upper left corner of the page.
public struct SheetLayout: Hashable, Sendable {
  public static let columns = 3
  public static let rows = 4
  public static let perPage = columns * rows

  public let paper: PaperSize

  private static let margin = 34.0
  private static let headHeight = 26.0
  private static let footHeight = 18.0
  private static let gap = 12.0
  private static let titleSize = 8.5
  private static let smallSize = 6.5
  /// Title, price, details.
  private static let lineHeights = [12.0, 11.0, 9.5]

  public init(paper: PaperSize = .a4) {
    self.paper = paper
  }

  /// The number of pages for so many photos; a sheet without photos has one.
  public static func pageCount(of count: Int) -> Int {
    count <= 0 ? 1 : (count - 1) / perPage + 1
  }

  /// The cell of a photo with its texts, by its number on the page, from 0.
  public func cell(_ place: Int) -> SheetRect {
    let area = content
    let width =
      (area.width - Self.gap * Double(Self.columns - 1)) / Double(Self.columns)
    let height = (area.height - Self.gap * Double(Self.rows - 1)) / Double(Self.rows)
    let place = min(max(0, place), Self.perPage - 1)
    return SheetRect(
      x: area.x + Double(place % Self.columns) * (width + Self.gap),
      y: area.y + Double(place / Self.columns) * (height + Self.gap), width: width,
      height: height)
  }

  /// The part of a cell for the picture.
  public func frame(_ place: Int) -> SheetRect {
    var rect = cell(place)
    rect.height -= Self.lineHeights.reduce(3, +)
    return rect
  }

  /// The position of a picture in its frame: centred, as large as it fits, but not enlarged beyond 100 dots per inch, where
  /// pixels would show.
  public func place(_ picture: JPEGPicture, in frame: SheetRect) -> SheetRect {
    let width = Double(max(1, picture.width))
    let height = Double(max(1, picture.height))
    let scale = min(frame.width / width, frame.height / height, 0.72)
    return SheetRect(
      x: frame.x + (frame.width - width * scale) / 2,
      y: frame.y + (frame.height - height * scale) / 2, width: width * scale,
      height: height * scale)
  }

  /// A page with its photos.
  ///
  /// - Parameters:
  ///   - number: From 1.
  ///   - pageCount: Nil if it isn't known yet.
  ///   - words: What the sheet holds and lacks, on its last page.
  public func page(
    _ entries: [SheetEntry], number: Int, of pageCount: Int?, heading: SheetHeading,
    words: String = ""
  ) -> SheetPage {
    var page = SheetPage()
    page.texts = marginTexts(number: number, of: pageCount, heading, words)
    for (place, entry) in entries.prefix(Self.perPage).enumerated() {
      add(entry, at: place, to: &page)
    }
    return page
  }

  private func add(_ entry: SheetEntry, at place: Int, to page: inout SheetPage) {
    let frame = frame(place)
    page.boxes.append(SheetBox(rect: frame, gray: 244))
    if let thumbnail = entry.thumbnail {
      page.pictures.append(
        SheetPicture(rect: self.place(thumbnail, in: frame), jpeg: thumbnail, link: entry.link))
    } else {
      page.texts.append(
        SheetText(
          rect: SheetRect(
            x: frame.x, y: frame.y + frame.height / 2 - 6, width: frame.width, height: 11),
          text: "no picture", size: Self.titleSize, gray: 130, alignment: .center))
    }
    var y = frame.y + frame.height + 3
    let lines: [(String, Double, Bool, UInt8)] = [
      (entry.title, Self.titleSize, true, 0), (entry.price, Self.titleSize, false, 0),
      (Self.line(entry.details), Self.smallSize, false, 90),
    ]
    for ((text, size, isBold, gray), height) in zip(lines, Self.lineHeights) {
      guard !text.isEmpty else { continue }
      page.texts.append(
        SheetText(
          rect: SheetRect(x: frame.x, y: y, width: frame.width, height: height), text: text,
          size: size, isBold: isBold, gray: gray, link: isBold ? entry.link : ""))
      y += height
    }
  }

  /// Each part keeps its own direction, so an Arabic name doesn't reorder the date beside it (Unicode UAX #9: FSI, PDI).
  private static func line(_ details: [String]) -> String {
    details.map { "\u{2068}\($0)\u{2069}" }.joined(separator: " · ")
  }

  private func marginTexts(
    number: Int, of pageCount: Int?, _ heading: SheetHeading, _ words: String
  ) -> [SheetText] {
    let (width, height) = paper.size
    let inner = width - 2 * Self.margin
    let top = SheetRect(x: Self.margin, y: Self.margin, width: inner * 0.75, height: 15)
    let date = SheetRect(
      x: Self.margin + inner * 0.75, y: Self.margin + 2, width: inner * 0.25, height: 12)
    let foot = SheetRect(
      x: Self.margin, y: height - Self.margin - 10, width: inner, height: 11)
    // Two lines beside the page's number, which stays in the middle.
    let beside = SheetRect(x: Self.margin, y: foot.y - 6, width: inner * 0.44, height: 18)
    let page = pageCount.map { "\(number) / \($0)" } ?? "\(number)"
    return [
      SheetText(rect: top, text: heading.title, size: 12, isBold: true),
      SheetText(rect: date, text: heading.date, size: 8.5, gray: 90, alignment: .right),
      SheetText(rect: foot, text: page, size: 8, gray: 90, alignment: .center),
      SheetText(rect: beside, text: words, size: Self.smallSize, gray: 90),
    ].filter { !$0.text.isEmpty }
  }

  private var content: SheetRect {
    let (width, height) = paper.size
    return SheetRect(
      x: Self.margin, y: Self.margin + Self.headHeight, width: width - 2 * Self.margin,
      height: height - 2 * Self.margin - Self.headHeight - Self.footHeight)
  }
}
