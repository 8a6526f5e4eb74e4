import Files
import Foundation
import Glibc
import Synchronization

/// System calls that fail on demand.
package final class FaultyCalls: Sendable {
  package enum Fault: Sendable, Hashable {
    case none
    /// The call of this number, counted from 0, fails once.
    case once(Int, Int32)
    /// A signal interrupts each call once.
    case interruptions
    /// From this call on, nothing reaches the file system any more, as after a kill.
    case crash(Int)
  }

  private struct State {
    var fault = Fault.none
    var system: [FileSystemCalls.Call: FileSystemCalls.Interception] = [:]
    var made: [FileSystemCalls.Call] = []
    var whenCalled: @Sendable (FileSystemCalls.Call) -> Void = { _ in }
    var process = ProcessIdentity.current
    var ignoresCase: @Sendable (_ folder: String) -> Bool = { _ in false }
  }

  /// What NFS doesn't have: files without names, copies in the kernel.
  package static let plain: [FileSystemCalls.Call: FileSystemCalls.Interception] = [
    .createNameless: .fail(EOPNOTSUPP), .copyRange: .fail(EXDEV),
    .read: .short, .write: .short,
  ]
  /// What FAT in user space doesn't have: nor hard links, modes, or renames that don't replace.
  package static let poor: [FileSystemCalls.Call: FileSystemCalls.Interception] = [
    .createNameless: .fail(EISDIR), .copyRange: .short,
    .link: .fail(EPERM), .rename: .fail(EINVAL), .setMode: .fail(EPERM), .setOwner: .fail(EPERM),
    .write: .short,
  ]

  private let state = Mutex(State())

  package init(_ system: [FileSystemCalls.Call: FileSystemCalls.Interception] = [:]) {
    setSystem(system)
  }

  package var calls: FileSystemCalls {
    let intercept = { @Sendable [self] (call: FileSystemCalls.Call) in
      let (interception, whenCalled) = state.withLock { state in
        let number = state.made.count
        state.made.append(call)
        let usual = state.system[call] ?? .proceed
        let interception: FileSystemCalls.Interception =
          switch state.fault {
          case .none: usual
          case .once(let failing, let code): number == failing ? .fail(code) : usual
          case .interruptions: number.isMultiple(of: 2) ? .fail(EINTR) : usual
          case .crash(let last): number >= last ? .fail(EIO) : usual
          }
        return (interception, state.whenCalled)
      }
      whenCalled(call)
      return interception
    }
    var calls = FileSystemCalls()
    calls.process = state.withLock(\.process)
    calls.intercept = intercept
    calls.spelling = { [self] name, folder in
      let path = String(decoding: folder.path, as: UTF8.self)
      guard state.withLock(\.ignoresCase)(path) else { return name }
      var status = stat()
      let text = String(decoding: name, as: UTF8.self)
      guard lstat("\(path)/\(text)", &status) != 0 else { return name }
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      let folded = text.lowercased()
      return names.first { $0.lowercased() == folded }.map { Array($0.utf8) } ?? name
    }
    return calls
  }

  /// In which folders a name finds the file of another one that differs only in case.
  package func ignoreCase(in folders: @escaping @Sendable (_ path: String) -> Bool) {
    state.withLock { $0.ignoresCase = folders }
  }

  /// The calls since the last `begin`.
  package var made: [FileSystemCalls.Call] { state.withLock { $0.made } }

  /// Counts from 0 again.
  package func begin(_ fault: Fault = .none) {
    state.withLock {
      $0.fault = fault
      $0.made = []
    }
  }

  /// Which process makes the calls from now on; initially this one.
  package func setProcess(_ process: ProcessIdentity?) { state.withLock { $0.process = process } }

  /// What this file system doesn't support.
  package func setSystem(_ system: [FileSystemCalls.Call: FileSystemCalls.Interception]) {
    state.withLock { $0.system = system }
  }

  package func refuse(
    _ call: FileSystemCalls.Call, _ interception: FileSystemCalls.Interception
  ) {
    state.withLock { $0.system[call] = interception }
  }

  /// - Parameter body: Holds the bench `unowned`, or its folders would stay.
  package func whenCalled(_ body: @escaping @Sendable (FileSystemCalls.Call) -> Void) {
    state.withLock { $0.whenCalled = body }
  }
}

extension ProcessIdentity {
  /// On this machine; no process has that number (proc(5), `pid_max`).
  package static var ended: ProcessIdentity? { like(process: 2_000_000_000) }

  /// This process's number, which an earlier process had.
  package static var reused: ProcessIdentity? { like(startTime: 1) }

  /// The same number on another machine, or after a reboot.
  package static var elsewhere: ProcessIdentity? {
    current.flatMap { like(system: $0.system ^ 1, process: 2_000_000_000) }
  }

  private static func like(
    system: UInt64? = nil, process: pid_t? = nil, startTime: UInt64? = nil
  ) -> ProcessIdentity? {
    current.map {
      ProcessIdentity(
        system: system ?? $0.system, process: process ?? $0.process,
        startTime: startTime ?? $0.startTime)
    }
  }
}
