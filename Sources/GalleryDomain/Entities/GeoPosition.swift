/// A place on earth, in degrees; north and east are positive.
public struct GeoPosition: Hashable, Sendable {
  /// -90...90.
  public let latitude: Double
  /// -180...180.
  public let longitude: Double

  /// - Returns: nil for coordinates that are out of range, and for 0° 0′, which files use for *unknown*.
  public init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude),
      latitude != 0 || longitude != 0
    else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }
}
