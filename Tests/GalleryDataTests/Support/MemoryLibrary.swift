import GalleryData
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

  func holds(_ files: [LibraryFile], in directory: LibraryDirectory) async -> [Bool] {
    await contents(of: files, in: directory).map { $0 != nil }
  }

  func remember(
    _ contents: LibraryContents, of file: LibraryFile, in directory: LibraryDirectory
  ) {
    entries.withLock { $0[directory, default: [:]][file.name] = (file.stamp, contents) }
  }

  func directories(from path: [UInt8]) async -> [LibraryDirectory] {
    entries.withLock { entries in
      entries.keys.filter { $0.path == path || $0.path.starts(with: path + [0x2F]) }
    }
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
