/// What the desktop's thumbnail cache has to do with a request for a picture.
///
/// The main process knows names and opens files; the worker alone looks into them.
public struct ThumbnailOffer: Hashable, Sendable {
  /// What a thumbnail must say in `Thumb::URI` to be one of this file.
  public var uri: String
  /// And in `Thumb::MTime`: seconds since 1970.
  public var modificationSeconds: Int64
  /// And in `Thumb::Size`, where it says one: the file's bytes.
  public var byteCount: Int64
  /// Whether a file of the cache comes as the request's second descriptor. It may be a thumbnail of any
  /// size, an entry of a failure, out of date, or no picture at all.
  public var hasCachedFile: Bool
  /// The size of thumbnail to make where the cached one does not do; nil makes none.
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

/// A file for the thumbnail cache. It follows at once on the last answer of a request that announced it
/// (`thumbnailFollows`), and answers nothing itself.
public struct ThumbnailAnswer: Hashable, Sendable {
  /// The request's.
  public var id: UInt32
  /// Where it belongs; nil for an entry that says that the picture cannot be shown.
  public var size: ThumbnailSize?
  /// A PNG with the texts of the standard, at most `PictureProtocolLimits.thumbnailBytes`.
  public var png: [UInt8]

  public init(id: UInt32, size: ThumbnailSize?, png: [UInt8]) {
    self.id = id
    self.size = size
    self.png = png
  }
}
