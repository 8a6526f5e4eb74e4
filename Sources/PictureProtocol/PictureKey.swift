/// Identifies a picture: a file, and what is made of it.
///
/// Equal keys are the same picture, in whatever row it appears, so a late answer never ends up
/// in the wrong place.
public struct PictureKey: Hashable, Sendable {
  public var file: PictureFile
  public var look: PictureLook
  /// Whether it is a preview that takes a few milliseconds: a cached thumbnail, or an embedded one.
  public var isRough = false

  public init(file: PictureFile, look: PictureLook) {
    self.file = file
    self.look = look
  }

  /// The preview of the same picture.
  public var rough: PictureKey {
    var key = self
    key.isRough = true
    return key
  }

  /// The picture that a preview is of.
  public var sharp: PictureKey {
    var key = self
    key.isRough = false
    return key
  }
}

/// A picture file as the caches identify it.
///
/// If the modification time and the size are known, they are part of the identity, so that a changed file is a
/// different file. If they are not (in a list made from directory entries only), the file counts as unchanged until
/// `PictureSource.refresh()`, which checks it again.
public struct PictureFile: Sendable {
  /// The real name as bytes: file names need not be UTF-8.
  public let path: [UInt8]
  public let stamp: PictureFileStamp?
  /// Decides which decoders the file may reach.
  public var origin: PictureOrigin
  /// A file that is already open, in place of a named one; it stays open as long as this value exists.
  public let descriptor: OwnedDescriptor?
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
    descriptor = nil
  }

  /// - Parameter descriptor: A regular file, open for reading, that no one writes to.
  public init(descriptor: OwnedDescriptor, origin: PictureOrigin = .localFile) {
    path = []
    stamp = nil
    self.origin = origin
    self.descriptor = descriptor
    sidecar = nil
  }

  public init(path: String, stamp: PictureFileStamp? = nil, origin: PictureOrigin = .localFile) {
    self.init(path: Array(path.utf8), stamp: stamp, origin: origin)
  }
}

extension PictureFile: Hashable {
  public static func == (one: PictureFile, other: PictureFile) -> Bool {
    one.path == other.path && one.stamp == other.stamp && one.origin == other.origin
      && one.descriptor === other.descriptor && one.sidecar == other.sidecar
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(sidecar)
    hasher.combine(stamp)
    hasher.combine(origin)
    hasher.combine(descriptor?.number)
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
