/// A message from the main process to a worker.
public enum WorkerRequest: Hashable, Sendable {
  /// With one descriptor, or two if a file of the thumbnail cache comes with it.
  case picture(PictureRequest)
  /// With one descriptor, or two if there is a sidecar.
  case metadata(MetadataRequest)
  /// Cancels a request. Each request still gets exactly one last answer: a failure with `cancelled`, or its result if
  /// that was already on its way. An unknown id is ignored.
  case cancel(id: UInt32)
}

extension WorkerRequest: PictureMessage {
  public static var byteLimit: Int { PictureProtocolLimits.requestBytes }

  public var descriptorCount: Int {
    switch self {
    case .cancel: 0
    case .picture(let request): request.thumbnail?.hasCachedFile == true ? 2 : 1
    case .metadata(let request): request.hasSidecar ? 2 : 1
    }
  }

  public init() { self = .cancel(id: 0) }

  public mutating func fields(_ coder: inout WireCoder) {
    coder.message(&self, Self.cases, first: 0x01)
  }

  private static let cases: [WireCase<WorkerRequest>] = [
    WireCase(WorkerRequest.cancel) { if case .cancel(let id) = $0 { id } else { nil } },
    WireCase(WorkerRequest.picture) { if case .picture(let request) = $0 { request } else { nil } },
    WireCase(WorkerRequest.metadata) {
      if case .metadata(let request) = $0 { request } else { nil }
    },
  ]
}

/// A request for a picture. The first descriptor with it is the file, open for reading; a second one may be a file of
/// the thumbnail cache.
///
/// The answer is one `PictureAnswer` with `step == .sharp`, perhaps after one with `.rough`, or one failure; with
/// `roughOnly` and `quick` one answer of any of the three. A worker makes one picture after the other in the order of the
/// requests.
public struct PictureRequest: Hashable, Sendable {
  /// Chosen by the main process, unique among unfinished requests.
  public var id: UInt32 = 0
  public var origin = PictureOrigin.network
  public var look = PictureLook()
  public var steps = PictureSteps.sharp
  /// Whether the picture may be so large that it has to be decoded alone; otherwise such a picture fails as `large`.
  public var allowsLarge = false
  /// What the thumbnail cache may provide and wants; nil if it is not used.
  public var thumbnail: ThumbnailOffer?

  public init() {}

  public init(
    id: UInt32, origin: PictureOrigin = .network, look: PictureLook, steps: PictureSteps = .sharp,
    allowsLarge: Bool = false, thumbnail: ThumbnailOffer? = nil
  ) {
    self.id = id
    self.origin = origin
    self.look = look
    self.steps = steps
    self.allowsLarge = allowsLarge
    self.thumbnail = thumbnail
  }
}

extension PictureRequest: WireValue {
  mutating func fields(_ coder: inout WireCoder) {
    coder.field(&id)
    coder.field(&origin)
    coder.field(&look)
    coder.field(&steps)
    coder.field(&allowsLarge)
    coder.field(&thumbnail)
  }
}

/// The steps in which a picture arrives.
public enum PictureSteps: Hashable, Sendable, CaseIterable {
  /// The picture only.
  case sharp
  /// Only a cheap rough picture (an embedded thumbnail, a first scan): one answer of either step, or the failure `noRough`. It costs little or is not made.
  case roughOnly
  /// Before the picture, one with half as many pixels per side, for a connection that takes seconds for all of them;
  /// for outputs without such a form (`EncodedPicture.pixelWidth`), only the picture.
  case halfThenSharp
  /// One answer, as soon as possible, while a key is held: the rough picture that costs little; else the picture, if
  /// it is small; else a rough one, made from the smallest decode. It fails with `noRough` if the picture is `large`.
  case quick

  /// Whether the only answer may be a rough picture.
  public var endsWithRough: Bool { self == .roughOnly || self == .quick }
}

extension PictureSteps: WireValue {}

extension PictureOrigin: WireValue {}

/// A request for the metadata of a photo. Descriptors: the file and, if `hasSidecar`, an XMP file.
///
/// The answer is the metadata, or one failure.
public struct MetadataRequest: Hashable, Sendable {
  public var id: UInt32 = 0
  public var origin = PictureOrigin.localFile
  public var hasSidecar = false
  /// Whether `PhotoMetadata.details` are wanted as well; rows of a list do without.
  public var wantsDetails = false

  public init() {}

  public init(
    id: UInt32, origin: PictureOrigin = .localFile,
    hasSidecar: Bool = false, wantsDetails: Bool = false
  ) {
    self.id = id
    self.origin = origin
    self.hasSidecar = hasSidecar
    self.wantsDetails = wantsDetails
  }
}

extension MetadataRequest: WireValue {
  mutating func fields(_ coder: inout WireCoder) {
    coder.field(&id)
    coder.field(&origin)
    coder.field(&hasSidecar)
    coder.field(&wantsDetails)
  }
}
