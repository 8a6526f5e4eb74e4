import Files
import Foundation
import GalleryTestSupport
import Glibc

/// A folder, and system calls in it that fail on demand.
final class FilesBench: Sendable {
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
      case .plain: FaultyCalls.plain
      case .poor: FaultyCalls.poor
      case .refusing: [.nameFile: .fail(EPERM)]
      }
    }
  }

  private let folder: TemporaryFolder
  private let faulty: FaultyCalls

  init(_ system: System = .ordinary) throws {
    folder = try TemporaryFolder(in: access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp")
    faulty = FaultyCalls(system.lacks)
  }

  var path: String { folder.path }
  var calls: FileSystemCalls { faulty.calls }
  var made: [FileSystemCalls.Call] { faulty.made }

  func begin(_ fault: FaultyCalls.Fault = .none) { faulty.begin(fault) }

  func refuse(_ call: FileSystemCalls.Call, _ interception: FileSystemCalls.Interception) {
    faulty.refuse(call, interception)
  }

  // MARK: Files

  func path(_ name: String) -> [UInt8] { Array("\(path)/\(name)".utf8) }

  func write(_ text: String, to name: String) {
    _ = FileManager.default.createFile(atPath: "\(path)/\(name)", contents: Data(text.utf8))
  }

  func text(_ name: String) -> String? { folder.text(name) }

  func stamp(_ name: String) -> FileStamp? { FileStamp(ofPath: path(name)) }

  func mode(_ name: String) -> mode_t? { stat(of: path(name)).map { $0.st_mode & 0o7777 } }

  var names: [String] { folder.names }
}
