import PictureProtocol

/// The pixels that one cell is made from.
struct CellSamples: Equatable {
  var horizontal: Int
  var vertical: Int
}

/// The size of a picture, and the part of it that is visible.
struct PictureGeometry: Equatable {
  /// The cells that it covers, within the box.
  var columns: Int
  var rows: Int
  /// The pixels to make.
  var width: Int
  var height: Int
  /// The size to which all of the upright picture is scaled before the part below is cropped.
  var scaledWidth: Int
  var scaledHeight: Int
  var cropX: Int
  var cropY: Int
  var cropWidth: Int
  var cropHeight: Int
  /// Whether the part is enlarged by whole pixels, each a square (or the cells nearest to one) of its own colour.
  var isByWholePixels = false

  /// Whether all of the picture is visible, at the size to which it is scaled.
  var isWhole: Bool {
    !isByWholePixels && cropWidth == scaledWidth && cropHeight == scaledHeight
      && width == scaledWidth && height == scaledHeight
  }

  /// - Parameters:
  ///   - source: The upright picture, both sides above 0.
  ///   - samples: The pixels that a cell is made from, for symbols; nil for outputs in pixels. Pictures of symbols are
  ///     enlarged to their box, pictures of pixels never are.
  init(
    source: PictureHeader.Size, target: PictureTarget, region: PictureRegion?,
    samples: CellSamples?
  ) {
    let cell = (width: Double(target.cellPixelWidth), height: Double(target.cellPixelHeight))
    let box = Self.box(target, samples)
    let part = region ?? .whole
    let seen = (
      width: Double(source.width) * part.width, height: Double(source.height) * part.height
    )

    var scale = min(Double(box.width) / seen.width, Double(box.height) / seen.height)
    if let samples {
      columns = Self.whole(seen.width * scale / cell.width, in: 1...Int(target.columns))
      rows = Self.whole(seen.height * scale / cell.height, in: 1...Int(target.rows))
      width = columns * samples.horizontal
      height = rows * samples.vertical
    } else {
      scale = min(1, scale)
      width = Self.whole(seen.width * scale, in: 1...box.width)
      height = Self.whole(seen.height * scale, in: 1...box.height)
      columns = Self.whole((Double(width) / cell.width).rounded(.up), in: 1...Int(target.columns))
      rows = Self.whole((Double(height) / cell.height).rounded(.up), in: 1...Int(target.rows))
    }

    // All of the picture is scaled so that the part gets its pixels, but not above its own size: beyond that only the
    // part is enlarged.
    let isWhole = part.width > 0.999_999 && part.height > 0.999_999
    scaledWidth =
      isWhole ? width : Self.whole(Double(width) / part.width, in: 1...max(1, source.width))
    scaledHeight =
      isWhole ? height : Self.whole(Double(height) / part.height, in: 1...max(1, source.height))
    cropX = Self.whole(part.x * Double(scaledWidth), in: 0...scaledWidth - 1)
    cropY = Self.whole(part.y * Double(scaledHeight), in: 0...scaledHeight - 1)
    cropWidth = Self.whole(part.width * Double(scaledWidth), in: 1...scaledWidth - cropX)
    cropHeight = Self.whole(part.height * Double(scaledHeight), in: 1...scaledHeight - cropY)
  }

