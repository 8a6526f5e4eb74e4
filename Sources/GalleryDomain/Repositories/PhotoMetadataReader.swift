/// How urgently a photo is read.
public enum ReadingUrgency: Sendable {
  /// The user is waiting for this photo.
  case urgent
  /// It is on the screen.
  case visible
  /// It is one of thousands that are read for a filter or a sort: after everything that is on the screen.
  case background
}

/// Reads the metadata of picture files; implemented by picture workers.
public protocol PhotoMetadataReader: Sendable {
  /// - Parameters:
  ///   - sidecar: The photo's XMP sidecar; nil for the one that lies next to the file, if there is one
  ///     (`photo.jpg.xmp`, else `photo.xmp`).
  ///   - urgency: Which files go first when several are waiting.
  /// - Returns: nil when the file cannot be read or no worker can be started.
  /// - Parameters:
  ///   - file: The picture.
  ///   - sidecar: The photo's XMP sidecar; nil for the one next to the file, if there is one (`photo.jpg.xmp`,
  ///     otherwise `photo.xmp`).
  func metadata(
    of file: FileReference, sidecar: FileReference?, urgency: ReadingUrgency
  ) async -> RawPhotoMetadata?

  /// Like `metadata(of:sidecar:urgency:)` for a photo on the screen, and includes `RawPhotoMetadata.details`.
  func detailedMetadata(of file: FileReference, sidecar: FileReference?) async -> RawPhotoMetadata?
}

extension PhotoMetadataReader {
  public func metadata(
    of file: FileReference, urgency: ReadingUrgency = .visible
  ) async -> RawPhotoMetadata? {
    await metadata(of: file, sidecar: nil, urgency: urgency)
  }

  public func detailedMetadata(of file: FileReference) async -> RawPhotoMetadata? {
    await detailedMetadata(of: file, sidecar: nil)
  }

  /// For readers that have no details.
  public func detailedMetadata(
    of file: FileReference, sidecar: FileReference?
  ) async -> RawPhotoMetadata? {
    await metadata(of: file, sidecar: sidecar, urgency: .visible)
  }
}

/// Metadata as found in a file, not yet cleaned: strings are untrusted.
public struct RawPhotoMetadata: Hashable, Sendable {
  public var title: String?
  public var description: String?
  public var author: String?
  public var licence: String?
  /// Everything that says when the photo was taken, the most meaningful first.
  public var dates: [StatedDate] = []
  public var cameraMake: String?
  public var cameraModel: String?
  public var lens: String?
  public var focalLength: String?
  public var aperture: String?
  public var shutterSpeed: String?
  public var iso: String?
  public var keywords: [String] = []
  /// The names of the place, the smallest first: its location, the city, the state, the country.
  public var places: [String] = []
  /// `xmp:Rating`, not validated.
  public var rating: Int?
  public var label: String?
  /// In pixels, with the orientation applied.
  public var width: Int?
  public var height: Int?
  /// Degrees, north and east positive; not validated.
  public var latitude: Double?
  public var longitude: Double?
  /// Raw values of `PhotoDetail.Kind` with their texts; unknown names are ignored.
  public var details: [Detail] = []

  /// A date as found: `yyyy:MM:dd HH:mm:ss` as in EXIF, one of XMP's formats, or something that isn't a date.
  public struct StatedDate: Hashable, Sendable {
    public var text: String
    /// The time zone of this date, such as `+02:00`, if it is stored apart from it.
    public var offset: String?

    public init(_ text: String, offset: String? = nil) {
      self.text = text
      self.offset = offset
    }
  }

  /// A further property, as found.
  public struct Detail: Hashable, Sendable {
    public var name: String
    public var text: String

    public init(name: String, text: String) {
      self.name = name
      self.text = text
    }
  }

  public init() {}
}
