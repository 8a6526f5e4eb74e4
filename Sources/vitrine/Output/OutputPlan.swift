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
  init?(_ options: OutputOptions, outputIsTerminal: Bool) {
    let isAsked =
      options.output != nil || options.field != nil || options.endsWithNull || options.select
    guard isAsked || !outputIsTerminal else { return nil }
    form = options.output ?? .lines
    field = options.field
    endsWithNull = options.endsWithNull
    isForTerminal = outputIsTerminal
  }
}
