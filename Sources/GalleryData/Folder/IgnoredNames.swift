import Foundation
import GalleryDomain

/// Which names in folders are not the user's photos: hidden ones, what other programs keep beside photos for themselves
/// (thumbnails, bins, snapshots), and what the user's settings name. Whatever lists folders, on disks or servers, asks here.
///
/// A folder that the user names is shown, whatever its name is: only what is below it is judged.
public struct IgnoredNames: Hashable, Sendable {
  /// Of folders, in lower case; a `*` at the beginning or the end matches anything.
  ///
  /// - Synology: `@eaDir`, `#recycle`, `#snapshot`, `@tmp`; QNAP: `@Recycle`, `@Recently-Snapshot`, `@__thumb`.
  /// - Windows: `$RECYCLE.BIN`, `RECYCLER`, `RECYCLED`, `System Volume Information`; NetApp: `~snapshot`.
  /// - File systems: `lost+found`, Android's `LOST.DIR`.
  /// - macOS: `__MACOSX` in archives, `Network Trash Folder` and `Temporary Items` on servers.
  /// - Lightroom's previews: `*.lrdata`, `*.lrcat-data`; Sony's thumbnails of clips: `THMBNL`.
  /// - Nextcloud's bins and previews: `files_trashbin`, `files_versions`, `appdata_oc…`.
  private static let folders = Set(
    [
      "@eadir", "#recycle", "#snapshot", "@tmp", "@recycle", "@recently-snapshot", "@__thumb",
      "$recycle.bin", "recycler", "recycled", "~snapshot", "temporary items",
      "system volume information", "lost+found", "lost.dir", "__macosx",
      "network trash folder", "thmbnl", "files_trashbin", "files_versions",
    ].map { Array($0.utf8) })
  private static let folderEndings = [".lrdata", ".lrcat-data"].map { Array($0.utf8) }
  private static let folderBeginnings = ["appdata_oc"].map { Array($0.utf8) }

  /// Libraries of Photos, iPhoto, Aperture and Capture One, which are folders to other systems. Only their originals are photos,
  /// everything else is made from them.
  private static let libraryEndings = [
    ".photoslibrary", ".photolibrary", ".migratedphotolibrary", ".aplibrary", ".migratedaplibrary",
    ".cocatalog",
  ].map { Array($0.utf8) }
  private static let originals = Set(["originals", "masters"].map { Array($0.utf8) })
  /// iPhoto's had this name alone at first, which a folder of the user's may have, too.
  private static let firstLibrary = Array("iphoto library".utf8)
  private static let derivatives = Set(
    ["data", "data.noindex", "previews", "thumbnails"].map { Array($0.utf8) })

  /// Android's sign that a folder, and those in it, have no photos to show.
  static let marker = Array(".nomedia".utf8)

  /// A name with `*` for any letters and `?` for one, without regard to case.
  private let patterns: [[Character]]

  /// - Parameter patterns: The user's, for names of folders and files, such as `exports` and `*_preview.jpg`.
  public init(patterns: [String] = []) {
    self.patterns = patterns.map { Array($0.lowercased()) }
  }

  // MARK: Names in one folder

  /// How the names in one folder are judged.
  struct Judge {
    fileprivate let names: IgnoredNames
    fileprivate let isLibrary: Bool
    fileprivate let isFirstLibrary: Bool

    /// - Complexity: O(*name*), without allocations for files where the user names none: this runs for every entry of a folder.
    func ignores(_ name: some Collection<UInt8>, isFolder: Bool) -> Bool {
      if name.first == UInt8(ascii: ".") { return true }
      if isLibrary, !isFolder || !IgnoredNames.originals.contains(IgnoredNames.folded(name)) {
        return true
      }
      if isFolder {
        let name = IgnoredNames.folded(name)
        if IgnoredNames.isSystemFolder(name) { return true }
        if isFirstLibrary, IgnoredNames.derivatives.contains(name) { return true }
      }
      guard !names.patterns.isEmpty else { return false }
      // A composed name matches a decomposed one.
      let text = Array(String(decoding: name, as: UTF8.self).lowercased())
      return names.patterns.contains { IgnoredNames.matches(text[...], $0[...]) }
    }
  }

  /// - Parameter folder: A name, or a path, of the folder that has the names.
  func judge(in folder: some Collection<UInt8>) -> Judge {
    let name = Array(folder).split(separator: FilePath.separator).last.map { Self.folded($0) } ?? []
    return Judge(
      names: self, isLibrary: Self.libraryEndings.contains { name.hasSuffix($0) },
      isFirstLibrary: name == Self.firstLibrary)
  }

  /// Whether a path below a folder is ignored, or anything that it is in.
  ///
  /// - Parameters:
  ///   - path: Relative to the folder.
  ///   - root: The folder's name.
  func ignores(
    _ path: some Collection<UInt8>, isFolder: Bool, in root: some Collection<UInt8> = []
  ) -> Bool {
    let parts = Array(path).split(separator: FilePath.separator)
    var judge = judge(in: root)
    for (index, part) in parts.enumerated() {
      if judge.ignores(part, isFolder: isFolder || index < parts.count - 1) { return true }
      judge = self.judge(in: part)
    }
    return false
  }

  // MARK: Matching

  private static func isSystemFolder(_ name: [UInt8]) -> Bool {
    folders.contains(name) || folderEndings.contains { name.hasSuffix($0) }
      || folderBeginnings.contains { name.starts(with: $0) }
  }

  private static func folded(_ name: some Collection<UInt8>) -> [UInt8] {
    name.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }

  /// - Complexity: O(*text* · *pattern*): after a mismatch, only the last `*` is tried with more letters.
  private static func matches(
    _ text: ArraySlice<Character>, _ pattern: ArraySlice<Character>
  ) -> Bool {
    var (text, pattern) = (text, pattern)
    var retry: (text: ArraySlice<Character>, pattern: ArraySlice<Character>)?
    while true {
      if pattern.first == "*" {
        pattern = pattern.dropFirst()
        retry = (text, pattern)
      } else if let letter = text.first, let wanted = pattern.first,
        wanted == "?" || wanted == letter
      {
        (text, pattern) = (text.dropFirst(), pattern.dropFirst())
      } else if text.isEmpty, pattern.isEmpty {
        return true
      } else if let last = retry, !last.text.isEmpty {
        text = last.text.dropFirst()
        pattern = last.pattern
        retry = (text, pattern)
      } else {
        return false
      }
    }
  }
}

extension [UInt8] {
  fileprivate func hasSuffix(_ ending: [UInt8]) -> Bool {
    suffix(ending.count).elementsEqual(ending)
  }
}
