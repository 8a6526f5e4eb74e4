@_exported import PhotoFacts

/// A message from a worker to the main process.
public enum WorkerAnswer: Hashable, Sendable {
  /// Once, before anything else.
  case hello(WorkerHello)
  /// A picture, or what was asked for in place of one.
  ///
  /// - Parameter thumbnailFollows: Whether the next message is a thumbnail.
  case picture(id: UInt32, Picture, thumbnailFollows: Bool = false)
  case failure(id: UInt32, PictureFailure)
  /// A file for the thumbnail cache. It immediately follows the answer that announced it (`thumbnailFollows`), and is not an answer
  /// itself.
  ///
  /// - Parameters:
  ///   - size: Its size class in the cache.
  ///   - png: A PNG with the texts of the standard, at most `PictureProtocolLimits.thumbnailBytes`.
  case thumbnail(id: UInt32, size: ThumbnailSize, png: [UInt8])
  /// A library made a system call with this number, which the worker's filter does not list; it failed. For logs; each
  /// number once.
  case unlistedCall(UInt32)
}

extension WorkerAnswer: PictureMessage {
  public static var byteLimit: Int { PictureProtocolLimits.answerBytes }

  public var descriptorCount: Int { 0 }

  public init() { self = .unlistedCall(0) }

  public mutating func fields(_ coder: inout FieldCoder) {
    coder.message(&self, Self.cases, first: 0x81)
    if case .thumbnail(_, _, let png) = self {
      coder.check(png.count <= PictureProtocolLimits.thumbnailBytes)
    }
  }

  private static let cases: [CodedCase<WorkerAnswer>] = [
    CodedCase(WorkerAnswer.hello) { if case .hello(let hello) = $0 { hello } else { nil } },
    CodedCase(WorkerAnswer.picture) {
      if case .picture(let id, let picture, let follows) = $0 {
        (id, picture, follows)
      } else {
        nil
      }
    },
    CodedCase(WorkerAnswer.failure) {
      if case .failure(let id, let failure) = $0 { (id, failure) } else { nil }
    },
    CodedCase(WorkerAnswer.thumbnail) {
      if case .thumbnail(let id, let size, let png) = $0 { (id, size, png) } else { nil }
    },
    CodedCase(WorkerAnswer.unlistedCall) {
      if case .unlistedCall(let number) = $0 { number } else { nil }
    },
  ]
}

/// The first message of a worker: it has shut itself in, and takes requests.
public struct WorkerHello: Hashable, Sendable {
  public var protocolVersion = PictureProtocolVersion.current
  /// For logs: the version of the worker and its libraries.
  public var versionText = ""
  /// The formats that this worker can decode here; an installation may lack AVIF, HEIC or SVG.
  public var readableFormats = PictureFormat.allCases
  public var cell = WorkerCell(filtersCalls: true, landlockVersion: 1)
  /// For logs: the files of the libraries that it has loaded, such as `libheif.so.1.15.1`.
  public var libraries: [String] = []

  public init() {}
}

extension WorkerHello: CodedValue {
  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field(&protocolVersion)
    // Another version has other fields, and nothing else of it is used.
    if protocolVersion != PictureProtocolVersion.current { return coder.skipRest() }
    coder.field(&versionText)
    coder.list(&readableFormats, atMost: PictureFormat.allCases.count)
    coder.field(&cell)
    coder.list(&libraries, atMost: PictureProtocolLimits.libraries)
  }
}

extension PictureFormat: CodedValue {}

/// The restrictions on a worker that a picture has taken over; whether they hold depends on the kernel.
public struct WorkerCell: Hashable, Sendable {
  /// Whether it may make only the system calls that decoding needs (seccomp).
  public var filtersCalls: Bool
  /// The version of Landlock that keeps it from opening files, at least 1; 0 if the kernel has none.
  public var landlockVersion: UInt32

  public init(filtersCalls: Bool, landlockVersion: UInt32) {
    self.filtersCalls = filtersCalls
    self.landlockVersion = landlockVersion
  }
}

extension WorkerCell: CodedValue {
  public init() { self.init(filtersCalls: true, landlockVersion: 1) }

  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field(&filtersCalls)
    coder.field(&landlockVersion)
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

extension Picture: CodedValue {
  public init() { self.init(PicturePayload(), format: .jpeg, sourceWidth: 0, sourceHeight: 0) }

  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field(&isSharp)
    coder.field(&format)
    coder.field(&sourceWidth)
    coder.field(&sourceHeight)
    coder.field(&animation)
    coder.field(&payload)
  }
}

/// One picture of an animation.
public struct AnimationFrame: Hashable, Sendable {
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
}

extension AnimationFrame: CodedValue {
  public init() { self.init(index: 0, count: 2, milliseconds: 10) }

  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field(&index)
    coder.field(&count, in: 2...UInt32.max)
    coder.field(&milliseconds, in: 10...65_535)
    coder.field(&loopCount)
    coder.check(index < count)
  }
}
