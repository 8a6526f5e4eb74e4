import FeedFormats
import Foundation
import GalleryDomain

/// The pictures of a folder on a server, and of the folders in it.
///
/// Names, sizes and dates come with the listing, a page of it at a time. The metadata is read from parts of the files
/// only (`RemotePictureMetadata`), and only for photos that are shown.
public actor RemoteFolderRepository: PhotoRepository {
  private nonisolated let files: any RemoteFileSystem
  private let pictureMetadata: RemotePictureMetadata
  private let reader: (any PhotoMetadataReader)?
  private let marks: (any SaleMarkReader)?
  private let sidecars: RemoteSidecars
  private let mapping: MetadataMapping
  private let isRecursive: Bool
  private let showsPairs: Bool
  private var scan: RemoteFolderScan?
  /// Photos whose metadata was read.
  private var known: [Photo.ID: Known] = [:]
  /// The versions of photos that were returned.
  private var versions: [Photo.ID: UInt64] = [:]
  private var changeObservers: [Int: AsyncStream<SourceChange>.Continuation] = [:]
  private var observerCount = 0
  private struct Known {
    var version: UInt64
    var sidecarVersion: UInt64
    var photo: Photo
  }

  /// Whether the next refresh is only for the new order of the rows.
  private var isReordered = false

  /// The most photos whose metadata is remembered, about a kilobyte each.
  private static let knownLimit = 5_000
  private static let versionLimit = 50_000

  /// - Parameters:
  ///   - pictureMetadata: The beginnings of the pictures, from which the screen's thumbnails are made, too.
  ///   - reader: nil: only the listing's data is available.
  ///   - marks: nil: keywords alone say what is for sale.
  ///   - showsPairs: Whether a raw file and its JPEG are two photos, and not one.
  ///   - isRecursive: Whether to read subfolders, too.
  ///   - zone: For dates without a zone.
  public init(
    _ files: any RemoteFileSystem, pictureMetadata: RemotePictureMetadata,
    reader: (any PhotoMetadataReader)?, marks: (any SaleMarkReader)? = nil,
    showsPairs: Bool = false, isRecursive: Bool = true, zone: TimeZone = .current
  ) {
    self.files = files
    self.pictureMetadata = pictureMetadata
    self.reader = reader
    self.marks = marks
    sidecars = RemoteSidecars(files: files, pictureMetadata: pictureMetadata)
    self.isRecursive = isRecursive
    self.showsPairs = showsPairs
    mapping = MetadataMapping(zone: zone)
  }

  deinit {
    scan?.cancel()
  }

  public var title: String { files.title }

  public nonisolated var capabilities: SourceCapabilities {
    var capabilities = SourceCapabilities(search: .none, isRemote: true, holdsOwnFiles: true)
    let least = capabilities.parallelReads.lowerBound
    capabilities.parallelReads = least...max(least, files.parallelReads)
    return capabilities
  }

  public func page(for request: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
    guard !Task.isCancelled else { throw .cancelled }
    let restarts = request.isRefresh && !isReordered
    isReordered = false
    let scan = restarts ? restarted() : current()
    let anchor = request.anchor.map(FolderPhotoID.path)
    let wanted = PageRows.rows(of: request, photoCount: Int.max - 1)
    do throws(PhotoSourceError) {
      // One more than the page holds shows whether another follows.
      try await scan.wait(
        forCount: wanted.upperBound + 1,
        enoughFromRow: request.readsAll ? nil : wanted.lowerBound, anchor: anchor)
    } catch {
      let isBroken = scan.status.read { if case .failure = $0.outcome { true } else { false } }
      if isBroken, scan === self.scan { self.scan = nil }
      throw error
    }
    return page(of: scan, for: request, anchor: anchor)
  }

  public func progress() async -> AsyncStream<SourceProgress> {
    current().status.progress()
  }

  /// Reports when the listing is complete and its rows have been put into natural order; changes on the server are not
  /// noticed.
  public func changes() async -> AsyncStream<SourceChange> {
    let (stream, continuation) = AsyncStream.makeStream(of: SourceChange.self)
    observerCount += 1
    let number = observerCount
    changeObservers[number] = continuation
    continuation.onTermination = { [weak self] _ in
      Task { await self?.endObserving(number) }
    }
    scan?.setFollowed()
    if isReordered { continuation.yield(.changed) }
    return stream
  }

  private func endObserving(_ number: Int) {
    changeObservers[number] = nil
  }

  private func reordered(_ scan: RemoteFolderScan?) {
    guard let scan, scan === self.scan else { return }
    isReordered = true
    for observer in changeObservers.values { observer.yield(.changed) }
  }

  public func details(of photo: Photo, urgency: ReadingUrgency) async -> Photo {
    var plain = photo
    plain.needsDetails = false
    guard let reader, let url = photo.imageURL, let version = versions[photo.id] else {
      return plain
    }
    let (sidecarVersion, sidecar, isRead) = await sidecar(of: photo)
    let metadata: RawPhotoMetadata?
    do throws(PhotoSourceError) {
      metadata = try await pictureMetadata.withFile(of: url, version: version) {
        await reader.metadata(of: $0, sidecar: sidecar?.file, urgency: urgency)
      }
    } catch {
      return plain
    }
    var detailed = mapping.photo(
      photo, metadata: metadata, modified: photo.createdAt ?? .distantPast)
    if detailed.createdAt == .distantPast { detailed.createdAt = nil }
    detailed.fileSize = photo.fileSize
    if let sidecar, let mark = await marks?.mark(in: sidecar.bytes) {
      // An explicit sale mark counts more than keywords.
      detailed.saleStatus = mark.status
      detailed.price = mark.price
    }
    // A reader that returned nothing may have been busy or have ended; it is tried again next time.
    if metadata != nil, isRead {
      if known.count >= Self.knownLimit { known = [:] }
      known[photo.id] = Known(
        version: version, sidecarVersion: sidecarVersion, photo: detailed)
    }
    return detailed
  }

  /// - Returns: Whether the server's sidecar was read, too; its contents are unknown if it wasn't.
  private func sidecar(
    of photo: Photo
  ) async -> (version: UInt64, content: RemoteSidecars.Content?, isRead: Bool) {
    guard let path = photo.remotePath else { return (0, nil, true) }
    let scan = current()
    let version = sidecars.version(of: path, in: scan)
    do throws(PhotoSourceError) {
      return (version, try await sidecars.content(of: path, in: scan), true)
    } catch {
      return (version, nil, false)
    }
  }

  public func information(of photo: Photo) async -> PhotoInformation {
    guard let url = photo.imageURL else { return PhotoInformation() }
    let sidecar = await sidecar(of: photo).content?.file
    var metadata: RawPhotoMetadata?
    if let file = await pictureMetadata.stored(url) {
      metadata = await reader?.detailedMetadata(of: file, sidecar: sidecar)
    } else if let version = versions[photo.id] {
      metadata = try? await pictureMetadata.withFile(of: url, version: version) {
        await reader?.detailedMetadata(of: $0, sidecar: sidecar)
      }
    }
    var information = InformationMapping.information(metadata)
    information.byteCount = photo.fileSize
    return information
  }

  // MARK: Writing sidecars

  /// Whether the server takes files.
  public nonisolated var takesFiles: Bool { files.takesFiles }

  /// Reads the sidecar of a photo again, to change it; `RemoteSidecar.shown` says what the photo was shown with.
  ///
  /// - Throws: `.changedElsewhere` if the file has gone; `.unguarded` if the server gives no entity tag that could
  ///   protect changes by others.
  public func openSidecar(of photo: Photo) async throws(SidecarError) -> RemoteSidecar {
    guard files.takesFiles, let path = photo.remotePath else { throw .notOwn }
    return try await sidecars.open(of: path, in: current())
  }

  /// Writes a sidecar that was opened; when this returns, the server has it.
  ///
  /// - Returns: false if another program was faster: it has to be opened again.
  /// - Throws: `.changedElsewhere` if the file has gone, `.unguarded` if the server would overwrite changes by others;
  ///   nothing has been changed then.
  public func replace(
    _ sidecar: RemoteSidecar, of photo: Photo, with bytes: [UInt8]
  ) async throws(SidecarError) -> Bool {
    defer { known[photo.id] = nil }
    return try await sidecars.replace(sidecar, with: bytes)
  }

  /// Call when the user has been shown what others have changed in a sidecar: it may be replaced from now on.
  public func acknowledge(_ sidecar: RemoteSidecar, of photo: Photo) async {
    known[photo.id] = nil
    await sidecars.acknowledge(sidecar)
  }

  /// The photo as its file and its sidecar describe it now, after a mark was written.
  public func markWritten(of photo: Photo) async -> Photo {
    var photo = photo
    photo.saleStatus = .unstated
    photo.price = nil
    var marked = await details(of: photo)
    // The mark is known even if the photo itself couldn't be read again.
    if let sidecar = await sidecar(of: photo).content,
      let mark = await marks?.mark(in: sidecar.bytes)
    {
      marked.saleStatus = mark.status
      marked.price = mark.price
    }
    return marked
  }

  /// The photo's own keywords; nil if they are unknown.
  public func keywords(of photo: Photo) async -> [String]? {
    guard let reader, let url = photo.imageURL, let version = versions[photo.id] else { return nil }
    return try? await pictureMetadata.withFile(of: url, version: version) {
      await reader.metadata(of: $0)?.keywords
    }
  }

  /// The URL of a photo's file, whether it is listed or not; nil for a name that can't be part of a URL.
  public nonisolated func url(of id: Photo.ID) -> URL? {
    files.url(of: FolderPhotoID.path(ofID: id))
  }

  // MARK: The listing

  private func current() -> RemoteFolderScan {
    scan ?? restarted()
  }

  private func restarted() -> RemoteFolderScan {
    let box = ScanBox()
    let scan = RemoteFolderScan(
      files: files, isRecursive: isRecursive, showsPairs: showsPairs
    ) { [weak self] in
      Task { await self?.reordered(box.scan) }
    }
    box.scan = scan
    sidecars.listingRestarted()
    if let old = self.scan {
      old.status.moveObservers(to: scan.status)
      old.cancel()
    }
    self.scan = scan
    if !changeObservers.isEmpty { scan.setFollowed() }
    scan.start()
    return scan
  }

  /// A scan that its own closure has to know. @unchecked: set before the scan starts, and only read afterwards.
  private final class ScanBox: @unchecked Sendable {
    weak var scan: RemoteFolderScan?
  }

  private func page(
    of scan: RemoteFolderScan, for request: PageRequest, anchor: [UInt8]?
  ) -> PhotoPage {
    // Together, so that no row gets another row's facts.
    let known = scan.status.read { state in
      let index = state.index
      let rows = PageRows.rows(of: request, photoCount: index.photoCount)
      let hasMore = rows.upperBound < index.photoCount || !state.isFinished
      var part = ListedPart(
        rows: rows.map { (index.row($0), scan.fact(ofRow: $0)) },
        totalCount: index.photoCount, hasMore: hasMore, sections: index.sections)
      if !hasMore {
        (part.skippedCount, part.skipped) = (state.skippedCount, state.skipped)
        part.ending = scan.ending ?? (state.isCut ? .tooManyPhotos : nil)
      }
      if let anchor, case .row(let row) = index.place(of: anchor) { part.anchorRow = row }
      return part
    }
    var page = PhotoPage(
      number: request.page, photos: known.rows.compactMap { photo(at: $0.0, $0.1, in: scan) },
      totalCount: known.totalCount, hasMorePages: known.hasMore, skippedCount: known.skippedCount,
      anchorRow: known.anchorRow)
    page.skipped = known.skipped
    page.ending = known.ending
    if !known.sections.isEmpty { page.sections = .whole(known.sections) }
    return page
  }

  /// A page's rows, copied out of a scan.
  private struct ListedPart: Sendable {
    var rows: [(FolderIndex.Row, RemoteFolderScan.Fact?)]
    var totalCount: Int
    var hasMore: Bool
    var sections: [PhotoSection]
    var skippedCount = 0
    var skipped: [SkippedItem] = []
    var ending: FeedEnding?
    var anchorRow: Int?
  }

  private func photo(
    at row: FolderIndex.Row, _ fact: RemoteFolderScan.Fact?, in scan: RemoteFolderScan
  ) -> Photo? {
    let path = row.path
    guard let url = files.url(of: path) else { return nil }
    let id = FolderPhotoID.id(ofPath: path)
    let version = fact?.version ?? 0
    if let known = known[id], known.version == version,
      known.sidecarVersion == sidecars.version(of: path, in: scan)
    {
      var photo = known.photo
      photo.remoteCompanions = row.companions
      return photo
    }
    if versions.count >= Self.versionLimit { versions = [:] }
    versions[id] = version
    let lastComponent = FilePath.lastComponent(path)
    let name = TextCleaner.line(bytes: FilePath.stem(lastComponent))
    var photo = Photo(
      id: id, name: name.isEmpty ? Photo.untitled : name, isUntitled: name.isEmpty,
      createdAt: fact?.modified, imageURL: url, remotePath: path, fileSize: fact?.byteCount)
    photo.remoteCompanions = row.companions
    photo.thumbnailURL =
      fact.flatMap { fact in
        fact.previewID.flatMap { files.previewURL(of: $0, version: fact.version) }
      }
      ?? RemotePictureMetadata.thumbnailURL(of: url, byteCount: fact?.byteCount, version: version)
    photo.needsDetails = reader != nil
    return photo
  }
}
