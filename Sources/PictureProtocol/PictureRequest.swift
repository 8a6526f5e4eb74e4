/// A message from the main process to a worker.
public enum WorkerRequest: Hashable, Sendable {
  case picture(PictureRequest)
  /// Cancels the request that has not been answered. It still gets exactly one answer: a failure with `cancelled`, or its
  /// result if that was already on its way. Another id is ignored.
  case cancel(id: UInt32)
}

extension WorkerRequest: PictureMessage {
  public static var byteLimit: Int { PictureProtocolLimits.requestBytes }

  public var descriptorCount: Int {
    switch self {
    case .cancel: 0
    case .picture(let request):
      request.hasSidecar || request.thumbnail?.hasCachedFile == true ? 2 : 1
    }
  }

  public var isValid: Bool {
    if case .picture(let request) = self { request.look.isValid } else { true }
  }
}

/// One attempt at a picture, or at what a file says about its photo, by one worker; on the way to it, and there.
///
/// The first descriptor with it is the file, open for reading. A second one may be a file of the thumbnail cache, or, for metadata, the
/// sidecar. Of `key.file` only the origin is sent: a worker knows no names.
///
/// The answer is one picture, which is sharp unless `steps` allow another, or one failure. The next request is sent when it has come.
public struct PictureRequest: Hashable, Sendable {
  /// Chosen by the main process, unique among unfinished requests.
  public var id: UInt32 = 0
  public var key = PictureKey(file: PictureFile(path: [], origin: .network), look: PictureLook())
  public var steps = PictureSteps.sharp
  /// Whether a worker has found the picture to be so large that it has to be decoded alone; otherwise such a picture fails as `large`.
  public var allowsLarge = false
  /// What the thumbnail cache may provide and wants; nil if it is not used.
  public var thumbnail: ThumbnailOffer?
  public var hasSidecar = false

  // Not sent.

  /// The state of the file that the existing picture was made from; if it is the same, nothing is sent.
  public var knownStamp: PictureFileStamp?

  public init() {}

  public init(id: UInt32, key: PictureKey) {
    self.id = id
    self.key = key
  }

  /// For a file that is already open.
  public init(
    id: UInt32, origin: PictureOrigin = .network, look: PictureLook, steps: PictureSteps = .sharp,
    allowsLarge: Bool = false, thumbnail: ThumbnailOffer? = nil
  ) {
    self.init(id: id, key: PictureKey(file: PictureFile(path: [], origin: origin), look: look))
    self.steps = steps
    self.allowsLarge = allowsLarge
    self.thumbnail = thumbnail
  }

  public var look: PictureLook {
    get { key.look }
    set { key.look = newValue }
  }

  public var origin: PictureOrigin { key.file.origin }
}

extension PictureRequest: Codable {
  private enum CodingKeys: CodingKey {
    case id, key, steps, allowsLarge, thumbnail, hasSidecar
  }
}

/// How good a picture has to be.
public enum PictureSteps: UInt8, Hashable, Sendable, CaseIterable, Codable {
  /// The picture itself.
  case sharp
  /// A cheap rough picture (an embedded thumbnail), or the picture if that costs as little; else the failure `noRough`.
  case roughOnly
  /// As soon as possible, while a key is held or a connection takes seconds for a picture: the rough picture that costs little; else the
  /// picture, if it is small; else a rough picture, made from the smallest decode. It fails with `noRough` if the picture is `large`.
  case quick
}

/// The state of the desktop's thumbnail cache for a request for a picture.
///
/// The main process knows names and opens files; only the worker reads their contents.
public struct ThumbnailOffer: Hashable, Sendable, Codable {
  /// `Thumb::URI` of a thumbnail that belongs to this file.
  public var uri: String
  /// Its `Thumb::MTime`: seconds since 1970.
  public var modificationSeconds: Int64
  /// Its `Thumb::Size`, if it has one: the file's bytes.
  public var byteCount: Int64
  /// Whether a file of the cache comes as the request's second descriptor. It may be a thumbnail of any size, out of date, or not a
  /// picture at all.
  public var hasCachedFile: Bool
  /// The size of the thumbnail to make if the cached one is not good enough; nil to make none.
  public var wanted: ThumbnailSize?

  public init(
    uri: String, modificationSeconds: Int64, byteCount: Int64, hasCachedFile: Bool = false,
    wanted: ThumbnailSize? = nil
  ) {
    self.uri = uri
    self.modificationSeconds = modificationSeconds
    self.byteCount = byteCount
    self.hasCachedFile = hasCachedFile
    self.wanted = wanted
  }
}

/// A size class of the Thumbnail Managing Standard 0.9.0, section 4.1.
public enum ThumbnailSize: UInt8, Hashable, Sendable, CaseIterable, Comparable, Codable {
  case normal = 1
  case large
  case xLarge
  case xxLarge

  /// The most pixels of a side.
  public var pixels: Int { 64 << Int(rawValue) }

  /// The folder's name in the cache.
  public var folderName: String {
    switch self {
    case .normal: "normal"
    case .large: "large"
    case .xLarge: "x-large"
    case .xxLarge: "xx-large"
    }
  }

  public static func < (one: ThumbnailSize, other: ThumbnailSize) -> Bool {
    one.rawValue < other.rawValue
  }

  /// The smallest with at least this many pixels; nil above the largest.
  public static func atLeast(_ pixels: Int) -> ThumbnailSize? {
    allCases.first { $0.pixels >= pixels }
  }
}
