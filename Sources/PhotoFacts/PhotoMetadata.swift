/// What a file, or its sidecar, says about its photo; from the worker that reads it to the store that remembers it.
///
/// Texts are as found, with a limited length: `MetadataMapping` cleans them before they are shown. nil means not stated.
public struct PhotoMetadata: Hashable, Sendable, Codable {
  public var title: String?
  public var description: String?
  public var headline: String?
  /// Several are separated by `; `.
  public var author: String?
  /// The licence's text or address (`xmpRights:UsageTerms`, `cc:license`, `xmpRights:WebStatement`).
  public var licence: String?
  public var keywords: [String] = []
  /// The names of the place, the smallest first: its location, the city, the state, the country.
  public var places: [String] = []
  /// -1 (rejected) ... 5 stars; not validated.
  public var rating: Int?
  /// `xmp:Label`: a colour in words as a rule.
  public var label: String?

  /// Everything that says when the photo was taken, the most meaningful first.
  public var dates: [StatedDate] = []

  public var cameraMake: String?
  public var cameraModel: String?
  public var lens: String?
  /// Millimetres.
  public var focalLength: Double?
  /// The f-number.
  public var aperture: Double?
  /// Seconds.
  public var exposureTime: Double?
  public var iso: Int?
  public var position: GeoPosition?

  /// The size of the upright picture in pixels (sides already exchanged for `orientation` 5...8).
  public var width: Int?
  public var height: Int?
  /// The EXIF orientation, 1...8, as stored in the file.
  public var orientation: Int?

  /// `dc:rights`.
  public var copyright: String?
  /// `Iptc4xmpCore:AltTextAccessibility`.
  public var altText: String?

  /// Where the file states the orientation; only if the request wants details.
  public var orientationLocation: OrientationLocation?
  /// Further facts, in the order of `PhotoDetail.Kind.allCases`; only if the request wants them.
  public var details: [PhotoDetail] = []

  /// A date as found: `2017:10:01 12:34:56`, ISO 8601, or something that isn't a date.
  public struct StatedDate: Hashable, Sendable, Codable {
    public var text: String
    /// `+02:00` as found, if it is stored apart from the date, for this date.
    public var offset: String?

    public init(_ text: String, offset: String? = nil) {
      self.text = text
      self.offset = offset
    }
  }

  /// Nothing stated.
  public init() {}

  // MARK: As bytes

  /// Increases when properties come or go, or files are read differently: what is remembered of files is read again then.
  package static let version: UInt8 = 7

  public static let keywordLimit = WireCoder.listCount

  package var bytes: [UInt8] { WireCoder.bytes(of: self) }

  /// - Throws: `DamagedBytes` for anything but `bytes` of some metadata.
  package init(bytes: [UInt8]) throws(DamagedBytes) {
    self = try WireCoder.value(PhotoMetadata.self, in: bytes[...])
    guard isValid else { throw DamagedBytes() }
  }

  /// Whether its values are within their limits.
  package var isValid: Bool { (1...8).contains(orientation ?? 1) }
}

/// Where a file states its picture's orientation, so that it can be changed. Not trusted: the bytes are checked before they are
/// written.
public enum OrientationLocation: Hashable, Sendable, Codable {
  /// The format has no orientation, or none that can be changed in place.
  case unsupported
  /// A JPEG without EXIF data, to which a segment can be added.
  case absent
  /// The file has EXIF data without an orientation.
  case unstated
  /// An entry of a TIFF directory (TIFF 6.0, section 2), by its first byte in the file: one SHORT of tag 0x112.
  case entry(offset: Int, isBigEndian: Bool)
}

/// A further property of a photo, for users who want to know all.
public struct PhotoDetail: Hashable, Sendable, Codable {
  /// What it is about: a selection, not a dump. In the order in which they are shown.
  ///
  /// Serial numbers and makers' notes are excluded: they identify the user's camera and say nothing about the photo. The names are
  /// those of EXIF, IPTC and XMP if these are words.
  public enum Kind: String, Hashable, Sendable, CaseIterable, Codable {
    // How it was taken.
    case lensMake, focalLengthIn35mmFilm, maxAperture, exposureBias, exposureProgram, exposureMode
    case meteringMode, lightSource, flash, whiteBalance, subjectDistance, sceneCaptureType
    // Where.
    case altitude, imageDirection, gpsDate, location, city, state, country
    // When.
    case dateTimeDigitized, dateTimeModified
    // Whose and what.
    case artist, credit, source, rating, label
    // What made the file, and how.
    case format, compression, bitDepth, colorSpace, colorProfile, software, creatorTool
  }

  public let kind: Kind
  /// In exiv2's words, numbers with their unit; not empty. Cleaned in a photo's information, not in a file's metadata.
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

extension GeoPosition: Codable {
  private enum CodingKeys: CodingKey { case latitude, longitude }

  public init(from decoder: any Decoder) throws {
    let coded = try decoder.container(keyedBy: CodingKeys.self)
    let (north, east) = (
      try coded.decode(Double.self, forKey: .latitude),
      try coded.decode(Double.self, forKey: .longitude)
    )
    guard let position = GeoPosition(latitude: north, longitude: east) else {
      throw DamagedBytes()
    }
    self = position
  }
}

/// How urgently a photo is read.
public enum ReadingUrgency: Sendable {
  /// The user is waiting for this photo.
  case urgent
  /// It is on the screen.
  case visible
  /// It is one of thousands that are read for a filter or a sort: after everything that is on the screen.
  case background
}
