import Glibc

/// Writes an executable file for a test that starts it.
///
/// Another process writes it: a program that another test starts in that moment inherits this process' open files for
/// an instant, and a file that anyone has open for writing can't be started ("text file busy").
///
/// - Parameter text: Of a script, with its `#!` line.
/// - Throws: `ProgramNotWritten`.
public func writeProgram(_ text: String, to path: String) throws {
  let words = ["sh", "-c", "printf %s \"$1\" >\"$0\" && chmod 755 \"$0\"", path, text]
  var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
  defer { for argument in arguments { free(argument) } }
  var process: pid_t = 0
  var status: Int32 = -1
  guard posix_spawn(&process, "/bin/sh", nil, nil, &arguments, environ) == 0,
    waitpid(process, &status, 0) == process, status == 0
  else { throw ProgramNotWritten(path: path) }
}

public struct ProgramNotWritten: Error {
  public let path: String
}
