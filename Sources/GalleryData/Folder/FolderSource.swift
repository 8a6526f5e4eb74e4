import FolderFormats
import Foundation
import GalleryDomain

/// How a folder is read, and what is shown of it, wherever it is.
struct FolderOptions: Sendable {
  /// nil: only names, and what a listing says of files, are available.
  var reader: (any PhotoMetadataReader)?
  /// nil: keywords alone say what is for sale.
  var marks: (any SaleMarkReader)?
  /// Whether a raw file and its JPEG are two photos, and not one.
  var showsPairs = false
  /// What isn't shown of it.
  var ignoredNames = IgnoredNames()
  /// Whether to read subfolders, too.
  var isRecursive = true
}

/// Where the photos of a `FolderRepository` are: in a folder on the disk (`FolderOnDisk`) or on a server
/// (`FolderOnServer`).
///
/// Paths are relative to the folder, in the bytes of its names.
protocol FolderSource: Sendable {
  /// The folder's name, cleaned.
  var title: String { get }
  var capabilities: SourceCapabilities { get }
  /// Whether the rows are in the order of their folders, which head them then.
  var isInFolderOrder: Bool { get }

  func startListing() -> FolderListing

  /// Adds everything that is known about the photo of a row without reading it.
  ///
  /// - Parameters:
  ///   - photo: With its id and its name.
  ///   - fact: What the listing says about the row's file.
  /// - Returns: false for a path that no file can have.
  func locate(_ photo: inout Photo, at row: FolderIndex.Row, _ fact: ListedFile?) -> Bool

  /// Changes when the photo's file or its sidecar does.
  ///
  /// - Returns: nil if there is no such file.
  func version(of photo: Photo) -> PhotoVersion?

  /// Reads a photo and its sidecar.
  ///
  /// - Parameter version: What `version(of:)` has just returned.
  /// - Returns: nil if there is no such file.
  func contents(
    of photo: Photo, in version: PhotoVersion?, urgency: ReadingUrgency
  ) async -> PhotoContents?

  /// Everything else worth knowing about a photo.
  func information(of photo: Photo) async -> PhotoInformation
}

extension FolderSource {
  var isInFolderOrder: Bool { true }
}

/// What a photo's file and its sidecar say.
struct PhotoContents: Sendable {
  /// nil if the file couldn't be read.
  var metadata: PhotoMetadata?
  /// What the sidecar says explicitly about the sale; it counts more than keywords.
  var mark: SaleMark?
  /// When the file was last written.
  var modified: Date?
  var byteCount: Int?
  /// Whether everything was read. A reader that returned nothing may have been busy or have ended; it is tried again
  /// next time.
  var isComplete: Bool
}

/// What a listing says about a file in addition to its name, in 32 bytes: there may be a million.
struct ListedFile: Sendable {
  /// Changes when the file on the server changes.
  let version: UInt64
  /// -1 for none.
  private let storedByteCount: Int
  /// Seconds since 2001; NaN for none.
  private let storedDate: Double
  /// 0 for none.
  private let storedPreviewID: UInt64

  init(_ entry: RemoteEntry) {
    version = entry.version
    storedByteCount = entry.byteCount ?? -1
    storedDate = entry.modified?.timeIntervalSinceReferenceDate ?? .nan
    storedPreviewID = entry.previewID ?? 0
  }

  var byteCount: Int? { storedByteCount < 0 ? nil : storedByteCount }
  var modified: Date? {
    storedDate.isNaN ? nil : Date(timeIntervalSinceReferenceDate: storedDate)
  }
  /// The server's own number for a smaller picture.
  var previewID: UInt64? { storedPreviewID == 0 ? nil : storedPreviewID }
}
