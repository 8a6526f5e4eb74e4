import Foundation
import GalleryDomain

/// Texts about a source for standard error, where no list is shown.
public enum SourceText {
  /// Above what ssh asks.
  public static func asks(for server: String) -> String { "ssh asks, for \(server)" }
  public static let answerPrompt = "Answer: "
  public static let hostAnswers = "yes, no or the fingerprint"

  /// `reading 12,300 of 50,000`: files, to be remembered.
  public static func reading(_ reading: FileReading) -> String {
    "reading \(CountText.grouped(reading.readCount)) of \(CountText.grouped(reading.fileCount))"
  }

  /// `comparing 12,300 of 50,000`: pictures, or the bytes of files.
  public static func comparing(_ reading: FileReading) -> String {
    "comparing \(CountText.grouped(reading.readCount)) of \(CountText.grouped(reading.fileCount))"
  }

  /// Why a source holds more than it gave, one line per reason.
  ///
  /// - Parameters:
  ///   - ending: Why it was stopped.
  ///   - count: Photos that were shown of it.
  public static func stopped(_ ending: FeedEnding, after count: Int) -> [String] {
    switch ending {
    case .neverEnds: ["the feed never ends; stopped there"]
    case .tooManyPhotos:
      ["stopped after \(CountText.photos(count)); the source has more than can be kept"]
    case .shrank: ["the feed got shorter while it was read"]
    case .foldersWithoutPhotos(let count):
      ["no photos in \(CountText.grouped(count)) folders in a row; stopped there"]
    case .incomplete(let missing):
      ["the list is incomplete:"]
        + missing.folders.map { "\($0.name): \(ErrorText.title(for: $0.error))" }
        + (missing.count > missing.folders.count
          ? ["… and \(CountText.grouped(missing.count - missing.folders.count)) more folders"] : [])
    }
  }

  /// Why a source holds more than it gave, as one sentence.
  ///
  /// - Parameters:
  ///   - ending: Why it was stopped.
  ///   - count: Photos that were read from it.
  public static func unfinished(_ ending: FeedEnding, after count: Int) -> String {
    if case .incomplete(let missing) = ending { return self.missing(missing) }
    let words = stopped(ending, after: count).joined(separator: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// What a server did not list, in a few words.
  static func missing(_ missing: MissingFolders) -> String {
    let reason = missing.folders.first.map { ErrorText.title(for: $0.error) } ?? ""
    guard missing.count == 1, let folder = missing.folders.first else {
      return "\(CountText.grouped(missing.count)) folders are missing: \(reason)"
    }
    return "Missing \(ErrorText.short(folder.name)): \(reason)"
  }

  /// For a source that states more photos than it gave.
  public static func endedEarly(after count: Int, of stated: Int) -> String {
    "the source stopped at \(CountText.position(count, of: stated)) photos"
  }

  /// What was left out, one line each: how many have no picture, how many could not be read, and the first of the latter.
  public static func skipped(_ skipped: SkippedItems) -> [String] {
    let (items, pictureless) = (skipped.items, skipped.picturelessCount)
    let broken = skipped.count - pictureless
    var lines = [CountText.pictureless(pictureless), CountText.unreadable(broken)]
      .compactMap(\.self)
    lines += items.map { "\($0.name.isEmpty ? "?" : $0.name): \($0.reason)" }
    if !items.isEmpty, broken > items.count {
      lines.append("… and \(CountText.grouped(broken - items.count)) more")
    }
    return lines
  }

  /// For a list that was stored, because the source could not be reached.
  public static func offline(_ error: PhotoSourceError, storedAt: Date, now: Date) -> String {
    let age = AgeText.text(since: storedAt, now: now, dates: DateText())
    return "\(ErrorText.lineTitle(for: error)); showing the copy stored \(age)"
  }

  public static let restNotStored = "the rest is not stored"
}
