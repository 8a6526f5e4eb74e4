/// What a photo's file says about it beyond what a list shows; read on request.
public struct PhotoInformation: Hashable, Sendable {
  /// At most one of each kind, in the order of `PhotoDetail.Kind.allCases`.
  public var details: [PhotoDetail]
  /// Where it was taken.
  public var position: GeoPosition?
  /// The size of the file in bytes; nil if there is no file, or if the size is unknown.
  public var byteCount: Int?

  public init(
    details: [PhotoDetail] = [], position: GeoPosition? = nil, byteCount: Int? = nil
  ) {
    self.details = details
    self.position = position
    self.byteCount = byteCount
  }
}

/// A further property of a photo.
public struct PhotoDetail: Hashable, Sendable {
  /// Which property it is.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    // How it was taken.
    case lensMake, focalLengthIn35mmFilm, maxAperture, exposureBias, exposureProgram, exposureMode
    case meteringMode, lightSource, flash, whiteBalance, subjectDistance, sceneCaptureType
    // Where.
    case altitude, imageDirection, gpsDate, location, city, state, country
    // Who made it, and what it shows.
    case dateTimeDigitized, dateTimeModified
    // Whose and what.
    case headline, artist, copyright, credit, source, rating, label
    // What made the file, and how.
    case format, compression, bitDepth, colorSpace, colorProfile, software, creatorTool
  }

  public let kind: Kind
  /// Cleaned, not empty; numbers with their units.
  public let text: String

  public init(kind: Kind, text: String) {
    self.kind = kind
    self.text = text
  }
}

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
