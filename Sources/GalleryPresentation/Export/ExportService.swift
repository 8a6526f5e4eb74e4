import GalleryDomain

/// Makes contact sheets and copies of originals.
///
/// Every closure is called on the caller's actor, and never after the export was cancelled.
public protocol ExportService {
  /// A suggested path, as the user would write it: `~/Pictures/contact-sheet.html`.
  var suggestedPath: String { get }

  /// What is at a path. Reads the file system; cheap enough to be called at every key.
  func target(at path: String) -> ExportTarget

  /// Writes everything or nothing: an unfinished file is removed after a failure or a cancellation. Copies that are
  /// complete are kept.
  ///
  /// - Parameters:
  ///   - selection: Which photos.
  ///   - path: Where, as it was typed; its ending decides the kind.
  ///   - replaces: Whether the user agreed to what `target(at:)` asked.
  ///   - progress: Called when a photo is started.
  ///   - completion: Called once.
  func export(
    _ selection: ExportSelection, to path: String, replaces: Bool,
    progress: @escaping (ExportProgress) -> Void,
    completion: @escaping (Result<ExportSummary, ExportFailure>) -> Void
  ) -> any Cancellable
}

/// What is at the path of an export.
public enum ExportTarget: Hashable, Sendable {
  /// Nothing is in the way.
  case free
  /// A sheet that would be replaced.
  case fileExists
  /// A folder for copies that would be created.
  case folderMissing
  /// Nothing can be written there; why, in a few words.
  case fault(Complaint)
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
  /// What the source says.
  public var notes: SourceNotes

  public init(
    kind: ExportKind, path: String, count: Int, withoutPicture: Int = 0, presentCount: Int = 0,
    renamedCount: Int = 0, isCut: Bool = false, notes: SourceNotes = SourceNotes()
  ) {
    self.kind = kind
    self.path = path
    self.count = count
    self.withoutPicture = withoutPicture
    self.presentCount = presentCount
    self.renamedCount = renamedCount
    self.isCut = isCut
    self.notes = notes
  }
}

/// Why an export failed.
public enum ExportFailure: Error, Hashable, Sendable {
  /// There are no photos to export.
  case nothing
  case source(PhotoSourceError)
  /// What is wrong with the path.
  case target(Complaint)
  /// Why it could not be written.
  case unwritten(Complaint)
}

/// What an export makes.
public enum ExportKind: Hashable, Sendable {
  /// A contact sheet as one web page.
  case sheet
  /// Copies of the files themselves, in a folder.
  case originals

  /// By a path as it is typed: a name that ends in `.html` or `.htm` is a sheet, any other a folder.
  public init(path: String) {
    let name = path.lowercased()
    self = name.hasSuffix(".html") || name.hasSuffix(".htm") ? .sheet : .originals
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
