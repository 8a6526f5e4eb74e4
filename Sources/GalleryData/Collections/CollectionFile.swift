import FeedFormats
import Foundation
import GalleryDomain
import Glibc
import Synchronization

/// What a collection may name. The program's own ones may name anything: the user has put them together here.
public struct CollectionRights: Hashable, Sendable {
  /// Files outside the collection's folder, and whole folders.
  public var allowsOutsideFiles: Bool
  /// Hosts in the local network.
  public var allowsPrivateHosts: Bool

  public init(allowsOutsideFiles: Bool = false, allowsPrivateHosts: Bool = false) {
    self.allowsOutsideFiles = allowsOutsideFiles
    self.allowsPrivateHosts = allowsPrivateHosts
  }
}

/// The file of an opened collection, and what may be shown of it; or several folders that are one source.
public final class CollectionFile: Sendable {
  public let file: FileReference
  public let rights: CollectionRights
  let folder: [UInt8]
  /// The folders, instead of the file's lines.
  private let folders: [FileReference]?
  private let notes = Mutex<[[UInt8]: String]>([:])

  /// - Parameter file: A relative path counts from the working directory.
  public init(_ file: FileReference, rights: CollectionRights) {
    let path = FilePath.absolute(file.path)
    self.file = FileReference(path: path) ?? file
    self.rights = rights
    folder = FilePath.directory(of: path)
    folders = nil
  }

  /// Folders as one source, in their order; a folder that another one shows is shown with that.
  ///
  /// - Parameters:
  ///   - folders: Absolute paths; at least one.
  ///   - isRecursive: Whether they show their subfolders.
  ///   - ignored: What isn't shown of them.
  public init(
    folders: [FileReference], isRecursive: Bool = true, ignored: IgnoredNames = IgnoredNames()
  ) {
    let paths = folders.map { FilePath.withoutDots($0.path) }
    let outer = paths.enumerated().filter { index, path in
      !paths.enumerated().contains { other, outside in
        other != index
          && (path == outside
            ? other < index : isRecursive && Self.isShown(path, in: outside, ignored))
      }
    }
    self.folders = outer.compactMap { FileReference(path: $0.element) }
    folder = Self.commonFolder(outer.map(\.element))
    file = folders[0]
    rights = CollectionRights(allowsOutsideFiles: true, allowsPrivateHosts: true)
  }

  /// Folders that are ignored aren't shown with the one that they are in, and what isn't there has to be said.
  private static func isShown(
    _ path: [UInt8], in outside: [UInt8], _ ignored: IgnoredNames
  ) -> Bool {
    guard let inside = DirectoryLink.isInside(path, outside),
      !ignored.ignores(inside, isFolder: true, in: outside)
    else { return false }
    // A mount that may not answer isn't asked: its folder is read where it comes first, and only there.
    let mounts = MountTable.now()
    guard mounts.resolve(path).silent == nil, mounts.resolve(outside).silent == nil,
      let real = DirectoryLink.truePath(path), let holder = DirectoryLink.truePath(outside)
    else { return false }
    // Links that lead upwards aren't followed.
    guard DirectoryLink.isInside(holder, real) == nil else { return false }
    for end in inside.indices.filter({ inside[$0] == FilePath.separator }) + [inside.endIndex] {
      let folder = FilePath.join(outside, inside[..<end])
      let marker = FilePath.join(folder, IgnoredNames.marker)
      if FilePath.withCString(marker, { access($0, F_OK) }) == 0 { return false }
    }
    var status = stat()
    return FilePath.withCString(path, { stat($0, &status) }) == 0 && status.isDirectory
  }

  /// The innermost folder that has all of them below it.
  private static func commonFolder(_ paths: [[UInt8]]) -> [UInt8] {
    let parents = paths.map { FilePath.directory(of: $0).split(separator: FilePath.separator) }
    var common = parents.first ?? []
    for parent in parents {
      common = zip(common, parent).prefix { $0.elementsEqual($1) }.map(\.0)
    }
    return common.isEmpty
      ? [FilePath.separator] : common.flatMap { [FilePath.separator] + Array($0) }
  }

  /// Whether it is folders, in whose order the rows are.
  var isFolders: Bool { folders != nil }

  /// nil for the lines of a file.
  var folderPaths: [[UInt8]]? { folders?.map(\.path) }

  /// The folder that its rows are relative to.
  public var base: FileReference { FileReference(path: folder) ?? file }

  /// `Pictures, archive`, or the file's name.
  var title: String {
    if let folders { return folders.map(FilePath.shownName).joined(separator: ", ") }
    let stem = FilePath.stem(FilePath.lastComponent(file.path))
    return CleanText.line(String(decoding: stem, as: UTF8.self)) ?? FilePath.shownName(file)
  }

