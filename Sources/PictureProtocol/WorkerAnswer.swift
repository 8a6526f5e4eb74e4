@_exported import PhotoFacts

/// A message from a worker to the main process.
public enum WorkerAnswer: Hashable, Sendable {
  /// Once, before anything else.
  case hello(WorkerHello)
  case picture(PictureAnswer)
  /// What a file says about its photo.
  case metadata(id: UInt32, PhotoMetadata)
  /// The end of a request that failed.
  ///
  /// - Parameter thumbnailFollows: Whether the next message is a thumbnail.
  case failure(id: UInt32, PictureFailure, thumbnailFollows: Bool = false)
  /// A file for the thumbnail cache. It immediately follows the last answer of a request that announced it
  /// (`thumbnailFollows`), and is not an answer itself.
  ///
  /// - Parameters:
  ///   - size: Its size class in the cache; nil for an entry that says that the picture cannot be shown.
  ///   - png: A PNG with the texts of the standard, at most `PictureProtocolLimits.thumbnailBytes`.
  case thumbnail(id: UInt32, size: ThumbnailSize?, png: [UInt8])
  /// A library made a system call with this number, which the worker's filter does not list; it failed. For logs; each
  /// number once.
  case unlistedCall(UInt32)
}

extension WorkerAnswer: PictureMessage {
  public static var byteLimit: Int { PictureProtocolLimits.answerBytes }

  public var descriptorCount: Int { 0 }

  public init() { self = .unlistedCall(0) }

  public mutating func fields(_ coder: inout WireCoder) {
    coder.message(&self, Self.cases, first: 0x81)
    if case .thumbnail(_, _, let png) = self {
      coder.check(png.count <= PictureProtocolLimits.thumbnailBytes)
    }
  }

  private static let cases: [WireCase<WorkerAnswer>] = [
    WireCase(WorkerAnswer.hello) { if case .hello(let hello) = $0 { hello } else { nil } },
    WireCase(WorkerAnswer.picture) { if case .picture(let answer) = $0 { answer } else { nil } },
    WireCase(WorkerAnswer.metadata) {
      if case .metadata(let id, let metadata) = $0 { (id, metadata) } else { nil }
    },
    WireCase(WorkerAnswer.failure) {
      if case .failure(let id, let failure, let follows) = $0 {
        (id, failure, follows)
      } else {
        nil
      }
    },
    WireCase(WorkerAnswer.thumbnail) {
      if case .thumbnail(let id, let size, let png) = $0 { (id, size, png) } else { nil }
    },
    WireCase(WorkerAnswer.unlistedCall) {
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
  /// For logs: the libraries that it has loaded, such as `libvips 8.14.1`.
  public var libraries: [String] = []

  public init() {}
}

extension WorkerHello: WireValue {
  mutating func fields(_ coder: inout WireCoder) {
    coder.field(&protocolVersion)
    // Another version has other fields, and nothing else of it is used.
    if protocolVersion != PictureProtocolVersion.current { return coder.skipRest() }
    coder.field(&versionText)
    coder.list(&readableFormats, atMost: PictureFormat.allCases.count)
    coder.field(&cell)
    coder.list(&libraries, atMost: PictureProtocolLimits.libraries)
  }
}

extension PictureFormat: WireValue {}

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

extension WorkerCell: WireValue {
  init() { self.init(filtersCalls: true, landlockVersion: 1) }

  mutating func fields(_ coder: inout WireCoder) {
    coder.field(&filtersCalls)
    coder.field(&landlockVersion)
  }
}

/// A picture that is ready.
public struct PictureAnswer: Hashable, Sendable {
  /// How good it is.
  public enum Step: Hashable, Sendable, CaseIterable {
    /// A rough picture; a `sharp` one or a failure follows.
    case rough
    /// The picture; nothing follows.
    case sharp
  }

  public var id: UInt32
  public var step: Step
  public var format: PictureFormat
  /// The size of the file's picture, upright.
  public var sourceWidth: UInt32
  public var sourceHeight: UInt32
  /// nil for a picture that does not move.
  public var animation: AnimationFrame?
  public var payload: PicturePayload
  /// Whether the next message is a thumbnail; only on the last answer of a request.
  public var thumbnailFollows: Bool

  public init(
    id: UInt32, step: Step, format: PictureFormat, sourceWidth: UInt32,
    sourceHeight: UInt32, animation: AnimationFrame? = nil, payload: PicturePayload,
    thumbnailFollows: Bool = false
  ) {
    self.id = id
    self.step = step
    self.format = format
    self.sourceWidth = sourceWidth
    self.sourceHeight = sourceHeight
    self.animation = animation
    self.payload = payload
    self.thumbnailFollows = thumbnailFollows
  }
}

extension PictureAnswer: WireValue {
  init() {
    self.init(
      id: 0, step: .sharp, format: .jpeg, sourceWidth: 0, sourceHeight: 0,
      payload: PicturePayload())
  }

  mutating func fields(_ coder: inout WireCoder) {
    coder.field(&id)
    coder.field(&step)
    coder.field(&format)
    coder.field(&sourceWidth)
    coder.field(&sourceHeight)
    coder.field(&animation)
    coder.field(&payload)
    coder.field(&thumbnailFollows)
  }
}

extension PictureAnswer.Step: WireValue {}

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

extension AnimationFrame: WireValue {
  init() { self.init(index: 0, count: 2, milliseconds: 10) }

  mutating func fields(_ coder: inout WireCoder) {
    coder.field(&index)
    coder.field(&count, in: 2...UInt32.max)
    coder.field(&milliseconds, in: 10...65_535)
    coder.field(&loopCount)
    coder.check(index < count)
  }
}

/// In messages metadata is one value in bytes, whose facts and limits are listed in `PhotoMetadata`.
extension PhotoMetadata: WireValue {
  mutating func fields(_ coder: inout WireCoder) {
    var bytes = coder.isReading ? [] : bytes
    coder.field(&bytes)
    guard coder.isReading else { return }
    do throws(DamagedBytes) {
      self = try PhotoMetadata(bytes: bytes)
    } catch {
      coder.check(false)
    }
  }
}
