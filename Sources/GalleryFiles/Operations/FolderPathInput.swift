import Files
import Foundation
import GalleryDomain
import Glibc

/// Folders as they are typed at a prompt, with their completions.
public struct FolderPathInput: FolderPaths {
  private let home: String?
  private let workingFolder: String

  /// More would not be read.
  private static let completionLimit = 100

  /// - Parameter home: For `~`; nil if it is unknown.
  public init(
    home: String?, workingFolder: String = FileManager.default.currentDirectoryPath
  ) {
    self.home = home
    self.workingFolder = workingFolder
  }

  /// What a text names: `~` is the home folder, and a relative path starts at the working folder.
  public func target(_ text: String) -> FolderTarget {
    let text = text.drop { $0 == " " }
    guard !text.isEmpty else { return .fault("enter a folder") }
    guard var path = absolute(text) else { return .fault("no such user") }
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    guard let folder = FileReference(path: path) else { return .fault("no such folder") }
    switch isFolder(path) {
    case true?: return .folder(folder)
    case false?: return .fault("not a folder")
    case nil:
      let parent = FilePath.directory(of: folder.path)
      guard stat(of: parent)?.isDirectory != true else { return .new(folder) }
      return .fault("no such folder: \(TextCleaner.line(bytes: FilePath.lastComponent(parent)))")
    }
  }

  /// The folders that complete a text, with a slash at their end. Hidden ones only after a dot.
  public func completions(of text: String) -> [String] {
    let end = text.lastIndex(of: "/").map(text.index(after:)) ?? text.startIndex
    let (stem, start) = (text[..<end], text[end...])
    if stem.isEmpty, start == "~" { return home == nil ? [] : ["~/"] }
    guard let folder = stem.isEmpty ? workingFolder : absolute(stem) else { return [] }
    let names = FolderEntries.names(in: folder).filter { name in
      name.hasPrefix(start) && (start.hasPrefix(".") || !name.hasPrefix("."))
        && TextCleaner.line(name) == name && isFolder("\(folder)/\(name)") == true
    }
    return NaturalOrder.sorted(names.map { Array($0.utf8) }).prefix(Self.completionLimit)
      .map { "\(stem)\(String(decoding: $0, as: UTF8.self))/" }
  }

  public func isTaken(_ name: String, beside file: FileReference) -> Bool {
    let (folder, former) = FilePath.split(file.path)
    let new = Array(name.utf8)
    guard new != former, let other = stat(of: FilePath.join(folder, new), followsLink: false)
    else { return false }
    // Where case is ignored, another spelling finds the file itself.
    guard FilePath.folded(former) == FilePath.folded(new),
      let own = stat(of: file.path, followsLink: false)
    else { return true }
    // File systems in user space may number a file by how it was asked for; the folder has it under one name.
    return !other.isSameFile(as: own) && FolderEntries.names(in: folder).contains(new)
  }

  /// - Throws: `.noPermission`, `.noSpace`, `.readOnly` or another failure of mkdir(2).
  public func create(_ folder: FileReference) throws(FileOperationError) {
    let code: Int32 = FilePath.withCString(folder.path) { mkdir($0, 0o777) == 0 ? 0 : errno }
    guard code == 0 || code == EEXIST else {
      throw SystemCallError(code: code).failure(Array(FilePath.lastComponent(folder.path)))
    }
  }

  public func removeIfEmpty(_ folder: FileReference) {
    _ = FilePath.withCString(folder.path) { rmdir($0) }
  }

  /// nil for an unknown user's home.
  private func absolute(_ text: some StringProtocol) -> String? {
    guard text.first != "~" else { return FilePath.expandingHome(text, home: home) }
    return text.hasPrefix("/") ? String(text) : "\(workingFolder)/\(text)"
  }

  /// nil if nothing is there.
  private func isFolder(_ path: String) -> Bool? {
    stat(of: path.utf8)?.isDirectory
  }
}
