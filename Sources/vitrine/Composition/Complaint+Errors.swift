import GalleryData
import GalleryDomain
import GalleryPresentation
import GalleryStore
import Glibc

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
      self.init("no such file\(isFile ? "" : " or folder"): \(name)")
    case .unavailable(let error): self.init(error)
    }
  }

  /// - Parameters:
  ///   - path: Of the database.
  ///   - isKept: Whether it has baskets and places, and is never removed; else it is made again.
  init(_ fault: StoreFault, path: String, isKept: Bool = true) {
    let name = TextCleaner.line(path)
    switch fault {
    case .damaged where isKept: self = "\(name) is damaged, and is left as it is"
    case .damaged where access(path, F_OK) == 0: self = "\(name) is damaged, and can't be replaced"
    case .damaged:
      self =
        "\(name) was damaged or a newer version's, and has been removed; files are read again when you open their folders"
    case .newer where isKept: self = "\(name) is from a newer Vitrine; update Vitrine"
    case .newer: self = "\(name) is from a newer Vitrine; update Vitrine, or remove the file"
    case .busy: self = "\(name) is in use by another program; retry later"
    case .unwritable: self = "can't write \(name): no permission, or no space left"
    case .nowhere, .cancelled, .other: self = "can't read \(name)"
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
