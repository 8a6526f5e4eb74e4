/// A picture that the terminal itself draws, made ready for it.
///
/// Two are the same if their numbers are; the bytes are never compared.
nonisolated public struct Graphic: Sendable {
  /// Unique in this process and never 0; given to nothing else, even when it is gone.
  public let id: UInt32
  /// The cells that it covers; whole ones.
  public let size: Size
  /// The pixels that it has.
  public let pixelSize: PixelSize
  public let content: Content
  /// What it is a picture of; nil for nobody knows. Where one stands and another of the same subject
  /// follows on the same cells (rough, then sharp), the first stays until the second has arrived.
  public let subject: Int?

  /// What is sent. No byte of it can be an order to the terminal: the alphabets were checked.
  public enum Content: Sendable {
    /// RGBA, 8 bits a channel, not premultiplied; for a terminal that shares memory with this process.
    case pixels([UInt8])
    /// RGB or RGBA, compressed as by zlib (RFC 1950), as base64 without line ends.
    case compressedPixels(base64: [UInt8], hasAlpha: Bool)
    /// A PNG of our own making, as base64 without line ends.
    case png(base64: [UInt8])
    /// A JPEG of our own making, as base64 without line ends.
    case jpeg(base64: [UInt8])
    /// The data of a sixel picture, raster attributes included: what stands between `q` and ST.
    case sixel([UInt8])
  }

  public init(
    id: UInt32, size: Size, pixelSize: PixelSize, content: Content, subject: Int? = nil
  ) {
    self.id = id
    self.size = size
    self.pixelSize = pixelSize
    self.content = content
    self.subject = subject
  }

  /// How many bytes the content takes.
  public var byteCount: Int {
    switch content {
    case .pixels(let bytes), .compressedPixels(let bytes, _), .png(let bytes), .jpeg(let bytes),
      .sixel(let bytes):
      bytes.count
    }
  }
}

nonisolated extension Graphic: Hashable {
  public static func == (one: Graphic, other: Graphic) -> Bool { one.id == other.id }

  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// A graphic and the cells that it stands on.
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
