/// How a photo is rotated on top of what its file says, clockwise.
public enum Rotation: Int, Hashable, Sendable, CaseIterable {
  case none
  case right
  case half
  case left

  /// Whether what was wide becomes high.
  public var swapsSides: Bool { self == .right || self == .left }

  /// The rotation that takes this one back.
  public var inverse: Rotation { Rotation(rawValue: (4 - rawValue) % 4) ?? .none }

  /// This rotation and then another.
  public func rotated(by other: Rotation) -> Rotation {
    Rotation(rawValue: (rawValue + other.rawValue) % 4) ?? .none
  }
}

/// How a picture lies in its file: EXIF's numbers (Exif 2.32, 4.6.4 A, Orientation).
public enum PhotoOrientation: UInt8, Hashable, Sendable, CaseIterable {
  case upright = 1
  case mirrored
  case half
  case mirroredHalf
  /// Mirrored at the diagonal from above left.
  case transposed
  /// To be rotated to the right.
  case right
  /// Mirrored at the diagonal from above right.
  case transversed
  /// To be rotated to the left.
  case left

  /// How it lies where what is seen of it is rotated.
  public func rotated(by rotation: Rotation) -> PhotoOrientation {
    let circle: [PhotoOrientation] =
      [.upright, .right, .half, .left].contains(self)
      ? [.upright, .right, .half, .left] : [.mirrored, .transversed, .mirroredHalf, .transposed]
    let place = circle.firstIndex(of: self) ?? 0
    return circle[(place + rotation.rawValue) % 4]
  }
}
