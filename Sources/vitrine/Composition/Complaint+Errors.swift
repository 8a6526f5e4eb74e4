import GalleryData
import GalleryDomain
import GalleryPresentation
import GalleryStore

/// Why the program can't do what it was called for, which ends it with status 1.
extension Complaint {
  /// SOURCE is given, but empty.
  static let noName: Complaint = "SOURCE is empty; --sample opens the built-in gallery"

  init(_ error: PhotoSourceError) {
    self.init(ErrorText.line(for: error))
  }

  init(_ error: PhotoSourceLocatorError) {
    switch error {
    case .refused(let complaint): self = complaint
    case .noSuchFile(let name):
      // It can't be the name of a folder.
      let isFile = [".json", ".xml"].contains { name.lowercased().hasSuffix($0) }
      self.init("No such file\(isFile ? "" : " or folder"): \(name)")
    case .unavailable(let error): self.init(error)
    }
  }

  /// - Parameter path: Of the file of baskets and places, which is never removed.
  init(_ fault: StoreFault, path: String) {
    switch fault {
    case .damaged: self.init("\(CommandLineText.clean(path)) is damaged, and is left as it is")
    case .newer: self.init("\(CommandLineText.clean(path)) is from a newer Vitrine; update Vitrine")
    default: self.init(LibraryText.failure(fault, path: path))
    }
  }

  /// Opens a source, whose error ends the program.
  static func ofSource<Value>(
    _ open: () throws(PhotoSourceError) -> Value
  ) throws(Complaint) -> Value {
    do throws(PhotoSourceError) {
      return try open()
    } catch {
      throw Complaint(error)
    }
  }
}
