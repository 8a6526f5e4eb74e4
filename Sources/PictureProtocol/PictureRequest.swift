/// A picture that the main process wants. The first descriptor with it is the file, open for reading; a
/// second one may be a file of the thumbnail cache.
///
/// The answer is one `PictureAnswer` with `step == .sharp`, perhaps after one with `.rough`, or one
/// `FailureAnswer`; with `roughOnly` one answer of any of the three. A worker makes one picture after the
/// other in the order of the requests.
public struct PictureRequest: Hashable, Sendable {
  /// Chosen by the main process, unique among the requests that were not finished.
  public var id: UInt32
  /// Given back with every answer; the main process drops answers of generations that are over.
  public var generation: UInt32
  public var origin: PictureOrigin
  public var target: PictureTarget
  public var fit: PictureFit
  /// A part of the picture, or nil for all of it.
  public var region: PictureRegion?
  public var background: PictureBackground
  public var output: PictureOutput
  public var steps: PictureSteps
  /// Which picture of an animation, from 0.
  public var frame: UInt32
  /// What the thumbnail cache may give and wants; nil leaves it alone.
  public var thumbnail: ThumbnailOffer?

  public init(
    id: UInt32, generation: UInt32 = 0, origin: PictureOrigin = .network, target: PictureTarget,
    fit: PictureFit = .contain, region: PictureRegion? = nil,
    background: PictureBackground = .transparent, output: PictureOutput,
    steps: PictureSteps = .sharp, frame: UInt32 = 0,
    thumbnail: ThumbnailOffer? = nil
  ) {
    self.id = id
    self.generation = generation
    self.origin = origin
    self.target = target
    self.fit = fit
    self.region = region
    self.background = background
    self.output = output
    self.steps = steps
    self.frame = frame
    self.thumbnail = thumbnail
  }
}

/// How a picture comes.
public enum PictureSteps: UInt8, Hashable, Sendable, CaseIterable {
  /// The picture only.
  case sharp = 1
  /// A cheap rough picture (an embedded thumbnail, a first scan) before it, if there is one.
  case roughThenSharp
  /// The rough picture alone: one answer of either step, or the failure `noRough`. It costs little or
  /// is not made.
  case roughOnly
  /// The picture in half as many pixels a side before it, for a line that takes seconds for all of them;
  /// where the output has no such thing (`EncodedPicture.pixelWidth`), the picture only.
  case halfThenSharp
}

/// A wish for what a file says about its photo. Descriptors: the file and, if `hasSidecar`, an XMP file.
///
/// The answer is one `MetadataAnswer` or one `FailureAnswer`.
public struct MetadataRequest: Hashable, Sendable {
  public var id: UInt32
  public var generation: UInt32
  public var origin: PictureOrigin
  public var hasSidecar: Bool
  /// Whether `PhotoMetadata.details` are wanted as well; rows of a list do without.
  public var wantsDetails: Bool

  public init(
    id: UInt32, generation: UInt32 = 0, origin: PictureOrigin = .localFile,
    hasSidecar: Bool = false, wantsDetails: Bool = false
  ) {
    self.id = id
    self.generation = generation
    self.origin = origin
    self.hasSidecar = hasSidecar
    self.wantsDetails = wantsDetails
  }
}

/// How much a worker may spend on a picture; it starts with the values of `init()`.
public struct WorkerConfiguration: Hashable, Sendable {
  public var protocolVersion: UInt32
  /// The most pixels of a source, by its header.
  public var pixelLimit: UInt64
  /// The most pixels a side of a source.
  public var sideLimit: UInt32
  /// The most seconds of CPU for one request, after which the worker ends itself.
  public var secondsPerRequest: UInt32
  /// Whether the worker loads every decoder and shuts itself in at once, rather than with its first file and with what
  /// that one needs.
  public var loadsAllDecoders: Bool

  public init(
    protocolVersion: UInt32 = PictureProtocolVersion.current, pixelLimit: UInt64 = 100_000_000,
    sideLimit: UInt32 = 30_000, secondsPerRequest: UInt32 = 20, loadsAllDecoders: Bool = false
  ) {
    self.protocolVersion = protocolVersion
    self.pixelLimit = pixelLimit
    self.sideLimit = sideLimit
    self.secondsPerRequest = secondsPerRequest
    self.loadsAllDecoders = loadsAllDecoders
  }
}
