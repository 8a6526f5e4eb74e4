import ArgumentParser

/// The options of the command line for the source, besides its name.
struct SourceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Read SOURCE with this preset ('vitrine sources').", valueName: "name"),
    completion: CommandLineCompletion.presets)
  var preset: String?

  @Flag(help: "Show a raw file and its JPEG as two photos.")
  var pairs = false

  @Flag(help: "Let feeds from the internet use the local network.")
  var allowPrivateHosts = false

  /// The last one counts: it may follow that of an alias.
  @Flag(exclusivity: .chooseLast)
  var subfolders = Subfolders.recursive

  enum Subfolders: EnumerableFlag {
    case recursive
    case noRecursive

    static func help(for value: Subfolders) -> ArgumentHelp? {
      value == .recursive ? .hidden : "Leave out subfolders."
    }
  }

  @Option(
    help: ArgumentHelp("Object store for s3:// (or AWS_ENDPOINT_URL).", valueName: "url"))
  var endpoint: String?
}
