import CVips
import PictureProtocol

/// Finished pixels: RGBA, 8 bits a channel, not premultiplied.
struct PixelBuffer {
  var width: Int
  var height: Int
  var bytes: [UInt8]

  /// Puts the picture on its background, unless that is the terminal's own.
  ///
  /// - Parameter square: The pixels of a square of the checkerboard.
  mutating func blend(
    over background: PictureBackground,
    square: CellSamples = CellSamples(horizontal: 8, vertical: 8)
  ) {
    switch background {
    case .transparent: break
    case .color(let red, let green, let blue): blend { _ in (red, green, blue) }
    case .checkerboard, .checkerboardOn:
      let width = width
      blend { pixel in
        let column = pixel % width / square.horizontal
        let isDark = (column + pixel / width / square.vertical) % 2 == 0
        return isDark ? (0x66, 0x66, 0x66) : (0x99, 0x99, 0x99)
      }
    }
  }

  private mutating func blend(_ color: (_ pixel: Int) -> (UInt8, UInt8, UInt8)) {
    bytes.withUnsafeMutableBufferPointer { bytes in
      for pixel in 0..<bytes.count / 4 where bytes[pixel * 4 + 3] != 255 {
        let (red, green, blue) = color(pixel)
        let alpha = Int(bytes[pixel * 4 + 3])
        func mix(_ channel: Int, _ below: UInt8) {
          let sum = Int(bytes[pixel * 4 + channel]) * alpha + Int(below) * (255 - alpha)
          bytes[pixel * 4 + channel] = UInt8(truncatingIfNeeded: (sum + 127) / 255)
        }
        mix(0, red)
        mix(1, green)
        mix(2, blue)
        bytes[pixel * 4 + 3] = 255
      }
    }
  }
}

extension PixelBuffer {
  /// Some columns and rows of the picture, which has them.
  func part(columns: Range<Int>, rows: Range<Int>) -> PixelBuffer {
    if columns.count == width, rows.count == height { return self }
    let bytes = rows.flatMap { row in
      self.bytes[(row * width + columns.lowerBound) * 4..<(row * width + columns.upperBound) * 4]
    }
    return PixelBuffer(width: columns.count, height: rows.count, bytes: bytes)
  }

  /// The same picture with more pixels, each with the colour of the pixel at its position: squares if the new sides are
  /// multiples of the old ones.
  func enlarged(width newWidth: Int, height newHeight: Int) -> PixelBuffer {
    let columns = (0..<newWidth).map { $0 * width / newWidth }
    var result: [UInt8] = []
    result.reserveCapacity(newWidth * newHeight * 4)
    var lastRow = -1
    for row in 0..<newHeight {
      let sourceRow = row * height / newHeight
      if sourceRow == lastRow {
        result.append(contentsOf: result[(result.count - newWidth * 4)...])
      } else {
        for column in columns {
          let offset = (sourceRow * width + column) * 4
          result.append(contentsOf: bytes[offset..<offset + 4])
        }
      }
      lastRow = sourceRow
    }
    return PixelBuffer(width: newWidth, height: newHeight, bytes: result)
  }

  /// The picture rotated clockwise; no pixel changes.
  func rotated(by rotation: PictureRotation) -> PixelBuffer {
    guard rotation != .none else { return self }
    let (sourceWidth, sourceHeight) = (width, height)
    let size = rotation.swapsSides ? (width: height, height: width) : (width: width, height: height)
    let count = sourceWidth * sourceHeight * 4
    let rotated = [UInt8](unsafeUninitializedCapacity: count) { target, written in
      bytes.withUnsafeBytes { source in
        var offset = 0
        for y in 0..<size.height {
          // The start of a row in the source, and the distance to its next pixel.
          let (start, step) =
            switch rotation {
            case .none: (y * sourceWidth, 1)
            case .right: ((sourceHeight - 1) * sourceWidth + y, -sourceWidth)
            case .half: ((sourceHeight - y) * sourceWidth - 1, -1)
            case .left: (sourceWidth - 1 - y, sourceWidth)
            }
          for x in 0..<size.width {
            let pixel = source.loadUnaligned(
              fromByteOffset: (start + x * step) * 4, as: UInt32.self)
            UnsafeMutableRawBufferPointer(target).storeBytes(
              of: pixel, toByteOffset: offset, as: UInt32.self)
            offset += 4
          }
        }
      }
      written = count
    }
    return PixelBuffer(width: size.width, height: size.height, bytes: rotated)
  }

  /// The upright picture of one that is stored like this.
  func upright(from orientation: Orientation) -> PixelBuffer {
    switch orientation.number {
    case 2: mirrored
    case 4: mirrored.rotated(by: .half)
    case 5: mirrored.rotated(by: .left)
    case 7: mirrored.rotated(by: .right)
    default: rotated(by: orientation.rotation ?? .none)
    }
  }

  /// Left and right exchanged.
  private var mirrored: PixelBuffer {
    var mirrored = self
    for start in stride(from: 0, to: bytes.count - 3, by: 4) {
      let (row, column) = (start / 4 / width, start / 4 % width)
      let source = (row * width + width - 1 - column) * 4
      mirrored.bytes.replaceSubrange(start..<start + 4, with: bytes[source..<source + 4])
    }
    return mirrored
  }
}
