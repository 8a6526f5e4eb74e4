import ArgumentParser
import CLinux
import Foundation
import GalleryData
import GalleryDomain
import Glibc
import NcursesTerminal

/// The command line of Vitrine.
@main
struct VitrineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vitrine",
    abstract: "A photo gallery for the terminal.",
    usage: """
      vitrine [SOURCE | --sample | --last] [--preset <name>] [--graphics <graphics>] ...
      vitrine COMMAND ...
      """,
    discussion: """
      'vitrine ~/Pictures' opens your photos, 'vitrine' alone the folder you are in, 'vitrine --sample' a sample gallery. \
      'vitrine sources' lists what else SOURCE can be, 'vitrine browse --help' all options, and ? in the gallery its keys.
      """,
    version: "vitrine \(VitrineVersion.current)",
    subcommands: [
      BrowseCommand.self, ListCommand.self, ShowCommand.self, EditCommand.self, SheetCommand.self,
      FeedCommand.self, OrdersCommand.self, CacheCommand.self, LibraryCommand.self,
      SimilarCommand.self, PlacesCommand.self, KeysCommand.self, SourcesCommand.self,
      DoctorCommand.self,
    ],
    defaultSubcommand: BrowseCommand.self)
}

extension VitrineCommand {
  /// Reports a misspelt command as such: otherwise it would be treated as a source that doesn't exist, or its options
  /// as unknown, or help would be given on another one.
  static func main() {
    StandardDescriptors.fill()
    // The terminal is one of this process's descriptors, and keys of services are in its memory. Core files and
    // debuggers are only for users who ask for them.
    if getenv("VITRINE_DUMPABLE") == nil { vitrine_forbid_looking_in() }
    adoptTimeZone()
    CaughtSignals.reportLackOfMemory()
    OpenFileLimit.raise()
    let arguments = Array(CommandLine.arguments.dropFirst())
    // A command, an option, and - for standard input are the parser's.
    let isPlain =
      !arguments.contains { $0.isEmpty || $0.hasPrefix("-") }
      && arguments.first.map { !commandNames.contains($0) } ?? true
    if let words = unknownCommand(in: arguments) { refuse(ValidationError(words), arguments) }
    // The parser would take the next argument for the value.
    let options = arguments.prefix { $0 != "--" }
    let empty = options.first { option in
      guard option.hasPrefix("--"), let sign = option.firstIndex(of: "=") else { return false }
      return option.index(after: sign) == option.endIndex
    }
    if let empty {
      refuse(ValidationError("No value follows '\(empty)'."), arguments)
    }
    do {
      var command = isPlain ? nil : try parseAsRoot()
      try requireOpenFiles()
      if command != nil {
        try command?.run()
      } else {
        try MainActor.assumeIsolated { try GalleryStart(sources: arguments).run() }
      }
    } catch {
      let code = exitCode(for: error)
      // Help, the version, and what shells ask for.
      if code == .success {
        refuseRetired(arguments)
        let text = fullMessage(for: error)
        let isScript = arguments.first?.hasPrefix("--generate-completion-script") == true
        end(printing: isScript ? CompletionScript.completed(text) : text)
      }
      guard code == .validationFailure else { exit(withError: error) }
      refuse(unknownOption(in: arguments).map { ValidationError($0) } ?? error, arguments)
    }
  }

  private static func refuseRetired(_ arguments: [String]) {
    guard let complaint = Retired.names.complaint(onCommandLine: arguments) else { return }
    StandardError.complain(complaint)
    Glibc.exit(ExitCode.validationFailure.rawValue)
  }