  /// Each pixel of the picture, or of a part, as a square of several pixels.
  ///
  /// - Parameters:
  ///   - enlargement: The pixels of the output per side of a square; columns for symbols. Less if the box has less.
  ///   - region: The part; what does not fit into the box is cropped, evenly on both sides.
  init(
    enlarging region: PictureRegion?, of source: PictureHeader.Size, by enlargement: Int,
    target: PictureTarget, samples: CellSamples?
  ) {
    let (columns, rows) = (Int(target.columns), Int(target.rows))
    let cell = (width: Int(target.cellPixelWidth), height: Int(target.cellPixelHeight))
    // The size of an output pixel, and of the box, both in pixels of the terminal.
    let dot = samples == nil ? 1 : cell.width
    let box = Self.box(target, samples)
    let side = max(1, min(enlargement, box.width / dot, box.height / dot)) * dot
    let part = region ?? .whole
    (cropX, cropWidth) = Self.pixels(
      from: part.x, part.width, of: source.width, atMost: box.width / side)
    (cropY, cropHeight) = Self.pixels(
      from: part.y, part.height, of: source.height, atMost: box.height / side)
    (scaledWidth, scaledHeight) = (source.width, source.height)
    isByWholePixels = true
    let seen = (width: cropWidth * side, height: cropHeight * side)
    if let samples {
      self.columns = min(columns, cropWidth * (side / dot))
      self.rows = Self.whole(Double(seen.height) / Double(cell.height), in: 1...rows)
      width = self.columns * samples.horizontal
      height = self.rows * samples.vertical
    } else {
      (width, height) = seen
      self.columns = min(columns, (width + cell.width - 1) / cell.width)
      self.rows = min(rows, (height + cell.height - 1) / cell.height)
    }
  }

  /// A part of a side in whole pixels.
  private static func pixels(
    from start: Double, _ length: Double, of side: Int, atMost limit: Int
  ) -> (start: Int, count: Int) {
    let all = whole(length * Double(side), in: 1...side)
    let count = max(1, min(all, limit))
    let first = whole(start * Double(side), in: 0...side - all)
    return (first + (all - count) / 2, count)
  }

  /// The box in pixels of the terminal; for outputs in pixels small enough for the picture to stay within the limits when it is padded
  /// to whole cells.
  private static func box(
    _ target: PictureTarget, _ samples: CellSamples?
  ) -> (width: Int, height: Int) {
    func side(_ cells: UInt32, _ cell: UInt32) -> Int {
      let limit = PictureProtocolLimits.targetPixelsPerSide / Int(cell) * Int(cell)
      return min(Int(cells) * Int(cell), samples == nil ? limit : .max)
    }
    return (
      side(target.columns, target.cellPixelWidth), side(target.rows, target.cellPixelHeight)
    )
  }

  /// The same result from another picture of the same subject, which is a part in the middle of that picture.
  func from(part: PictureRegion) -> PictureGeometry {
    var other = self
    let limit = PictureProtocolLimits.targetPixelsPerSide
    other.scaledWidth = Self.whole(
      Double(scaledWidth) / part.width, in: scaledWidth...max(scaledWidth, limit))
    other.scaledHeight = Self.whole(
      Double(scaledHeight) / part.height, in: scaledHeight...max(scaledHeight, limit))
    other.cropX += (other.scaledWidth - scaledWidth) / 2
    other.cropY += (other.scaledHeight - scaledHeight) / 2
    return other
  }

  /// The whole picture in fewer pixels, on the same cells.
  func shrunk(by factor: Int) -> PictureGeometry {
    guard factor > 1, isWhole else { return self }
    var other = self
    (other.width, other.height) = (max(1, width / factor), max(1, height / factor))
    (other.scaledWidth, other.scaledHeight) = (other.width, other.height)
    (other.cropWidth, other.cropHeight) = (other.width, other.height)
    return other
  }

  /// What to make from the upright picture, so that rotating it gives this picture.
  func upright(from rotation: PictureRotation) -> PictureGeometry {
    var other = self
    switch rotation {
    case .none: break
    case .right:
      other.cropX = cropY
      other.cropY = scaledWidth - cropX - cropWidth
    case .half:
      other.cropX = scaledWidth - cropX - cropWidth
      other.cropY = scaledHeight - cropY - cropHeight
    case .left:
      other.cropX = scaledHeight - cropY - cropHeight
      other.cropY = cropX
    }
    guard rotation.swapsSides else { return other }
    (other.width, other.height) = (height, width)
    (other.scaledWidth, other.scaledHeight) = (scaledHeight, scaledWidth)
    (other.cropWidth, other.cropHeight) = (cropHeight, cropWidth)
    return other
  }

  private static func whole(_ value: Double, in range: ClosedRange<Int>) -> Int {
    let rounded = value.rounded()
    guard rounded > Double(range.lowerBound) else { return range.lowerBound }
    guard rounded < Double(range.upperBound) else { return range.upperBound }
    return Int(rounded)
  }
}
