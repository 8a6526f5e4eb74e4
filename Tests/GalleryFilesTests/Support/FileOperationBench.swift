import Files
import Foundation
import GalleryData
import GalleryDomain
import Glibc
import Synchronization

@testable import GalleryFiles

/// Two folders, `from` and `to`, a trash, and system calls that fail on demand.
final class FileOperationBench: Sendable {
  let path: String
  private let other: String?
  let calls = FaultyCalls()

  /// - Parameters:
  ///   - base: Where it is created. In memory nothing waits for a disk.
  ///   - otherBase: Where `to` is made; beside `from` if nil.
  init(base: String = FileOperationBench.base, otherBase: String? = nil) throws {
    path = try Self.makeFolder(in: base)
    other = try otherBase.map { try Self.makeFolder(in: $0) }
    for folder in ["from", "data"] { mkdir("\(path)/\(folder)", 0o755) }
    mkdir(folder("to"), 0o755)
  }

  deinit {
    for folder in [path, other].compactMap({ $0 }) {
      try? FileManager.default.removeItem(atPath: folder)
    }
  }

  static let base = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"

  /// A folder on another volume than `base`; nil if there is none.
  static let otherBase: String? = {
    func device(_ path: String) -> dev_t? {
      var status = stat()
      return stat(path, &status) == 0 && access(path, W_OK) == 0 ? status.st_dev : nil
    }
    // The others are often in memory too.
    let candidates = [ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"], "/run", "/tmp"]
    return candidates.compactMap { $0 }.first {
      guard let device = device($0) else { return false }
      return device != FileOperationBench.device(ofBase: base)
    }
  }()

  private static func device(ofBase base: String) -> dev_t {
    var status = stat()
    stat(base, &status)
    return status.st_dev
  }

  private static func makeFolder(in base: String) throws -> String {
    var template = Array("\(base)/vitrine-operations-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw POSIXError(.EIO) }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// - Parameter top: Where the volume of the photos begins.
  func repository(
    top: @escaping @Sendable ([UInt8]) -> [UInt8]? = { _ in nil }, hasHome: Bool = true,
    now: Date = Date(timeIntervalSince1970: 1_798_131_600),
    orientations: (any OrientationReader)? = nil
  ) -> LocalFileOperationRepository {
    var trash = TrashPlaces(environment: hasHome ? ["XDG_DATA_HOME": "\(path)/data"] : [:])
    trash.top = top
    return LocalFileOperationRepository(
      calls: calls.calls, trash: trash, zone: TimeZone(secondsFromGMT: 3_600) ?? .gmt, now: { now },
      orientations: orientations)
  }

  /// Undoes one operation alone.
  func undo(
    _ performed: PerformedFileOperation
  ) async throws(FileOperationError) -> FileUndoReport {
    let report = await repository().undo([performed]) { _ in }
    if let error = report.firstError { throw error }
    return report
  }

  func folder(_ name: String) -> String {
    name == "to" ? "\(other ?? path)/to" : "\(path)/\(name)"
  }

  /// - Parameter name: With its folder: `from/photo.jpg`.
  func path(_ name: String) -> String {
    let parts = name.split(separator: "/", maxSplits: 1)
    return parts.count == 2 ? "\(folder(String(parts[0])))/\(parts[1])" : folder(name)
  }

  func file(_ name: String) -> FileReference {
    // The path is neither empty nor has a zero byte.
    FileReference(path: path(name)) ?? FileReference(path: "/")!
  }

  func write(_ text: String, to name: String) {
    _ = FileManager.default.createFile(atPath: path(name), contents: Data(text.utf8))
  }

  func group(_ main: String, _ companions: String...) -> FileGroup {
    FileGroup(main: file(main), companions: companions.map(file))
  }

  /// The contents of all files, by their names with `from`, `to` or `data`; links as `-> target`.
  var contents: [String: String] {
    var contents: [String: String] = [:]
    for top in ["from", "to", "data"] {
      let folder = folder(top)
      let names = FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []
      for name in names {
        var status = stat()
        guard lstat("\(folder)/\(name)", &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
          continue
        }
        let data = FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()
        contents["\(top)/\(name)"] =
          status.st_mode & S_IFMT == S_IFLNK ? "->" : String(decoding: data, as: UTF8.self)
      }
    }
    return contents
  }
}

extension [String: String] {
  /// Without what the trash knows of its files.
  var photos: [String: String] { filter { !$0.key.hasSuffix(".trashinfo") } }

  /// The trash's information about files that it doesn't have.
  var orphans: [String] {
    keys.filter { $0.hasSuffix(".trashinfo") }.filter { name in
      self[String(name.dropLast(".trashinfo".count)).replacing("/info/", with: "/files/")] == nil
    }
  }

  /// Without hidden parts and records, which a later operation removes.
  var whole: [String: String] { filter { !$0.key.contains("/.vitrine-") } }
}

/// System calls that fail on demand.
final class FaultyCalls: Sendable {
  enum Fault: Sendable, Hashable {
    case none
    /// The call of this number, counted from 0, fails once.
    case once(Int, Int32)
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

  private let state = Mutex(State())

  var calls: FileSystemCalls {
    let intercept = { @Sendable [self] (call: FileSystemCalls.Call) in
      let (interception, whenCalled) = state.withLock { state in
        let number = state.made.count
        state.made.append(call)
        let usual = state.system[call] ?? .proceed
        let interception: FileSystemCalls.Interception =
          switch state.fault {
          case .none: usual
          case .once(let failing, let code): number == failing ? .fail(code) : usual
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
      let text = String(decoding: name, as: UTF8.self)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      let other = names.first { $0.lowercased() == text.lowercased() }
      return names.contains(text) ? name : other.map { Array($0.utf8) } ?? name
    }
    return calls
  }

  /// In which folders a name finds the file of another one that differs only in case.
  func ignoreCase(in folders: @escaping @Sendable (_ path: String) -> Bool) {
    state.withLock { $0.ignoresCase = folders }
  }

  /// The calls since the last `begin`.
  var made: [FileSystemCalls.Call] { state.withLock { $0.made } }

  /// Counts from 0 again.
  func begin(_ fault: Fault = .none) {
    state.withLock {
      $0.fault = fault
      $0.made = []
    }
  }

  /// Which process makes the calls from now on; initially this one.
  func setProcess(_ process: ProcessIdentity?) { state.withLock { $0.process = process } }

  /// What this file system doesn't support.
  func setSystem(_ system: [FileSystemCalls.Call: FileSystemCalls.Interception]) {
    state.withLock { $0.system = system }
  }

  /// - Parameter body: Holds the bench `unowned`, or its folders would stay.
  func whenCalled(_ body: @escaping @Sendable (FileSystemCalls.Call) -> Void) {
    state.withLock { $0.whenCalled = body }
  }
}

extension ProcessIdentity {
  /// On this machine; no process has that number (proc(5), `pid_max`).
  static var ended: ProcessIdentity? { like(process: 2_000_000_000) }

  /// This process's number, which an earlier process had.
  static var reused: ProcessIdentity? { like(startTime: 1) }

  /// The same number on another machine, or after a reboot.
  static var elsewhere: ProcessIdentity? {
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

/// Says the same about every file, true or not.
struct FixedOrientations: OrientationReader {
  let place: OrientationPlace?

  init(_ place: OrientationPlace?) { self.place = place }

  func orientationPlace(of file: FileReference) async -> OrientationPlace? { place }

  /// An entry of a directory in the order of Motorola, all of it ASCII.
  static func entry(_ orientation: UInt8) -> String {
    String(decoding: [1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation], as: UTF8.self)
  }
}
