import ArgumentParser

/// `vitrine list SOURCE`: one photo a line on standard output.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Print what a source holds, one photo a line.")

  @Argument(help: "A folder or a feed file; the built-in sample gallery without one.")
  var source: String?

  @Flag(help: "One JSON object a line (NDJSON).")
  var json = false
}
