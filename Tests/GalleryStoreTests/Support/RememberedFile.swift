import GalleryData
import GalleryDomain

@testable import GalleryStore

extension SQLiteLibrary {
  /// What a file said that doesn't change any more.
  func remember(
    _ contents: LibraryContents, of file: LibraryFile, in directory: LibraryDirectory
  ) {
    remember(contents, of: file, in: directory, isSettled: true) { _ in
      let name = String(decoding: file.name, as: UTF8.self)
      return Photo(
        id: name, name: contents.metadata.title ?? name,
        file: FileReference(path: directory.path + [0x2F] + file.name))
    }
  }
}
