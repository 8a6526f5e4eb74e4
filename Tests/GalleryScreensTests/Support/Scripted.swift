import Foundation
import GalleryDomain
import GalleryPresentation
import GalleryScreens
import PictureKit
import TerminalKit

/// Opens nothing, and answers as the test wants.
final class ScriptedOpener: AddressOpening {
  private(set) var addresses: [String] = []
  var error: Complaint?

  func open(_ url: URL, completion: @escaping (Complaint?) -> Void) {
    addresses.append(url.absoluteString)
    completion(error)
  }
}

/// Runs nothing, and notes what it should run; ends it when the test says so.
final class ScriptedPrograms: UserCommandRunning {
  private(set) var runs: [[UserCommandRun]] = []
  private(set) var stopped: [String] = []
  private var completions: [(UserCommandOutcome) -> Void] = []

  /// The arguments of all programs of the last command.
  var arguments: [[String]] {
    (runs.last ?? []).map { run in run.arguments.map { String(decoding: $0, as: UTF8.self) } }
  }

  func run(
    _ command: UserCommand, _ runs: [UserCommandRun],
    completion: @escaping (UserCommandOutcome) -> Void
  ) {
    self.runs.append(runs)
    completions.append(completion)
  }

  func stop(_ name: String) { stopped.append(name) }

  /// Ends what was begun last.
  func end(
    _ failure: UserCommandOutcome.Failure? = nil, done: Int = 1, of total: Int = 1,
    _ line: String = ""
  ) {
    completions.popLast()?(
      UserCommandOutcome(doneCount: done, totalCount: total, failure: failure, lastLine: line))
  }
}
