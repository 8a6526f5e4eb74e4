/// Copies, moves, trashes and renames the user's own files.
///
/// Nothing is ever overwritten. After a crash at any moment a group is whole where it was, or where it was to go, or both.
/// Implementations are actors or values; nothing here runs on the caller's actor.
public protocol FileOperationRepository: Sendable {
  /// Does the same with several groups, one after the other. A group that fails is as it was, and the others go on.
  ///
  /// Cancelling the task ends it at once: the group that is being copied is as it was, earlier ones stay done.
  ///
  /// - Parameter progress: Called before the first group, after each, and about every 16 MB of a long copy; not on the
  ///   caller's actor.
  func perform(
    _ operation: FileOperation, on groups: [FileGroup],
    progress: @escaping @Sendable (FileOperationProgress) -> Void
  ) async -> FileOperationReport
}

/// What can be done with files.
public enum FileOperation: Hashable, Sendable {
  /// Into a folder that is there.
  case copy(to: FileReference, whenTaken: NameCollisionRule)
  /// Into a folder that is there, also one of another volume.
  case move(to: FileReference, whenTaken: NameCollisionRule)
  /// Into the trash of their volume, as file managers do it.
  case trash
  /// In their folder. The name is that of the main file, with its ending; the others follow it.
  case rename(to: [UInt8], whenTaken: NameCollisionRule)
  /// Writes into main files how they are rotated from now on, each by its own rotation, and into nothing else: no pixel
  /// changes. Companions and sidecars stay as they are.
  case rotate([FileReference: Rotation])
}

/// What becomes of a group when a name that it needs is taken. All its names are looked at before anything is done.
public enum NameCollisionRule: Hashable, Sendable {
  /// It fails with `nameTaken`.
  case refuse
  /// The whole group gets a number: `photo (2).jpg`, `photo (2).jpg.xmp`.
  case number
}

/// A photo's file and the files that share its fate, all or none of them.
public struct FileGroup: Hashable, Sendable {
  public var main: FileReference
  /// Other files of the same shot, such as the raw file of a JPEG and the clip of a Live Photo. Sidecars need not be named: they go along with the
  /// file that they belong to.
  public var companions: [FileReference]

  public init(main: FileReference, companions: [FileReference] = []) {
    self.main = main
    self.companions = companions
  }
}

/// How far an operation is.
public struct FileOperationProgress: Hashable, Sendable {
  /// Groups, failed ones included.
  public var groupsDone: Int
  public var groupCount: Int
  public var bytesDone: Int
  /// As it was found at the start.
  public var byteCount: Int

  public init(groupsDone: Int = 0, groupCount: Int, bytesDone: Int = 0, byteCount: Int) {
    self.groupsDone = groupsDone
    self.groupCount = groupCount
    self.bytesDone = bytesDone
    self.byteCount = byteCount
  }
}

/// What became of each group.
public struct FileOperationReport: Sendable {
  /// In the order of the groups; those that a cancellation left alone failed with `cancelled`.
  public var outcomes: [Result<PerformedFileOperation, FileOperationError>]
  /// Hidden files that an operation left behind when it was killed. No whole file with their bytes was found in the folders
  /// of this operation, so they were not removed.
  public var leftBehind: [FileReference]

  public init(
    outcomes: [Result<PerformedFileOperation, FileOperationError>],
    leftBehind: [FileReference] = []
  ) {
    self.outcomes = outcomes
    self.leftBehind = leftBehind
  }
}

/// What was done with one group, and how to undo it.
public struct PerformedFileOperation: Sendable {
  /// Where the group's files are now, in the trash too; the main one first.
  public let files: [FileReference]
  /// Turns files back that are as they were left. Puts moved, renamed and trashed files back, with the sidecars that they have got since, and removes copies. A copy
  /// is removed only while it and its original are as they were, so that nothing is lost.
  ///
  /// To be called once; after a failure all is as before the call, and it may be called again.
  public let undo: @Sendable () async throws(FileOperationError) -> UndoneFileOperation

  public init(
    files: [FileReference],
    undo: @escaping @Sendable () async throws(FileOperationError) -> UndoneFileOperation
  ) {
    self.files = files
    self.undo = undo
  }
}

/// One group that is as it was before.
public struct UndoneFileOperation: Hashable, Sendable {
  /// Where the group's files are again; the main one first.
  public let files: [FileReference]
  /// As in `FileOperationReport`, of the folders that undoing came by.
  public let leftBehind: [FileReference]

  public init(files: [FileReference], leftBehind: [FileReference] = []) {
    self.files = files
    self.leftBehind = leftBehind
  }
}

/// Why a group could not be copied, moved, trashed or renamed, or not be put back. Names are cleaned, and are those of
/// files without their folders.
public enum FileOperationError: Error, Hashable, Sendable {
  /// Something has the name already.
  case nameTaken(name: String)
  /// Empty, too long, with a slash, or nothing that the file system takes.
  case unsuitableName(name: String)
  /// The disk or the quota is full.
  case noSpace(name: String)
  case noPermission(name: String)
  /// The file system is mounted read-only.
  case readOnly(name: String)
  /// The file is not there, or not any more.
  case gone(name: String)
  /// The folder that it was to go to is not there.
  case folderMissing(name: String)
  /// Another program wrote to it meanwhile, or since.
  case changed(name: String)
  /// A folder, a link, a device.
  case notRegularFile(name: String)
  /// Larger than files can be there, such as 4 GB on FAT.
  case tooLarge(name: String)
  /// The file's volume has no trash, and none can be made there.
  case noTrash(name: String)
  /// The file says nowhere how its picture lies, or not so that it could be changed.
  case noOrientation(name: String)
  /// A copy is not removed because its original is gone or has changed.
  case originalGone(name: String)
  case failed(name: String, code: Int32)
  /// It failed, and what was done until then could not be undone: files of the group may be in both places. Nothing is
  /// lost.
  case incomplete(name: String, code: Int32)
  case cancelled
}
