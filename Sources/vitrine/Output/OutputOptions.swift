import ArgumentParser

/// The options of the command line for the output on exit.
struct OutputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Print the basket on exit: lines, or json (one object per line). By default it is printed as lines if standard \
      output is not a terminal.
      """))
  var output: OutputForm?

  @Option(
    name: .customLong("print"),
    help: ArgumentHelp(
      """
      The field to print: id, image_url, page_url, path, title or price (default: the file's path, else the picture's \
      URL).
      """, valueName: "field"))
  var field: OutputField?

  @Flag(
    name: [.customLong("null"), .customShort("0")],
    help: "End each with NUL instead of a newline, for xargs -0.")
  var endsWithNull = false

  @Flag(help: "Exit with status 1 if nothing is selected.")
  var required = false

  @Flag(
    help:
      "Select photos, print them and quit: Enter prints the current photo, or those selected with Space."
  )
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

/// What to print on exit.
struct OutputPlan {
  var form: OutputForm
  /// nil: the path of the file, otherwise the picture's URL.
  var field: OutputField?
  var endsWithNull: Bool
  /// Whether the output goes to a terminal: then it must not contain bytes that a terminal interprets.
  var isForTerminal: Bool

  /// - Parameter outputIsTerminal: Whether standard output is a terminal.
  /// - Returns: nil if nothing is printed: on a terminal, only if the user asked for it.
  init?(_ options: OutputOptions?, outputIsTerminal: Bool) {
    let isAsked =
      options.map { $0.output != nil || $0.field != nil || $0.endsWithNull || $0.select } ?? false
    guard isAsked || !outputIsTerminal else { return nil }
    form = options?.output ?? .lines
    field = options?.field
    endsWithNull = options?.endsWithNull ?? false
    isForTerminal = outputIsTerminal
  }
}
