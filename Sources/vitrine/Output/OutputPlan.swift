import GalleryData
import GalleryDomain
import Glibc

/// What to print on exit, and where.
struct OutputPlan {
  enum Destination: Equatable {
    case standardOutput
    case file(FileReference)
  }

  var form: OutputForm
  /// nil: the path of the file, otherwise the picture's URL.
  var field: OutputField?
  var endsWithNull: Bool
  var destination: Destination
  /// Whether the output goes to a terminal: then it must not contain bytes that a terminal interprets.
  var isForTerminal: Bool

  /// - Parameters:
  ///   - outputIsTerminal: Whether standard output is a terminal.
  ///   - bytes: Returns the bytes of an argument, see `RawArguments`.
  /// - Returns: nil if nothing is printed: on a terminal, only if the user asked for it.
  init?(
    _ options: OutputOptions, outputIsTerminal: Bool,
    bytes: (String) -> [UInt8] = RawArguments.bytes(of:)
  ) throws(OutputFileError) {
    let isAsked =
      options.output != nil || options.outputFile != nil || options.field != nil
      || options.endsWithNull || options.select
    guard isAsked || !outputIsTerminal else { return nil }
    form = options.output ?? .lines
    field = options.field
    endsWithNull = options.endsWithNull
    destination = .standardOutput
    isForTerminal = outputIsTerminal
    guard let name = options.outputFile, name != "-" else { return }
    guard let file = FileReference(path: bytes(name)) else { throw .noName }
    destination = .file(file)
    isForTerminal = false
  }
}
