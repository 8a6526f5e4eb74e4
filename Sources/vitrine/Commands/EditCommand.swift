import ArgumentParser
import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import GalleryPresentation
import Glibc

/// `vitrine edit PHOTO ...`: writes titles, captions and keywords, as `E` in the gallery.
struct EditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Write titles, captions and keywords of photos.",
    discussion: """
      Writes into the XMP sidecar beside each picture, which stays as it is. The fields are \
      \(PhotoCaption.Field.allCases.map(\.rawValue).joined(separator: ", ")); several creators are separated by ';', \
      keywords by ','. For example: vitrine edit --set 'title=Low tide' --add keyword=sea *.jpg

      Exits with status 1 if a photo can't be edited; the others are. What another program has changed meanwhile is left \
      as it is.
      """)

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Set a field; 'field=' empties it.", valueName: "field=text"))
  var set: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Add a keyword.", valueName: "keyword=word"))
  var add: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Remove a keyword.", valueName: "keyword=word"))
  var remove: [String] = []

  @Flag(
    name: [.customShort("0"), .customLong("null")],
    help: "Paths on standard input end with a zero byte; it is read for '-', or without PHOTO.")
  var areNullTerminated = false

  @Argument(
    help: "Picture files; - reads paths from standard input, one per line.",
    completion: CommandLineCompletion.pictures)
  var photos: [String] = []

  func validate() throws {
    let edit = try edit()
    if edit == CaptionEdit() {
      throw ValidationError("Nothing to change: use --set, --add or --remove.")
    }
    if photos.isEmpty, !areNullTerminated { throw ValidationError("Missing PHOTO.") }
    if readsPaths, isatty(STDIN_FILENO) == 1 {
      throw ValidationError("Can't read paths from the terminal; redirect standard input.")
    }
  }

  private var readsPaths: Bool { photos.contains("-") || photos.isEmpty }

  /// - Throws: `ValidationError`.
  func edit() throws -> CaptionEdit {
    var edit = CaptionEdit()
    var fields: Set<PhotoCaption.Field> = []
    for option in set {
      guard let (field, text) = Self.parts(option) else {
        let names = PhotoCaption.Field.allCases.map { "\($0.rawValue)=" }
        throw ValidationError(
          option, for: Self.setting, "expected \(names.joined(separator: ", "))")
      }
      guard fields.insert(field).inserted else {
        throw ValidationError(option.prefix(40), for: Self.setting, "expected each field once")
      }
      if field == .keywords {
        let words = KeywordLine.parts(text).map { "\($0.sign)\($0.word)" }
        for word in words { try Self.check(word, field, in: option, of: Self.setting) }
        edit.keywords = words
      } else {
        try Self.check(text, field, in: option, of: Self.setting)
        edit.texts[field] = text
      }
    }
    edit.addedKeywords = try Self.keywords(add, of: "--add <keyword=word>")
    edit.removedKeywords = try Self.keywords(remove, of: "--remove <keyword=word>")
    return edit
  }

  private static let setting = "--set <field=text>"

  private static func check(
    _ text: String, _ field: PhotoCaption.Field, in value: String, of option: String
  ) throws {
    guard !text.contains("\u{FFFD}") else {
      throw ValidationError(value.prefix(40), for: option, "expected UTF-8")
    }
    guard text.count > field.limit.characters else { return }
    throw ValidationError(
      value.prefix(40) + "…", for: option,
      "expected at most \(field.limit.characters) characters")
  }

  private static func parts(_ value: String) -> (field: PhotoCaption.Field, text: String)? {
    let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts[0].lowercased()
    let field = PhotoCaption.Field(rawValue: name == "keyword" ? "keywords" : name)
    guard let field, parts.count == 2 else { return nil }
    return (field, String(parts[1]))
  }

  private static func keywords(_ values: [String], of option: String) throws -> [String] {
    try values.map { value in
      guard let (field, text) = parts(value), field == .keywords,
        case let keyword = TextCleaner.line(text), !keyword.isEmpty
      else {
        throw ValidationError(value, for: option, "expected keyword= and a word")
      }
      try check(keyword, field, in: value, of: option)
      return keyword
    }
  }

  func run() throws {
    let edit = try edit()
    SourceRun.exit {
      let container = AppContainer(settings: Settings.ofFile())
      return await SourceRun.work(with: container, stopsAtOnce: false) {
        await write(edit, with: container)
      }
    }
  }

  /// How many photos are read and written at a time: their workers take longer than the disk.
  private static let width = 4

  /// - Returns: The exit status.
  @MainActor private func write(_ edit: CaptionEdit, with container: AppContainer) async -> Int32 {
    guard let captions = container.makeCaptionWriter() else { return 1 }
    let (paths, isAll) = paths()
    if !isAll {
      StandardError.complain("standard input is too long, or has lines that aren't paths")
    }
    await captions.settle(paths)
    let edits = ParallelMap(paths, width: Self.width) {
      path -> (isDone: Bool, complaint: String?) in
      do throws(Complaint) {
        try await captions.write(edit, toPhotoAt: path)
        return (true, nil)
      } catch {
        // Once it is interrupted, that is the reason.
        return (false, Task.isCancelled ? nil : error.words)
      }
    }
    var doneCount = 0
    for await (_, result) in edits {
      if result.isDone { doneCount += 1 }
      if let complaint = result.complaint { StandardError.complain(complaint) }
    }
    if let reason = container.pictureLoader.problem?.reason {
      StandardError.complain("nothing could be read from the files: \(reason)")
    }
    if Task.isCancelled {
      StandardError.complain("interrupted: \(doneCount) of \(paths.count) photos edited")
    }
    return isAll && doneCount == paths.count ? 0 : 1
  }

  /// - Returns: Also whether nothing was left out.
  private func paths() -> (paths: [[UInt8]], isAll: Bool) {
    let named = photos.filter { $0 != "-" }.map(RawArguments.bytes(of:))
    guard readsPaths else { return (named, true) }
    let input = PathInput(descriptor: STDIN_FILENO)
    var read: [[UInt8]] = []
    while let more = input.paths(from: read.count, isCancelled: { Task.isCancelled }) {
      read += more
    }
    return (named + read, !input.isCut && input.unusableCount == 0)
  }
}