  /// Says in a line what is wrong with the arguments, and ends.
  private static func refuse(_ error: any Error, _ arguments: [String]) -> Never {
    refuseRetired(arguments)
    // The parser lists values a line each, if there are several.
    var words = message(for: error).replacing(":\n  - ", with: " ").replacing("\n  - ", with: ", ")
      .replacing(#/\. Please provide one of( the following)? /#, with: ": must be one of ")
      .replacing(#/one of ('[^' ]*'\.)$/#) { "\($0.1)" }
    words = CommandLineText.uncapitalized(words)
    if words.hasSuffix(".") { words.removeLast() }
    if !words.hasSuffix("?") {
      let path = named(by: arguments).path
      let command = path.isEmpty && arguments.first != "help" ? ["browse"] : path
      words += "; see '\((["vitrine"] + command + ["--help"]).joined(separator: " "))'"
    }
    // It quotes its input unchanged, and the user may have copied that from somewhere.
    StandardError.complain(CommandLineText.escaped(words))
    Glibc.exit(ExitCode.validationFailure.rawValue)
  }

  /// The command that the first words name, after `help`, too.
  private static func named(
    by arguments: [String]
  ) -> (command: any ParsableCommand.Type, path: [String], rest: ArraySlice<String>) {
    var (command, path): (any ParsableCommand.Type, [String]) = (Self.self, [])
    var rest = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
    while let name = rest.first,
      let next = command.configuration.subcommands.first(where: {
        $0.configuration.commandName == name
      })
    {
      command = next
      path.append(name)
      rest.removeFirst()
    }
    return (command, path, rest)
  }

  /// About a word in the place of a command; nil if there is none. In the first place, what isn't nearly a command is a source.
  private static func unknownCommand(in arguments: [String]) -> String? {
    let isHelp = arguments.first == "help"
    let (command, path, rest) = named(by: arguments)
    let subcommands = command.configuration.subcommands.compactMap { $0.configuration.commandName }
    let names = path.isEmpty ? commandNames : subcommands
    guard let word = rest.first, !word.hasPrefix("-"), !names.contains(word),
      isHelp || !names.isEmpty
    else { return nil }
    let meant = Misspelling.meant(by: word.lowercased(), among: names)
    let isSourceOrCommand = path.isEmpty && !isHelp
    if isSourceOrCommand {
      let isWord = word.count <= 12 && word.allSatisfy { $0.isASCII && $0.isLetter }
      guard isWord, meant != nil, !arguments.contains(where: { $0.hasPrefix("--preset") }),
        !isSource(word)
      else { return nil }
    }
    func quoted(_ name: String) -> String { "'\((path + [name]).joined(separator: " "))'" }
    let kind = isSourceOrCommand ? "folder or command" : "command"
    return "unknown \(kind) \(quoted(word))" + (meant.map { ". Did you mean \(quoted($0))?" } ?? "")
  }

  /// About the first option that the command doesn't have; nil if it has all of them. The parser checks the values of the others
  /// first, and suggests options that share few letters.
  private static func unknownOption(in arguments: [String]) -> String? {
    var command = named(by: arguments).command
    command = command.configuration.defaultSubcommand ?? command
    let help = helpMessage(for: command, includeHidden: true)
    let options = help.matches(of: /--[a-z][a-z-]+/).map { String($0.output) }
    let withValue = help.matches(of: /(--[a-z][a-z-]+) </).map { String($0.1) }
    let typed = arguments.prefix { $0 != "--" }
    let unknown = zip(typed, [""] + typed).first { option, before in
      option.hasPrefix("--") && !withValue.contains(before)
        && !options.contains(String(option.prefix { $0 != "=" }))
    }?.0.prefix { $0 != "=" }
    guard let unknown, !unknown.hasPrefix("--generate-"), !arguments.contains("help") else {
      return nil
    }
    let meant = Misspelling.meant(
      by: String(unknown.dropFirst(2)), among: options.map { String($0.dropFirst(2)) })
    return "unknown option '\(unknown)'" + (meant.map { ". Did you mean '--\($0)'?" } ?? "")
  }

  /// `TZ` may also be what POSIX and glibc read (`JST-9`), which Foundation takes for GMT: then the offset of today is that of all
  /// dates.
  private static func adoptTimeZone() {
    guard let zone = processVariable("TZ"), !zone.isEmpty, TimeZone(identifier: zone) == nil else {
      return
    }
    var now = time(nil)
    var local = tm()
    localtime_r(&now, &local)
    let minutes = abs(local.tm_gmtoff) / 60
    let digits = minutes / 60 * 100 + minutes % 60
    setenv("TZ", "GMT\(local.tm_gmtoff < 0 ? "-" : "+")\(String(10_000 + digits).dropFirst())", 1)
    // It is looked up once. Programs that are started get what the user has set: glibc reads that sign the other way.
    _ = TimeZone.current
    setenv("TZ", zone, 1)
  }

  private static func end(printing text: String) -> Never {
    do throws(ExitCode) {
      try StandardOutput.write(text.hasSuffix("\n") ? text : text + "\n")
      Glibc.exit(0)
    } catch {
      Glibc.exit(error.rawValue)
    }
  }

  /// Words that are commands, as long as no option comes before them.
  static var commandNames: [String] {
    configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
  }

  /// Running out of descriptors would make the program trap, in the middle of a screen.
  private static func requireOpenFiles() throws {
    let needed = OpenFileLimit.neededCount
    let available = OpenFileLimit.availableCount(upTo: needed)
    guard available < needed else { return }
    StandardError.complain(
      "can't open enough files: \(needed) are needed, \(available) are left ('ulimit -n 256' allows more)"
    )
    throw ExitCode(1)
  }

  /// Whether it is an existing file or folder, or a preset.
  private static func isSource(_ name: String) -> Bool {
    let isThere = FileAnswer.within(FileAnswer.pause, at: FilePath.absolute(Array(name.utf8))) {
      var status = stat()
      return stat(name, &status) == 0
    }
    return isThere == true
      || MainActor.assumeIsolated {
        AppContainer().network.catalog.library.presets.contains { $0.name == name.lowercased() }
      }
  }
}
