import Files
import Foundation
import Glibc
import Synchronization

/// A folder, and system calls in it that fail on demand.
final class FilesBench: Sendable {
  enum Fault: Sendable {
    case none
    /// The call of this number, counted from 0, fails once.
    case once(Int, Int32)
    /// From this call on, nothing reaches the file system any more, as after a kill.
    case crash(Int)
  }

  /// What a file system supports.
  enum System: CaseIterable {
    case ordinary
    /// No files without names, no blocks shared, no copies in the kernel: NFS.
    case plain
    /// And neither hard links, modes, nor renames that don't replace: FAT in user space.
    case poor
    /// Makes files without names, and refuses to name them: some that are programs (FUSE).
    case refusing

    var lacks: [FileSystemCalls.Call: FileSystemCalls.Interception] {
      switch self {
      case .ordinary: [:]
      case .plain:
        [
          .createNameless: .fail(EOPNOTSUPP), .clone: .fail(EOPNOTSUPP), .copyRange: .fail(EXDEV),
          .read: .short, .write: .short,
        ]
      case .poor:
        [
          .createNameless: .fail(EISDIR), .clone: .fail(ENOTTY), .copyRange: .short,
          .link: .fail(EPERM), .rename: .fail(EINVAL), .setMode: .fail(EPERM),
          .setOwner: .fail(EPERM),
        ]
      case .refusing: [.nameFile: .fail(EPERM), .clone: .fail(EOPNOTSUPP)]
      }
    }
  }

  private struct State {
    var fault = Fault.none
    var lacks: [FileSystemCalls.Call: FileSystemCalls.Interception] = [:]
    var made: [FileSystemCalls.Call] = []
  }

  let path: String
  private let state = Mutex(State())

  init(_ system: System = .ordinary) throws {
    let base = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    var template = Array("\(base)/vitrine-files-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw POSIXError(.EIO) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    state.withLock { $0.lacks = system.lacks }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var calls: FileSystemCalls {
    var calls = FileSystemCalls()
    calls.intercept = { [self] call in
      state.withLock { state in
        let number = state.made.count
        state.made.append(call)
        let usual = state.lacks[call] ?? .proceed
        return switch state.fault {
        case .none: usual
        case .once(let failing, let code): number == failing ? .fail(code) : usual
        case .crash(let last): number >= last ? .fail(EIO) : usual
        }
      }
    }
    return calls
  }

  /// The calls since the last `begin`.
  var made: [FileSystemCalls.Call] { state.withLock { $0.made } }

  /// Counts from 0 again.
  func begin(_ fault: Fault = .none) {
    state.withLock { ($0.fault, $0.made) = (fault, []) }
  }

  func refuse(_ call: FileSystemCalls.Call, _ interception: FileSystemCalls.Interception) {
    state.withLock { $0.lacks[call] = interception }
  }

  // MARK: Files

  func path(_ name: String) -> [UInt8] { Array("\(path)/\(name)".utf8) }

  func write(_ text: String, to name: String) {
    _ = FileManager.default.createFile(atPath: "\(path)/\(name)", contents: Data(text.utf8))
  }

  func text(_ name: String) -> String? {
    FileManager.default.contents(atPath: "\(path)/\(name)").map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  func stamp(_ name: String) -> FileStamp? { FileStamp(ofPath: path(name)) }

  func mode(_ name: String) -> mode_t? { stat(of: path(name)).map { $0.st_mode & 0o7777 } }

  var names: [String] { FolderEntries.names(in: path).sorted() }
}
