import ArgumentParser

/// What the command line says of what is printed on leaving.
struct OutputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      On leaving, print the basket: lines, json (an object a line) or csv. Without this it is printed as lines where \
      standard output is no terminal.
      """))
  var output: OutputForm?

  @Option(
    help: ArgumentHelp(
      "Print into a file instead, replaced as a whole; - is standard output.", valueName: "path"))
  var outputFile: String?

  @Option(
    name: .customLong("print"),
    help: ArgumentHelp(
      """
      What a line holds: id, image_url, page_url, path, title or price; without this the path of a file and else the \
      picture's address.
      """, valueName: "field"))
  var field: OutputField?

  @Flag(
    name: [.customLong("null"), .customShort("0")],
    help: "End each with a NUL in place of a line's end, for xargs -0.")
  var endsWithNull = false

  @Flag(help: "Exit with 1 when nothing was chosen.")
  var required = false

  @Flag(help: "Choose photos and leave: ⏎ chooses the selected one, or those taken with Space.")
  var select = false

  func validate() throws {
    guard let output, output != .lines else { return }
    if field != nil {
      throw ValidationError("--print names what a line holds; --output \(output.rawValue) has all.")
    }
    if endsWithNull {
      throw ValidationError("-0 ends lines; --output \(output.rawValue) has its own.")
    }
  }
}
