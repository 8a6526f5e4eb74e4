import GalleryDomain
import Processes

/// A program of the user's that prints a password, such as `pass show cloud`. No shell is involved.
public enum PasswordCommand {
  public enum Failure: Error, Hashable, Sendable {
    case notInstalled
    /// `reason` is the system's.
    case notStarted(reason: String)
    case ended(ChildProcess.End)
    case timedOut(seconds: Int)
    case printedNothing

    /// The text after the name of the setting.
    var words: String {
      switch self {
      case .notInstalled: "names a program that is not installed"
      case .notStarted(let reason): "can't be started (\(reason.lowercased()))"
      case .ended(let end): end.words
      case .timedOut(let seconds): "took longer than \(seconds) seconds"
      case .printedNothing: "printed nothing"
      }
    }
  }

  /// Time to type a passphrase into a window.
  public static let limit = Duration.seconds(30)
  /// A longer line can't be a password.
  private static let byteLimit = 4_096

  /// - Returns: What it prints before the first line break; not empty.
  public static func firstLine(
    of command: [String], within limit: Duration = limit
  ) async throws(Failure) -> [UInt8] {
    let output = try await output(of: command, within: limit)
    let line = output.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    guard !line.isEmpty, line.count <= byteLimit else { throw .printedNothing }
    return Array(line)
  }

  /// - Returns: What it prints, up to 16 kB.
  public static func output(
    of command: [String], within limit: Duration = limit
  ) async throws(Failure) -> [UInt8] {
    let process: ChildProcess
    do throws(ChildProcess.Failure) {
      // It has no terminal: it can ask the user only in a window.
      process = try ChildProcess(command.map { Array($0.utf8) }, output: .standard)
    } catch {
      throw error.isMissing ? .notInstalled : .notStarted(reason: SystemError.reason(error.code))
    }
    let (output, end) = await process.output(upTo: 4 * byteLimit, until: .now + limit)
    guard let end else {
      process.end()
      throw .timedOut(seconds: Int(limit.components.seconds))
    }
    guard end.isSuccess else { throw .ended(end) }
    return output
  }
}
