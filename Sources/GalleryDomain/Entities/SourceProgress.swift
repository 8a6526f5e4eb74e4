/// How far a source has been read, such as a folder that is being scanned.
public struct SourceProgress: Hashable, Sendable {
  /// Why it is being read.
  public enum Activity: Hashable, Sendable {
    /// To find its photos.
    case scanning
    /// To sort its photos.
    case sorting
    /// To find out which of its files have changed since they were sorted.
    case checking
    /// To find out what its pictures look like.
    case comparing
    /// Paused: the rest is listed when the user scrolls there.
    case waiting
  }

  /// Photos found so far.
  public var photoCount: Int
  /// Steps completed; for a folder, directories read.
  public var completedSteps: Int
  /// Steps known so far; grows as directories are found. 0 if unknown.
  public var knownSteps: Int
  public var isComplete: Bool
  /// Entries that could not be read (unreadable directories, link loops, broken links).
  public var skippedCount: Int
  public var activity: Activity

  public init(
    photoCount: Int, completedSteps: Int, knownSteps: Int, isComplete: Bool, skippedCount: Int = 0,
    activity: Activity = .scanning
  ) {
    self.photoCount = photoCount
    self.completedSteps = completedSteps
    self.knownSteps = knownSteps
    self.isComplete = isComplete
    self.skippedCount = skippedCount
    self.activity = activity
  }
}

/// A change that a source notices while it is shown.
public enum SourceChange: Hashable, Sendable {
  /// Photos were added, changed or removed; reload to see them.
  case changed
  /// How much of the source is watched; sent at the start and whenever that changes.
  case watched(SourceWatch)
  /// How many files have been read behind the screen, so that they can be sorted and found; nil when all have.
  case reading(FileReading?)
}

/// How far the files of a source have been read.
public struct FileReading: Hashable, Sendable {
  public var readCount: Int
  public var fileCount: Int

  public init(readCount: Int, fileCount: Int) {
    self.readCount = readCount
    self.fileCount = fileCount
  }
}

/// How much of a source is watched for changes.
public enum SourceWatch: Hashable, Sendable {
  case all
  /// Only some folders are watched: the system allows no more than this many.
  case folders(Int)
  /// Changes made by other computers are not noticed because the source is on a server.
  case thisComputerOnly
  case nothing
  /// The source can't be read at the moment. Vitrine keeps looking for it; `SourceChange.changed` announces its return.
  case absent(SourceAbsence)
}

/// Why a source that was shown can't be read any more.
public enum SourceAbsence: Hashable, Sendable {
  /// The folder was deleted or moved.
  case gone
  /// The user has no permission to read it.
  case forbidden
  /// Its disk was unmounted.
  case unmounted
  /// Its disk has read errors.
  case unreadable
}
