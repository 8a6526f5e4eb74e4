import Files
import Foundation
import GRDB
import GalleryData
import GalleryDomain
import Glibc

/// The text files in which Vitrine 1.0 kept places and views, in its folder of the state home: taken over once, and left as
/// `….1.0`.
struct FormerPlaces: Sendable {
  let folder: String

  private static let byteLimit = 1 << 20
  private static let ending = ".1.0"

  private enum Name: String, CaseIterable {
    case sources, bookmarks, searches, summaries, views
  }

  var areThere: Bool {
    Name.allCases.contains { access("\(folder)/\($0.rawValue)", F_OK) == 0 }
  }

  /// - Returns: The names of those that were taken over. One that can't be read is left out, and stays as it is.
  func takeOver(into database: Database) throws -> [String] {
    try Name.allCases.filter { try takeOver($0, into: database) }.map(\.rawValue)
  }

  /// After the transaction: a file that can't be renamed stays, and is not read again.
  func rename(_ names: [String]) {
    let calls = FileSystemCalls()
    guard let folder = try? calls.openFolder(Array(folder.utf8)) else { return }
    for name in names {
      // An earlier one is kept: it may be all that is left of something.
      try? calls.renameWithoutReplacing(
        Array(name.utf8), in: folder, to: Array((name + Self.ending).utf8), in: folder)
    }
  }

  /// - Returns: Whether it is there and could be read.
  private func takeOver(_ name: Name, into database: Database) throws -> Bool {
    guard name != .views else { return try takeOverViews(into: database) }
    guard let lines = lines(of: name.rawValue) else { return false }
    // The first lines are those of the latest, which are put last.
    for line in lines.reversed() {
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      switch name {
      case .sources:
        // Files of version 0.9 have no times.
        let time = parts.count > 1 ? UInt32(parts[0]) : nil
        let text = time == nil ? line : parts.dropFirst().joined(separator: "\t")
        try StateList.recentSource.put(
          time.map { String($0) } ?? "", for: PlaceText.readable(text), in: database)
      case .bookmarks:
        guard parts.count > 1, parts[0].count == 1, parts[0].allSatisfy(Bookmark.isKey) else {
          continue
        }
        try StateList.bookmark.put(
          parts.dropFirst().joined(separator: "\t"), for: parts[0], in: database)
      case .searches:
        guard parts.count == 5, SavedSearch.isName(parts[0]), !parts[4].isEmpty else { continue }
        try StateList.savedSearch.put(
          parts.dropFirst().joined(separator: "\t"), for: parts[0], in: database)
      case .summaries:
        guard parts.count > 2 else { continue }
        try StateList.summary.put(
          parts.prefix(2).joined(separator: "\t"),
          for: PlaceText.readable(parts.dropFirst(2).joined(separator: "\t")), in: database)
      case .views: break
      }
    }
    return true
  }

  /// A file for each source; its first line names the source.
  private func takeOverViews(into database: Database) throws -> Bool {
    let views = "\(folder)/\(Name.views.rawValue)"
    guard stat(of: views.utf8)?.isDirectory ?? false else { return false }
    let dated = FolderEntries.names(in: views).map { name -> (name: String, date: Int) in
      var status = stat()
      return stat("\(views)/\(name)", &status) == 0 ? (name, status.st_mtim.tv_sec) : (name, 0)
    }
    for (name, _) in dated.sorted(by: { ($0.date, $0.name) < ($1.date, $1.name) }) {
      let lines = lines(of: "\(Name.views.rawValue)/\(name)") ?? []
      let prefix = "source="
      guard let source = lines.first(where: { $0.hasPrefix(prefix) }) else { continue }
      try StateList.view.put(
        lines.filter { $0 != source }.joined(separator: "\n"),
        for: String(source.dropFirst(prefix.count)), in: database)
    }
    return true
  }

  private func lines(of name: String) -> [String]? {
    guard let file = FileReference(path: "\(folder)/\(name)"),
      let bytes = try? FileBytes.read(file, byteLimit: Self.byteLimit).bytes
    else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
