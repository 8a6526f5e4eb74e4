/// What a picture looks like, in 105 bytes: those of pictures that look alike differ little, whatever their size, format
/// and quality.
public struct PictureFingerprint: Hashable, Sendable {
  /// Whether each of 8×8 parts is darker than the one to its right (dHash, hackerfactor.com/blog, 21 January 2013): row by
  /// row from the top left, the first in the highest bit.
  public var differences: UInt64
  /// The standard deviation of the brightness of 8×8 parts: 0 for a picture of one colour, at most 127.
  public var contrast: UInt8
  /// In Y′CbCr as JFIF has it: Y′ of 8×8 parts, row by row, then Cb and then Cr of 4×4 parts.
  public var colors: [UInt8]

  public static let colorCount = 64 + 16 + 16

  /// - Parameter colors: `colorCount` of them.
  public init(differences: UInt64, contrast: UInt8, colors: [UInt8]) {
    self.differences = differences
    self.contrast = contrast
    self.colors = colors
  }
}
