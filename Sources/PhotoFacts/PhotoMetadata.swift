/// What a file, or its sidecar, says about its photo; from the worker that reads it to the store that remembers it.
///
/// Texts are as found, with a limited length: `MetadataMapping` cleans them before they are shown. nil means not stated.
public struct PhotoMetadata: Hashable, Sendable {
  public var title: String?
  public var description: String?
  public var headline: String?
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

  /// Where the file states the orientation; only if the request wants details.
  public var orientationPlace: OrientationPlace?
  /// Further facts, in the order of `PhotoDetail.Kind.allCases`; only if the request wants them.
  public var details: [PhotoDetail] = []

  /// A date as found: `2017:10:01 12:34:56`, ISO 8601, or something that isn't a date.
  public struct StatedDate: Hashable, Sendable {
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

  /// Increases with each new fact, and when files are read in another way: what is remembered of files is read again then.
  package static let version: UInt8 = 4

  public static let keywordLimit = 1000
  public static let placeLimit = 4
  public static let dateLimit = 24

  package var bytes: [UInt8] {
    var metadata = self
    return FactCoder.bytes { metadata.list(&$0) }
  }

  /// - Throws: `DamagedBytes` for anything but `bytes` of some metadata.
  package init(bytes: [UInt8]) throws(DamagedBytes) {
    try FactCoder.read(bytes) { list(&$0) }
  }

  /// A new fact comes last.
  private mutating func list(_ coder: inout FactCoder) {
    coder.fact(&title)
    coder.fact(&description)
    coder.fact(&author)
    coder.fact(&licence)
    coder.facts(&keywords, atMost: Self.keywordLimit)
    coder.facts(&places, atMost: Self.placeLimit)
    coder.fact(&rating)
    coder.fact(&label)
    coder.facts(&dates, atMost: Self.dateLimit)
    coder.fact(&cameraMake)
    coder.fact(&cameraModel)
    coder.fact(&lens)
    coder.decimal(&focalLength)
    coder.decimal(&aperture)
    coder.decimal(&exposureTime)
    coder.fact(&iso)
    coder.fact(&position)
    coder.fact(&width)
    coder.fact(&height)
    coder.fact(&orientation)
    coder.fact(&orientationPlace)
    coder.facts(&details, atMost: PhotoDetail.Kind.allCases.count)
    coder.fact(&headline)
    coder.check((1...8).contains(orientation ?? 1))
  }
}

/// In messages as it is stored.
extension PhotoMetadata: Codable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(bytes)
  }

  public init(from decoder: any Decoder) throws {
    try self.init(bytes: decoder.singleValueContainer().decode([UInt8].self))
  }
}

extension PhotoMetadata.StatedDate: ByteCoded {
  package func append(to writer: inout ByteWriter) {
    text.append(to: &writer)
    (offset ?? "").append(to: &writer)
  }

  package init(from reader: inout ByteReader) throws(DamagedBytes) {
    let (text, offset) = (try String(from: &reader), try String(from: &reader))
    self.init(text, offset: offset.isEmpty ? nil : offset)
  }
}

/// Where a file states its picture's orientation, so that it can be changed. Not trusted: the bytes are checked before they are
/// written.
public enum OrientationPlace: Hashable, Sendable {
  /// The format has no orientation, or none that can be changed in place.
  case unsupported
  /// A JPEG without EXIF data, to which a segment can be added.
  case absent
  /// The file has EXIF data without an orientation.
  case unstated
  /// An entry of a TIFF directory (TIFF 6.0, section 2), by its first byte in the file: one SHORT of tag 0x112.
  case entry(offset: Int, isBigEndian: Bool)
}

extension OrientationPlace: ByteCoded {
  package func append(to writer: inout ByteWriter) {
    switch self {
    case .unsupported: writer.append(byte: 0)
    case .absent: writer.append(byte: 1)
    case .unstated: writer.append(byte: 2)
    case .entry(let offset, let isBigEndian):
      writer.append(byte: isBigEndian ? 3 : 4)
      writer.append(offset)
    }
  }

  package init(from reader: inout ByteReader) throws(DamagedBytes) {
    switch try reader.readByte() {
    case 0: self = .unsupported
    case 1: self = .absent
    case 2: self = .unstated
    case 3: self = .entry(offset: try reader.readInt(), isBigEndian: true)
    case 4: self = .entry(offset: try reader.readInt(), isBigEndian: false)
    default: throw DamagedBytes()
    }
  }
}

/// A further property of a photo, for users who want to know all.
public struct PhotoDetail: Hashable, Sendable {
  /// What it is about: a selection, not a dump. In the order in which they are shown.
  ///
  /// Serial numbers and makers' notes are excluded: they identify the user's camera and say nothing about the photo. The names are
  /// those of EXIF, IPTC and XMP if these are words.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    // How it was taken.
    case lensMake, focalLengthIn35mmFilm, maxAperture, exposureBias, exposureProgram, exposureMode
    case meteringMode, lightSource, flash, whiteBalance, subjectDistance, sceneCaptureType
    // Where.
    case altitude, imageDirection, gpsDate, location, city, state, country
    // When.
    case dateTimeDigitized, dateTimeModified
    // Whose and what.
    case artist, copyright, credit, source, rating, label
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

extension PhotoDetail: ByteCoded {
  package func append(to writer: inout ByteWriter) {
    kind.rawValue.append(to: &writer)
    text.append(to: &writer)
  }

  package init(from reader: inout ByteReader) throws(DamagedBytes) {
    let (name, text) = (try String(from: &reader), try String(from: &reader))
    guard let kind = Kind(rawValue: name) else { throw DamagedBytes() }
    self.init(kind: kind, text: text)
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

extension GeoPosition: ByteCoded {
  package func append(to writer: inout ByteWriter) {
    latitude.append(to: &writer)
    longitude.append(to: &writer)
  }

  package init(from reader: inout ByteReader) throws(DamagedBytes) {
    let (north, east) = (try Double(from: &reader), try Double(from: &reader))
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
