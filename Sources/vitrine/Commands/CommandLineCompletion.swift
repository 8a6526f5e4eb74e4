import ArgumentParser
import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import GalleryOrders
import GalleryPresentation
import GalleryStore
import PictureKit

/// Completions for the last word of a command line: `vitrine ---complete WORD ...`, which the shell scripts in
/// `completions/` run when Tab is pressed.
///
/// Options, their values and commands come from the declarations that parse them, so there is no second list. It never
/// uses the network and writes nothing.
struct CommandLineCompletion {
  struct Candidate: Hashable {
    /// The whole word. If it ends in `:` or `=`, typing continues after it.
    var word: String
    /// Its meaning in a few words.
    var note = ""
  }

  /// Which files also match; the shell finds them because it knows how to quote them.
  enum Files: Equatable {
    case none
    case folders
    /// Folders, and files with these extensions; if there are none, all files.
    case named([String])
  }

  /// What depends on the user.
  struct Context {
    var presets: [Preset] = []
    var recentSources: [String] = []
    /// The addresses of the saved searches and the collections.
    var searches: [String] = []
    var orderNumbers: [String] = []
  }

  private(set) var candidates: [Candidate] = []
  private(set) var files = Files.none

  private let context: Context
  private let root: CommandLineOutline.Command
  private var command: CommandLineOutline.Command
  private let typed: String

  /// - Parameter words: The unquoted words after the program's name; the last one is being typed and may be empty.
  init(_ words: [String], _ context: @autoclosure () -> Context) {
    self.context = context()
    root = CommandLineOutline.ofVitrine
    command = root
    typed = words.last ?? ""
    complete(after: words.dropLast())
  }

  private mutating func complete(after words: ArraySlice<String>) {
    var positionalCount = 0
    var expecting: CommandLineOutline.Argument?
    var onlyPositionals = false
    for word in words {
      if expecting != nil {
        expecting = nil
      } else if word == "--", !onlyPositionals {
        onlyPositionals = true
      } else if word.hasPrefix("-"), word != "-", !onlyPositionals {
        expecting = option(word)
      } else if positionalCount == 0, let next = command.command(named: word) {
        command = next
      } else {
        if command.commandName == root.commandName { command = browse }
        positionalCount += 1
      }
    }
    if let expecting { return completeValue(of: expecting, typed, before: "") }
    if typed.hasPrefix("-"), !onlyPositionals { return completeOption() }
    completePositional(at: positionalCount)
  }

  /// The command that a word without a command belongs to.
  private var browse: CommandLineOutline.Command {
    root.command(named: BrowseCommand.configuration.commandName ?? "") ?? root
  }

  private var options: [CommandLineOutline.Argument] {
    let all = command.arguments ?? []
    let own = command.commandName == root.commandName ? all + (browse.arguments ?? []) : all
    return own.filter { $0.kind != "positional" && $0.shouldDisplay }
  }

  /// The option whose value comes next.
  private func option(_ word: String) -> CommandLineOutline.Argument? {
    options.first { $0.kind == "option" && $0.words.contains(word) }
  }

  private mutating func completeOption() {
    if let equals = typed.firstIndex(of: "="), let option = option(String(typed[..<equals])) {
      let value = typed.index(after: equals)
      return completeValue(of: option, String(typed[value...]), before: String(typed[..<value]))
    }
    for option in options {
      for word in option.words where word.count > 2 || typed.count == 2 {
        offer(word, option.abstract ?? "")
      }
    }
  }

  private mutating func completePositional(at index: Int) {
    if index == 0 {
      for next in command.subcommands ?? [] where next.shouldDisplay {
        offer(next.commandName, next.abstract ?? "")
      }
    }
    let isRoot = command.commandName == root.commandName
    let taker = isRoot ? browse : command
    guard let argument = (taker.arguments ?? []).last(where: { $0.kind == "positional" }),
      index == 0 || argument.isRepeating
    else { return }
    switch argument.valueName {
    case "source": completeSource()
    case "folders":
      offerSearches()
      completeFiles(argument)
    case "number":
      for number in context.orderNumbers { offer(number) }
    case "subcommands":
      for next in root.subcommands ?? [] where next.shouldDisplay {
        offer(next.commandName, next.abstract ?? "")
      }
    case "photos": files = .named(FileNameKind.pictureExtensions)
    default: completeFiles(argument)
    }
  }

  private mutating func completeSource() {
    files = .named(
      FileNameKind.pictureExtensions + [
        "json", "xml", "rss", "atom", PhotoCollection.fileExtension,
      ])
    offerSearches()
    for source in context.recentSources where !context.searches.contains(source) {
      offer(source, "opened before")
    }
    for source in Self.sources(context.presets) { offer(source.word, source.note) }
  }

  private mutating func offerSearches() {
    for search in context.searches { offer(search, "saved search or collection") }
  }

