import PictureProtocol

/// How a picture is stored (Exif 2.32, 4.6.4.A).
struct Orientation {
  /// 1...8.
  let number: Int

  static let upright = Orientation()

  private init() { number = 1 }

  /// - Returns: nil for other numbers than 1...8.
  init?(_ number: Int?) {
    guard let number, (1...8).contains(number) else { return nil }
    self.number = number
  }

  /// Whether width and height are exchanged.
  var swapsSides: Bool { number >= 5 }

  /// What makes the picture upright; nil if it is stored mirrored.
  var rotation: PictureRotation? {
    switch number {
    case 1: PictureRotation.none
    case 3: .half
    case 6: .right
    case 8: .left
    default: nil
    }
  }
}

extension PictureHeader.Size {
  private var swapped: PictureHeader.Size { .init(width: height, height: width) }

  /// The size of the upright picture.
  func upright(_ orientation: Orientation) -> PictureHeader.Size {
    orientation.swapsSides ? swapped : self
  }

  func rotated(by rotation: PictureRotation) -> PictureHeader.Size {
    rotation.swapsSides ? swapped : self
  }
}

extension PictureRotation {
  /// Whether width and height are exchanged.
  var swapsSides: Bool { self == .right || self == .left }
}
