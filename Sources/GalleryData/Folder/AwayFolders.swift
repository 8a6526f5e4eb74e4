import Dispatch
import GalleryDomain
import Synchronization

/// Folders that aren't there now, with their disks maybe, and what is remembered of them.
final class AwayFolders: Sendable {
  struct Folder: Sendable {
    /// As in `LibraryDirectory`.
    var path: [UInt8]
    var names: NameList
  }

  private let library: any PhotoLibrary
  private let known = Mutex<[[UInt8]: LibraryDirectory]>([:])

  init(_ library: any PhotoLibrary) {
    self.library = library
  }

  /// A folder and those in it, by their paths, if their file system isn't there. Blocks: call it on a thread of your own.
  func folders(from path: [UInt8]) -> [Folder] {
    let found = Mutex<[Folder]>([])
    let isDone = DispatchSemaphore(value: 0)
    Task {
      let folders = await remembered(from: LibraryDirectory.normal(path))
      found.withLock { $0 = folders }
      isDone.signal()
    }
    isDone.wait()
    return found.withLock { $0 }
  }

  private func remembered(from path: [UInt8]) async -> [Folder] {
    let present = LibraryDirectory(at: path)?.fileSystem
    var folders: [Folder] = []
    for directory in await library.directories(from: path) {
      // Of another disk than the one that is there, if any.
      let isThere = directory.fileSystem == present
      guard !isThere, directory.path == path || LibraryDirectory(at: directory.path) == nil else {
        continue
      }
      var names = NameList()
      for name in await library.names(in: directory) where names.hasRoom { names.append(name) }
      guard names.count > 0 else { continue }
      known.withLock { $0[directory.path] = directory }
      folders.append(Folder(path: directory.path, names: names.sorted()))
    }
    return folders.sorted { $0.path.lexicographicallyPrecedes($1.path) }
  }

  /// Call before the folders are looked for again.
  func reset() { known.withLock { $0 = [:] } }

  /// Where a file is remembered; nil if its folder is there.
  func directory(of file: FileReference) -> LibraryDirectory? {
    let path = LibraryDirectory.normal(FilePath.directory(of: file.path))
    return known.withLock { $0[path] }
  }

  /// What is remembered of photos that are away, one for each.
  func contents(of photos: [Photo]) async -> [PhotoContents?] {
    var parts: [LibraryDirectory: [Int]] = [:]
    for (index, photo) in photos.enumerated() where photo.isAway {
      guard let directory = photo.file.flatMap(directory(of:)) else { continue }
      parts[directory, default: []].append(index)
    }
    var contents = [PhotoContents?](repeating: nil, count: photos.count)
    for (directory, indices) in parts {
      let names = indices.map {
        photos[$0].file.map { Array(FilePath.lastComponent($0.path)) } ?? []
      }
      for (index, known) in zip(indices, await library.lastContents(of: names, in: directory)) {
        guard let known else { continue }
        contents[index] = PhotoContents(
          metadata: known.metadata, mark: known.mark, isComplete: true)
      }
    }
    return contents
  }
}
