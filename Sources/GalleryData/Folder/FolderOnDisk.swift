import FeedFormats
import GalleryDomain
import Glibc
import Synchronization

/// A folder on the disk.
///
/// Rows: depth first, each folder's pictures before its own folders, both in natural order. Hidden names are skipped. A
/// link to a folder outside is followed once; a link to a folder that the scan reaches anyway is not followed, nor is
/// one to a parent (which counts as skipped).
///
/// Unlike one on a server, it can be watched, and it notices when it can't be read any more.
final class FolderOnDisk: FolderSource {
  private let folder: FileReference
  private let isRecursive: Bool
  /// The paths that another program names; nil for everything in the folder.
  private let input: PathInput?
  private let reader: (any PhotoMetadataReader)?
  private let marks: (any SaleMarkReader)?
  private let showsPairs: Bool
  private let sniffer = ContentSniffer()
  /// The device of the folder when photos were last found in it.
  private let knownDevice = Mutex<UInt64?>(nil)

  init(
    _ folder: FileReference, reader: (any PhotoMetadataReader)?, marks: (any SaleMarkReader)?,
    showsPairs: Bool, isRecursive: Bool, paths: PipedInput?
  ) {
    self.folder = FileReference(path: FilePath.absolute(folder.path)) ?? folder
    self.reader = reader
    self.marks = marks
    self.showsPairs = showsPairs
    self.isRecursive = isRecursive
    input = paths.map { PathInput(descriptor: $0.descriptor, beginning: $0.beginning) }
  }

  var title: String {
    if input != nil { return "Standard input" }
    let name = FilePath.lastComponent(folder.path)
    if name.elementsEqual([UInt8(ascii: ".")]) || name.elementsEqual("..".utf8),
      let path = DirectoryLink.truePath(folder.path), let real = FileReference(path: path)
    {
      return FilePath.shownName(real)
    }
    return FilePath.shownName(folder)
  }

  /// Searches names and the metadata that was read; whether a photo is for sale is only known from its file, so that
  /// filter reads the files as it goes.
  var capabilities: SourceCapabilities {
    var capabilities = SourceCapabilities(
      search: .here, terms: [.forSale], holdsOwnFiles: true)
    capabilities.findsPhotos = true
    return capabilities
  }

  func makeListing(
    reordered: @escaping @Sendable (any FolderListing) -> Void
  ) -> any FolderListing {
    FolderScan(
      folder: folder.path,
      extent: input.map { .paths($0) } ?? .folder(isRecursive: isRecursive),
      name: FilePath.shownName(folder), sniffer: sniffer, showsPairs: showsPairs)
  }

  /// The path of a name that is relative to the folder.
  func path(of relative: [UInt8]) -> [UInt8] {
    if relative.isEmpty { return folder.path }
    // Another program may name files elsewhere.
    return relative.first == FilePath.separator ? relative : FilePath.join(folder.path, relative)
  }

  // MARK: Photos

  func locate(_ photo: inout Photo, at row: FolderIndex.Row, _ fact: ListedFile?) -> Bool {
    guard let file = FileReference(path: path(of: row.path)) else { return false }
    photo.file = file
    photo.imageURL = file.url
    photo.companions = row.companions.compactMap { FileReference(path: path(of: $0)) }
    photo.needsDetails = true
    return true
  }

  func version(of photo: Photo) -> PhotoVersion? {
    photo.file.flatMap(PhotoStamp.init(of:)).map(PhotoVersion.file)
  }

  func contents(
    of photo: Photo, in version: PhotoVersion?, urgency: ReadingUrgency
  ) async -> PhotoContents? {
    guard let file = photo.file, case .file(let stamp)? = version else { return nil }
    let metadata = await reader?.metadata(of: file, urgency: urgency)
    return PhotoContents(
      metadata: metadata, mark: stamp.hasSidecar ? await marks?.mark(of: file) : nil,
      modified: stamp.modified, byteCount: stamp.file.byteCount, isComplete: metadata != nil)
  }

  func information(of photo: Photo) async -> PhotoInformation {
    guard let file = photo.file else { return PhotoInformation() }
    var information = InformationMapping.information(await reader?.detailedMetadata(of: file))
    information.byteCount = file.statedInformation.byteCount
    return information
  }

  func keywords(of photo: Photo) async -> [String]? {
    guard let file = photo.file else { return nil }
    return await reader?.metadata(of: file)?.keywords
  }

  // MARK: Whether the folder is there

  /// When a disk is unmounted, an empty folder remains; that it has no photos says nothing about the disk.
  ///
  /// - Parameter photoCount: How many photos a listing has found.
  func checkMount(photoCount: Int) throws(PhotoSourceError) {
    guard input == nil else { return }
    let now = device
    let known = knownDevice.withLock { known in
      if photoCount > 0, let now { known = now }
      return known
    }
    guard photoCount == 0, let known, let now, known != now, content == .nothing else { return }
    throw unmounted
  }

  var unmounted: PhotoSourceError {
    .unreadable(name: FilePath.shownName(folder), code: ENODEV)
  }

  private var device: UInt64? {
    var status = stat()
    guard FilePath.withCString(folder.path, { stat($0, &status) }) == 0 else { return nil }
    return UInt64(status.st_dev)
  }

  private enum Content { case unreadable, nothing, something }

  /// Cheap, whatever is in the folder.
  private var content: Content {
    guard let stream = FilePath.withCString(folder.path, { opendir($0) }) else {
      return .unreadable
    }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = DirectoryContents.name(of: entry)
      if name != [UInt8(ascii: ".")], name != Array("..".utf8) { return .something }
    }
    return .nothing
  }

  /// Why the folder can't be read; nil if it isn't a matter of the folder, or if another program names its photos.
  func absence(_ error: PhotoSourceError) -> SourceAbsence? {
    guard input == nil else { return nil }
    return switch error {
    case .notFound, .notAFileOrFolder: .gone
    case .permissionDenied: .forbidden
    case unmounted: .unmounted
    case .unreadable: .unreadable
    default: nil
    }
  }

  /// Whether the folder can be read again.
  func isBack(after absence: SourceAbsence) -> Bool {
    switch content {
    case .unreadable: false
    case .nothing: absence != .unmounted || knownDevice.withLock { $0 } == device
    case .something: true
    }
  }
}

/// Reads what a seller says about a photo, in addition to its keywords; implemented by the code that writes it.
public protocol SaleMarkReader: Sendable {
  /// Called only for photos that have a sidecar.
  ///
  /// - Returns: nil if there is no readable mark.
  func mark(of photo: FileReference) async -> SaleMark?

  /// - Parameter sidecar: The bytes of an XMP sidecar.
  /// - Returns: As for a photo.
  func mark(in sidecar: [UInt8]) async -> SaleMark?
}
