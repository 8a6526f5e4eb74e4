import Files
import GalleryDomain

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
