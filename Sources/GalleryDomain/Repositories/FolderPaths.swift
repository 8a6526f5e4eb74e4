/// Paths of folders as the user types them; implemented on the file system.
public protocol FolderPaths: Sendable {
  /// Resolves a text: `~` is the home folder, and a relative path starts from the working directory.
  func target(_ text: String) -> FolderTarget
  /// Completions of the text, each ending in a slash, in natural order; at most a hundred.
  func completions(of text: String) -> [String]
  /// Whether another file than this one has a name in its folder.
  func isTaken(_ name: String, beside file: FileReference) -> Bool
  /// Creates a folder for which `target(_:)` returned `.new`.
  func create(_ folder: FileReference) throws(FileOperationError)
  /// Removes a folder if nothing is in it.
  func removeIfEmpty(_ folder: FileReference)
}

/// What a typed path refers to.
public enum FolderTarget: Hashable, Sendable {
  case folder(FileReference)
  /// It doesn't exist but can be created.
  case new(FileReference)
  /// No folder to copy into; why, in a few words.
  case fault(Complaint)
}
