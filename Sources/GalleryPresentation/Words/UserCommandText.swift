import GalleryDomain

/// The user's own commands in words.
public enum UserCommandText {
  /// `Run rotate on 3 photos?`, `Run rotate on 8 photos, 3 of them not shown?`
  public static func question(
    _ command: UserCommand, _ photos: [Photo], hiddenCount: Int = 0
  ) -> String {
    "Run \(command.name) on \(subject(photos, hiddenCount))?"
  }

  private static func subject(_ photos: [Photo], _ hiddenCount: Int) -> String {
    joined(
      [
        FileOperationText.subject(photos), SelectionText.notShown(hiddenCount, of: photos.count),
      ], by: ", ")
  }

  /// What is run, with the placeholders.
  public static func line(_ command: UserCommand) -> String {
    TextCleaner.line(command.words.joined(separator: " "), limit: lineLimit)
  }

  private static let lineLimit = TextLimit(characters: 200)

  public static func stopQuestion(_ command: UserCommand) -> String { "Stop \(command.name)?" }

  /// Shown below that question.
  public static let stopping = "What is already done is kept"

  public static func running(
    _ command: UserCommand, _ photos: [Photo], hiddenCount: Int = 0
  ) -> String {
    "Running \(command.name) on \(subject(photos, hiddenCount))"
  }

  /// For photos that can't be passed to the command.
  public static func unusable(_ command: UserCommand, _ photos: [Photo]) -> String {
    if photos.isEmpty { return "No photo here" }
    return command.needsFiles
      ? "\(command.name) needs files; {urls} gives a program addresses"
      : "\(command.name): the photo has no address"
  }

  /// `rotate: 12 files updated`, `rotate failed on 2 of 5 photos (status 1): no such option`.
  ///
  /// - Parameters:
  ///   - command: What was run.
  ///   - outcome: What became of it.
  ///   - leftOutCount: How many photos it could not be run with.
  ///   - hiddenCount: How many of those it was run with are not in the list.
  public static func done(
    _ command: UserCommand, _ outcome: UserCommandOutcome, leftOutCount: Int, hiddenCount: Int = 0
  ) -> String {
    let line = outcome.lastLine
    let text: String
    if let failure = outcome.failure {
      text = failed(command, outcome, failure) + (line.isEmpty ? "" : ": \(line)")
    } else {
      text = "\(command.name): \(line.isEmpty ? "done" : line)"
    }
    return joined(
      [
        text,
        hiddenCount == 0 ? nil : "\(CountText.photos(hiddenCount)) not shown",
        leftOutCount == 0 ? nil : "\(CountText.grouped(leftOutCount)) skipped",
      ], by: " · ")
  }

  private static func failed(
    _ command: UserCommand, _ outcome: UserCommandOutcome, _ failure: UserCommandOutcome.Failure
  ) -> String {
    let count = outcome.totalCount - outcome.doneCount
    let photos =
      outcome.totalCount > 1
      ? " on \(CountText.grouped(count)) of \(CountText.photos(outcome.totalCount))" : ""
    let program = TextCleaner.line(command.words.first ?? "")
    return switch failure {
    case .notInstalled: "\(command.name) failed: \(program) is not installed"
    case .tooLong:
      "\(command.name) failed: too many photos for one run; \"each\" or \"stdin\" helps"
    case .notStarted(let reason): "\(command.name) failed: \(program): \(reason)"
    case .status(let status): "\(command.name) failed\(photos) (status \(status))"
    case .signal(let number): "\(command.name) failed\(photos) (signal \(number))"
    case .stopped:
      outcome.totalCount > 1
        ? "\(command.name) stopped after \(CountText.grouped(outcome.doneCount)) of \(CountText.photos(outcome.totalCount))"
        : "\(command.name) stopped"
    }
  }
}
