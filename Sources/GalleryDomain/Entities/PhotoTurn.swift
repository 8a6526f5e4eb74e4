/// How a photo is turned on top of what its file says, clockwise.
public enum PhotoTurn: Int, Hashable, Sendable, CaseIterable {
  case none
  case right
  case half
  case left

  /// Whether what was wide becomes high.
  public var swapsSides: Bool { self == .right || self == .left }

  /// This turn and then another.
  public func turned(by other: PhotoTurn) -> PhotoTurn {
    PhotoTurn(rawValue: (rawValue + other.rawValue) % 4) ?? .none
  }
}
