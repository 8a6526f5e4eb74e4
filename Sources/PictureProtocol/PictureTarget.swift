/// The box that a picture has to fit, in cells and in pixels.
public struct PictureTarget: Hashable, Sendable {
  /// The box in cells, each 1...4096.
  public var columns: UInt32
  public var rows: UInt32
  /// One cell in pixels, each 1...256; 10×20 if the terminal does not report it.
  public var cellPixelWidth: UInt32
  public var cellPixelHeight: UInt32
  /// The box in pixels for outputs in pixels, each 1...16384. Usually cells times cell size; if there are more, only
  /// these count. The answer is padded to whole cells.
  public var pixelWidth: UInt32
  public var pixelHeight: UInt32

  /// A box; without a size in pixels it has that of its cells.
  public init(
    columns: UInt32, rows: UInt32, cellPixelWidth: UInt32 = 10, cellPixelHeight: UInt32 = 20,
    pixelWidth: UInt32? = nil, pixelHeight: UInt32? = nil
  ) {
    let limit = UInt32(PictureProtocolLimits.targetPixelsPerSide)
    self.columns = columns
    self.rows = rows
    self.cellPixelWidth = cellPixelWidth
    self.cellPixelHeight = cellPixelHeight
    self.pixelWidth =
      pixelWidth ?? min(limit, columns.multipliedReportingOverflow(by: cellPixelWidth).partialValue)
    self.pixelHeight =
      pixelHeight ?? min(limit, rows.multipliedReportingOverflow(by: cellPixelHeight).partialValue)
  }
}

/// How a picture is rotated on top of what its file says, clockwise.
public enum PictureRotation: UInt8, Hashable, Sendable, CaseIterable {
  case none = 1
  case right
  case half
  case left
}

/// A part of the picture as it is seen, upright and rotated, in fractions of its sides (zoom).
public struct PictureRegion: Hashable, Sendable {
  /// Left and top edge, 0 or more and below 1.
  public var x: Double
  public var y: Double
  /// The size, above 0; together with the edge at most 1.
  public var width: Double
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Whether it is within the picture and not empty.
  public var isValid: Bool {
    x >= 0 && y >= 0 && width > 0 && height > 0 && x + width <= 1.000001 && y + height <= 1.000001
  }
}

/// What is visible where a picture is transparent.
public enum PictureBackground: Hashable, Sendable {
  /// The terminal's own background: transparent cells have no background colour, pixels keep their alpha.
  case transparent
  /// Blended over one colour.
  case color(red: UInt8, green: UInt8, blue: UInt8)
  /// Blended over a grey checkerboard.
  case checkerboard
  /// The same, with a colour around the picture in its cells.
  case checkerboardOn(red: UInt8, green: UInt8, blue: UInt8)
}
