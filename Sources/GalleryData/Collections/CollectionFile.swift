import FeedFormats
import Files
import Foundation
import GalleryDomain
import Glibc
import Synchronization

/// The file of an opened collection, and what may be shown of it; or several folders that are one source.
public struct CollectionFile: Sendable {
  public let file: FileReference
  /// Whether it may name files outside its folder, whole folders, and hosts in the local network: the user has put it together here.
  public let namesAnything: Bool
  let folder: [UInt8]
  /// The folders, instead of the file's lines.
  private let folders: [FileReference]?

  /// - Parameter file: A relative path counts from the working directory.
  public init(_ file: FileReference, namesAnything: Bool = false) {
    let path = FilePath.absolute(file.path)
    self.file = FileReference(path: path) ?? file
    self.namesAnything = namesAnything
    folder = FilePath.directory(of: path)
    folders = nil
  }

  /// Folders as one source, in their order; what one of them shows isn't shown again with another.
  ///
  /// - Parameter folders: Absolute paths; at least one.
  public init(folders: [FileReference]) {
    var seen: Set<[UInt8]> = []
    let paths = folders.map { FilePath.withoutDots($0.path) }.filter { seen.insert($0).inserted }
    self.folders = paths.compactMap { FileReference(path: $0) }
    folder = Self.commonFolder(paths)
    file = folders[0]
    namesAnything = true
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
  func read() throws(PhotoSourceError) -> PathInput {
    if let folders {
      return PathInput(folders.map { PhotoCollection.location(ofPath: $0.path, in: folder) })
    }
    let (bytes, _) = try FileBytes.read(file, byteLimit: PhotoCollection.byteLimit)
    return PathInput(PhotoCollection(bytes, folder: folder))
  }

  /// The folders that it shows whole: all of these if it is folders, those that the lines of a file name, if they may.
  ///
  /// - Complexity: Reads the file; one stat(2) for each line.
  public func wholeFolders() throws(PhotoSourceError) -> [FileReference] {
    if let folders { return folders }
    guard namesAnything else { return [] }
    return try read().known.compactMap { line in
      guard !PhotoCollection.isAddress(line) else { return nil }
      return [line, PhotoCollection.otherLocation(ofLine: line)].lazy.compactMap { location in
        location.map { FilePath.absolute($0, in: folder) }
      }.first { stat(of: $0)?.isDirectory == true }.flatMap(FileReference.init(path:))
    }
  }
}

/// Decides what a collection of someone else may show, one line after the other: files below its own folder, also after links are
/// followed, and hosts of the internet.
final class CollectionLimits: Sendable {
  private let folder: [UInt8]
  private let root: [UInt8]?
  private let isInside = Mutex<[[UInt8]: Bool]>([:])

  /// - Parameter folder: The collection's; absolute.
  init(folder: [UInt8]) {
    self.folder = folder
    root = FilePath.real(folder)
  }

  /// Why a path or an address isn't shown; nil if it may be.
  func refusal(of location: [UInt8]) -> String? {
    if PhotoCollection.isAddress(location) {
      guard let host = PhotoCollection.url(of: location)?.host(), !PrivateAddress.isNamed(by: host)
      else {
        return "a host in the local network"
      }
      return nil
    }
    return holds(location) ? nil : "outside the collection's folder"
  }

  /// Whether a file is in the folder, also after its links are followed. One that isn't there is.
  private func holds(_ path: [UInt8]) -> Bool {
    guard let root else { return false }
    let path = FilePath.absolute(path, in: folder)
    let parent = FilePath.directory(of: path)
    let parentIsInside = isInside.withLock { $0[parent] } ?? Self.isInside(parent, root)
    isInside.withLock { $0[parent] = parentIsInside }
    guard parentIsInside else { return false }
    guard stat(of: path, followsLink: false)?.isLink == true else { return true }
    return Self.isInside(path, root)
  }

  private static func isInside(_ path: [UInt8], _ root: [UInt8]) -> Bool {
    guard let real = FilePath.real(path) else { return true }
    return FilePath.isInside(real, root) != nil
  }
}
