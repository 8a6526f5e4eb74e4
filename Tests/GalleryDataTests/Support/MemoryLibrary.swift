import Foundation
import GalleryData
import GalleryDomain
import PhotoSQL
import Synchronization

/// A library that lives as long as a test.
final class MemoryLibrary: PhotoLibrary {
  private let entries = Mutex<
    [LibraryDirectory: [[UInt8]: (stamp: [UInt8], contents: LibraryContents)]]
  >(
    [:])

  private let pictures = Mutex<
    [LibraryDirectory: [[UInt8]: (stamp: [UInt8], picture: LibraryPicture)]]
  >([:])

  /// The paths of what is remembered, sorted.
  var paths: [String] {
    entries.withLock { entries in
      entries.flatMap { directory, files in
        files.keys.map { String(decoding: directory.path + [0x2F] + $0, as: UTF8.self) }
      }
    }.sorted()
  }

  /// Puts everything onto another file system, as if its disk had been there.
  func moveToAnotherDisk() {
    entries.withLock { entries in
      entries = Dictionary(
        uniqueKeysWithValues: entries.map { directory, files in
          (LibraryDirectory(path: directory.path, fileSystem: ~directory.fileSystem), files)
        })
    }
  }

  func contents(
    of files: [LibraryFile], in directory: LibraryDirectory
  ) async -> [LibraryContents?] {
    entries.withLock { entries in
      files.map { file in
        let entry = entries[directory]?[file.name]
        return entry?.stamp == file.stamp ? entry?.contents : nil
      }
    }
  }

  func remember(
    _ contents: LibraryContents?, of file: LibraryFile, in directory: LibraryDirectory,
    isSettled: Bool, photo: @escaping @Sendable (TimeZone) -> Photo
  ) {
    guard let contents, isSettled else { return }
    entries.withLock { $0[directory, default: [:]][file.name] = (file.stamp, contents) }
  }

  func rows(
    of files: [LibraryFile], in directory: LibraryDirectory
  ) async -> LibraryDirectoryRows? {
    LibraryDirectoryRows(
      directory: 1,
      rows: await contents(of: files, in: directory).map {
        $0.map { _ in LibraryDirectoryRows.Row(1, isCurrent: true, companions: nil) }
      })
  }

  // It answers no questions: photos are read one after the other, and compared in memory.
  func hasRows(in zone: TimeZone) async -> Bool { false }

  func makeRows(
    in zone: TimeZone, photo: @escaping @Sendable (LibraryRow, [UInt8], TimeZone) -> Photo?
  ) async {}

  func setCompanions(_ companions: [Int64: [UInt8]?]) async {}

  func rowCount(in directories: [Int64]?) async -> Int { 0 }
  func rowNumber(of name: [UInt8], in directory: Int64) async -> Int64? { nil }
  func rowNumbers(in directory: Int64) async -> [Int64] { [] }

  func answer(
    _ query: PhotoQuery, in scope: PhotoScope, rowsOfState: [PhotoState: [Int64]], limit: Int?,
    zone: TimeZone
  ) async -> RowAnswer? { nil }

  func counts(
    for request: CountRequest, in scope: PhotoScope, rowsOfState: [PhotoState: [Int64]],
    zone: TimeZone
  ) async -> FacetCounts? { nil }

  func rows(_ numbers: [Int64]) async -> [LibraryRow?] { numbers.map { _ in nil } }
  func replace(_ photos: [Int64: Photo]) async {}
  func finishWriting() async {}

  func directories(
    from path: [UInt8]
  ) async -> [Int64: (directory: LibraryDirectory, readAt: Date?)] {
    let known = entries.withLock { entries in
      entries.keys.filter { $0.path == path || $0.path.starts(with: path + [0x2F]) }
    }
    return Dictionary(
      known.enumerated().map { (Int64($0), ($1, nil)) }, uniquingKeysWith: { first, _ in first })
  }

  func names(in directory: LibraryDirectory) async -> [[UInt8]] {
    entries.withLock { Array($0[directory, default: [:]].keys) }
  }

  func forget(_ names: [[UInt8]]?, in directory: LibraryDirectory) async {
    entries.withLock { entries in
      guard let names else {
        entries[directory] = nil
        return
      }
      for name in names { entries[directory]?[name] = nil }
    }
    pictures.withLock { pictures in
      guard let names else {
        pictures[directory] = nil
        return
      }
      for name in names { pictures[directory]?[name] = nil }
    }
  }

  func pictures(
    of files: [LibraryFile], in directory: LibraryDirectory
  ) async -> [LibraryPicture] {
    pictures.withLock { pictures in
      files.map { file in
        let entry = pictures[directory]?[file.name]
        return entry?.stamp == file.stamp ? entry?.picture ?? LibraryPicture() : LibraryPicture()
      }
    }
  }

  func remember(
    _ picture: LibraryPicture, of file: LibraryFile, in directory: LibraryDirectory
  ) {
    pictures.withLock { pictures in
      let entry = pictures[directory]?[file.name]
      var known = entry?.stamp == file.stamp ? entry?.picture ?? LibraryPicture() : LibraryPicture()
      known.add(picture)
      pictures[directory, default: [:]][file.name] = (file.stamp, known)
    }
  }
}
