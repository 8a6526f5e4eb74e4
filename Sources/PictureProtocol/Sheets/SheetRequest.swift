/// A step of setting a document in type. No descriptor comes with it.
///
/// The answer is one `SheetAnswer` with the bytes of the PDF that are ready, or one `FailureAnswer`, after which the
/// document is given up. A worker has one document at a time; another `begin` gives the first one up.
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
  /// What the document says of itself.
  public var title: String

  public init(width: Double, height: Double, title: String) {
    self.width = width
    self.height = height
    self.title = title
  }
}

/// What stands on a page; everything has its place already.
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

/// A place on a page, in points from its upper left corner.
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

/// Words in any script; what does not fit ends in an ellipsis.
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

/// Bytes of a document that are ready; they follow those of the answers before.
public struct SheetAnswer: Hashable, Sendable {
  public var id: UInt32
  public var bytes: [UInt8]

  public init(id: UInt32, bytes: [UInt8]) {
    self.id = id
    self.bytes = bytes
  }
}
