import PictureProtocol

/// A picture file as the caches identify it.
///
/// If the modification time and the size are known, they are part of the identity, so that a changed file is a
/// different file. If they are not (in a list made from directory entries only), the file counts as unchanged until
/// `PictureSource.refresh()`, which checks it again.
nonisolated public struct PictureFile: Sendable {
  /// The real name as bytes: file names need not be UTF-8.
  public let path: [UInt8]
  public let stamp: PictureFileStamp?
  /// Decides which decoders the file may reach.
  public let origin: PictureOrigin
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

nonisolated extension PictureFile: Hashable {
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
nonisolated public struct PictureFileStamp: Hashable, Sendable {
  /// `st_mtim` in nanoseconds since 1970.
  public let modificationNanoseconds: Int64
  public let byteCount: Int64

  public init(modificationNanoseconds: Int64, byteCount: Int64) {
    self.modificationNanoseconds = modificationNanoseconds
    self.byteCount = byteCount
  }
}

nonisolated extension PictureFile {
  /// Opens the sidecar; an unreadable one counts as missing.
  func openSidecar() -> OpenedFile? {
    (sidecar.map { [$0] } ?? SidecarName.paths(of: path)).lazy
      .compactMap { try? OpenedFile(path: $0) }.first
  }
}
