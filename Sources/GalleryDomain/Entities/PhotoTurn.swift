/// How a photo is turned on top of what its file says, clockwise.
public enum PhotoTurn: Int, Hashable, Sendable, CaseIterable {
  case none
  case right
  case half
  case left

  /// Whether what was wide becomes high.
  public var swapsSides: Bool { self == .right || self == .left }

  /// The turn that takes this one back.
  public var inverse: PhotoTurn { PhotoTurn(rawValue: (4 - rawValue) % 4) ?? .none }

  /// This turn and then another.
  public func turned(by other: PhotoTurn) -> PhotoTurn {
    PhotoTurn(rawValue: (rawValue + other.rawValue) % 4) ?? .none
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
  /// To be turned to the right.
  case right
  /// Mirrored at the diagonal from above right.
  case transversed
  /// To be turned to the left.
  case left

  /// How it lies where what is seen of it is turned.
  public func turned(by turn: PhotoTurn) -> PhotoOrientation {
    let circle: [PhotoOrientation] =
      [.upright, .right, .half, .left].contains(self)
      ? [.upright, .right, .half, .left] : [.mirrored, .transversed, .mirroredHalf, .transposed]
    let place = circle.firstIndex(of: self) ?? 0
    return circle[(place + turn.rawValue) % 4]
  }
}
