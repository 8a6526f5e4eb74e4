import FeedFormats
import Files
import GalleryDomain
import Glibc

/// Quickly checks whether a folder looks like one of pictures.
package enum QuickFolderCheck {
  /// Whether a folder has a picture, directly or in one of its folders, judging by names. Those that a listing
  /// ignores are skipped, and mounts in it that may not answer.
  ///
  /// - Parameter limit: How long to look; nothing found by then counts as none, even if the file system doesn't answer
  ///   at all.
  package static func holdsPictures(
    _ folder: FileReference, within limit: Duration, mounts: MountTable = .now()
  ) -> Bool {
    let deadline = ContinuousClock.now + limit
    // On a thread of its own, which outlives the call if the file system hangs.
    let isFound = FileAnswer.onThread(within: deadline - .now) { _ -> Bool in
      let (real, mount) = mounts.resolve(folder.path)
      if let mount, !FileAnswer.isAnswering(mount.point, within: limit) { return false }
      guard let inside = folders(in: folder.path, isNamed: true, until: deadline) else {
        return .now < deadline
      }
      return inside.contains { name in
        mounts.silentMount(at: FilePath.join(real, name)) == nil
          && folders(in: FilePath.join(folder.path, name), isNamed: false, until: deadline) == nil
          && .now < deadline
      }
    }
    return isFound ?? false
  }

  /// - Parameter isNamed: Whether it is shown even if it has the marker of folders without photos to show.
  /// - Returns: The folders in a folder; nil if a picture is directly in it.
  private static func folders(
    in path: [UInt8], isNamed: Bool, until deadline: ContinuousClock.Instant
  ) -> [[UInt8]]? {
    guard let entries = FolderEntries(path) else { return [] }
    let judge = IgnoredNames().judge(in: path)
    var folders: [[UInt8]] = []
    var isFound = false
    for entry in entries {
      guard .now < deadline else { return [] }
      let name = entry.name
      if !isNamed, name == IgnoredNames.marker { return [] }
      guard name.first != UInt8(ascii: ".") else { continue }
      let isFolder = entry.kind == Int32(DT_DIR)
      guard !judge.ignores(name, isFolder: isFolder) else { continue }
      if isFolder {
        folders.append(name)
      } else if FileNameKind(name).isListed {
        if isNamed { return nil }
        // The marker may follow.
        isFound = true
      }
    }
    return isFound ? nil : folders
  }
}
