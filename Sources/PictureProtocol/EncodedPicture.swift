/// A picture as a terminal takes it.
///
/// Its alphabet is checked when it is received: a worker that was taken over cannot give the terminal
/// orders with it.
public struct EncodedPicture: Hashable, Sendable {
  public enum Coding: UInt8, Hashable, Sendable, CaseIterable {
    /// RGB rows, compressed as by zlib (RFC 1950), as base64 without line ends.
    case compressedRGB = 1
    /// RGBA rows, not premultiplied, compressed and written likewise.
    case compressedRGBA
    /// A PNG as base64 without line ends.
    case png
    /// A JPEG as base64 without line ends.
    case jpeg
    /// Everything between `q` and ST of a sixel picture, raster attributes included.
    case sixel
  }

  public var coding: Coding
  /// The pixels that it has: those of its cells exactly, so that a terminal has nothing to scale. Only
  /// an iTerm2 picture may have fewer, in the cells' upper left corner or scaled up with its shape kept,
  /// and a rough picture with a palette for the Kitty protocol, half as many a side, scaled up to the cells.
  public var pixelWidth: UInt32
  public var pixelHeight: UInt32
  /// The cells that it covers.
  public var columns: UInt32
  public var rows: UInt32
  public var bytes: [UInt8]

  public init(
    coding: Coding, pixelWidth: UInt32, pixelHeight: UInt32, columns: UInt32, rows: UInt32,
    bytes: [UInt8]
  ) {
    self.coding = coding
    self.pixelWidth = pixelWidth
    self.pixelHeight = pixelHeight
    self.columns = columns
    self.rows = rows
    self.bytes = bytes
  }

  /// Whether every byte is one that the coding may have.
  public var isClean: Bool {
    let isAllowed = coding == .sixel ? Self.sixelBytes : Self.base64Bytes
    return isAllowed.withUnsafeBufferPointer { table in
      bytes.withUnsafeBufferPointer { bytes in
        var isClean = true
        for byte in bytes { isClean = isClean && table[Int(byte)] }
        return isClean
      }
    }
  }

  private static let base64Bytes = table(
    of: Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=".utf8))

  /// DEC STD 070, *sixel device control string*: `?`...`~` are data, `!` repeats, `"` has the raster
  /// attributes, `#` a colour, `$` and `-` return and feed; with digits and `;`.
  private static let sixelBytes = table(of: Array("!\"#$-;0123456789".utf8) + Array(0x3F...0x7E))

  private static func table(of bytes: [UInt8]) -> [Bool] {
    var table = [Bool](repeating: false, count: 256)
    for byte in bytes { table[Int(byte)] = true }
    return table
  }
}
