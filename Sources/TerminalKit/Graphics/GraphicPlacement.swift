/// A graphic and the cells that it stands on.
nonisolated public struct GraphicPlacement: Hashable, Sendable {
  public let graphic: Graphic
  /// In the coordinates of the whole surface.
  public let origin: Point

  public init(graphic: Graphic, origin: Point) {
    self.graphic = graphic
    self.origin = origin
  }

  public var rect: Rect { Rect(origin: origin, size: graphic.size) }
}
