/// A picture in a form that terminals accept.
///
/// Its bytes are checked when it is received: a worker under someone else's control cannot use it to send commands to
/// the terminal.
public struct EncodedPicture: Hashable, Sendable {
  public enum Coding: Hashable, Sendable, CaseIterable {
    /// A PNG as base64 without line breaks.
    case png
    /// A JPEG as base64 without line breaks.
    case jpeg
    /// Everything between `q` and ST of a sixel picture, raster attributes included.
    case sixel
  }

  public var coding: Coding
  /// Its pixels: exactly those of its cells, so that a terminal has nothing to scale. With two exceptions: an iTerm2
  /// picture may have fewer, in the cells' upper left corner or scaled up with its shape kept; and a rough picture with
  /// a palette for the Kitty protocol may have half as many per side, scaled up to the cells.
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

  /// Whether the coding allows every byte.
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

  /// DEC STD 070, *sixel device control string*: `?`...`~` are data, `!` repeats, `"` starts the raster attributes, `#`
  /// a colour, `$` and `-` return and feed; with digits and `;`.
  private static let sixelBytes = table(of: Array("!\"#$-;0123456789".utf8) + Array(0x3F...0x7E))

  private static func table(of bytes: [UInt8]) -> [Bool] {
    var table = [Bool](repeating: false, count: 256)
    for byte in bytes { table[Int(byte)] = true }
    return table
  }
}

extension EncodedPicture: CodedValue {
  public init() {
    self.init(coding: .png, pixelWidth: 0, pixelHeight: 0, columns: 0, rows: 0, bytes: [])
  }

  public mutating func fields(_ coder: inout FieldCoder) {
    let cells = 0...UInt32(PictureProtocolLimits.cellsPerSide)
    let pixels = 0...UInt32(PictureProtocolLimits.targetPixelsPerSide)
    coder.field(&coding)
    coder.field(&pixelWidth, in: pixels)
    coder.field(&pixelHeight, in: pixels)
    coder.field(&columns, in: cells)
    coder.field(&rows, in: cells)
    coder.field(&bytes)
    if coder.isReading { coder.check(isClean) }
  }
}

extension EncodedPicture.Coding: CodedValue {}