  /// The beginnings of sources that are not files.
  static func sources(_ presets: [Preset]) -> [Candidate] {
    presets.map { preset in
      let hasArgument = preset.argument.kind != .none
      return Candidate(word: preset.name + (hasArgument ? ":" : ""), note: preset.about)
    } + [
      Candidate(word: "\(FormatCatalog.syndicationName):", note: "RSS and Atom"),
      Candidate(word: "exec:", note: "A program that prints photos"),
    ]
  }

  /// - Parameter head: The text before the value in the same word.
  private mutating func completeValue(
    of option: CommandLineOutline.Argument, _ value: String, before head: String
  ) {
    switch option.valueName {
    case "filter":
      var completion = FilterCompletion(photos: [])
      for suggestion in completion.suggestions(for: value, offersAll: true) {
        let label = suggestion.label.split(separator: "  ", maxSplits: 1)
        // The shell itself adds a space after a value.
        var text = suggestion.text
        if text.hasSuffix(" ") { text.removeLast() }
        offer(head + text, label.count > 1 ? String(label[1]) : "")
      }
    case "order":
      let sign = value.hasPrefix("-") ? "-" : ""
      for key in option.allValues ?? [] { offer(head + sign + key) }
    case "name":
      for preset in context.presets { offer(head + preset.name, preset.about) }
      offer(head + FormatCatalog.syndicationName, "RSS and Atom")
    default:
      for word in option.allValues ?? option.completionKind?.list?.values ?? [] {
        offer(head + word)
      }
      if head.isEmpty { completeFiles(option) }
    }
  }

  private mutating func completeFiles(_ argument: CommandLineOutline.Argument) {
    guard let kind = argument.completionKind else { return }
    if kind.directory != nil { files = .folders }
    if let file = kind.file { files = .named(file.extensions) }
  }

  private mutating func offer(_ word: String, _ note: String = "") {
    guard word.hasPrefix(typed), !candidates.contains(where: { $0.word == word }) else { return }
    candidates.append(Candidate(word: word, note: note))
  }
}

extension CommandLineCompletion {
  /// The output for the scripts: which files match, then one candidate per line, with a tab before its note.
  var text: String {
    let kind =
      switch files {
      case .none: "none"
      case .folders: "folders"
      case .named(let extensions): (["files"] + extensions).joined(separator: " ")
      }
    return kind + "\n"
      + candidates.map { candidate in
        let word = CommandLineText.shown(candidate.word)
        return candidate.note.isEmpty
          ? "\(word)\n" : "\(word)\t\(CommandLineText.shown(candidate.note))\n"
      }.joined()
  }

  /// The words after `---complete`, an argument for scripts; nil for any other command line.
  static func words(of arguments: [String]) -> [String]? {
    arguments.first == "---complete" ? Array(arguments.dropFirst()) : nil
  }

  /// The context for this user.
  @MainActor static func context() -> Context {
    let network = AppContainer().network
    let state = network.folders.state
    let orders = OrderRecords(folder: state.map { "\($0)/orders" }).contents().orders
    let places = Places(folder: state)
    return Context(
      presets: network.catalog.library.presets,
      recentSources: places.recentSources.map(\.text),
      searches: places.libraryAddresses,
      orderNumbers: orders.map(\.number))
  }
}

/// The commands and options of the program, as the argument parser describes them
/// (`vitrine --experimental-dump-help`).
struct CommandLineOutline: Decodable {
  struct Command: Decodable {
    let commandName: String
    let abstract: String?
    let shouldDisplay: Bool
    let arguments: [Argument]?
    let subcommands: [Command]?

    func command(named name: String) -> Command? {
      subcommands?.first { $0.commandName == name }
    }
  }

  struct Argument: Decodable {
    struct Name: Decodable {
      let kind: String
      let name: String
    }

    /// One of the parser's completion kinds, by its name.
    struct Completion: Decodable {
      struct Words: Decodable { let values: [String] }
      struct File: Decodable { let extensions: [String] }
      struct Directory: Decodable {}
      let list: Words?
      let file: File?
      let directory: Directory?
    }

    /// `positional`, `option` or `flag`.
    let kind: String
    let names: [Name]?
    let valueName: String?
    let allValues: [String]?
    let completionKind: Completion?
    let abstract: String?
    let shouldDisplay: Bool
    let isRepeating: Bool

    /// In the form typed by users: `--output`, `-o`.
    var words: [String] {
      (names ?? []).map { $0.kind == "long" ? "--\($0.name)" : "-\($0.name)" }
    }
  }

  let command: Command

  /// - Complexity: Decodes 40 kB of JSON, which takes a few milliseconds.
  static var ofVitrine: Command {
    let json = Data(VitrineCommand._dumpHelp().utf8)
    do {
      return try JSONDecoder().decode(Self.self, from: json).command
    } catch {
      // The parser's version does not match this description; a test detects that.
      return Command(
        commandName: "", abstract: nil, shouldDisplay: true, arguments: nil, subcommands: nil)
    }
  }
}
