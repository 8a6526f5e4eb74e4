import Files
import GalleryDomain
import Glibc

/// Where a link to a directory leads, from the scan's point of view.
enum DirectoryLink {
  /// Outside the scanned folder, or into a part of it that is ignored.
  case elsewhere
  /// To a folder that the link is in: a loop.
  case upwards
  /// To a folder that the scan reaches by its own name.
  case insideAnyway

  /// - Parameters:
  ///   - link: The link's path.
  ///   - directory: The directory that holds the link.
  init(to link: [UInt8], from directory: [UInt8], _ scope: DirectoryContents.Scope) {
    guard let target = FilePath.real(link), let holder = FilePath.real(directory) else {
      self = .upwards
      return
    }
    if scope.rootPaths.contains(target) || FilePath.isInside(holder, target) != nil {
      self = .upwards
    } else if scope.rootPaths.contains(where: { root in
      FilePath.isInside(target, root).map { !scope.ignored.ignores($0, isFolder: true, in: root) }
        ?? false
    }) {
      self = .insideAnyway
    } else {
      self = .elsewhere
    }
  }
}

extension FilePath {
  /// Without links; `/` if it is gone. The kernel knows it: nothing is asked, whatever mount it is in.
  package static var workingDirectory: [UInt8] {
    guard let path = getcwd(nil, 0) else { return [separator] }
    defer { free(path) }
    return UnsafeBufferPointer(start: path, count: strlen(path)).map { UInt8(bitPattern: $0) }
  }

  /// What a path is a link to, as the link says it; nil if it is none.
  package static func linkTarget(of path: [UInt8]) -> [UInt8]? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let count = withCString(path) { readlink($0, start, buffer.count) }
      return count > 0 ? buffer[..<count].map { UInt8(bitPattern: $0) } : nil
    }
  }

  /// Without `.`, `..` and second separators, by its components alone: what is named is also what is opened, whatever links are in
  /// it.
  ///
  /// - Parameter path: Absolute.
  static func normal(_ path: [UInt8]) -> [UInt8] {
    var parts: [ArraySlice<UInt8>] = []
    for part in path.split(separator: separator) {
      if part.elementsEqual(".".utf8) { continue }
      if part.elementsEqual("..".utf8) { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.isEmpty ? [separator] : parts.flatMap { [separator] + Array($0) }
  }

  /// The same as the system reads it: the parent of a link is that of the folder to which it leads.
  ///
  /// - Parameter path: Absolute. If there is no such folder, it is read as it is written.
  package static func withoutDots(_ path: [UInt8]) -> [UInt8] {
    realWithoutDots(path) ?? normal(path)
  }

  /// The same.
  ///
  /// - Returns: nil if there is no such folder.
  static func realWithoutDots(_ path: [UInt8]) -> [UInt8]? {
    let parts = path.split(separator: separator)
    guard let last = parts.lastIndex(where: { $0.elementsEqual("..".utf8) }) else {
      return normal(path)
    }
    let beginning = parts[...last].flatMap { [separator] + Array($0) }
    return FilePath.real(beginning).map { real in
      normal(parts[(last + 1)...].reduce(into: real) { $0 = join($0, $1) })
    }
  }

  /// The path itself if it is absolute, otherwise relative to the working directory.
  package static func absolute(_ path: [UInt8]) -> [UInt8] {
    guard path.first != separator else { return path }
    return join(workingDirectory, path)
  }
}
