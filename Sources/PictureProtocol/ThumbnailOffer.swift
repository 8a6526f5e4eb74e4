/// The state of the desktop's thumbnail cache for a request for a picture.
///
/// The main process knows names and opens files; only the worker reads their contents.
public struct ThumbnailOffer: Hashable, Sendable {
  /// `Thumb::URI` of a thumbnail that belongs to this file.
  public var uri: String
  /// Its `Thumb::MTime`: seconds since 1970.
  public var modificationSeconds: Int64
  /// Its `Thumb::Size`, if it has one: the file's bytes.
  public var byteCount: Int64
  /// Whether a file of the cache comes as the request's second descriptor. It may be a thumbnail of any size, an entry
  /// of a failure, out of date, or not a picture at all.
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
public enum ThumbnailSize: UInt8, Hashable, Sendable, CaseIterable, Comparable {
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

extension ThumbnailSize: CodedValue {}

extension ThumbnailOffer: CodedValue {
  public init() { self.init(uri: "", modificationSeconds: 0, byteCount: 0) }

  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field(&uri)
    coder.field(&modificationSeconds)
    coder.field(&byteCount)
    coder.field(&hasCachedFile)
    coder.field(&wanted)
  }
}
