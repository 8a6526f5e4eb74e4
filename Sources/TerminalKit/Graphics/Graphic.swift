/// A picture that the terminal itself draws, encoded for it.
///
/// Two graphics are equal if their ids are; the bytes are never compared.
nonisolated public struct Graphic: Sendable {
  /// Unique in this process, never 0 and never reused.
  public let id: UInt32
  /// The cells that it covers.
  public let size: Size
  public let pixelSize: PixelSize
  public let content: Content
  /// Identifies what the picture shows; nil if unknown. If another picture of the same subject replaces it on the same
  /// cells (the sharp one after the rough one), the first stays until the second has arrived.
  public let subject: Int?
  /// The pixels that are shown on the cells; nil for all of them. Only for terminals that scale.
  public var part: Part?

  /// A rectangle of a picture, in its pixels.
  public struct Part: Hashable, Sendable {
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }
  }

  /// The data to send. Encoded bytes were checked to be within their alphabet, so they contain no control sequences.
  public enum Content: Sendable {
    /// RGBA, 8 bits per channel, not premultiplied; for a terminal that shares memory with this process.
    case pixels([UInt8])
    /// A PNG that we encoded, as base64 without line breaks.
    case png(base64: [UInt8])
    /// A JPEG that we encoded, as base64 without line breaks.
    case jpeg(base64: [UInt8])
    /// The data of a sixel picture, including raster attributes: everything between `q` and ST.
    case sixel([UInt8])
  }

  public init(
    id: UInt32, size: Size, pixelSize: PixelSize, content: Content, subject: Int? = nil,
    part: Part? = nil
  ) {
    self.part = part
    self.id = id
    self.size = size
    self.pixelSize = pixelSize
    self.content = content
    self.subject = subject
  }
}

nonisolated extension Graphic: Hashable {
  public static func == (one: Graphic, other: Graphic) -> Bool { one.id == other.id }

  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// A graphic and its position.
nonisolated public struct GraphicPlacement: Hashable, Sendable {
  public let graphic: Graphic
  /// In the coordinates of the whole surface.
  public let origin: Point

  public init(graphic: Graphic, origin: Point) {
    self.graphic = graphic
    self.origin = origin
  }

  public var rect: Rect { Rect(origin: origin, size: graphic.size) }
}

extension Cell {
  /// A cell under a picture that the terminal draws: a no-break space, which ncurses never erases by clearing to the
  /// end of the line, with an attribute that no text has.
  public nonisolated static let graphic = Cell(
    scalar: "\u{A0}", style: Style(attributes: .graphic))
}

extension Surface {
  /// Places a picture; anything drawn over its cells later covers that part of it.
  ///
  /// - Returns: False, with nothing changed, if it does not fit completely or would overlap another picture.
  /// - Complexity: O(*cells of the picture* + *pictures*).
  @discardableResult
  public nonisolated mutating func place(_ graphic: Graphic, at origin: Point) -> Bool {
    let rect = Rect(origin: origin, size: graphic.size)
    guard !rect.isEmpty, rect.intersection(visibleBounds) == rect else { return false }
    let placement = GraphicPlacement(graphic: graphic, origin: absolute(origin))
    guard !graphics.contains(where: { !$0.rect.intersection(placement.rect).isEmpty }) else {
      return false
    }
    fill(rect, with: .graphic)
    graphics.append(placement)
    return true
  }

  /// Whether a cell still shows its picture, that is, has not been drawn over. Call it outside `draw(in:_:)`, so that
  /// the coordinates are those of the placements.
  public nonisolated func showsGraphic(atColumn column: Int, row: Int) -> Bool {
    self[column, row] == .graphic
  }
}
