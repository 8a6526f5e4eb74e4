import GalleryDomain
import Glibc

/// What the program leaves to whoever called it: what is printed, and with which status it ends.
struct ExitOutput {
  /// nil where nothing is printed.
  private let plan: OutputPlan?
  private let file: OutputFile?
  /// Whether nothing chosen is a failure.
  private let isRequired: Bool
  let isChooser: Bool

  static let nothing = ExitOutput()

  private init() {
    (plan, file, isRequired, isChooser) = (nil, nil, false, false)
  }

  /// - Throws: Where the file cannot be written.
  init(
    _ options: OutputOptions, outputIsTerminal: Bool = isatty(STDOUT_FILENO) == 1
  ) throws(OutputFileError) {
    plan = try OutputPlan(options, outputIsTerminal: outputIsTerminal)
    isRequired = options.required
    isChooser = options.select
    file =
      if case .file(let reference)? = plan?.destination { try OutputFile(reference) } else { nil }
  }

  /// Whether it may be printed while the interface still stands: where that is drawn it would be lost.
  var mayPrecedeRestoring: Bool { plan?.isForTerminal != true }

  struct Result {
    /// nil where nothing is printed.
    let writing: OutputWriting?
    let status: Int32
    /// What is to be said on standard error, a line each.
    let complaints: [String]
  }

  /// - Parameters:
  ///   - items: What was chosen.
  ///   - status: With which the program would end.
  func result(_ items: [BasketItem], status: Int32) -> Result {
    // Who interrupts wants nothing of it; a file stays as it was.
    guard let plan, ![Self.interrupted, Self.aborted].contains(status) else {
      return Result(
        writing: nil, status: required(status, isChosen: !items.isEmpty), complaints: [])
    }
    let text = ChosenPhotosText(items, plan: plan)
    return Result(
      writing: OutputWriting(text.bytes, to: file),
      status: required(status, isChosen: text.photoCount > 0), complaints: text.complaints)
  }

  private func required(_ status: Int32, isChosen: Bool) -> Int32 {
    status == 0 && isRequired && !isChosen ? 1 : status
  }

  /// 128 and the numbers of SIGINT and SIGQUIT.
  private static let interrupted: Int32 = 130
  private static let aborted: Int32 = 131
}
