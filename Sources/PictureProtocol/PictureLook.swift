/// What is made of a file's picture: how large, what part of it, in which form.
///
/// Screens, caches and workers speak of a picture by this; each adds only which file it is.
public struct PictureLook: Hashable, Sendable, Codable {
  public var target = PictureTarget(columns: 1, rows: 1)
  /// A part of the picture, or nil for all of it.
  public var region: PictureRegion?
  /// How many of the terminal's pixels each pixel of the picture takes per side, all of the same colour: 1...16. With 1
  /// the picture is not enlarged by whole pixels, but scaled to its box.
  public var enlargement: UInt32 = 1
  /// How the picture is rotated; boxes and regions are those of the rotated picture, thumbnails stay as they are.
  public var rotation = PictureRotation.none
  public var background = PictureBackground.transparent
  public var output = PictureOutput.pixels
  /// Which picture of an animation, from 0.
  public var frame: UInt32 = 0

  public init() {}

  public init(
    target: PictureTarget, background: PictureBackground = .transparent, output: PictureOutput
  ) {
    self.target = target
    self.background = background
    self.output = output
  }

  /// The whole picture in a square box of this many pixels.
  public init(side: UInt32, output: PictureOutput) {
    // Cells of one pixel: pictures are padded to whole cells.
    self.init(
      target: PictureTarget(columns: side, rows: side, cellPixelWidth: 1, cellPixelHeight: 1),
      output: output)
  }

  /// What the file says about its photo.
  public static func metadata(details: Bool) -> PictureLook {
    PictureLook(side: 1, output: .metadata(details: details))
  }

  public var isMetadata: Bool { if case .metadata = output { true } else { false } }

  /// Whether all of the picture is shown, scaled to its box.
  public var isWhole: Bool { region == nil && enlargement == 1 }

  /// The same for all of the picture.
  public var whole: PictureLook {
    var look = self
    (look.region, look.enlargement) = (nil, 1)
    return look
  }

  /// Whether the arithmetic that follows can do with it.
  var isValid: Bool {
    target.isValid && region?.isValid ?? true
      && (1...PictureProtocolLimits.enlargement).contains(enlargement) && output.isValid
  }
}

/// The box that a picture has to fit, in cells and in pixels.
public struct PictureTarget: Hashable, Sendable, Codable {
  /// The box in cells, each 1...4096.
  public var columns: UInt32
  public var rows: UInt32
  /// One cell in pixels, each 1...256; 10×20 if the terminal does not report it.
  public var cellPixelWidth: UInt32
  public var cellPixelHeight: UInt32

  public init(
    columns: UInt32, rows: UInt32, cellPixelWidth: UInt32 = 10, cellPixelHeight: UInt32 = 20
  ) {
    self.columns = columns
    self.rows = rows
    self.cellPixelWidth = cellPixelWidth
    self.cellPixelHeight = cellPixelHeight
  }

  public var cellCount: UInt64 { UInt64(columns) * UInt64(rows) }
  /// The longer side of the box in pixels.
  public var pixelsPerSide: UInt64 {
    max(UInt64(columns) * UInt64(cellPixelWidth), UInt64(rows) * UInt64(cellPixelHeight))
  }

  var isValid: Bool {
    let cells = 1...UInt32(PictureProtocolLimits.cellsPerSide)
    return cells.contains(columns) && cells.contains(rows) && (1...256).contains(cellPixelWidth)
      && (1...256).contains(cellPixelHeight)
  }
}

/// How a picture is rotated on top of what its file says, clockwise.
public enum PictureRotation: UInt8, Hashable, Sendable, CaseIterable, Codable {
  case none
  case right
  case half
  case left
}

/// A part of the picture as it is seen, upright and rotated, in fractions of its sides (zoom).
public struct PictureRegion: Hashable, Sendable, Codable {
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

  /// All of a picture.
  public static let whole = PictureRegion(x: 0, y: 0, width: 1, height: 1)

  /// Whether it is within the picture and not empty.
  public var isValid: Bool {
    x >= 0 && y >= 0 && width > 0 && height > 0 && x + width <= 1.000001 && y + height <= 1.000001
  }
}

/// What is visible where a picture is transparent.
public enum PictureBackground: Hashable, Sendable, Codable {
  /// The terminal's own background: transparent cells have no background colour, pixels keep their alpha.
  case transparent
  /// Blended over one colour.
  case color(red: UInt8, green: UInt8, blue: UInt8)
  /// Blended over a grey checkerboard.
  case checkerboard
  /// The same, with a colour around the picture in its cells.
  case checkerboardOn(red: UInt8, green: UInt8, blue: UInt8)
}
