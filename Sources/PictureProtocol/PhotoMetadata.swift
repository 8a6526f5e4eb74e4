/// What a file, or its sidecar, says about its photo.
///
/// Texts are as found, with a limited length: the main process cleans them. nil means not stated.
public struct PhotoMetadata: Hashable, Sendable {
  /// A fraction as cameras write it, `1/200`.
  public struct Rational: Hashable, Sendable {
    public var numerator: UInt32
    /// Never 0.
    public var denominator: UInt32

    public init(numerator: UInt32, denominator: UInt32) {
      self.numerator = numerator
      self.denominator = denominator
    }
  }

  /// Where it was taken, in degrees; north and east are positive.
  public struct Position: Hashable, Sendable {
    public var latitude: Double
    public var longitude: Double

    public init(latitude: Double, longitude: Double) {
      self.latitude = latitude
      self.longitude = longitude
    }
  }

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

  /// nil if there is only a sidecar, or a picture of unknown format.
  public var format: PictureFormat?
  /// The size of the upright picture in pixels (sides already exchanged for `orientation` 5...8).
  public var width: UInt32?
  public var height: UInt32?
  /// The EXIF orientation, 1...8, as stored in the file.
  public var orientation: UInt8?

  public var title: String?
  public var description: String?
  public var creator: String?
  public var copyright: String?
  /// The licence's text or address (`xmpRights:UsageTerms`, `cc:license`, `xmpRights:WebStatement`).
  public var licence: String?
  public var keywords: [String] = []
  /// The names of the place, the smallest first.
  public var places: [String] = []
  /// -1 (rejected) ... 5 stars.
  public var rating: Int32?
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
  public var exposureTime: Rational?
  public var iso: UInt32?
  public var position: Position?

  /// Where the file states the orientation; only if the request wants details.
  public var orientationField = OrientationField.unsupported
  /// Further facts, in the order of `Field.allCases`; only if the request wants them.
  public var details: [Detail] = []

  /// Nothing stated.
  public init() {}
}

/// Where a file states its picture's orientation, so that the main process can change it. Not trusted: the bytes are
/// checked before they are written.
public enum OrientationField: Hashable, Sendable {
  /// The format has no orientation, or none that can be changed by itself.
  case unsupported
  /// A JPEG without EXIF data, to which a segment can be added.
  case absent
  /// The file has EXIF data without an orientation.
  case unstated
  /// An entry of a TIFF directory (TIFF 6.0, section 2), by its first byte in the file: one SHORT of tag 0x112.
  case entry(offset: UInt64, isBigEndian: Bool)
}

extension PhotoMetadata {
  /// A further fact, for users who want to know all.
  public struct Detail: Hashable, Sendable {
    public var field: Field
    /// In exiv2's words, numbers with their unit; not empty, not cleaned.
    public var text: String

    public init(_ field: Field, _ text: String) {
      self.field = field
      self.text = text
    }
  }

  /// What further facts are about: a selection, not a dump. In the order in which they are shown.
  ///
  /// Serial numbers and makers' notes are excluded: they identify the user's camera and say nothing about the photo.
  /// The names are those of EXIF, IPTC and XMP if these are words.
  public enum Field: String, Hashable, Sendable, CaseIterable {
    // How it was taken.
    case lensMake, focalLengthIn35mmFilm, maxAperture, exposureBias, exposureProgram, exposureMode
    case meteringMode, lightSource, flash, whiteBalance, subjectDistance, sceneCaptureType
    // Where.
    case altitude, imageDirection, gpsDate, location, city, state, country
    // When.
    case dateTimeDigitized, dateTimeModified
    // Whose and what.
    case headline, artist, copyright, credit, source, rating, label
    // What made the file, and how.
    case format, compression, bitDepth, colorSpace, colorProfile, software, creatorTool
  }
}
