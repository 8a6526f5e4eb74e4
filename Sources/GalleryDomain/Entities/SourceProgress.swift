/// How far a source has been read, such as a folder that is being scanned.
public struct SourceProgress: Hashable, Sendable {
  /// Why it is being read.
  public enum Activity: Hashable, Sendable {
    /// To find its photos.
    case scanning
    /// To sort its photos.
    case sorting
    /// Not now: the rest is listed when somebody goes there.
    case waiting
  }

  /// Photos found so far.
  public var photoCount: Int
  /// Steps done; for a folder, directories read.
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

/// What a source notices of itself while it is shown.
public enum SourceChange: Hashable, Sendable {
  /// Photos came, changed or went away; reading it again shows them.
  case changed
  /// How much of it is watched; sent at first and when that changes.
  case watched(SourceWatch)
}

/// How much of a source is watched for changes.
public enum SourceWatch: Hashable, Sendable {
  case all
  /// The system allows no more than so many folders.
  case folders(Int)
  /// What other computers change is not noticed, because the source is on a server.
  case thisComputerOnly
  case nothing
  /// The source can't be read at the moment. It is looked for, and `SourceChange.changed` says that it is back.
  case absent(SourceAbsence)
}

/// Why a source that was shown can't be read any more.
public enum SourceAbsence: Hashable, Sendable {
  /// The folder was deleted or moved.
  case gone
  /// The user may not read it.
  case forbidden
  /// Its disk was unmounted.
  case unmounted
  /// Its disk fails.
  case unreadable
}
