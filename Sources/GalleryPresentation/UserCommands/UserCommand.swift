import Foundation
import GalleryDomain

/// A command of the user's own: a program that is run with photos, a table of `[commands]` in `config.toml`.
///
/// It is not passed to a shell. A word in which a file name would be parsed as code is a fault (decision 57).
public struct UserCommand: Hashable, Sendable {
  /// What happens to the terminal while the program runs.
  public enum Mode: String, CaseIterable, Sendable {
    /// The list stays; the last line that the program prints is shown when it ends.
    case quiet
    /// The program has the terminal until it ends.
    case foreground
    /// It gets no terminal, and nothing waits for it.
    case detached
  }

  /// Letters, digits, `-` and `_`.
  public let name: String
  /// The program and its arguments, in which `{}` is replaced with a photo's path and `{urls}` with its address.
  public let words: [String]
  public var mode = Mode.quiet
  /// Whether the paths are on standard input, each ended by a zero byte.
  public var readsPaths = false
  /// Whether it runs once for each photo, one after the other, instead of once for all.
  public var runsForEach = false
  /// Whether the user is asked first.
  public var asksFirst = false
  /// Whether the list is read again afterwards.
  public var refreshes = false
  /// Whether a program in the foreground leaves its output there until the user presses Enter.
  public var pauses = false

  private let templates: [[Piece]]

  private enum Piece: Hashable, Sendable {
    case text(String)
    case path, address
  }

  /// - Throws: What is wrong with the words.
  public init(name: String, words: [String]) throws(Complaint) {
    try Self.check(words)
    self.name = name
    self.words = words
    templates = words.map(Self.pieces)
  }

  private static func pieces(of word: String) -> [Piece] {
    var pieces: [Piece] = []
    var rest = word[...]
    while let mark = rest.firstRange(of: #/\{(urls)?\}/#) {
      if mark.lowerBound > rest.startIndex {
        pieces.append(.text(String(rest[..<mark.lowerBound])))
      }
      pieces.append(rest[mark] == "{}" ? .path : .address)
      rest = rest[mark.upperBound...]
    }
    if !rest.isEmpty || pieces.isEmpty { pieces.append(.text(String(rest))) }
    return pieces
  }
}

// MARK: Which words are safe

extension UserCommand {
  /// Programs that parse the word after `-c` as code.
  private static let shells: Set<String> = [
    "sh", "bash", "dash", "zsh", "ksh", "mksh", "ash", "busybox", "fish", "csh", "tcsh", "su",
  ]
  /// Programs that parse the word after `-c` or `-e` as code of another kind.
  private static let interpreters: Set<String> = [
    "python", "perl", "ruby", "node", "lua", "php", "awk", "gawk", "mawk", "sed",
  ]
  /// Programs that pass their arguments to a shell, here or elsewhere.
  private static let shellCallers: Set<String> = ["ssh", "watch", "parallel", "eval"]
  /// A word that contains both a file name and one of these will be parsed as code.
  private static let signsOfCode: Set<Character> = [
    " ", "\t", "\n", "\"", "'", "`", "$", ";", "|", "&", "(", ")", "\\",
  ]

  private static func check(_ words: [String]) throws(Complaint) {
    guard let program = words.first, !program.isEmpty else { throw Complaint("names no program") }
    if words.contains(where: { $0.utf8.contains(0) }) { throw Complaint("can't hold a zero byte") }
    if hasPhoto(program) { throw Complaint("would run the photo; a program comes first") }
    var (isAfterInterpreter, isAfterCaller) = (false, false)
    for (index, word) in words.enumerated() {
      let file = word.split(separator: "/").last.map(String.init) ?? ""
      // `python3.11` is `python`.
      let kind = String(file.prefix { !$0.isNumber })
      if hasPhoto(word) {
        let isCode = isAfterInterpreter && isCodeOption(words[index - 1])
        if isCode || isAfterCaller || word.contains(where: signsOfCode.contains) {
          throw Complaint("a file name could be read as code; give {} as a word of its own")
        }
      }
      if shells.contains(file) || interpreters.contains(kind) { isAfterInterpreter = true }
      if shellCallers.contains(file) { isAfterCaller = true }
    }
  }

