import FeedFormats
import Foundation
import GalleryDomain
import Synchronization

/// The pictures of a folder and of the folders in it, on the disk or on a server.
///
/// A page is returned as soon as its photos are known, by what the listing says about them, without opening files. The
/// files' metadata comes with `details(of:)`; it is kept for some thousand photos, and a refresh reads it again for
/// those whose file or sidecar changed.
public final actor FolderRepository: PhotoRepository {
  private nonisolated let source: any FolderSource
  /// The source if it is on the disk: then it is watched, and may go and come back.
  private nonisolated let disk: FolderOnDisk?
  private let mapping: MetadataMapping
  /// Compares pictures on the disk; nil if nothing is remembered of them.
  private let pictures: FolderPictures?
  private var listing: FolderListing?
  /// When the listing was started: what changes later may not be in it.
  private var listingStart = (date: DirectoryWatch.time(), instant: ContinuousClock.now)
  /// Photos whose files were read, about a kilobyte each; emptied when it is full.
  private var cache: [Photo.ID: (version: PhotoVersion, photo: Photo)] = [:]
  private static let cacheLimit = 4_096
  /// Removes files that are gone from the library.
  private var cleaning: Task<Void, Never>?
  /// Reads files that aren't in the library yet, behind the screen.
  private var reading: Task<Void, Never>?
  /// When photos were last read for a list that is sorted or filtered, which goes first.
  private nonisolated let lastUse = Mutex<ContinuousClock.Instant?>(nil)
  private let readingDelay: Duration
  private var changeObservers: [Int: AsyncStream<SourceChange>.Continuation] = [:]
  private var observerCount = 0
  /// nil until a caller observes changes, and if the system has no watch left.
  private var watch: DirectoryWatch?
  /// The listing whose folders are watched, or will be when it is complete.
  private var watchedListing: FolderListing?
  private var reach: SourceWatch?
  /// Looks for a folder that can't be read, until it can; nil while it can be read.
  private var search: Task<Void, Never>?
  private let searchInterval: Duration
  private var ownWrites = OwnWrites()

  /// A folder is read again at most this often, and for a tenth of the time, so that a folder that other programs keep
  /// filling doesn't occupy the processor.
  private static let leastPause = Duration.seconds(1)
  private static let pauseFactor = 10

  /// A folder on the disk.
  ///
  /// - Parameters:
  ///   - folder: A relative path counts from the working directory.
  ///   - reader: nil: only names and modification dates are available.
  ///   - marks: nil: keywords alone say what is for sale.
  ///   - showsPairs: Whether a raw file and its JPEG are two photos, and not one.
  ///   - ignoredNames: What isn't shown of it.
  ///   - zone: For dates without a zone.
  ///   - isRecursive: Whether to read subfolders, too.
  ///   - paths: Names the pictures, relative to the folder; nil for everything in it.
  ///   - collection: Names the pictures, in its order; it is in `folder`. Nil for everything in the folder.
  ///   - library: What was read of files in former runs; nil to read all of them again.
  ///   - fingerprints: nil: pictures are not compared.
  ///   - patience: With mounts that may not answer.
  ///   - now: In nanoseconds since 1970.
  ///   - searchInterval: How often to look for the folder while it is gone and changes are observed.
  ///   - readingDelay: How long the screen has to itself, before files are read behind it to be remembered.
  package init(
    folder: FileReference, reader: (any PhotoMetadataReader)?,
    marks: (any SaleMarkReader)? = nil, showsPairs: Bool = false,
    ignoredNames: IgnoredNames = IgnoredNames(), zone: TimeZone = .current,
    isRecursive: Bool = true, paths: PipedInput? = nil, collection: CollectionFile? = nil,
    library: (any PhotoLibrary)? = nil, fingerprints: (any FingerprintReader)? = nil,
    patience: WalkPatience = WalkPatience(),
    now: (@Sendable () -> Int64)? = nil,
    searchInterval: Duration = .seconds(3), readingDelay: Duration = .seconds(1)
  ) {
    mapping = MetadataMapping(zone: zone)
    let disk = FolderOnDisk(
      folder,
      FolderOptions(
        reader: reader, marks: marks, showsPairs: showsPairs, ignoredNames: ignoredNames,
        isRecursive: isRecursive), paths: paths, collection: collection, library: library,
      mapping: mapping, patience: patience, now: now ?? DirectoryWatch.time)
    (source, self.disk) = (disk, disk)
    pictures = library.flatMap { library in
      fingerprints.map { FolderPictures(disk: disk, library: library, reader: $0) }
    }
    self.searchInterval = searchInterval
    self.readingDelay = readingDelay
  }

  /// A folder on a server.
  ///
  /// - Parameters:
  ///   - images: The beginnings of the pictures, and the screen's thumbnails.
  ///   - reader: nil: only the listing's data is available. The others are as for a folder on the disk.
  public init(
    _ files: any RemoteFileSystem, images: RemoteImageRepository,
    reader: (any PhotoMetadataReader)?, marks: (any SaleMarkReader)? = nil,
    showsPairs: Bool = false, ignoredNames: IgnoredNames = IgnoredNames(), isRecursive: Bool = true,
    zone: TimeZone = .current
  ) {
    source = FolderOnServer(
      files, images: images,
      FolderOptions(
        reader: reader, marks: marks, showsPairs: showsPairs, ignoredNames: ignoredNames,
        isRecursive: isRecursive))
    (disk, pictures) = (nil, nil)
    mapping = MetadataMapping(zone: zone)
    (searchInterval, readingDelay) = (.zero, .zero)
  }

  deinit {
    listing?.cancel()
    search?.cancel()
    reading?.cancel()
  }

  public var title: String { source.title }

  public nonisolated var capabilities: SourceCapabilities { source.capabilities }

  /// Starts to list the folder before its first page is requested.
  public func prepare() {
    _ = current()
  }

  public func page(for request: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
    let listing = try listing(for: request)
    let wanted = PageRows.rows(of: request, photoCount: Int.max - 1)
    try await wait(
      for: WantedRows(
        // One more than the page holds shows whether another follows.
        count: wanted.upperBound + 1, enoughFromRow: request.readsAll ? nil : wanted.lowerBound,
        anchor: request.anchor.map(FolderPhotoID.path)), of: listing)
    return page(of: listing, for: request)
  }

  /// Of a folder on the disk, if something can be remembered of it.
  public func rows(
    isRefresh: Bool, progress: @escaping @Sendable (SourceProgress) -> Void
  ) async throws(PhotoSourceError) -> ReadRows? {
    guard let disk, let library = disk.library else { return nil }
    var request = PageRequest(isRefresh: isRefresh)
    request.readsAll = true
    let listing = try listing(for: request)
    try await wait(for: .everything, of: listing)
    // What it says of all of them, without photos.
    request.page = .max
    let page = page(of: listing, for: request)
    let index = listing.read(\.index)
    var reader = FolderRowReader(index, on: disk, in: library) { [weak self] in
      _ = await self?.details(of: $0)
    }
    let rows = try await reader.rows {
      [weak self] count, isReading in
      self?.lastUse.withLock { $0 = .now }
      progress(
        SourceProgress(
          photoCount: count.readCount, completedSteps: count.readCount,
          knownSteps: count.fileCount, isComplete: false,
          activity: isReading ? .sorting : .checking))
    }
    // There is nothing left to be read behind the screen.
    if rows != nil, listing === self.listing { self.reading?.cancel() }
    return rows.map { ReadRows($0, count: page.totalCount ?? 0, page) }
  }

  public nonisolated func knownRows() async -> ReadRows? {
    guard let disk, let library = disk.library else { return nil }
    return await FolderRows.known(of: library, disk)
  }

  /// Makes what is remembered of all folders comparable in the time zone of this one, if that has changed: some seconds for
  /// 300,000 photos.
  package nonisolated func makeRows() async {
    guard let disk, let library = disk.library else { return }
    await FolderRows.make(of: library, disk)
  }

  private func listing(
    for request: PageRequest
  ) throws(PhotoSourceError) -> FolderListing {
    guard !Task.isCancelled else { throw .cancelled }
    return request.isRefresh ? restarted() : current()
  }

  public func progress() async -> AsyncStream<SourceProgress> {
    let (stream, observer) = AsyncStream.makeStream(
      of: SourceProgress.self, bufferingPolicy: .bufferingNewest(1))
    let first = current()
    let task = Task { [weak self] in
      var (last, next): (FolderListing?, FolderListing?) = (nil, first)
      // A refresh may replace a listing before it has ended.
      while let listing = next, listing !== last {
        for await progress in listing.progress() { observer.yield(progress) }
        (last, next) = (listing, await self?.listing)
      }
      observer.finish()
    }
    observer.onTermination = { _ in task.cancel() }
    return stream
  }

  // MARK: Photos

  public func details(of photo: Photo, urgency: ReadingUrgency) async -> Photo {
    let version = source.version(of: photo)
    // A library remembers what is read for a list, also if it was emptied meanwhile.
    let isRemembered = urgency == .background && disk?.library != nil
    if !isRemembered, let known = cached(photo, in: version) { return known }
    let contents = await source.contents(of: photo, in: version, urgency: urgency)
    guard let contents else {
      var photo = photo
      photo.needsDetails = false
      return photo
    }
    let detailed = mapping.photo(photo, contents)
    if let version, contents.isComplete {
      if cache.count >= Self.cacheLimit { cache = [:] }
      cache[photo.id] = (version, detailed)
    }
    return detailed
  }

  /// - Parameter version: Of the photo's file now.
  private func cached(_ photo: Photo, in version: PhotoVersion?) -> Photo? {
    guard let known = cache[photo.id], known.version == version else { return nil }
    // It has what the photo's file says, not which files are next to it now.
    var cached = known.photo
    cached.companions = photo.companions
    cached.remoteCompanions = photo.remoteCompanions
    return cached
  }

  /// What is remembered of files on the disk; only those that have changed or are new are left to be read.
  public nonisolated func knownDetails(of photos: [Photo]) async -> [Photo] {
    guard let disk, disk.library != nil else { return photos }
    lastUse.withLock { $0 = .now }
    return await disk.knownDetails(of: photos)
  }

  /// - Complexity: O(*photos of the folder*), however few are requested.
  public func photos(withIDs ids: [Photo.ID]) async -> [Photo] {
    guard capabilities.isReadWhole else { return [] }
    let listing = current()
    guard (try? await listing.wait(for: .everything)) != nil else { return [] }
    let index = listing.read(\.index)
    let wanted = Set(ids.map(FolderPhotoID.path))
    var rows: [[UInt8]: FolderIndex.Row] = [:]
    for row in (0..<index.photoCount).lazy.map(index.row) where wanted.contains(row.path) {
      rows[row.path] = row
    }
    return ids.compactMap { id in
      rows[FolderPhotoID.path(ofID: id)].flatMap { photo(at: ($0, nil)) }
    }
  }

  public func information(of photo: Photo) async -> PhotoInformation {
    await source.information(of: photo)
  }

  public func comparison(
    _ question: ComparisonQuestion, progress: @escaping @Sendable (FileReading) -> Void
  ) async throws(PhotoSourceError) -> PhotoComparison {
    guard let pictures else { throw disk == nil ? .notCompared : .comparisonOff }
    let listing = current()
    try await wait(for: .everything, of: listing)
    // Files are not read behind the screen meanwhile.
    lastUse.withLock { $0 = .now }
    return try await pictures.comparison(
      question, of: listing.read(\.index)
    ) { [weak self] reading in
      self?.lastUse.withLock { $0 = .now }
      progress(reading)
    }
  }

  private typealias ListedRow = (row: FolderIndex.Row, fact: ListedFile?)

  private func photo(at listed: ListedRow) -> Photo? {
    var photo = Photo(ofPath: listed.row.path)
    guard source.locate(&photo, at: listed.row, listed.fact) else { return nil }
    // Only photos that were read before are worth checking.
    guard cache[photo.id] != nil else { return photo }
    return cached(photo, in: source.version(of: photo)) ?? photo
  }

  // MARK: Writing sidecars

  /// Writes a photo's sidecar on the disk: its file-system event is recognised as ours, even if it comes first.
  public func writingSidecar<Written: Sendable>(
    of photo: FileReference, _ write: @Sendable () async throws(SidecarError) -> Written
  ) async throws(SidecarError) -> Written {
    ownWrites.note(of: photo.path, isDone: false)
    defer { ownWrites.note(of: photo.path, isDone: true) }
    return try await write()
  }

  // MARK: The listing

  private func current() -> FolderListing {
    listing ?? restarted()
  }

  private func restarted() -> FolderListing {
    listingStart = (DirectoryWatch.time(), .now)
    let former = listing
    let new = source.startListing()
    listing = new
    // Only now: a source keeps the last listing that hasn't failed, and one that was cancelled counts as failed.
    former?.cancel()
    reading?.cancel()
    watchFolders(of: new)
    forgetGoneFiles(of: new)
    return new
  }

  /// Removes from the library what a listing doesn't have any more, once it is complete.
  private func forgetGoneFiles(of listing: FolderListing) {
    guard let disk, disk.library != nil else { return }
    cleaning?.cancel()
    cleaning = Task(priority: .utility) {
      do throws(PhotoSourceError) {
        try await listing.wait(for: .everything)
        let (index, isCut, skipped) = listing.read { ($0.index, $0.isCut, $0.skipped) }
        try disk.checkMount(listing)
        if !isCut {
          await disk.forgetGone(index, isWhole: skipped.unreadableFolderCount == 0)
        }
      } catch {
        // What can't be listed may come back.
      }
    }
  }

  private func wait(
    for wanted: WantedRows, of listing: FolderListing
  ) async throws(PhotoSourceError) {
    do throws(PhotoSourceError) {
      try await listing.wait(for: wanted)
      try disk?.checkMount(listing)
    } catch {
      noteFailure(of: listing, error)
      throw error
    }
  }

  /// A failed listing is not kept, so that the next page tries again.
  private func noteFailure(of failed: FolderListing, _ error: PhotoSourceError) {
    let isBroken = failed.read { state in
      if case .failure = state.outcome { true } else { false }
    }
    if isBroken || error == disk?.unmounted, listing === failed {
      listing = nil
      noteAbsence(error)
    }
  }

  private func page(of listing: FolderListing, for request: PageRequest) -> PhotoPage {
    let isInFolderOrder = source.isInFolderOrder
    // Together, so that no row gets another row's facts.
    let (described, rows) = listing.read { state -> (PhotoPage, [ListedRow]) in
      let index = state.index
      let rows = PageRows.rows(of: request, photoCount: index.photoCount)
      let isOver = state.outcome != nil || state.hasWalked && !request.readsAll
      var page = PhotoPage(
        number: request.page, photos: [], totalCount: index.photoCount,
        hasMorePages: rows.upperBound < index.photoCount || !isOver,
        anchorRow: request.anchor.map(FolderPhotoID.path).flatMap(index.row(of:)))
      // Known when the walk is over, so the last page has it.
      if !page.hasMorePages {
        page.skipped = state.skipped
        page.ending = state.ending ?? (state.isCut ? .tooManyPhotos : nil)
      }
      if !index.sections.isEmpty, isInFolderOrder { page.sections = .whole(index.sections) }
      return (page, rows.map { (index.row($0), state.fact(ofRow: $0)) })
    }
    var page = described
    page.photos = rows.compactMap(photo(at:))
    return page
  }

  // MARK: Changes

  /// Reports when something happens in the folder; changes on a server are not noticed.
  public func changes() async -> AsyncStream<SourceChange> {
    let (stream, continuation) = AsyncStream.makeStream(of: SourceChange.self)
    observerCount += 1
    let number = observerCount
    changeObservers[number] = continuation
    continuation.onTermination = { [weak self] _ in
      Task { await self?.endObserving(number) }
    }
    if let reach {
      continuation.yield(.watched(reach))
    } else if disk != nil {
      watchFolders(of: current())
    }
    return stream
  }

  private func endObserving(_ number: Int) {
    changeObservers[number] = nil
    guard changeObservers.isEmpty else { return }
    watch?.cancel()
    search?.cancel()
    reading?.cancel()
    (watch, reach, watchedListing, search, reading) = (nil, nil, nil, nil, nil)
  }

  private func report(_ change: SourceChange) {
    for observer in changeObservers.values { observer.yield(change) }
  }

  /// Watches what a listing has read, once it is complete.
  private func watchFolders(of listing: FolderListing) {
    // Once per listing: otherwise changes between its end and a second call would be reported as missed by the first.
    guard let disk, !changeObservers.isEmpty, listing !== watchedListing else { return }
    watchedListing = listing
    let (date, start) = listingStart
    Task(priority: .utility) { [weak self] in
      do throws(PhotoSourceError) {
        try await listing.wait(for: .everything)
      } catch {
        // There is nothing to watch.
        await self?.noteFailure(of: listing, error)
        return
      }
      await self?.watchFolders(of: listing, on: disk, readAt: date, for: .now - start)
    }
  }

  private func watchFolders(
    of listing: FolderListing, on disk: FolderOnDisk, readAt date: Int64,
    for duration: Duration
  ) async {
    guard listing === self.listing, !changeObservers.isEmpty else { return }
    if watch == nil {
      watch = DirectoryWatch { [weak self] paths in
        Task { _ = await self?.changed(paths) }
      }
    }
    let (directories, mounts) = (disk.watchedPaths(of: listing.read(\.index)), disk.mounts)
    let pause = max(Self.leastPause, duration * Self.pauseFactor)
    var reach = SourceWatch.nothing
    if let watch {
      // On a thread of its own: thousands of directories take some milliseconds, and a mount may not answer any more.
      reach =
        await FileAnswer.get(at: nil) { sign in
          watch.watch(directories, readAt: date, pause: pause, mounts: mounts, sign: sign)
        } ?? .thisComputerOnly
    }
    // The folder may have gone in the meantime; then the listing is not kept.
    guard listing === self.listing else { return }
    announce(reach)
    readFiles(of: listing, on: disk)
  }

  // MARK: Reading behind the screen

  /// What is on the screen waits for two files at most.
  private static let parallelReads = 2

  /// Reads the files that the library doesn't hold, without those on another computer: they would take its disk and the
  /// network for hours.
  private func readFiles(of listing: FolderListing, on disk: FolderOnDisk) {
    reading?.cancel()
    guard let library = disk.library else { return }
    reading = Task(priority: .background) { [weak self, readingDelay] in
      try? await Task.sleep(for: readingDelay)
      guard !Task.isCancelled else { return }
      await self?.makeRows()
      guard await self?.readUnread(of: listing, on: disk, in: library) ?? false else { return }
      // What changed a moment before it was read is not remembered the first time.
      try? await Task.sleep(for: Self.settlingTime)
      guard !Task.isCancelled else { return }
      _ = await self?.readUnread(of: listing, on: disk, in: library)
    }
  }

  private static let settlingTime = Duration.seconds(3)

  /// - Returns: Whether any file was read.
  private func readUnread(
    of listing: FolderListing, on disk: FolderOnDisk, in library: any PhotoLibrary
  ) async -> Bool {
    let mounts = disk.mounts
    let reportedAt = Mutex<ContinuousClock.Instant?>(nil)
    var reader = FolderRowReader(listing.read(\.index), on: disk, in: library) {
      [weak self] photos in
      while await self?.isBusy ?? false { try? await Task.sleep(for: .milliseconds(300)) }
      await Self.read(FolderOnDisk.onThisComputer(photos, mounts), on: disk)
    }
    _ = try? await reader.readFiles(isWhole: false, mounts: mounts) {
      [weak self] reading, isReading in
      let isDue = reportedAt.withLock { reportedAt in
        guard isReading, reportedAt.map({ .now - $0 > .milliseconds(250) }) ?? true else {
          return false
        }
        reportedAt = .now
        return true
      }
      if isDue { await self?.report(.reading(reading)) }
    }
    guard reportedAt.withLock({ $0 }) != nil else { return false }
    report(.reading(nil))
    return !Task.isCancelled
  }

  /// Whether the user waits for files that are read for a list.
  private var isBusy: Bool {
    guard !Task.isCancelled else { return false }
    return lastUse.withLock { $0.map { .now - $0 < .seconds(1) } ?? false }
  }

  @concurrent
  private static func read(_ photos: [Photo], on disk: FolderOnDisk) async {
    let reading = ParallelMap(photos, width: parallelReads) { photo in
      guard !Task.isCancelled else { return }
      _ = await disk.contents(of: photo, in: disk.version(of: photo), urgency: .background)
    }
    for await _ in reading {}
  }

  private func announce(_ reach: SourceWatch) {
    guard reach != self.reach else { return }
    self.reach = reach
    report(.watched(reach))
  }

  /// Call when files have changed on the disk.
  ///
  /// - Parameter paths: nil if there are too many to name.
  /// - Returns: Whether observers were notified; sidecars that the program has just written itself don't count.
  func changed(_ paths: Set<[UInt8]>?) -> Bool {
    if let paths, paths.allSatisfy(ownWrites.explain) { return false }
    report(.changed)
    return true
  }

  // MARK: A folder that can't be read any more, and comes back

  /// Reports why nothing can be read, and looks for the folder from time to time: nothing else reports a folder that
  /// comes back where no watch is.
  private func noteAbsence(_ error: PhotoSourceError) {
    guard !changeObservers.isEmpty, let absence = disk?.absence(error) else { return }
    announce(.absent(absence))
    guard search == nil else { return }
    search = Task(priority: .utility) { [weak self, searchInterval] in
      repeat {
        try? await Task.sleep(for: searchInterval)
        // Not retained during the sleep.
      } while await self?.isStillSearching() ?? false
    }
  }

  /// Reports that the folder has changed once it is there.
  private func isStillSearching() async -> Bool {
    guard let absence = wantedAbsence, let disk else { return false }
    // A mount that doesn't answer is asked once, for as long as it takes.
    let isBack = await FileAnswer.get(within: .seconds(86_400), at: disk.path(of: [])) { _ in
      disk.isBack(after: absence)
    }
    guard wantedAbsence != nil else { return false }
    guard isBack == true else { return true }
    search = nil
    report(.changed)
    return false
  }

  /// Why the folder is looked for; nil if it was read again in the meantime, or is no longer observed.
  private var wantedAbsence: SourceAbsence? {
    guard !Task.isCancelled else { return nil }
    guard case .absent(let absence) = reach, !changeObservers.isEmpty else {
      search = nil
      return nil
    }
    return absence
  }
}

extension Photo {
  /// A photo of which only the path is known, relative to the folder that is shown.
  init(ofPath path: [UInt8]) {
    let name = FilePath.lastComponent(path)
    self.init(id: FolderPhotoID.id(ofPath: path), name: "")
    // An unknown extension is part of the name.
    setFileName(FileNameKind(name) == .unknown ? name : FilePath.stem(name))
  }
}
