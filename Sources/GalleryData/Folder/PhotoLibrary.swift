import Foundation
import GalleryDomain
import Glibc
import PhotoSQL

/// What was read of files on the disk, remembered from one run to the next; implemented by the store.
///
/// It may forget anything at any time. It knows nothing about files: what it returns was remembered with the same name
/// and the same stamp, to the last byte.
public protocol PhotoLibrary: Sendable {
  /// Returns at once; written some time later, at most two seconds. A photo whose row isn't settled is written, too, but its file is
  /// read again the next time.
  ///
  /// - Parameters:
  ///   - contents: nil if the file could not be read.
  ///   - photo: As it is shown, in the time zone that the rows are in; called on any thread.
  func remember(
    _ contents: LibraryContents?, of file: LibraryFile, in directory: LibraryDirectory,
    isSettled: Bool, photo: @escaping @Sendable (TimeZone) -> Photo)

  /// The names of the files that are remembered in a directory.
  func names(in directory: LibraryDirectory) async -> [[UInt8]]

  /// Forgets files of a directory.
  ///
  /// - Parameter names: nil for all of them.
  func forget(_ names: [[UInt8]]?, in directory: LibraryDirectory) async

  /// What is remembered of pictures of one directory, one for each file, by the stamps of the pictures themselves
  /// (`PhotoStamp.File.bytes`); an empty one for a file that is unknown, or was known with another stamp.
  func pictures(of files: [LibraryFile], in directory: LibraryDirectory) async -> [LibraryPicture]

  // MARK: Rows

  /// Whether rows can be asked: whether their columns are those of a time zone.
  func hasRows(in zone: TimeZone) async -> Bool

  /// Makes the columns of all rows again if they are those of another time zone, or of another version of the program.
  ///
  /// - Parameter photo: What is shown of a file, given the path of its directory.
  func makeRows(
    in zone: TimeZone, photo: @escaping @Sendable (LibraryRow, [UInt8], TimeZone) -> Photo?) async

  /// The row of each file of a directory, as far as it has been written.
  ///
  /// - Returns: nil if nothing is remembered of the directory, or nothing can be.
  func rows(of files: [LibraryFile], in directory: LibraryDirectory) async -> LibraryDirectoryRows?

  /// Corrects the names of other files of a shot.
  func setCompanions(_ companions: [Int64: [UInt8]?]) async

  /// The directories at and below a path of which something is remembered, by the numbers that rows have of them, and when
  /// files of each were last read.
  ///
  /// - Parameter path: As in `LibraryDirectory`.
  func directories(
    from path: [UInt8]
  ) async -> [Int64: (directory: LibraryDirectory, readAt: Date?)]

  /// - Parameter directories: nil for the rows of all.
  func rowCount(in directories: [Int64]?) async -> Int

  func rowNumber(of name: [UInt8], in directory: Int64) async -> Int64?

  /// The numbers of the rows of a directory.
  func rowNumbers(in directory: Int64) async -> [Int64]

  /// - Parameter limit: How many rows are enough.
  func answer(
    _ query: PhotoQuery, in scope: PhotoScope, keeping: [Int64], limit: Int?,
    zone: TimeZone
  ) async -> RowAnswer?

  func counts(
    for request: CountRequest, in scope: PhotoScope, rowsOfState: [PhotoState: [Int64]],
    zone: TimeZone
  ) async -> FacetCounts?

  /// - Returns: One for each number; nil for a row that has gone.
  func rows(_ numbers: [Int64]) async -> [LibraryRow?]

  /// Changes what rows say of photos, until their files are read again.
  func replace(_ photos: [Int64: Photo]) async

  /// Waits until all that was to be remembered so far is written.
  func finishWriting() async

  /// Adds to what is remembered of a picture with this stamp. Returns at once, as for contents.
  func remember(_ picture: LibraryPicture, of file: LibraryFile, in directory: LibraryDirectory)
}

extension PhotoLibrary {
  /// What is remembered of files of one directory, one for each file; nil for one that is unknown, or was known with another stamp.
  package func contents(
    of files: [LibraryFile], in directory: LibraryDirectory
  ) async -> [LibraryContents?] {
    let known = await self.rows(of: files, in: directory)?.rows ?? files.map { _ in nil }
    let numbers = known.map { row in row.flatMap { $0.isCurrent ? $0.number : nil } }
    var rows = await self.rows(numbers.compactMap(\.self)).makeIterator()
    return zip(numbers, files).map { number, file in
      // Another program may have written meanwhile what it read of an earlier or a later file.
      guard number != nil, let row = rows.next() ?? nil, row.isCurrent, row.file == file
      else { return nil }
      return row.contents
    }
  }
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
  /// The directories that are there, on the same disk; none of a mount that doesn't answer.
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

/// The rows of some files of a directory.
public struct LibraryDirectoryRows: Sendable {
  /// The number of the directory.
  public var directory: Int64
  /// One for each file; nil for one without a row.
  public var rows: [Row?]

  public struct Row: Hashable, Sendable {
    public var number: Int64
    /// Whether the file is as it was when it was read.
    public var isCurrent: Bool
    /// The names of other files of the shot, separated by slashes.
    public var companions: [UInt8]?

    public init(_ number: Int64, isCurrent: Bool, companions: [UInt8]?) {
      (self.number, self.isCurrent, self.companions) = (number, isCurrent, companions)
    }
  }

  public init(directory: Int64, rows: [Row?]) {
    (self.directory, self.rows) = (directory, rows)
  }
}

/// What a row remembers of a file.
public struct LibraryRow: Sendable {
  /// The number of its directory.
  public var directory: Int64
  public var file: LibraryFile
  /// The names of other files of the shot, separated by slashes.
  public var companions: [UInt8]?
  /// nil if the file could not be read.
  public var contents: LibraryContents?
  /// Whether every file with this stamp says this.
  public var isCurrent: Bool

  public init(
    directory: Int64, file: LibraryFile, companions: [UInt8]?, contents: LibraryContents?,
    isCurrent: Bool
  ) {
    (self.directory, self.file) = (directory, file)
    (self.companions, self.contents, self.isCurrent) = (companions, contents, isCurrent)
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
    (self.metadata.position, self.metadata.orientationLocation) = (nil, nil)
    self.mark = mark
  }
}
