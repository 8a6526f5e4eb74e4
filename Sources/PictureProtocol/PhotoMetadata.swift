/// What a file, or its sidecar, says about its photo.
///
/// Texts are as found, only bounded in length: the main process cleans them. Nil is "not stated".
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

  /// nil when the file is a sidecar's alone or a picture of no known format.
  public var format: PictureFormat?
  /// The size of the upright picture in pixels (sides already changed for `orientation` 5...8).
  public var width: UInt32?
  public var height: UInt32?
  /// The EXIF orientation, 1...8, as the file has it.
  public var orientation: UInt8?

  public var title: String?
  public var description: String?
  public var creator: String?
  public var copyright: String?
  /// The licence's text or address (`xmpRights:UsageTerms`, `cc:license`, `xmpRights:WebStatement`).
  public var licence: String?
  public var keywords: [String] = []
  /// -1 (rejected) ... 5 stars.
  public var rating: Int32?

  /// `2017:10:01 12:34:56` or ISO 8601, as found.
  public var dateTimeOriginal: String?
  /// `+02:00` as found, when the file has it apart from the date.
  public var offsetTimeOriginal: String?

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

  /// Further facts, in the order of `Field.allCases`; only where the request wants them.
  public var details: [Detail] = []

  /// Nothing stated.
  public init() {}
}
