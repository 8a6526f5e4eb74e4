import Files
import Foundation
import GalleryData
import GalleryDomain
import GalleryTestSupport
import Glibc

@testable import GalleryFiles

/// Two folders, `from` and `to`, a trash, and system calls that fail on demand.
final class FileOperationBench: Sendable {
  private let main: TemporaryFolder
  private let other: TemporaryFolder?
  let calls = FaultyCalls()

  /// - Parameters:
  ///   - base: Where it is created. In memory nothing waits for a disk.
  ///   - otherBase: Where `to` is made; beside `from` if nil.
  init(base: String = FileOperationBench.base, otherBase: String? = nil) throws {
    main = try TemporaryFolder(in: base)
    other = try otherBase.map { try TemporaryFolder(in: $0) }
    for folder in ["from", "data"] { mkdir("\(path)/\(folder)", 0o755) }
    mkdir(folder("to"), 0o755)
  }

  var path: String { main.path }

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

  /// - Parameter top: Where the volume of the photos begins.
  func repository(
    top: @escaping @Sendable ([UInt8]) -> [UInt8]? = { _ in nil }, hasHome: Bool = true,
    now: Date = Date(timeIntervalSince1970: 1_798_131_600),
    orientations: (any PhotoMetadataReader)? = nil
  ) -> LocalFileOperationRepository {
    var repository = LocalFileOperationRepository(
      environment: hasHome ? ["XDG_DATA_HOME": "\(path)/data"] : [:],
      zone: TimeZone(secondsFromGMT: 3_600) ?? .gmt, reader: orientations)
    repository.calls = calls.calls
    repository.trash.top = top
    repository.now = { now }
    return repository
  }

  var copy: FileOperation { .copy(to: file("to")) }
  var move: FileOperation { .move(to: file("to")) }

  func rename(_ name: String) -> FileOperation { .rename(to: [Array(name.utf8)]) }

  /// What becomes of each group.
  func perform(
    _ operation: FileOperation, _ groups: FileGroup...
  ) async -> [Result<PerformedFileOperation, FileOperationError>] {
    await repository().perform(operation, on: groups) { _ in }.outcomes
  }

  /// Undoes one operation alone.
  func undo(
    _ performed: PerformedFileOperation
  ) async throws(FileOperationError) -> FileOperationReport {
    let report = await repository().undo([performed]) { _ in }
    for outcome in report.outcomes { _ = try outcome.get() }
    return report
  }

  func folder(_ name: String) -> String {
    name == "to" ? "\((other ?? main).path)/to" : "\(path)/\(name)"
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

func failure(
  _ outcome: Result<PerformedFileOperation, FileOperationError>
) -> FileOperationError? {
  if case .failure(let error) = outcome { error } else { nil }
}

/// Says the same about every file, true or not.
struct FixedOrientations: PhotoMetadataReader {
  let location: OrientationLocation?

  init(_ location: OrientationLocation?) { self.location = location }

  func metadata(
    of file: FileReference, sidecar: FileReference?, urgency: ReadingUrgency
  ) async -> PhotoMetadata? {
    var metadata = PhotoMetadata()
    metadata.orientationLocation = location
    return metadata
  }

  /// An entry of a directory in the order of Motorola, all of it ASCII.
  static func entry(_ orientation: UInt8) -> String {
    String(decoding: [1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation], as: UTF8.self)
  }
}
