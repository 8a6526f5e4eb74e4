import ArgumentParser

/// What SOURCE is, in one line; `vitrine sources` says more.
let sourceHelp = "What to open, see 'vitrine sources'"

/// `vitrine [SOURCE]`: the gallery in the terminal.
struct BrowseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "browse",
    abstract: "Browse a gallery (the default).")

  @Argument(
    help: ArgumentHelp("\(sourceHelp); else this folder.", valueName: "source"),
    completion: CommandLineCompletion.sources)
  var sources: [String] = []

  @Flag(help: "Open the built-in sample gallery.")
  var sample = false

  @Flag(help: "Open the source that was opened last.")
  var last = false

  @Flag(help: "Ignore the saved view this time.")
  var fresh = false

  @OptionGroup var sourceOptions: SourceOptions

  @OptionGroup var queryOptions: QueryOptions

  @OptionGroup var terminalOptions: TerminalOptions

  @OptionGroup var outputOptions: OutputOptions

  func run() throws {
    try MainActor.assumeIsolated { try GalleryStart(self).run() }
  }

  func validate() throws {
    guard [!sources.isEmpty, sample, last].count(where: \.self) <= 1 else {
      throw ValidationError("Only one of SOURCE, --sample and --last can be opened.")
    }
  }
}
