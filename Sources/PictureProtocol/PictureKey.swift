/// Identifies a picture: a file, and what is made of it.
///
/// Equal keys are the same picture, in whatever row it appears, so a late answer never ends up
/// in the wrong place.
public struct PictureKey: Hashable, Sendable {
  public var file: PictureFile
  public var look: PictureLook
  /// Whether it is a rough picture that takes a few milliseconds: a cached thumbnail, or an embedded one.
  public var isRough = false

  public init(file: PictureFile, look: PictureLook) {
    self.file = file
    self.look = look
  }

  /// The rough picture in place of this one.
  public var rough: PictureKey {
    var key = self
    key.isRough = true
    return key
  }

  /// The picture that a rough one is in place of.
  public var sharp: PictureKey {
    var key = self
    key.isRough = false
    return key
  }
}

/// As a worker gets it.
extension PictureKey: Codable {
  private enum CodingKeys: CodingKey { case file, look }
}

/// A picture file as the caches identify it.
///
/// If the modification time and the size are known, they are part of the identity, so that a changed file is a
/// different file. If they are not (in a list made from directory entries only), the file counts as unchanged until
/// `PictureSource.refresh()`, which checks it again.
public struct PictureFile: Hashable, Sendable {
  /// The real name as bytes: file names need not be UTF-8.
  public let path: [UInt8]
  public let stamp: PictureFileStamp?
  /// Decides which decoders the file may reach.
  public var origin: PictureOrigin
  /// The path of its XMP sidecar; nil for the one next to the file, if there is one.
  public let sidecar: [UInt8]?

  /// - Parameter path: Absolute, without NUL; a path with NUL cannot be opened.
  public init(
    path: [UInt8], stamp: PictureFileStamp? = nil, origin: PictureOrigin = .localFile,
    sidecar: [UInt8]? = nil
  ) {
    self.path = path
    self.stamp = stamp
    self.origin = origin
    self.sidecar = sidecar
  }

  public init(path: String, stamp: PictureFileStamp? = nil, origin: PictureOrigin = .localFile) {
    self.init(path: Array(path.utf8), stamp: stamp, origin: origin)
  }
}

/// A worker knows no names.
extension PictureFile: Codable {
  public func encode(to encoder: any Encoder) throws { try origin.encode(to: encoder) }

  public init(from decoder: any Decoder) throws {
    self.init(path: [], origin: try PictureOrigin(from: decoder))
  }
}

/// Shows whether a file was changed.
public struct PictureFileStamp: Hashable, Sendable {
  /// `st_mtim` in nanoseconds since 1970.
  public let modificationNanoseconds: Int64
  public let byteCount: Int64

  public init(modificationNanoseconds: Int64, byteCount: Int64) {
    self.modificationNanoseconds = modificationNanoseconds
    self.byteCount = byteCount
  }
}
