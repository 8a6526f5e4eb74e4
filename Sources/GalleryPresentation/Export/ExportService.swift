import GalleryDomain

/// Makes contact sheets and copies of originals.
///
/// Every closure is called on the caller's actor, and never after the export was cancelled.
public protocol ExportService {
  /// Where an export would go, as the user writes it: `~/Pictures/contact-sheet.pdf`.
  func suggestedPath(for kind: ExportKind) -> String

  /// What stands at a path. Looks at the file system; cheap enough to be asked at every key.
  func target(at path: String, for kind: ExportKind) -> ExportTarget

  /// Writes everything, or nothing: what is half done when it fails or is cancelled is taken away again. Of copies,
  /// those that are whole stay.
  ///
  /// - Parameters:
  ///   - replaces: Whether the user agreed to what `target(at:for:)` asked.
  ///   - progress: Called before each photo, and when the last one is done.
  ///   - completion: Called once.
  func export(
    _ selection: ExportSelection, as kind: ExportKind, to path: String, replaces: Bool,
    progress: @escaping (ExportProgress) -> Void,
    completion: @escaping (Result<ExportSummary, ExportFailure>) -> Void
  ) -> any Cancellable
}

/// What stands at the path of an export.
public enum ExportTarget: Hashable, Sendable {
  /// Nothing is in the way. `kind` is what the path's ending says.
  case free(kind: ExportKind)
  /// A file that would be replaced.
  case fileExists(kind: ExportKind)
  /// A folder that would be made.
  case folderMissing
  case fault(ExportFault)
}

/// Why nothing can be written at a path.
public enum ExportFault: Hashable, Sendable {
  case empty
  /// Neither `.pdf` nor `.html`.
  case unknownEnding
  case folderMissing
  case isFolder
  case isNoFolder
  /// A device, a socket or the like.
  case isNoFile
  case noPermission
  case nameTooLong
  /// No home folder of that name.
  case unknownHome
}

/// How far an export is.
public struct ExportProgress: Hashable, Sendable {
  /// Photos that are done.
  public var count: Int
  /// How many they are; nil while nobody knows.
  public var total: Int?
  /// The photo that is being done.
  public var title: String

  public init(count: Int, total: Int?, title: String = "") {
    self.count = count
    self.total = total
    self.title = title
  }
}

/// What was exported.
public struct ExportSummary: Hashable, Sendable {
  public var kind: ExportKind
  /// Where it lies now, cleaned.
  public var path: String
  /// Photos on the sheet, or copied.
  public var count: Int
  /// Photos of which there is no picture: on a sheet they have a mark, of copies they are missing.
  public var withoutPicture: Int
  /// Copies that were there already, byte by byte.
  public var presentCount: Int
  /// Copies that got another name, because theirs was taken.
  public var renamedCount: Int
  /// Photos that were left out because a sheet has room for no more.
  public var isCut: Bool

  public init(
    kind: ExportKind, path: String, count: Int, withoutPicture: Int = 0, presentCount: Int = 0,
    renamedCount: Int = 0, isCut: Bool = false
  ) {
    self.kind = kind
    self.path = path
    self.count = count
    self.withoutPicture = withoutPicture
    self.presentCount = presentCount
    self.renamedCount = renamedCount
    self.isCut = isCut
  }
}

/// Why an export came to nothing.
public enum ExportFailure: Error, Hashable, Sendable {
  /// There are no photos to export.
  case nothing
  case source(PhotoSourceError)
  case target(ExportFault)
  /// Something came to stand there meanwhile.
  case exists(name: String)
  case noSpace(name: String)
  case noPermission(name: String)
  /// Writing failed; `code` is an errno.
  case notWritten(name: String, code: Int32)
  /// The program that makes PDFs is missing, or ended.
  case noTypesetter
}
