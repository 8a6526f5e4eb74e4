/// How the view of a photo is rotated, clockwise, in addition to the orientation in its file.
public enum Rotation: Int, Hashable, Sendable, CaseIterable {
  case none
  case right
  case half
  case left

  /// Whether width and height are exchanged.
  public var swapsSides: Bool { self == .right || self == .left }

  /// The rotation that undoes this one.
  public var inverse: Rotation { Rotation(rawValue: (4 - rawValue) % 4) ?? .none }

  /// This rotation followed by another.
  public func rotated(by other: Rotation) -> Rotation {
    Rotation(rawValue: (rawValue + other.rawValue) % 4) ?? .none
  }
}

/// The orientation of the picture in a file: EXIF's numbers (Exif 2.32, 4.6.4 A, Orientation).
public enum PhotoOrientation: UInt8, Hashable, Sendable, CaseIterable {
  case upright = 1
  case mirrored
  case half
  case mirroredHalf
  /// Mirrored along the diagonal from the top left.
  case transposed
  /// To be rotated to the right for display.
  case right
  /// Mirrored along the diagonal from the top right.
  case transversed
  /// To be rotated to the left for display.
  case left

  /// The orientation after the displayed picture is rotated.
  public func rotated(by rotation: Rotation) -> PhotoOrientation {
    let circle: [PhotoOrientation] =
      [.upright, .right, .half, .left].contains(self)
      ? [.upright, .right, .half, .left] : [.mirrored, .transversed, .mirroredHalf, .transposed]
    let index = circle.firstIndex(of: self) ?? 0
    return circle[(index + rotation.rawValue) % 4]
  }
}
