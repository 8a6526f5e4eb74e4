import GalleryDomain
import Glibc

/// The program's result for its caller: what it prints, and its exit status.
struct ExitOutput {
  /// nil if nothing is printed.
  private let plan: OutputPlan?
  /// Whether it is a failure if nothing is selected.
  private let isRequired: Bool
  let isChooser: Bool

  init(_ options: OutputOptions?, outputIsTerminal: Bool = isatty(STDOUT_FILENO) == 1) {
    plan = OutputPlan(options, outputIsTerminal: outputIsTerminal)
    isRequired = options?.required ?? false
    isChooser = options?.select ?? false
  }

  /// Whether it may be printed while the interface is still shown: on the same terminal it would be lost.
  var mayPrecedeRestoring: Bool { plan?.isForTerminal != true }

  struct Result {
    /// nil if nothing is printed.
    let bytes: [UInt8]?
    let status: Int32
    /// Messages for standard error, one per line.
    let complaints: [String]
  }

  /// - Parameters:
  ///   - items: The selected photos.
  ///   - status: The exit status so far.
  func result(_ items: [BasketItem], status: Int32) -> Result {
    // After an interruption nothing is printed.
    guard let plan, ![Self.interrupted, Self.aborted].contains(status) else {
      return Result(
        bytes: nil, status: required(status, isChosen: !items.isEmpty), complaints: [])
    }
    let text = ChosenPhotosText(items, plan: plan)
    return Result(
      bytes: text.bytes,
      status: required(status, isChosen: text.photoCount > 0), complaints: text.complaints)
  }

  private func required(_ status: Int32, isChosen: Bool) -> Int32 {
    status == 0 && isRequired && !isChosen ? 1 : status
  }

  /// 128 and the numbers of SIGINT and SIGQUIT.
  private static let interrupted: Int32 = 130
  private static let aborted: Int32 = 131
}
