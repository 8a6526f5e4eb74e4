import ArgumentParser

/// The options of the command line for the output on exit.
struct OutputOptions: ParsableArguments {
  @Option(help: "Print the basket on exit.")
  var output: OutputForm?

  @Option(name: .customLong("print"), help: ArgumentHelp(valueName: "field"))
  var field: OutputField?

  @Flag(
    name: [.customLong("null"), .customShort("0")],
    help: "End each with NUL instead of a newline, for xargs -0.")
  var endsWithNull = false

  @Flag(help: "Exit with status 1 if nothing is selected.")
  var required = false

  @Flag(help: "Choose photos: Enter prints them and quits.")
  var select = false

  func validate() throws {
    guard let output, output != .lines else { return }
    if field != nil {
      throw ValidationError(
        "--print works with --output lines only; --output \(output.rawValue) has all fields.")
    }
    if endsWithNull {
      throw ValidationError("-0 works with --output lines only, not with \(output.rawValue).")
    }
  }
}

/// `--output`: the format of the selected photos.
enum OutputForm: String, ExpressibleByArgument, CaseIterable {
  /// One field per photo, followed by a newline or, with `-0`, a NUL.
  case lines
  /// One JSON object per line, with the keys of `vitrine list --json`.
  case json
}

/// `--print`: which field of a photo to print.
enum OutputField: String, ExpressibleByArgument, CaseIterable {
  case id
  case imageURL = "image_url"
  case pageURL = "page_url"
  case path
  case title
  case price
}
