/// How a photo was taken; each value as text without its unit, such as `1/200`.
public struct Exposure: Hashable, Sendable {
  /// Focal length in millimetres.
  public var focalLength: String?
  /// The f-number.
  public var aperture: String?
  /// Exposure time in seconds, often a fraction.
  public var shutterSpeed: String?
  /// The sensitivity (ISO 12232).
  public var iso: String?

  public init(
    focalLength: String? = nil, aperture: String? = nil, shutterSpeed: String? = nil,
    iso: String? = nil
  ) {
    self.focalLength = focalLength
    self.aperture = aperture
    self.shutterSpeed = shutterSpeed
    self.iso = iso
  }

  public static let unknown = Exposure()
}
