import Files
import GalleryData
import GalleryDomain
import Glibc

/// The collections in a folder of the program's own, `NAME.photos` each.
public final class CollectionFolder: CollectionRepository {
  private let folder: String?

  /// - Parameter folder: Created with the first collection; nil if there can't be one.
  public init(_ folder: String?) {
    self.folder = folder
  }

  /// - Complexity: Reads a directory.
  public var names: [String] {
    guard let folder else { return [] }
    let ending = ".\(PhotoCollection.fileExtension)"
    return FolderEntries.names(in: folder).filter { $0.hasSuffix(ending) }.map {
      String($0.dropLast(ending.count))
    }
    .filter(SavedSearch.isName).sorted()
  }

  /// The file of a collection, whether there is one or not.
  public func file(named name: String) -> FileReference? {
    guard let folder, SavedSearch.isName(name) else { return nil }
    return FileReference(path: "\(folder)/\(name).\(PhotoCollection.fileExtension)")
  }

  /// Whether a file is one of these collections, also by a link in either direction.
  public func holds(_ file: FileReference) -> Bool {
    guard let folder, let own = realPath(Array(folder.utf8)) else { return false }
    let path = FilePath.absolute(file.path)
    return realPath(FilePath.directory(of: path)) == own
      || realPath(path).map(FilePath.directory(of:)) == own
  }

  public func collection(named name: String) -> any EditableCollection {
    CollectionEditor(file(named: name), makesFolder: true)
  }
}

/// - Returns: Without links; nil if there is no such file, or its mount doesn't answer.
private func realPath(_ path: [UInt8]) -> [UInt8]? {
  FileAnswer.within(FileAnswer.pause, at: FilePath.absolute(path)) { FilePath.real(path) } ?? nil
}

/// Changes the file of a collection: it is replaced as a whole, and read again if another program was faster.
public struct CollectionEditor: EditableCollection {
  private let file: FileReference?
  private let makesFolder: Bool

  /// - Parameters:
  ///   - file: nil if there is no folder for it.
  ///   - makesFolder: Whether the folder of the file is the program's own, and created if it isn't there.
  public init(_ file: FileReference?, makesFolder: Bool = false) {
    self.file = file.map { file in
      // A link stays; what it leads to is replaced.
      realPath(file.path).flatMap(FileReference.init(path:)) ?? file
    }
    self.makesFolder = makesFolder
  }

  public func add(_ photos: [Photo]) throws(CollectionError) -> CollectionChange {
    try change { collection in
      let before = collection.bytes
      let (added, nameless) = collection.add(photos)
      return CollectionChange(
        count: added, unchangedCount: photos.count - nameless - added, namelessCount: nameless,
        before: before, after: collection.bytes,
        lines: Array(collection.bytes.dropFirst(before.count)), isRemoval: false)
    }
  }

  public func remove(_ photos: [Photo]) throws(CollectionError) -> CollectionChange {
    let ids = Set(photos.map(\.id))
    return try change { collection in
      let before = collection.bytes
      let (removed, lines) = collection.remove(ids)
      return CollectionChange(
        count: removed, unchangedCount: ids.count - removed, before: before,
        after: collection.bytes, lines: lines, isRemoval: true)
    }
  }

  public func undo(_ change: CollectionChange) throws(CollectionError) {
    _ = try self.change { collection in
      let now = collection.bytes
      if now == change.after {
        collection = PhotoCollection(change.before, folder: folder)
      } else {
        collection.undo(change.lines, isRemoval: change.isRemoval)
      }
      return CollectionChange(
        count: change.count, before: now, after: collection.bytes, isRemoval: !change.isRemoval)
    }
  }

  // MARK: The file

  private static let attempts = 5

  private var folder: [UInt8] { file.map { FilePath.directory(of: $0.path) } ?? [] }

  private func change(
    _ change: (inout PhotoCollection) -> CollectionChange
  ) throws(CollectionError) -> CollectionChange {
    guard let file else { throw .noFolder }
    for _ in 0..<Self.attempts {
      let (bytes, stamp) = try read(file)
      var collection = PhotoCollection(bytes, folder: folder)
      guard collection.canBeChanged else { throw .notLines }
      let done = change(&collection)
      guard done.before != done.after else { return done }
      do throws(SystemCallError) {
        try AtomicFile.write(
          collection.bytes, to: file.path, replacing: AtomicFile.Former(stamp), mode: 0o600)
        return done
      } catch {
        guard error.code == ESTALE else { throw .notWritten(code: error.code) }
      }
    }
    throw .busy
  }

  /// - Returns: Nothing and no stamp if there is no file.
  private func read(
    _ file: FileReference
  ) throws(CollectionError) -> (bytes: [UInt8], stamp: FileStamp?) {
    do throws(PhotoSourceError) {
      return try FileBytes.read(file, byteLimit: PhotoCollection.byteLimit)
    } catch {
      guard case .notFound = error, makesFolder else { throw .unreadable(error) }
      _ = FilePath.makeFolders(folder)
      return ([], nil)
    }
  }
}