  private static func hasPhoto(_ word: String) -> Bool { word.contains(#/\{(urls)?\}/#) }

  /// `-c`, `-ec`, `-e`.
  private static func isCodeOption(_ word: String) -> Bool {
    word.hasPrefix("-") && !word.hasPrefix("--") && (word.contains("c") || word.hasSuffix("e"))
  }
}

// MARK: Runs

/// A program with its arguments, ready to be started.
public struct UserCommandRun: Hashable, Sendable {
  /// The program first; bytes without a zero.
  public var arguments: [[UInt8]]
  /// Its standard input; nil for nothing.
  public var input: [UInt8]?
  /// Variables of its environment; nil for those that it does not have.
  public var variables: [String: [UInt8]?]
}

extension UserCommand {
  /// Whether it needs photos that are files.
  public var needsFiles: Bool { readsPaths || templates.joined().contains(.path) }
  private var needsAddresses: Bool { templates.joined().contains(.address) }

  /// The photos that it can be run with.
  public func usable(_ photos: [Photo]) -> [Photo] {
    photos.filter { photo in
      (!needsFiles || photo.file != nil) && (!needsAddresses || Self.address(of: photo) != nil)
    }
  }

  /// The programs to run, one after the other.
  ///
  /// - Parameters:
  ///   - photos: Usable ones, at least one.
  ///   - focus: Described by the variables if it runs once for all.
  public func runs(for photos: [Photo], focus: Photo?) -> [UserCommandRun] {
    runsForEach
      ? photos.map { run([$0], focus: $0) } : [run(photos, focus: focus ?? photos.first)]
  }

  private func run(_ photos: [Photo], focus: Photo?) -> UserCommandRun {
    UserCommandRun(
      arguments: templates.flatMap { Self.words($0, photos) },
      input: readsPaths ? photos.flatMap { ($0.file?.path ?? []) + [0] } : nil,
      variables: [
        "VITRINE_COMMAND": Array(name.utf8),
        "VITRINE_COUNT": Array(String(photos.count).utf8),
        "VITRINE_FILE": focus?.file?.path,
        "VITRINE_FOLDER": focus?.file.map { FilePath.directory(of: $0.path) },
        "VITRINE_URL": focus.flatMap(Self.address).map { Array($0.utf8) },
        "VITRINE_TITLE": focus.map { Array($0.name.utf8) },
      ])
  }

  /// A word with a placeholder is repeated for each photo.
  private static func words(_ template: [Piece], _ photos: [Photo]) -> [[UInt8]] {
    template.contains(.path) || template.contains(.address)
      ? photos.map { bytes(template, $0) } : [bytes(template, nil)]
  }

  private static func bytes(_ template: [Piece], _ photo: Photo?) -> [UInt8] {
    template.flatMap { piece -> [UInt8] in
      switch piece {
      case .text(let text): Array(text.utf8)
      case .path: photo?.file?.path ?? []
      case .address: photo.flatMap(address).map { Array($0.utf8) } ?? []
      }
    }
  }

  /// The address of its file, else of the picture, else of its page, without a user name and a password; such that no
  /// program can mistake it for an option or for anything but an address.
  static func address(of photo: Photo) -> String? {
    [photo.file?.url, photo.imageURL, photo.pageURL].lazy.compactMap(\.self).compactMap { url in
      var url = url
      if url.user() != nil || url.password() != nil {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return nil }
        (parts.user, parts.password) = (nil, nil)
        guard let plain = parts.url else { return nil }
        url = plain
      }
      let text = url.absoluteString
      guard let scheme = url.scheme?.lowercased(), ["http", "https", "file"].contains(scheme),
        text.utf8.count <= addressLimit, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
      else { return nil }
      return text
    }.first
  }

  /// In bytes; no address in use is longer.
  private static let addressLimit = 32_768
}

/// The result of running a command.
public struct UserCommandOutcome: Hashable, Sendable {
  /// Why a program did not end normally.
  public enum Failure: Hashable, Sendable {
    case notInstalled
    /// More bytes of arguments than the system allows.
    case tooLong
    /// Why it was not started, in words.
    case notStarted(reason: String)
    case status(Int32)
    case signal(Int32)
    /// The user stopped it.
    case stopped
  }

  /// How many programs ended with status 0.
  public var doneCount: Int
  /// How many were to be run.
  public var totalCount: Int
  /// The first; nil if all went well.
  public var failure: Failure?
  /// The last line printed by the program that failed first, or by the last one; clean.
  public var lastLine: String

  public init(
    doneCount: Int = 0, totalCount: Int, failure: Failure? = nil, lastLine: String = ""
  ) {
    self.doneCount = doneCount
    self.totalCount = totalCount
    self.failure = failure
    self.lastLine = lastLine
  }
}

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
  ///   - leftOutCount: How many photos it could not be run with.
  ///   - hiddenCount: How many of those it was run with are not in the list.
  public static func done(
    _ command: UserCommand, _ outcome: UserCommandOutcome, leftOutCount: Int, hiddenCount: Int = 0
  ) -> String {
    let line = outcome.lastLine
    let text =
      outcome.failure.map { joined([failed(command, outcome, $0), line], by: ": ") }
      ?? "\(command.name): \(line.isEmpty ? "done" : line)"
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
