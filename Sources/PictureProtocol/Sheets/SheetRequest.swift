/// A step of typesetting a document. No descriptor comes with it.
///
/// The answer is one `SheetAnswer` with the bytes of the PDF that are finished, or one `FailureAnswer`, after which the
/// document is abandoned. A worker has one document at a time; another `begin` abandons the first one.
public struct SheetRequest: Hashable, Sendable {
  public var id: UInt32
  public var step: SheetStep

  public init(id: UInt32, step: SheetStep) {
    self.id = id
    self.step = step
  }
}

/// What is done with a document.
public enum SheetStep: Hashable, Sendable {
  case begin(SheetDocument)
  case page(SheetPage)
  /// The last one: its answer ends the file.
  case end
}

/// A document in PDF.
public struct SheetDocument: Hashable, Sendable {
  /// The size of its pages in points (1/72 inch), 72...5,000.
  public var width: Double
  public var height: Double
  /// The document's metadata.
  public var title: String

  public init(width: Double, height: Double, title: String) {
    self.width = width
    self.height = height
    self.title = title
  }
}

/// The content of a page; everything has its position already.
public struct SheetPage: Hashable, Sendable {
  /// Drawn first.
  public var boxes: [SheetBox]
  public var pictures: [SheetPicture]
  public var texts: [SheetText]

  public init(
    boxes: [SheetBox] = [], pictures: [SheetPicture] = [], texts: [SheetText] = []
  ) {
    self.boxes = boxes
    self.pictures = pictures
    self.texts = texts
  }
}

/// A position on a page, in points from its upper left corner.
public struct SheetRect: Hashable, Sendable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

/// An area in a grey.
public struct SheetBox: Hashable, Sendable {
  public var rect: SheetRect
  /// 0 is black, 255 white.
  public var gray: UInt8

  public init(rect: SheetRect, gray: UInt8) {
    self.rect = rect
    self.gray = gray
  }
}

/// A picture that fills its place.
public struct SheetPicture: Hashable, Sendable {
  public var rect: SheetRect
  public var jpeg: JPEGPicture
  /// An http or https address in ASCII; empty for none.
  public var link: String

  public init(rect: SheetRect, jpeg: JPEGPicture, link: String = "") {
    self.rect = rect
    self.jpeg = jpeg
    self.link = link
  }
}

/// Text in any script; an ellipsis replaces what does not fit.
public struct SheetText: Hashable, Sendable {
  public enum Alignment: UInt8, Hashable, Sendable, CaseIterable {
    case left = 1
    case center
    case right
  }

  /// As many lines as fit into its height, at least one.
  public var rect: SheetRect
  public var text: String
  /// Points, 1...200.
  public var size: Double
  public var isBold: Bool
  public var gray: UInt8
  public var alignment: Alignment
  /// As `SheetPicture.link`.
  public var link: String

  public init(
    rect: SheetRect, text: String, size: Double, isBold: Bool = false, gray: UInt8 = 0,
    alignment: Alignment = .left, link: String = ""
  ) {
    self.rect = rect
    self.text = text
    self.size = size
    self.isBold = isBold
    self.gray = gray
    self.alignment = alignment
    self.link = link
  }
}

/// Finished bytes of a document; they follow those of earlier answers.
public struct SheetAnswer: Hashable, Sendable {
  public var id: UInt32
  public var bytes: [UInt8]

  public init(id: UInt32, bytes: [UInt8]) {
    self.id = id
    self.bytes = bytes
  }
}

extension WireWriter {
  mutating func put(_ request: SheetRequest) {
    put(request.id)
    switch request.step {
    case .begin(let document):
      put(UInt8(1))
      put(document.width)
      put(document.height)
      put(document.title)
    case .page(let page):
      put(UInt8(2))
      put(page)
    case .end: put(UInt8(3))
    }
  }

  mutating func put(_ picture: JPEGPicture) {
    put(picture.width)
    put(picture.height)
    put(bytes: picture.bytes)
  }

  mutating func put(_ answer: SheetAnswer) {
    put(answer.id)
    put(bytes: answer.bytes)
  }

  private mutating func put(_ page: SheetPage) {
    put(UInt32(clamping: page.boxes.count))
    for box in page.boxes {
      put(box.rect)
      put(box.gray)
    }
    put(UInt32(clamping: page.pictures.count))
    for picture in page.pictures {
      put(picture.rect)
      put(picture.jpeg)
      put(picture.link)
    }
    put(UInt32(clamping: page.texts.count))
    for text in page.texts {
      put(text.rect)
      put(text.text)
      put(text.size)
      put(text.isBold)
      put(text.gray)
      put(text.alignment.rawValue)
      put(text.link)
    }
  }

  private mutating func put(_ rect: SheetRect) {
    for value in [rect.x, rect.y, rect.width, rect.height] { put(value) }
  }
}

extension WireReader {
  mutating func sheetRequest() throws(PictureProtocolError) -> SheetRequest {
    let id = try uint32()
    switch try uint8() {
    case 1:
      return SheetRequest(
        id: id,
        step: .begin(
          SheetDocument(
            width: try double(in: 72...5_000, "width"),
            height: try double(in: 72...5_000, "height"),
            title: try text("title"))))
    case 2: return SheetRequest(id: id, step: .page(try sheetPage()))
    case 3: return SheetRequest(id: id, step: .end)
    default: throw bad("step")
    }
  }

  /// Only its first and last bytes are checked; decoders must not trust it.
  mutating func jpegPicture() throws(PictureProtocolError) -> JPEGPicture {
    let sides = 1...UInt32(PictureProtocolLimits.targetPixelsPerSide)
    let picture = JPEGPicture(
      width: try uint32(in: sides, "width"), height: try uint32(in: sides, "height"),
      bytes: try data())
    guard picture.isWhole else { throw bad("jpeg") }
    return picture
  }

  mutating func sheetAnswer() throws(PictureProtocolError) -> SheetAnswer {
    SheetAnswer(id: try uint32(), bytes: try data())
  }

  private mutating func sheetPage() throws(PictureProtocolError) -> SheetPage {
    var page = SheetPage()
    for _ in 0..<(try count("boxes")) {
      page.boxes.append(SheetBox(rect: try rect(), gray: try uint8()))
    }
    for _ in 0..<(try count("pictures")) {
      page.pictures.append(
        SheetPicture(rect: try rect(), jpeg: try jpegPicture(), link: try text("link")))
    }
    for _ in 0..<(try count("texts")) {
      page.texts.append(
        SheetText(
          rect: try rect(), text: try text("text"), size: try double(in: 1...200, "size"),
          isBold: try bool("isBold"), gray: try uint8(), alignment: try choice("alignment"),
          link: try text("link")))
    }
    return page
  }

  private mutating func count(_ field: String) throws(PictureProtocolError) -> Int {
    Int(try uint32(in: 0...UInt32(PictureProtocolLimits.sheetElements), field))
  }

  private mutating func rect() throws(PictureProtocolError) -> SheetRect {
    let places = -5_000.0...10_000
    return SheetRect(
      x: try double(in: places, "x"), y: try double(in: places, "y"),
      width: try double(in: 0...5_000, "width"), height: try double(in: 0...5_000, "height"))
  }

  private mutating func double(
    in range: ClosedRange<Double>, _ field: String
  ) throws(PictureProtocolError) -> Double {
    let value = try double(field)
    guard range.contains(value) else { throw bad(field) }
    return value
  }
}
