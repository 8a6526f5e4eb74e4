import FeedFormats
import Foundation
import GalleryDomain
import Glibc

/// The pictures of a folder and of the folders in it.
///
/// Rows: depth first, each folder's pictures before its own folders, both in natural order. Hidden names are skipped. A
/// link to a folder outside is followed once; a link to a folder that the scan reaches anyway is not followed, nor is
/// one to a parent (which counts as skipped).
///
/// A page is returned as soon as its photos are known, by their names only, without opening files. The files' metadata
/// comes with `details(of:)`; it is kept for some thousand photos, and a refresh reads it again for those whose file or
/// sidecar changed.
public actor FolderRepository: PhotoRepository {
  private let folder: FileReference
  private let isRecursive: Bool
  /// The paths that another program names; nil for everything in the folder.
  private let input: PathInput?
  private let reader: (any PhotoMetadataReader)?
  private let marks: (any SaleMarkReader)?
  private let mapping: MetadataMapping
  private let details = DetailsReader()
  private let showsPairs: Bool
  private var scan: FolderScan?
  private let sniffer = ContentSniffer()
  private var cache = PhotoDetailsCache()
  /// Of the current scan.
  private var filtered: FilteredRows?
  /// Whether marks or ratings were written since: the next first page is filtered again. Later pages of a list on the
  /// screen are not, since its rows would move.
  private var areFilteredRowsStale = false
  /// nil until a caller observes changes, and if the system has no watch left.
  private var watch: DirectoryWatch?
  /// The scan whose folders are watched, or will be when it is complete.
  private var watchedScan: FolderScan?
  private var changeObservers: [Int: AsyncStream<SourceChange>.Continuation] = [:]
  private var observerCount = 0
  private var reach: SourceWatch?
  /// Looks for a folder that can't be read, until it can; nil while it can be read.
  private var search: Task<Void, Never>?
  private let searchInterval: Duration
  /// The device of the folder when photos were last found in it.
  private var device: UInt64?
  /// Sidecars that this program wrote a moment ago: their photos are known.
  private var ownWrites: [[UInt8]: ContinuousClock.Instant] = [:]

  /// How long after a write its event may arrive.
  private static let ownWriteTime = Duration.seconds(5)
  /// A folder is read again at most this often, and for a tenth of the time, so that a folder that other programs keep
  /// filling doesn't occupy the processor.
  private static let leastPause = Duration.seconds(1)
  private static let pauseFactor = 10

  /// - Parameters:
  ///   - folder: A relative path counts from the working directory.
  ///   - reader: nil: only names and modification dates are available.
  ///   - marks: nil: keywords alone say what is for sale.
  ///   - showsPairs: Whether a raw file and its JPEG are two photos, and not one.
  ///   - zone: For dates without a zone.
  ///   - isRecursive: Whether to read subfolders, too.
  ///   - paths: Names the pictures, relative to the folder; nil for everything in it.
  ///   - searchInterval: How often to look for the folder while it is gone and changes are observed.
  public init(
    folder: FileReference, reader: (any PhotoMetadataReader)?,
    marks: (any SaleMarkReader)? = nil, showsPairs: Bool = false, zone: TimeZone = .current,
    isRecursive: Bool = true, paths: PipedInput? = nil, searchInterval: Duration = .seconds(3)
  ) {
    self.isRecursive = isRecursive
    self.searchInterval = searchInterval
    input = paths.map { PathInput(descriptor: $0.descriptor, beginning: $0.beginning) }
    self.folder = FileReference(path: FilePath.absolute(folder.path)) ?? folder
    self.reader = reader
    self.marks = marks
    self.showsPairs = showsPairs
    mapping = MetadataMapping(zone: zone)
  }

  deinit {
    scan?.cancel()
    search?.cancel()
  }

  /// The folder's name.
  public var title: String {
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
  public nonisolated var capabilities: SourceCapabilities {
    var capabilities = SourceCapabilities(
      search: .here, terms: [.forSale], holdsOwnFiles: true)
    capabilities.findsPhotos = true
    return capabilities
  }

  public func page(for request: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
    guard !Task.isCancelled else { throw .cancelled }
    let scan = request.isRefresh ? restarted() : current()
    if request.query.leavesOut(.localList) {
      return try await filteredPage(for: request, of: scan)
    }
    let anchor = request.anchor.map(FolderPhotoID.path)
    let wanted = PageRows.rows(of: request, photoCount: Int.max - 1)
    // One more than the page holds shows whether another follows.
    try await wait(
      for: scan, count: wanted.upperBound + 1,
      enoughFromRow: request.readsAll ? nil : wanted.lowerBound, anchor: anchor)
    return page(of: scan, for: request, anchor: anchor)
  }

  public func progress() async -> AsyncStream<SourceProgress> {
    current().status.progress()
  }

  public func details(of photo: Photo, urgency: ReadingUrgency) async -> Photo {
    var photo = photo
    photo.needsDetails = false
    guard let file = photo.file, let stamp = PhotoStamp(of: file) else { return photo }
    if let known = cache.photo(at: file, stamp: stamp) {
      return known.withCompanions(photo.companions)
    }
    let metadata = await reader?.metadata(of: file, urgency: urgency)
    var detailed = mapping.photo(photo, metadata: metadata, modified: stamp.modified)
    detailed.fileSize = stamp.file.byteCount
    if stamp.hasSidecar, let mark = await marks?.mark(of: file) {
      // An explicit sale mark counts more than keywords.
      detailed.saleStatus = mark.status
      detailed.price = mark.price
    }
    // A reader that returned nothing may have been busy or have ended; it is tried again next time.
    if metadata != nil { cache.keep(detailed, of: file, stamp: stamp) }
    return detailed
  }

  /// - Complexity: O(*photos of the folder*), however few are requested.
  public func photos(withIDs ids: [Photo.ID]) async -> [Photo] {
    let scan = current()
    guard (try? await scan.status.wait(forCount: .max, anchor: nil)) != nil else { return [] }
    let index = scan.status.read(\.index)
    let wanted = Set(ids.lazy.map(FolderPhotoID.path))
    var rows: [[UInt8]: FolderIndex.Row] = [:]
    for number in 0..<index.photoCount {
      let row = index.row(number)
      if wanted.contains(row.path) { rows[row.path] = row }
    }
    return ids.compactMap { rows[FolderPhotoID.path(ofID: $0)].flatMap(photo(at:)) }
  }

  /// The photo as its file and its sidecar describe it now, after a mark was written.
  public func markWritten(of photo: Photo) async -> Photo {
    areFilteredRowsStale = true
    noteOwnWrite(of: photo)
    var photo = photo
    photo.saleStatus = .unstated
    photo.price = nil
    return await details(of: photo)
  }

  /// Call when a rating was written: a filter is applied again.
  public func ratingWritten(of photo: Photo) {
    areFilteredRowsStale = true
    noteOwnWrite(of: photo)
  }

  /// Call before a photo's sidecar is written, so that the file-system event is recognised as ours, even if it comes
  /// first.
  public func sidecarWillBeWritten(of photo: Photo) {
    noteOwnWrite(of: photo)
  }

  private func noteOwnWrite(of photo: Photo) {
    guard let file = photo.file else { return }
    let now = ContinuousClock.now
    ownWrites = ownWrites.filter { now - $0.value < Self.ownWriteTime }
    for path in SidecarName.paths(of: file.path) { ownWrites[path] = now }
  }

  // MARK: Changes

  public func changes() async -> AsyncStream<SourceChange> {
    let (stream, continuation) = AsyncStream.makeStream(of: SourceChange.self)
    observerCount += 1
    let number = observerCount
    changeObservers[number] = continuation
    continuation.onTermination = { [weak self] _ in
      Task { await self?.endObserving(number) }
    }
    if let reach { continuation.yield(.watched(reach)) } else { watchScan(current()) }
    return stream
  }

  private func endObserving(_ number: Int) {
    changeObservers[number] = nil
    guard changeObservers.isEmpty else { return }
    watch?.cancel()
    search?.cancel()
    (watch, reach, watchedScan, search) = (nil, nil, nil, nil)
  }

  /// Watches what a scan has read, once it is complete.
  private func watchScan(_ scan: FolderScan) {
    // Once per scan: otherwise changes between its end and a second call would be reported as missed by the first.
    guard !changeObservers.isEmpty, scan !== watchedScan else { return }
    watchedScan = scan
    let date = DirectoryWatch.time()
    let start = ContinuousClock.now
    Task(priority: .utility) { [weak self] in
      do throws(PhotoSourceError) {
        try await scan.status.wait(forCount: .max, anchor: nil)
      } catch {
        // There is nothing to watch.
        _ = await self?.failed(scan, error)
        return
      }
      await self?.watch(scan, readAt: date, for: .now - start)
    }
  }

  private func watch(_ scan: FolderScan, readAt date: Int64, for duration: Duration) async {
    guard scan === self.scan, !changeObservers.isEmpty else { return }
    if watch == nil {
      watch = DirectoryWatch { [weak self] paths in
        Task { _ = await self?.changed(paths) }
      }
    }
    let directories = scan.status.read(\.index.directoryPaths).map(path(of:))
    let pause = max(Self.leastPause, duration * Self.pauseFactor)
    let reach = await Self.follow(directories, with: watch, readAt: date, pause: pause)
    // The folder may have gone in the meantime; then the scan is not kept.
    if scan === self.scan { announce(reach) }
  }

  private func announce(_ reach: SourceWatch) {
    guard reach != self.reach else { return }
    self.reach = reach
    for observer in changeObservers.values { observer.yield(.watched(reach)) }
  }

  /// Not on the repository's actor: thousands of directories take some milliseconds.
  @concurrent
  private static func follow(
    _ directories: [[UInt8]], with watch: DirectoryWatch?, readAt date: Int64, pause: Duration
  ) async -> SourceWatch {
    watch?.watch(directories, readAt: date, pause: pause) ?? .nothing
  }

  /// Call when files have changed on the disk.
  ///
  /// - Parameter paths: nil if there are too many to name.
  /// - Returns: Whether observers were notified; sidecars that the program has just written itself don't count.
  func changed(_ paths: Set<[UInt8]>?) -> Bool {
    let now = ContinuousClock.now
    let isOwn = paths?.allSatisfy { path in
      ownWrites[path].map { now - $0 < Self.ownWriteTime } ?? false
    }
    guard isOwn != true else { return false }
    for observer in changeObservers.values { observer.yield(.changed) }
    return true
  }

  /// The path of a name that is relative to the folder.
  private func path(of relative: [UInt8]) -> [UInt8] {
    if relative.isEmpty { return folder.path }
    // Another program may name files elsewhere.
    return relative.first == FilePath.separator ? relative : FilePath.join(folder.path, relative)
  }

  public func information(of photo: Photo) async -> PhotoInformation {
    guard let file = photo.file else { return PhotoInformation() }
    var information = InformationMapping.information(await reader?.detailedMetadata(of: file))
    information.byteCount = file.statedInformation.byteCount
    return information
  }

  private func current() -> FolderScan {
    scan ?? restarted()
  }

  private func restarted() -> FolderScan {
    let extent: FolderScan.Extent =
      input.map { .paths($0) } ?? .folder(isRecursive: isRecursive)
    let scan = FolderScan(
      folder: folder.path, extent: extent, name: FilePath.shownName(folder), sniffer: sniffer,
      showsPairs: showsPairs)
    self.scan?.cancel(replacedBy: scan)
    self.scan = scan
    filtered = nil
    scan.start()
    watchScan(scan)
    return scan
  }

  private func wait(
    for scan: FolderScan, count: Int, enoughFromRow row: Int? = nil, anchor: [UInt8]? = nil
  ) async throws(PhotoSourceError) {
    do throws(PhotoSourceError) {
      try await scan.status.wait(forCount: count, enoughFromRow: row, anchor: anchor)
      try checkMount(of: scan)
    } catch {
      throw failed(scan, error)
    }
  }

  /// A failed scan is not kept, so that the next page tries again.
  private func failed(_ failed: FolderScan, _ error: PhotoSourceError) -> PhotoSourceError {
    let isBroken = failed.status.read { state in
      if case .failure = state.outcome { true } else { false }
    }
    if isBroken || error == unmounted, scan === failed {
      scan = nil
      noteAbsence(error)
    }
    return error
  }

  private func page(
    of scan: FolderScan, for request: PageRequest, anchor: [UInt8]?
  ) -> PhotoPage {
    let rows = scan.status.read { state in
      let index = state.index
      let rows = PageRows.rows(of: request, photoCount: index.photoCount)
      let isOver = state.isFinished || state.hasWalked && !request.readsAll
      let hasMore = rows.upperBound < index.photoCount || !isOver
      var anchorRow: Int?
      if let anchor, case .row(let row) = index.place(of: anchor) { anchorRow = row }
      return FolderRows(
        rows: rows.map(index.row),
        totalCount: index.photoCount,
        hasMore: hasMore,
        // Known when the walk is over, so the last page has it.
        skippedCount: hasMore ? 0 : state.skippedCount,
        skipped: hasMore ? [] : state.skipped,
        unreadableCount: hasMore ? 0 : state.unreadableCount,
        ending: !hasMore && state.isCut ? .tooManyPhotos : nil,
        anchorRow: anchorRow,
        sections: index.sections)
    }
    var page = PhotoPage(
      number: request.page, photos: rows.rows.compactMap(photo(at:)),
      totalCount: rows.totalCount, hasMorePages: rows.hasMore, skippedCount: rows.skippedCount,
      anchorRow: rows.anchorRow)
    page.skipped = rows.skipped
    page.unreadableCount = rows.unreadableCount
    page.ending = rows.ending
    if !rows.sections.isEmpty { page.sections = .whole(rows.sections) }
    return page
  }

  func photo(at row: FolderIndex.Row) -> Photo? {
    let companions = row.companions.compactMap { FileReference(path: path(of: $0)) }
    guard let file = FileReference(path: path(of: row.path)) else { return nil }
    // Only files that were read before are worth checking.
    if cache.holds(file), let stamp = PhotoStamp(of: file),
      let known = cache.photo(at: file, stamp: stamp)
    {
      return known.withCompanions(companions)
    }
    let lastComponent = FilePath.lastComponent(row.path)
    // An unknown extension is part of the name.
    let isWhole = FileNameKind(lastComponent) == .unknown
    let name = TextCleaner.line(bytes: isWhole ? lastComponent : FilePath.stem(lastComponent))
    return Photo(
      id: FolderPhotoID.id(ofPath: row.path), name: name.isEmpty ? Photo.untitled : name,
      isUntitled: name.isEmpty,
      imageURL: file.url, file: file, companions: companions, needsDetails: true)
  }
}

extension Photo {
  /// The cache holds what the photo's file says, not which files are next to it now.
  fileprivate func withCompanions(_ companions: [FileReference]) -> Photo {
    var photo = self
    photo.companions = companions
    return photo
  }
}

/// A page's rows, copied out of a scan.
private struct FolderRows: Sendable {
  var rows: [FolderIndex.Row]
  var totalCount: Int
  var hasMore: Bool
  var skippedCount: Int
  var skipped: [SkippedItem]
  var unreadableCount: Int
  var ending: FeedEnding?
  var anchorRow: Int?
  var sections: [PhotoSection]
}

// Searching and filtering, as far into the folder as a page needs.
extension FolderRepository {
  private func filteredPage(
    for request: PageRequest, of scan: FolderScan
  ) async throws(PhotoSourceError) -> PhotoPage {
    if request.page == 1, areFilteredRowsStale { (filtered, areFilteredRowsStale) = (nil, false) }
    var page = try await filtered.rows(of: request.query).page(
      for: request, of: ScannedRows(repository: self, scan: scan))
    guard !page.hasMorePages else { return page }
    let (isCut, unreadableCount, skipped) = scan.status.read {
      ($0.isCut, $0.unreadableCount, $0.skipped)
    }
    page.ending = isCut ? .tooManyPhotos : nil
    // Named files that can't be read are missing from the answer, whatever the filter.
    if unreadableCount > 0 {
      (page.unreadableCount, page.skippedCount) = (unreadableCount, unreadableCount)
      page.skipped = skipped
    }
    return page
  }

  /// Only while a request is answered: it holds the repository.
  private struct ScannedRows: RowList {
    let repository: FolderRepository
    let scan: FolderScan

    func rowCount(
      atLeast count: Int
    ) async throws(PhotoSourceError) -> (count: Int, isComplete: Bool) {
      try await repository.wait(for: scan, count: count)
      return scan.status.read { ($0.index.photoCount, $0.isFinished) }
    }

    func photos(at rows: [Int]) async -> [Photo?] { await repository.photos(at: rows, of: scan) }

    func details(of photos: [Photo]) async -> [Photo] {
      await repository.details.read(photos, of: repository)
    }

    func folders(of rows: [Int]) -> [[UInt8]] {
      scan.status.read { state in rows.map(state.index.directory(ofRow:)) }
    }

    func row(of id: Photo.ID) -> Int? {
      scan.status.read { state in
        let place = state.index.place(of: FolderPhotoID.path(ofID: id))
        return if case .row(let row) = place { row } else { nil }
      }
    }
  }

  private func photos(at rows: [Int], of scan: FolderScan) -> [Photo?] {
    scan.status.read { state in rows.map(state.index.row) }.map(photo(at:))
  }
}

// A folder that can't be read any more, and comes back.
extension FolderRepository {
  private var unmounted: PhotoSourceError {
    .unreadable(name: FilePath.shownName(folder), code: ENODEV)
  }

  /// When a disk is unmounted, an empty folder remains; that it has no photos says nothing about the disk.
  private func checkMount(of scan: FolderScan) throws(PhotoSourceError) {
    guard input == nil else { return }
    let now = deviceOfFolder
    guard scan.status.read({ $0.index.photoCount }) == 0 else {
      device = now ?? device
      return
    }
    if let device, let now, device != now, content == .nothing { throw unmounted }
  }

  private var deviceOfFolder: UInt64? {
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

  /// Reports why nothing can be read, and looks for the folder from time to time: nothing else reports a folder that
  /// comes back where no watch is.
  private func noteAbsence(_ error: PhotoSourceError) {
    guard input == nil, !changeObservers.isEmpty, let absence = absence(error) else { return }
    announce(.absent(absence))
    guard search == nil else { return }
    search = Task(priority: .utility) { [weak self, searchInterval] in
      repeat {
        try? await Task.sleep(for: searchInterval)
        // Not retained during the sleep.
      } while await self?.isStillSearching() ?? false
    }
  }

  private func absence(_ error: PhotoSourceError) -> SourceAbsence? {
    switch error {
    case .notFound, .notAFileOrFolder: .gone
    case .permissionDenied: .forbidden
    case unmounted: .unmounted
    case .unreadable: .unreadable
    default: nil
    }
  }

  /// Reports that the folder has changed once it is there.
  private func isStillSearching() -> Bool {
    guard !Task.isCancelled else { return false }
    // Read again in the meantime, or no longer observed.
    guard case .absent(let absence) = reach, !changeObservers.isEmpty else {
      search = nil
      return false
    }
    let isBack =
      switch content {
      case .unreadable: false
      case .nothing: absence != .unmounted || device == deviceOfFolder
      case .something: true
      }
    guard isBack else { return true }
    search = nil
    for observer in changeObservers.values { observer.yield(.changed) }
    return false
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
