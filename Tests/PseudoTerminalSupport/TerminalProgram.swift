import Foundation
import Glibc

/// A program running in a pseudo-terminal, as the leader of its own session.
public final class TerminalProgram {
  public enum End: Equatable {
    case exited(Int32)
    case signalled(Int32)
  }

  public let pid: pid_t
  private var end: End?

  /// - Parameters:
  ///   - isControlling: Whether the terminal becomes the session's, with job control and SIGHUP.
  ///   - environment: The complete environment; nothing is inherited.
  public init(
    _ arguments: [String], in terminal: PseudoTerminal, environment: [String: String],
    isControlling: Bool = true
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // A terminal that a session leader opens becomes its controlling terminal.
    let flags = isControlling ? O_RDWR : O_RDWR | O_NOCTTY
    posix_spawn_file_actions_addopen(&actions, 0, terminal.path, flags, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    // The test runner may have inherited open descriptors; closing one that has gone is not an error.
    for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
      if let number = Int32(name), number > 2 {
        posix_spawn_file_actions_addclose(&actions, number)
      }
    }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var all = sigset_t()
    var none = sigset_t()
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    let setSession: Int32 = 0x80  // POSIX_SPAWN_SETSID, which the module map hides.
    posix_spawnattr_setflags(
      &attributes, Int16(setSession | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

    let variables = environment.map { "\($0)=\($1)" }
    var pointers = arguments.map { strdup($0) } + [nil]
    var environmentPointers = variables.map { strdup($0) } + [nil]
    defer { for pointer in pointers + environmentPointers { free(pointer) } }
    var started: pid_t = 0
    let code = posix_spawn(
      &started, arguments[0], &actions, &attributes, &pointers, &environmentPointers)
    guard code == 0 else { throw PseudoTerminal.SystemError(call: "posix_spawn", code: code) }
    pid = started
  }

  deinit {
    guard end == nil else { return }
    kill(-pid, SIGKILL)
    kill(pid, SIGKILL)
    var status: Int32 = 0
    waitpid(pid, &status, 0)
  }

  public func signal(_ number: Int32) { kill(pid, number) }

  /// Its exit status; reads the terminal in the meantime, so that the program is never blocked while writing.
  public func wait(reading terminal: PseudoTerminal? = nil) throws -> End {
    let deadline = ContinuousClock.now + PseudoTerminal.patience
    while ContinuousClock.now < deadline {
      var status: Int32 = 0
      if let end { return end }
      if waitpid(pid, &status, WNOHANG) == pid {
        let number = status & 0x7F
        let end = number == 0 ? End.exited(status >> 8 & 0xFF) : .signalled(number)
        self.end = end
        terminal?.readAvailable()
        return end
      }
      terminal?.readAvailable()
      // There is no event for a process and a terminal together; the test checks again a little later.
      poll(nil, 0, 5)
    }
    throw PseudoTerminal.TimedOut(
      awaited: "end of the program", output: PseudoTerminal.readable((terminal?.output ?? [])[...]))
  }
}
