/// What a picture looks like, in 105 bytes: those of pictures that look alike differ little, whatever their size, format and
/// quality.
public struct PhotoFingerprint: Hashable, Sendable, Codable {
  /// Whether each of 8×8 parts is darker than the one to its right (dHash, hackerfactor.com/blog, 21 January 2013): row by
  /// row from the top left, the first in the highest bit.
  public var differences: UInt64
  /// The standard deviation of the brightness of 8×8 parts: 0 for a picture of one colour, at most 127.
  public var contrast: UInt8
  /// In Y′CbCr as JFIF has it: Y′ of 8×8 parts, row by row, then Cb and then Cr of 4×4 parts.
  public let colors: [UInt8]

  public static let colorCount = 64 + 16 + 16

  /// The fingerprint of a black picture.
  public init() {
    (differences, contrast) = (0, 0)
    colors = [UInt8](repeating: 0, count: Self.colorCount)
  }

  /// - Returns: nil unless there are `colorCount` colours.
  public init?(differences: UInt64, contrast: UInt8, colors: [UInt8]) {
    guard colors.count == Self.colorCount else { return nil }
    self.differences = differences
    self.contrast = contrast
    self.colors = colors
  }

  /// Whether the picture has one colour as far as can be told: which of its parts is brighter is noise, and it looks like
  /// any other of its kind.
  public var isFlat: Bool { contrast < Self.leastContrast }

  package static let leastContrast: UInt8 = 4

  /// In how many of the 64 differences the two differ; nil if one of the pictures is flat, or if their colours are not those
  /// of one motif.
  public func distance(to other: PhotoFingerprint) -> Int? {
    guard !isFlat, !other.isFlat else { return nil }
    return colors.withUnsafeBufferPointer { mine in
      other.colors.withUnsafeBufferPointer { others in
        Self.colorDistance(mine, others) <= Self.colorLimit
          ? (differences ^ other.differences).nonzeroBitCount : nil
      }
    }
  }

  /// How far the colours may be apart: pictures of one motif that are a third brighter, or have more contrast, stay
  /// below; different motifs whose 64 differences are the same by chance rarely do.
  package static let colorLimit = 24

  /// The mean distance of the colours. Brightness counts by how far it is from the mean of its picture, so that an
  /// exposure of another length is the same motif.
  ///
  /// - Parameters: `colorCount` colours each.
  package static func colorDistance(
    _ one: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>
  ) -> Int {
    var shift = 0
    for index in 0..<64 { shift += Int(one[index]) - Int(other[index]) }
    shift /= 64
    var light = 0
    for index in 0..<64 { light += abs(Int(one[index]) - Int(other[index]) - shift) }
    var color = 0
    for index in 64..<colorCount { color += abs(Int(one[index]) - Int(other[index])) }
    return max(light / 64, color / 32)
  }
}
