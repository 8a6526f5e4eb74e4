import Dispatch
import GalleryDomain
import Glibc
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
  /// The names that are remembered of folders in which single files were looked for; empty for folders that are there.
  private let names = Mutex<[[UInt8]: Set<[UInt8]>]>([:])

  init(_ library: any PhotoLibrary) {
    self.library = library
  }

  /// A folder and those in it, by their paths, if their file system isn't there. Blocks: call it on a thread of your own.
  func folders(from path: [UInt8]) -> [Folder] {
    Self.waiting { await self.remembered(from: FilePath.withoutDots(path)) }
  }

  /// Whether a file is remembered whose folder, or its disk, isn't there. Blocks, once for a folder.
  func holds(_ path: [UInt8]) -> Bool {
    let folder = FilePath.withoutDots(FilePath.directory(of: path))
    let name = Array(FilePath.lastComponent(path))
    if let names = names.withLock({ $0[folder] }) { return names.contains(name) }
    let found = Self.waiting { await self.remembered(from: folder, isAlone: true) }
    let names = Set(
      found.flatMap { folder in (0..<folder.names.count).map { Array(folder.names[$0]) } })
    self.names.withLock { $0[folder] = names }
    return names.contains(name)
  }

  private static func waiting<Result: Sendable>(
    _ work: @escaping @Sendable () async -> Result
  ) -> Result {
    let found = Mutex<Result?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    Task {
      let result = await work()
      found.withLock { $0 = result }
      isDone.signal()
    }
    while true {
      isDone.wait()
      if let result = found.withLock({ $0 }) { return result }
    }
  }

  /// - Parameter isAlone: Without the folders in it.
  private func remembered(from path: [UInt8], isAlone: Bool = false) async -> [Folder] {
    let present = LibraryDirectory(at: path)?.fileSystem
    var folders: [Folder] = []
    for directory in await library.directories(from: path)
    where !isAlone || directory.path == path {
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
  func reset() {
    known.withLock { $0 = [:] }
    names.withLock { $0 = [:] }
  }

  /// Whether a file is one of those that are remembered, and isn't there itself.
  func isAway(_ file: FileReference) -> Bool {
    directory(of: file) != nil && FilePath.withCString(file.path) { access($0, F_OK) } != 0
  }

  /// Where a file is remembered; nil if its folder is there.
  func directory(of file: FileReference) -> LibraryDirectory? {
    guard !known.withLock(\.isEmpty) else { return nil }
    let path = FilePath.withoutDots(FilePath.directory(of: file.path))
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
