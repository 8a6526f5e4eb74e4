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

/// A file for the thumbnail cache. It immediately follows the last answer of a request that announced it
/// (`thumbnailFollows`), and is not an answer itself.
public struct ThumbnailAnswer: Hashable, Sendable {
  /// The id of the request.
  public var id: UInt32
  /// Its size class in the cache; nil for an entry that says that the picture cannot be shown.
  public var size: ThumbnailSize?
  /// A PNG with the texts of the standard, at most `PictureProtocolLimits.thumbnailBytes`.
  public var png: [UInt8]

  public init(id: UInt32, size: ThumbnailSize?, png: [UInt8]) {
    self.id = id
    self.size = size
    self.png = png
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

extension WireWriter {
  mutating func put(_ offer: ThumbnailOffer) {
    put(offer.uri)
    put(UInt64(bitPattern: offer.modificationSeconds))
    put(UInt64(bitPattern: offer.byteCount))
    put(offer.hasCachedFile)
    put(optional: offer.wanted) { $0.put($1.rawValue) }
  }

  mutating func put(_ answer: ThumbnailAnswer) {
    put(answer.id)
    put(optional: answer.size) { $0.put($1.rawValue) }
    put(bytes: answer.png)
  }
}

extension WireReader {
  mutating func thumbnailOffer() throws(PictureProtocolError) -> ThumbnailOffer {
    ThumbnailOffer(
      uri: try text("uri"), modificationSeconds: Int64(bitPattern: try uint64()),
      byteCount: Int64(bitPattern: try uint64()), hasCachedFile: try bool("hasCachedFile"),
      wanted: try thumbnailSize())
  }

  mutating func thumbnailAnswer() throws(PictureProtocolError) -> ThumbnailAnswer {
    let answer = ThumbnailAnswer(id: try uint32(), size: try thumbnailSize(), png: try data())
    guard answer.png.count <= PictureProtocolLimits.thumbnailBytes else { throw bad("png") }
    return answer
  }

  private mutating func thumbnailSize() throws(PictureProtocolError) -> ThumbnailSize? {
    try bool("size") ? try choice("size") : nil
  }
}