  /// - Throws: `.tooLarge`, and why it can't be read.
  func read() throws(PhotoSourceError) -> PhotoCollection {
    if let folders { return PhotoCollection(of: folders, folder: folder) }
    let (bytes, _) = try FileBytes.read(file, byteLimit: PhotoCollection.byteLimit)
    let collection = PhotoCollection(bytes, folder: folder)
    let noted = collection.items.compactMap { item in
      item.note.map { (FilePath.composed(item.place), $0) }
    }
    notes.withLock { $0 = Dictionary(noted, uniquingKeysWith: { first, _ in first }) }
    return collection
  }

  /// The folders that it shows whole: all of these if it is folders, those that the lines of a file name, if they may.
  ///
  /// - Complexity: Reads the file; one stat(2) for each line.
  public func wholeFolders() throws(PhotoSourceError) -> [FileReference] {
    if let folders { return folders }
    guard rights.allowsOutsideFiles else { return [] }
    return try read().items.compactMap { item in
      guard !PhotoCollection.isAddress(item.place) else { return nil }
      let path =
        item.place.first == FilePath.separator ? item.place : FilePath.join(folder, item.place)
      var status = stat()
      guard FilePath.withCString(path, { stat($0, &status) }) == 0, status.isDirectory else {
        return nil
      }
      return FileReference(path: path)
    }
  }

  /// What was read last about a row.
  func note(of place: [UInt8]) -> String? { notes.withLock { $0[FilePath.composed(place)] } }

  /// What it names that it may not.
  ///
  /// - Complexity: Reads the file, and the links of each path's folder.
  public func request() throws(PhotoSourceError) -> CollectionRequest {
    let collection = try read()
    let limits = CollectionLimits(folder: folder, rights: rights)
    var request = CollectionRequest()
    for item in collection.items {
      switch limits.refusal(of: item.place) {
      case .outside:
        if request.outsideCount == 0 {
          request.firstOutside = TextCleaner.line(
            bytes: FeedAddress.withoutUser(item.place), limit: .field)
        }
        request.outsideCount += 1
      case .privateHost:
        if request.privateCount == 0 {
          let host = PhotoCollection.url(of: item.place)?.host() ?? ""
          request.firstHost = TextCleaner.line(host, limit: .field)
        }
        request.privateCount += 1
      case nil: break
      }
    }
    return request
  }
}

/// Decides what a collection may show, one place after the other.
final class CollectionLimits: Sendable {
  enum Refusal {
    case outside
    case privateHost

    var reason: String {
      switch self {
      case .outside: "outside the collection's folder"
      case .privateHost: "a host in the local network"
      }
    }
  }

  private let folder: [UInt8]
  private let rights: CollectionRights
  private let root: [UInt8]?
  private let isInside = Mutex<[[UInt8]: Bool]>([:])

  /// - Parameter folder: The collection's; absolute.
  init(folder: [UInt8], rights: CollectionRights) {
    self.folder = folder
    self.rights = rights
    root = rights.allowsOutsideFiles ? nil : DirectoryLink.truePath(folder)
  }

  /// Whether a place may name a whole folder.
  var allowsFolders: Bool { rights.allowsOutsideFiles }

  func refusal(of place: [UInt8]) -> Refusal? {
    if PhotoCollection.isAddress(place) {
      guard !rights.allowsPrivateHosts else { return nil }
      guard let host = PhotoCollection.url(of: place)?.host(), !LocalHost.isLocal(host) else {
        return .privateHost
      }
      return nil
    }
    return rights.allowsOutsideFiles || holds(place) ? nil : .outside
  }

  /// Whether a file is in the folder, also after its links are followed. One that isn't there is.
  private func holds(_ place: [UInt8]) -> Bool {
    guard place.first != FilePath.separator, let root else { return false }
    let path = FilePath.join(folder, place)
    let parent = FilePath.directory(of: path)
    let parentIsInside = isInside.withLock { $0[parent] } ?? Self.isInside(parent, root)
    isInside.withLock { $0[parent] = parentIsInside }
    guard parentIsInside else { return false }
    var status = stat()
    guard FilePath.withCString(path, { lstat($0, &status) }) == 0,
      status.st_mode & S_IFMT == S_IFLNK
    else { return true }
    return Self.isInside(path, root)
  }

  private static func isInside(_ path: [UInt8], _ root: [UInt8]) -> Bool {
    guard let real = DirectoryLink.truePath(path) else { return true }
    return DirectoryLink.isInside(real, root) != nil
  }
}
