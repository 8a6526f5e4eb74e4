import GalleryDomain

/// Makes contact sheets and copies of originals.
///
/// Every closure is called on the caller's actor, and never after the export was cancelled.
public protocol ExportService {
  /// A suggested path, as the user would write it: `~/Pictures/contact-sheet.pdf`.
  func suggestedPath(for kind: ExportKind) -> String

  /// What is at a path. Reads the file system; cheap enough to be called at every key.
  func target(at path: String, for kind: ExportKind) -> ExportTarget

  /// Writes everything or nothing: an unfinished file is removed after a failure or a cancellation. Copies that are
  /// complete are kept.
  ///
  /// - Parameters:
  ///   - selection: Which photos.
  ///   - kind: As what.
  ///   - path: Where, as it was typed.
  ///   - replaces: Whether the user agreed to what `target(at:for:)` asked.
  ///   - progress: Called when a photo is started.
  ///   - completion: Called once.
  func export(
    _ selection: ExportSelection, as kind: ExportKind, to path: String, replaces: Bool,
    progress: @escaping (ExportProgress) -> Void,
    completion: @escaping (Result<ExportSummary, ExportFailure>) -> Void
  ) -> any Cancellable
}

/// What is at the path of an export.
public enum ExportTarget: Hashable, Sendable {
  /// Nothing is in the way. `kind` follows from the path's extension.
  case free(kind: ExportKind)
  /// A file that would be replaced.
  case fileExists(kind: ExportKind)
  /// A folder that would be created.
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
  /// The disk is mounted read-only.
  case readOnly
  case nameTooLong
  /// The home folder of a user that does not exist.
  case unknownHome
}

/// How far an export has come.
public struct ExportProgress: Hashable, Sendable {
  /// Photos that are done.
  public var count: Int
  /// How many there are; nil while that is not known.
  public var total: Int?
  /// The photo that is being exported.
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
  /// Where it is now, cleaned.
  public var path: String
  /// Photos on the sheet, or copied.
  public var count: Int
  /// Photos without a picture: they are marked on a sheet, and missing from copies.
  public var withoutPicture: Int
  /// Copies that were already there, identical in every byte.
  public var presentCount: Int
  /// Copies that got another name, because theirs existed.
  public var renamedCount: Int
  /// Whether photos were left out because a sheet cannot hold more.
  public var isCut: Bool
  /// Why the source gave fewer photos than it has; nil if it gave all.
  public var ending: FeedEnding?
  /// What the source names and couldn't be read.
  public var skipped = SkippedItems()

  public init(
    kind: ExportKind, path: String, count: Int, withoutPicture: Int = 0, presentCount: Int = 0,
    renamedCount: Int = 0, isCut: Bool = false, ending: FeedEnding? = nil
  ) {
    self.kind = kind
    self.path = path
    self.count = count
    self.withoutPicture = withoutPicture
    self.presentCount = presentCount
    self.renamedCount = renamedCount
    self.isCut = isCut
    self.ending = ending
  }
}

/// Why an export failed.
public enum ExportFailure: Error, Hashable, Sendable {
  /// There are no photos to export.
  case nothing
  case source(PhotoSourceError)
  case target(ExportFault)
  /// A file has appeared there meanwhile.
  case exists(name: String)
  case noSpace(name: String)
  case noPermission(name: String)
  /// Writing failed; `code` is an errno.
  case notWritten(name: String, code: Int32)
  /// The program that makes PDFs is missing, or has crashed.
  case noTypesetter
}

/// The formats of an export.
public enum ExportKind: String, Hashable, Sendable, CaseIterable {
  /// A contact sheet to print.
  case pdf
  /// A contact sheet as one web page.
  case html
  /// The files themselves, in a folder.
  case originals

  /// The name in the chooser and in the question for the path.
  public var name: String {
    switch self {
    case .pdf: "PDF"
    case .html: "HTML"
    case .originals: "copy originals"
    }
  }
}

/// Which photos are exported.
public enum ExportSelection: Hashable, Sendable {
  /// These, in this order.
  case photos([Photo])
  /// All photos of a query, from its first page on, loaded or not.
  ///
  /// - Parameter total: How many there are, if that is known.
  case listing(PhotoQuery, total: Int?)

  /// How many there are; nil if that is not known yet.
  public var count: Int? {
    switch self {
    case .photos(let photos): photos.count
    case .listing(_, let total): total
    }
  }
}
