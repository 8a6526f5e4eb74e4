/// How often each brightness occurs in a picture, from dark to bright, in equal steps.
public struct PictureHistogram: Hashable, Sendable {
  /// Counts of pixels, `stepCount` each.
  public var red: [UInt32]
  public var green: [UInt32]
  public var blue: [UInt32]
  /// Rec. 709 weights of the coded values.
  public var luminance: [UInt32]

  public static let stepCount = 64

  public init(
    red: [UInt32] = [], green: [UInt32] = [], blue: [UInt32] = [], luminance: [UInt32] = []
  ) {
    func padded(_ counts: [UInt32]) -> [UInt32] {
      Array((counts + Array(repeating: 0, count: Self.stepCount)).prefix(Self.stepCount))
    }
    self.red = padded(red)
    self.green = padded(green)
    self.blue = padded(blue)
    self.luminance = padded(luminance)
  }
}
