/// The picture of an answer.
public enum PicturePayload: Hashable, Sendable {
  case cells(CellPicture)
  case pixels(PixelPicture)
  /// The bytes for a terminal (Kitty, sixel, iTerm2) and the cells that they cover.
  case encoded(bytes: [UInt8], columns: UInt32, rows: UInt32)
  /// RGBA pixels in a sealed memory file whose descriptor goes with the answer. Reserved: no worker
  /// sends it yet.
  case sharedMemory(width: UInt32, height: UInt32, byteCount: UInt64, columns: UInt32, rows: UInt32)
}

/// A picture in RGBA, 8 bits a channel, not premultiplied, rows without padding.
public struct PixelPicture: Hashable, Sendable {
  public var width: UInt32
  public var height: UInt32
  /// `width * height * 4` of them.
  public var bytes: [UInt8]

  public init(width: UInt32, height: UInt32, bytes: [UInt8]) {
    self.width = width
    self.height = height
    self.bytes = bytes
  }
}
