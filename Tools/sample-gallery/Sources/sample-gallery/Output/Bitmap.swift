/// Finished 8-bit RGB pixels, top row first.
struct Bitmap: Equatable, Sendable {
  let width: Int
  let height: Int
  var bytes: [UInt8]

  init(width: Int, height: Int, bytes: [UInt8]) {
    precondition(bytes.count == width * height * 3)
    self.width = width
    self.height = height
    self.bytes = bytes
  }

  /// A developed canvas in the numbers of a colour profile.
  init(_ canvas: Canvas, profile: ColourProfile) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(canvas.pixels.count * 3)
    for pixel in canvas.pixels {
      let encoded = profile.encode(pixel)
      for value in [encoded.x, encoded.y, encoded.z] {
        bytes.append(UInt8(clamp(value * 255 + 0.5, 0, 255)))
      }
    }
    self.init(width: canvas.width, height: canvas.height, bytes: bytes)
  }

  /// The pixels as a camera held this way stores them: shown with this EXIF orientation they are upright again.
  ///
  /// EXIF 2.3, tag 0x0112: which side of the scene the first stored row and column are.
  func stored(for orientation: Orientation) -> Bitmap {
    let turned = orientation.swapsSides
    let (storedWidth, storedHeight) = turned ? (height, width) : (width, height)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for row in 0..<storedHeight {
      for column in 0..<storedWidth {
        let (x, y) = orientation.scene(row: row, column: column, width: width, height: height)
        let index = (y * width + x) * 3
        result.append(bytes[index])
        result.append(bytes[index + 1])
        result.append(bytes[index + 2])
      }
    }
    return Bitmap(width: storedWidth, height: storedHeight, bytes: result)
  }
}

/// The eight values of the EXIF tag, named for the sides where the first row and column lie.
enum Orientation: Int32, CaseIterable, Sendable {
  case topLeft = 1
  case topRight, bottomRight, bottomLeft, leftTop, rightTop, rightBottom, leftBottom

  /// Whether width and height are exchanged.
  var swapsSides: Bool { rawValue >= 5 }

  /// The place in an upright scene of `width` by `height` that a stored pixel shows.
  func scene(row: Int, column: Int, width: Int, height: Int) -> (x: Int, y: Int) {
    switch self {
    case .topLeft: (column, row)
    case .topRight: (width - 1 - column, row)
    case .bottomRight: (width - 1 - column, height - 1 - row)
    case .bottomLeft: (column, height - 1 - row)
    case .leftTop: (row, column)
    case .rightTop: (width - 1 - row, column)
    case .rightBottom: (width - 1 - row, height - 1 - column)
    case .leftBottom: (row, height - 1 - column)
    }
  }
}
