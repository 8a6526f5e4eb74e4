/// Paths of folders as the user types them; implemented on the file system.
public protocol FolderPaths: Sendable {
  /// What a text names: `~` is the home folder, and a relative path counts from the working folder.
  func target(_ text: String) -> FolderTarget
  /// What the text may go on to: texts that end in a slash, in natural order, at most a hundred.
  func completions(of text: String) -> [String]
  /// Makes a folder that `target(_:)` called new.
  func create(_ folder: FileReference) throws(FileOperationError)
}

/// What a text names.
public enum FolderTarget: Hashable, Sendable {
  case folder(FileReference)
  /// It is not there, but can be made.
  case new(FileReference)
  case fault(FolderPathFault)
}

/// Why a text is no folder to copy into.
public enum FolderPathFault: Hashable, Sendable {
  case empty, missing, notFolder, unknownHome
}
