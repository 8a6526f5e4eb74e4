/// The first message of a worker.
public struct WorkerHello: Hashable, Sendable {
  public var protocolVersion: UInt32
  /// For logs: the version of the worker and its libraries.
  public var versionText: String
  /// The formats that this worker can decode here; an installation may lack AVIF, HEIC or SVG.
  public var readableFormats: [PictureFormat]

  public init(
    protocolVersion: UInt32 = PictureProtocolVersion.current, versionText: String = "",
    readableFormats: [PictureFormat] = PictureFormat.allCases
  ) {
    self.protocolVersion = protocolVersion
    self.versionText = versionText
    self.readableFormats = readableFormats
  }
}

/// The restrictions on a worker that a picture has taken over; whether they hold depends on the kernel.
public struct WorkerCell: Hashable, Sendable {
  /// Whether it may make only the system calls that decoding needs (seccomp).
  public var filtersCalls: Bool
  /// The version of Landlock that keeps it from opening files, at least 1; 0 if the kernel has none.
  public var landlockVersion: UInt32

  public init(filtersCalls: Bool = true, landlockVersion: UInt32 = 1) {
    self.filtersCalls = filtersCalls
    self.landlockVersion = landlockVersion
  }
}

/// A library that is in use.
public struct LibraryVersion: Hashable, Sendable {
  /// Its name, such as `libvips`.
  public var name: String
  /// Its version as the library reports it at run time; if it has no function for that, the name of its file.
  public var version: String

  public init(name: String, version: String) {
    self.name = name
    self.version = version
  }
}

/// A picture that is ready.
public struct PictureAnswer: Hashable, Sendable {
  /// How good it is.
  public enum Step: UInt8, Hashable, Sendable, CaseIterable {
    /// A rough picture; a `sharp` one or a failure follows.
    case rough = 1
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
  /// Whether the next message is a `ThumbnailAnswer`; only on the last answer of a request.
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

/// What a file says about its photo.
public struct MetadataAnswer: Hashable, Sendable {
  public var id: UInt32
  public var metadata: PhotoMetadata

  public init(id: UInt32, metadata: PhotoMetadata) {
    self.id = id
    self.metadata = metadata
  }
}

/// The end of a request that failed.
public struct FailureAnswer: Hashable, Sendable {
  public var id: UInt32
  public var failure: PictureFailure
  /// Whether the next message is a `ThumbnailAnswer`.
  public var thumbnailFollows: Bool

  public init(
    id: UInt32, failure: PictureFailure, thumbnailFollows: Bool = false
  ) {
    self.id = id
    self.failure = failure
    self.thumbnailFollows = thumbnailFollows
  }
}

extension WireWriter {
  mutating func put(_ hello: WorkerHello) {
    put(hello.protocolVersion)
    put(hello.versionText)
    put(UInt8(truncatingIfNeeded: hello.readableFormats.prefix(255).count))
    for format in hello.readableFormats.prefix(255) { put(format.rawValue) }
  }

  mutating func put(_ cell: WorkerCell) {
    put(cell.filtersCalls)
    put(cell.landlockVersion)
  }

  mutating func put(_ libraries: [LibraryVersion]) {
    put(UInt8(truncatingIfNeeded: libraries.prefix(255).count))
    for library in libraries.prefix(255) {
      put(library.name)
      put(library.version)
    }
  }

  mutating func put(_ answer: PictureAnswer) {
    put(answer.id)
    put(answer.step.rawValue)
    put(answer.format.rawValue)
    put(answer.sourceWidth)
    put(answer.sourceHeight)
    put(optional: answer.animation) { writer, frame in
      writer.put(frame.index)
      writer.put(frame.count)
      writer.put(frame.milliseconds)
      writer.put(frame.loopCount)
    }
    put(answer.payload)
    put(answer.thumbnailFollows)
  }

  mutating func put(_ answer: MetadataAnswer) {
    put(answer.id)
    put(answer.metadata)
  }

  mutating func put(_ answer: FailureAnswer) {
    put(answer.id)
    put(answer.failure)
    put(answer.thumbnailFollows)
  }
}

extension WireReader {
  mutating func workerHello() throws(PictureProtocolError) -> WorkerHello {
    let version = try uint32()
    let text = try text("versionText")
    var formats: [PictureFormat] = []
    for _ in 0..<(try uint8()) { formats.append(try choice("readableFormats")) }
    return WorkerHello(protocolVersion: version, versionText: text, readableFormats: formats)
  }

  mutating func workerCell() throws(PictureProtocolError) -> WorkerCell {
    WorkerCell(filtersCalls: try bool("filtersCalls"), landlockVersion: try uint32())
  }

  mutating func libraries() throws(PictureProtocolError) -> [LibraryVersion] {
    var libraries: [LibraryVersion] = []
    for _ in 0..<(try uint8()) {
      libraries.append(LibraryVersion(name: try text("name"), version: try text("version")))
    }
    return libraries
  }

  mutating func pictureAnswer() throws(PictureProtocolError) -> PictureAnswer {
    PictureAnswer(
      id: try uint32(), step: try choice("step"),
      format: try choice("format"), sourceWidth: try uint32(), sourceHeight: try uint32(),
      animation: try bool("animation") ? try animationFrame() : nil, payload: try payload(),
      thumbnailFollows: try bool("thumbnailFollows"))
  }

  private mutating func animationFrame() throws(PictureProtocolError) -> AnimationFrame {
    let frame = AnimationFrame(
      index: try uint32(), count: try uint32(in: 2...UInt32.max, "count"),
      milliseconds: try uint32(in: 10...65_535, "milliseconds"), loopCount: try uint32())
    guard frame.index < frame.count else { throw bad("index") }
    return frame
  }

  mutating func metadataAnswer() throws(PictureProtocolError) -> MetadataAnswer {
    MetadataAnswer(id: try uint32(), metadata: try photoMetadata())
  }

  mutating func failureAnswer() throws(PictureProtocolError) -> FailureAnswer {
    FailureAnswer(
      id: try uint32(), failure: try pictureFailure(),
      thumbnailFollows: try bool("thumbnailFollows"))
  }
}
