import GalleryDomain
import Glibc

/// Where a link to a directory leads, from the scan's point of view.
enum DirectoryLink {
  /// Outside the scanned folder, or into a hidden part of it.
  case elsewhere
  /// To a folder that the link is in: a loop.
  case upwards
  /// To a folder that the scan reaches by its own name.
  case insideAnyway

  /// - Parameters:
  ///   - link: The link's path.
  ///   - directory: The directory that holds the link.
  ///   - rootPath: The scanned folder's true path.
  init(to link: [UInt8], from directory: [UInt8], rootPath: [UInt8]) {
    guard let target = Self.truePath(link), let holder = Self.truePath(directory) else {
      self = .upwards
      return
    }
    if target == rootPath || Self.isInside(holder, target) != nil {
      self = .upwards
    } else if let inside = Self.isInside(target, rootPath), !Self.isHidden(inside) {
      self = .insideAnyway
    } else {
      self = .elsewhere
    }
  }

  /// - Returns: Without links; nil if there is no such path.
  static func truePath(_ path: [UInt8]) -> [UInt8]? {
    guard let resolved = FilePath.withCString(path, { realpath($0, nil) }) else { return nil }
    defer { free(resolved) }
    return UnsafeBufferPointer(start: resolved, count: strlen(resolved)).map {
      UInt8(bitPattern: $0)
    }
  }

  /// - Returns: The part of `path` below `folder`; empty if they are the same, nil if it is outside.
  static func isInside(_ path: [UInt8], _ folder: [UInt8]) -> ArraySlice<UInt8>? {
    if folder == [FilePath.separator] { return path.dropFirst() }
    guard path.starts(with: folder) else { return nil }
    let rest = path.dropFirst(folder.count)
    return rest.isEmpty || rest.first == FilePath.separator ? rest.dropFirst() : nil
  }

  private static func isHidden(_ relative: ArraySlice<UInt8>) -> Bool {
    relative.split(separator: FilePath.separator).contains { $0.first == UInt8(ascii: ".") }
  }
}

extension FilePath {
  /// Without links; `/` if it is gone.
  package static var workingDirectory: [UInt8] {
    DirectoryLink.truePath([UInt8(ascii: ".")]) ?? [separator]
  }

  /// The path itself if it is absolute, otherwise relative to the working directory.
  package static func absolute(_ path: [UInt8]) -> [UInt8] {
    guard path.first != separator else { return path }
    return join(workingDirectory, path)
  }
}
