/// Copies, moves, trashes and renames the user's own files.
///
/// Nothing is ever overwritten. After a crash at any moment, a group is complete at its old location, its new one, or
/// both. Implementations are actors or values; nothing here runs on the caller's actor.
public protocol FileOperationRepository: Sendable {
  /// Performs an operation on several groups, one after the other. A group that fails stays as it was, and the others
  /// continue.
  ///
  /// Cancelling the task ends it immediately: the group that is being copied stays as it was, and earlier ones stay
  /// done.
  ///
  /// - Parameters:
  ///   - operation: What is done with each group.
  ///   - groups: Photos, each with its companions and sidecars.
  ///   - progress: Called before the first group, after each group, and about every 16 MB of a long copy; not on the
  ///     caller's actor.
  func perform(
    _ operation: FileOperation, on groups: [FileGroup],
    progress: @escaping @Sendable (FileOperationProgress) -> Void
  ) async -> FileOperationReport

  /// Undoes what this repository did, the latest first. A group that fails stays as it is, and the others go on.
  ///
  /// Moved, renamed and trashed files go back, with the sidecars that they have got since, but not with those that another photo
  /// had there before; copies and rotations only while the files are as they were left, and a copy only while its original is, too:
  /// nothing is lost. What was not undone may be undone again. Cancelling the task ends it after the group that is being undone.
  ///
  /// - Parameters:
  ///   - performed: In the order in which it was done, which is that of the outcomes.
  ///   - progress: Called after each group with the number that are done; not on the caller's actor.
  /// - Complexity: O(*groups*), and one reading of each folder.
  func undo(
    _ performed: [PerformedFileOperation], progress: @escaping @Sendable (Int) -> Void
  ) async -> FileOperationReport
}

/// An operation on files.
public enum FileOperation: Hashable, Sendable {
  /// Into an existing folder. If a name is taken, the whole group gets a number: `photo (2).jpg`, `photo (2).jpg.xmp`; but
  /// if a file under the name or a number has the bytes of the main file, only what isn't there beside it is copied, and a
  /// group that is there whole fails with `alreadyThere`.
  case copy(to: FileReference)
  /// Into an existing folder, which may be on another volume. If a name is taken, the whole group gets a number.
  case move(to: FileReference)
  /// Into the trash of their volume, as file managers do.
  case trash
  /// In the same folder, a name for each group: that of the main file, including its extension; the other files' names follow
  /// it. One may get the name that another one gives up. The groups of a folder get their names together: if one can't have
  /// its names, they all fail.
  ///
  /// - Parameter isTrial: Whether nothing is done; the report says of each group what would become of it.
  case rename(to: [[UInt8]], isTrial: Bool = false)
  /// Writes the orientation of the main files, each by its own rotation, and changes nothing else: pixels, companions
  /// and sidecars stay as they are.
  case rotate([FileReference: Rotation])
}

/// A photo's file and the files that go with it; an operation applies to all of them or to none.
public struct FileGroup: Hashable, Sendable {
  public var main: FileReference
  /// Other files of the same shot, such as the raw file of a JPEG or the clip of a Live Photo. Sidecars need not be
  /// listed: they follow the file that they belong to.
  public var companions: [FileReference]
  /// What a copy of a downloaded file is called: the file itself has the name and the mode of a cache, and no sidecars.
  public var downloadName: [UInt8]?

  public init(
    main: FileReference, companions: [FileReference] = [], downloadName: [UInt8]? = nil
  ) {
    self.main = main
    self.companions = companions
    self.downloadName = downloadName
  }
}

/// How far an operation has come.
public struct FileOperationProgress: Hashable, Sendable {
  /// Completed groups, including failed ones.
  public var groupsDone: Int
  public var bytesDone: Int
  /// The total, as determined at the start.
  public var byteCount: Int

  public init(groupsDone: Int = 0, bytesDone: Int = 0, byteCount: Int) {
    self.groupsDone = groupsDone
    self.bytesDone = bytesDone
    self.byteCount = byteCount
  }
}

/// The result for each group.
public struct FileOperationReport: Sendable {
  /// In the order of the groups. After a cancellation, the groups that were not processed have failed with `cancelled`.
  public var outcomes: [Result<PerformedFileOperation, FileOperationError>]
  /// Hidden files that an operation left behind when it was killed. They were not removed because no complete file with
  /// the same bytes was found in the folders of this operation.
  public var leftBehind: [FileReference]

  public init(
    outcomes: [Result<PerformedFileOperation, FileOperationError>],
    leftBehind: [FileReference] = []
  ) {
    self.outcomes = outcomes
    self.leftBehind = leftBehind
  }
}

/// What was done with one group.
public struct PerformedFileOperation: Sendable {
  /// Where the group's files are now (in the trash, too), the main file first.
  public let files: [FileReference]
  /// What the repository that did it needs to know to undo it.
  public let record: any Sendable

  public init(files: [FileReference], record: any Sendable) {
    self.files = files
    self.record = record
  }
}

/// Why an operation on a group, or its undo, failed. Names are cleaned and don't include the folder.
public enum FileOperationError: Error, Hashable, Sendable {
  /// Another file already has the name.
  case nameTaken(name: String)
  /// Two files would get the name.
  case nameTwice(name: String)
  /// Another photo would get the sidecar, too.
  case sidecarShared(name: String)
  /// It was to be moved to the folder where it is, or copied where it is already.
  case alreadyThere(name: String)
  /// Empty, too long, with a slash, or not accepted by the file system.
  case unsuitableName(name: String)
  /// The disk or the quota is full.
  case noSpace(name: String)
  case noPermission(name: String)
  /// The file system is mounted read-only.
  case readOnly(name: String)
  /// The file does not exist, or no longer exists.
  case gone(name: String)
  /// It has another name since the operation has finished or taken back an earlier one that was interrupted.
  case settled(name: String, now: String)
  /// The destination folder does not exist.
  case folderMissing(name: String)
  /// Another program has written to the file, during the operation or since.
  case changed(name: String)
  /// A folder, a link, a device.
  case notRegularFile(name: String)
  /// Larger than the file system allows, such as 4 GB on FAT.
  case tooLarge(name: String)
  /// The file's volume has no trash, and none can be created.
  case noTrash(name: String)
  /// The file has no orientation, or none that can be changed safely.
  case noOrientation(name: String)
  /// A copy is not removed because its original is gone or has changed.
  case originalGone(name: String)
  case failed(name: String, code: Int32)
  /// The operation failed and could not be rolled back completely: files of the group may be in both places. Nothing is
  /// lost.
  case incomplete(name: String, code: Int32)
  case cancelled
}
