import GalleryData
import GalleryDomain
import Glibc

/// What is printed on leaving, and where.
struct OutputPlan {
  enum Destination: Equatable {
    case standardOutput
    case file(FileReference)
  }

  var form: OutputForm
  /// nil: the path of a file, else the picture's address.
  var field: OutputField?
  var endsWithNull: Bool
  var destination: Destination
  /// Whether the user reads it on a terminal: then no byte goes there that a terminal obeys.
  var isForTerminal: Bool

  /// - Parameters:
  ///   - outputIsTerminal: Whether standard output is one.
  ///   - bytes: The bytes of an argument, see `RawArguments`.
  /// - Returns: nil where nothing is printed: on a terminal nobody asked for it.
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
