import GalleryDomain
import Glibc

/// What was read of files on the disk, remembered from one run to the next; implemented by the store.
///
/// It may forget anything at any time. It knows nothing about files: what it returns was remembered with the same name
/// and the same stamp, to the last byte.
public protocol PhotoLibrary: Sendable {
  /// What is remembered of files of one directory, one for each file; nil for one that is unknown, or was known with
  /// another stamp.
  func contents(of files: [LibraryFile], in directory: LibraryDirectory) async -> [LibraryContents?]

  /// Whether files are remembered with these stamps, one for each; cheaper than their contents.
  func holds(_ files: [LibraryFile], in directory: LibraryDirectory) async -> [Bool]

  /// Returns at once; written some time later, at most two seconds.
  func remember(_ contents: LibraryContents, of file: LibraryFile, in directory: LibraryDirectory)

  /// The directories of which something is remembered: one, and all below it.
  ///
  /// - Parameter path: As in `LibraryDirectory`.
  func directories(from path: [UInt8]) async -> [LibraryDirectory]

  /// The names of the files that are remembered in a directory.
  func names(in directory: LibraryDirectory) async -> [[UInt8]]

  /// Forgets files of a directory.
  ///
  /// - Parameter names: nil for all of them.
  func forget(_ names: [[UInt8]]?, in directory: LibraryDirectory) async

  /// What is remembered of pictures of one directory, one for each file, by the stamps of the pictures themselves
  /// (`PhotoStamp.pictureBytes`); an empty one for a file that is unknown, or was known with another stamp.
  func pictures(of files: [LibraryFile], in directory: LibraryDirectory) async -> [LibraryPicture]

  /// Adds to what is remembered of a picture with this stamp. Returns at once, as for contents.
  func remember(_ picture: LibraryPicture, of file: LibraryFile, in directory: LibraryDirectory)
}

/// A directory on a file system.
public struct LibraryDirectory: Hashable, Sendable {
  /// Absolute, without repeated separators and dots (`FilePath.withoutDots`), but with links as they are.
  public var path: [UInt8]
  /// Differs for each file system, so that what is remembered of a disk remains while another is in its place: made of
  /// the file system's UUID or, where the system does not use that, of its device's number (`f_fsid` of statvfs(3)).
  public var fileSystem: UInt64

  public init(path: [UInt8], fileSystem: UInt64) {
    self.path = path
    self.fileSystem = fileSystem
  }

  /// - Returns: nil if there is no such directory.
  package init?(at path: [UInt8]) {
    var status = statvfs()
    guard FilePath.withCString(path, { statvfs($0, &status) }) == 0 else { return nil }
    fileSystem = UInt64(status.f_fsid)
    self.path = FilePath.withoutDots(path)
  }
}

extension LibraryDirectory {
  /// Those that are there, on the same disk; of a mount that doesn't answer, none.
  package static func present(_ directories: [LibraryDirectory]) async -> Set<LibraryDirectory> {
    let mounts = MountTable.now()
    let groups = Dictionary(grouping: directories) { mounts.resolve($0.path).silent?.point }
    return await withTaskGroup(of: [LibraryDirectory].self) { tasks in
      for group in groups.values {
        tasks.addTask {
          await FileAnswer.get(at: group.first?.path) { sign in
            group.filter { directory in
              sign.give()
              return LibraryDirectory(at: directory.path)?.fileSystem == directory.fileSystem
            }
          } ?? []
        }
      }
      return await tasks.reduce(into: []) { $0.formUnion($1) }
    }
  }
}

/// A file of a directory.
public struct LibraryFile: Hashable, Sendable {
  public var name: [UInt8]
  /// Changes when the file or one of its sidecars does (`PhotoStamp.bytes`).
  public var stamp: [UInt8]

  public init(name: [UInt8], stamp: [UInt8]) {
    self.name = name
    self.stamp = stamp
  }
}

/// What was found out about a picture by looking at more than what its file says.
public struct LibraryPicture: Hashable, Sendable {
  public var fingerprint: FingerprintState
  /// The SHA-256 of the file; nil if it has not been needed.
  public var digest: [UInt8]?

  public init(_ fingerprint: FingerprintState = .unread, digest: [UInt8]? = nil) {
    self.fingerprint = fingerprint
    self.digest = digest
  }

  /// With what another one knows.
  public mutating func add(_ other: LibraryPicture) {
    if other.fingerprint != .unread { fingerprint = other.fingerprint }
    digest = other.digest ?? digest
  }
}

/// What a file and its sidecar say, as they say it: what is shown of it is made of this each time, so that it does not
/// depend on the time zone or on the version that read it.
public struct LibraryContents: Hashable, Sendable {
  /// Without `PhotoMetadata.details` and the position, which are read when they are shown.
  public var metadata: PhotoMetadata
  public var mark: SaleMark?

  public init(metadata: PhotoMetadata, mark: SaleMark?) {
    self.metadata = metadata
    self.metadata.details = []
    (self.metadata.position, self.metadata.orientationPlace) = (nil, nil)
    self.mark = mark
  }
}
