import GalleryDomain
import Processes

/// A program of the user's that prints a password, such as `pass show cloud`. No shell is involved.
public enum PasswordCommand {
  /// Time to type a passphrase into a window.
  public static let limit = Duration.seconds(30)
  /// A longer line can't be a password.
  private static let byteLimit = 4_096

  /// - Returns: What it prints before the first line break; not empty.
  public static func firstLine(
    of command: [String], within limit: Duration = limit
  ) async throws(ProgramFault) -> [UInt8] {
    let output = try await output(of: command, within: limit)
    let line = output.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    guard !line.isEmpty, line.count <= byteLimit else { throw .printedNothing }
    return Array(line)
  }

  /// - Returns: What it prints, up to 16 kB.
  public static func output(
    of command: [String], within limit: Duration = limit
  ) async throws(ProgramFault) -> [UInt8] {
    let process: ChildProcess
    do throws(ChildProcess.Failure) {
      // It has no terminal: it can ask the user only in a window.
      process = try ChildProcess(command.map { Array($0.utf8) }, output: .standard)
    } catch {
      throw ProgramFault(error)
    }
    let (output, end) = await process.output(upTo: 4 * byteLimit, until: .now + limit)
    guard let end else {
      process.end()
      throw .timedOut(seconds: Int(limit.components.seconds))
    }
    if let fault = ProgramFault(end) { throw fault }
    return output
  }
}
