@_exported import PhotoFacts

/// A message from a worker to the main process.
public enum WorkerAnswer: Hashable, Sendable {
  /// Once, before anything else.
  case hello(WorkerHello)
  /// A picture, or what was asked for in place of one.
  case picture(id: UInt32, Picture)
  case failure(id: UInt32, PictureFailure)
  /// A library made a system call with this number, which the worker's filter does not list; it failed. For logs; each
  /// number once.
  case unlistedCall(UInt32)
}

extension WorkerAnswer: PictureMessage {
  public static var byteLimit: Int { PictureProtocolLimits.answerBytes }

  public var descriptorCount: Int { 0 }

  public var isValid: Bool {
    switch self {
    case .picture(_, let picture): picture.isValid
    // A worker doesn't know what the existing picture was made from.
    case .failure(_, .unchanged): false
    default: true
    }
  }
}

/// The first message of a worker: it has shut itself in, and takes requests.
public struct WorkerHello: Hashable, Sendable, Codable {
  /// For logs: the version of the worker and its libraries.
  public var versionText = ""
  /// The formats that this worker can decode here; an installation may lack AVIF, HEIC or SVG.
  public var readableFormats = PictureFormat.allCases
  public var cell = WorkerCell(filtersCalls: true, landlockVersion: 1)

  public init() {}
}

/// The restrictions on a worker that a picture has taken over; whether they hold depends on the kernel.
public struct WorkerCell: Hashable, Sendable, Codable {
  /// Whether it may make only the system calls that decoding needs (seccomp).
  public var filtersCalls: Bool
  /// The version of Landlock that keeps it from opening files, at least 1; 0 if the kernel has none.
  public var landlockVersion: UInt32

  public init(filtersCalls: Bool, landlockVersion: UInt32) {
    self.filtersCalls = filtersCalls
    self.landlockVersion = landlockVersion
  }
}

/// A picture that is ready: as a worker has made it, and as it is kept and drawn.
public struct Picture: Hashable, Sendable {
  /// Identifies a picture within this process; terminals that store pictures use this number.
  public typealias ID = UInt32

  public var payload: PicturePayload
  /// False for a rough picture that is shown until the real one has arrived.
  public var isSharp: Bool
  public var format: PictureFormat
  /// The size of the picture in the file in pixels, upright.
  public var sourceWidth: UInt32
  public var sourceHeight: UInt32
  /// Its position in an animation; nil for a still picture.
  public var animation: AnimationFrame?
  /// A file for the desktop's cache that was made on the way.
  public var thumbnail: CacheThumbnail?

  // Not sent: the main process adds it when it has checked the picture.

  public var id: ID = 0
  /// The cells that it covers.
  public var columns = 0
  public var rows = 0
  /// The state of the file that it was made from.
  public var stamp: PictureFileStamp?
  /// Equal for all pictures of a photo that appear in the same place: rough and sharp ones, and the frames of an
  /// animation. Terminals keep one until the next has arrived. nil if unknown.
  public var subject: Int?
  /// What is shown of it; nil for all. Only for terminals that scale.
  public var part: PictureRegion?

  public init(
    _ payload: PicturePayload, isSharp: Bool = true, format: PictureFormat, sourceWidth: UInt32,
    sourceHeight: UInt32, animation: AnimationFrame? = nil
  ) {
    self.payload = payload
    self.isSharp = isSharp
    self.format = format
    self.sourceWidth = sourceWidth
    self.sourceHeight = sourceHeight
    self.animation = animation
  }
}

extension Picture: Codable {
  private enum CodingKeys: CodingKey {
    case payload, isSharp, format, sourceWidth, sourceHeight, animation, thumbnail
  }

  fileprivate var isValid: Bool {
    payload.isValid && animation?.isValid ?? true
      && thumbnail?.png.count ?? 0 <= PictureProtocolLimits.thumbnailBytes
  }
}

/// A file for the thumbnail cache.
public struct CacheThumbnail: Hashable, Sendable, Codable {
  /// Its size class in the cache.
  public var size: ThumbnailSize
  /// With the texts of the standard, at most `PictureProtocolLimits.thumbnailBytes`.
  public var png: [UInt8]

  public init(size: ThumbnailSize, png: [UInt8]) {
    self.size = size
    self.png = png
  }
}

/// One picture of an animation.
public struct AnimationFrame: Hashable, Sendable, Codable {
  /// From 0.
  public var index: UInt32
  /// How many there are, 2 or more.
  public var count: UInt32
  /// How long it is shown, 10...65,535 milliseconds.
  public var milliseconds: UInt32
  /// How often all are played; 0 means for ever.
  public var loopCount: UInt32

  public init(index: UInt32, count: UInt32, milliseconds: UInt32, loopCount: UInt32 = 0) {
    self.index = index
    self.count = count
    self.milliseconds = milliseconds
    self.loopCount = loopCount
  }

  fileprivate var isValid: Bool {
    count >= 2 && index < count && (10...65_535).contains(milliseconds)
  }
}
