import FeedFormats
import FolderFormats
import Foundation
import GalleryDomain
import PictureProtocol
import Synchronization

/// Lists a folder on a server, and the folders in it, a page at a time.
///
/// By itself it continues up to `eagerCount` photos; beyond that, only as far as a caller waits for a row, so that a
/// bucket of millions costs only the part that is shown. A folder that fails doesn't stop the others: it is tried once
/// more after them, and reported as missing if it fails again (decision 74).
final class RemoteFolderScan: FolderListing {
  /// A fact in 32 bytes: there may be a million.
  private struct PackedFact {
    /// -1 for none.
    var byteCount: Int
    /// Seconds since 2001; NaN for none.
    var modified: Double
    var version: UInt64
    /// 0 for none.
    var previewID: UInt64

    init(_ entry: RemoteEntry) {
      byteCount = entry.byteCount ?? -1
      modified = entry.modified?.timeIntervalSinceReferenceDate ?? .nan
      version = entry.version
      previewID = entry.previewID ?? 0
    }

    var fact: ListedFile {
      ListedFile(
        byteCount: byteCount < 0 ? nil : byteCount,
        modified: modified.isNaN ? nil : Date(timeIntervalSinceReferenceDate: modified),
        version: version, previewID: previewID == 0 ? nil : previewID)
    }
  }

  /// How much of a server's listing is kept. The rest is dropped, and `FolderScanState.isCut` says so.
  struct Limits {
    /// Photos: 32 bytes each, and their names.
    var photoCount = 1_000_000
    /// Bytes of names and folders (`FolderIndex.byteLimit`).
    var indexByteCount = 40 << 20
    var folderCount = 100_000
    /// Bytes of the paths of folders.
    var folderByteCount = 8 << 20
    /// Folders in folders. A link to a folder around it nests for ever.
    var depth = 64
    /// Sidecars, 32 bytes each; any others are not read.
    var sidecarCount = 200_000
    /// Entries of a page that are remembered until the next one: no store lists more at a time.
    var previousCount = 10_000
  }

  /// Photos that are listed even if no caller waits for them, and put into natural order when they are complete.
  static let eagerCount = 20_000

  let status: FolderScanStatus
  private let limits: Limits
  private let files: any RemoteFileSystem
  private let isRecursive: Bool
  private let showsPairs: Bool
  private let ignored: IgnoredNames
  /// Whether an observer would notice that the rows have got a new order; a caller that only reads page after page
  /// needs a stable order.
  private let followsChanges = Mutex(false)
  /// Called once, when rows that may have been shown have got a new order.
  private let reordered: @Sendable (any FolderListing) -> Void
  /// One for each row.
  private let facts = Mutex<[PackedFact]>([])
  /// The versions of XMP sidecars, by the hashes of their paths. If two hashes collided, a sidecar would only be read
  /// once too often, or once too rarely.
  private let sidecars = Mutex<[UInt64: UInt64]>([:])
  /// Why there is more on the server than the rows; set before the scan is finished.
  private let storedEnding = Mutex<FeedEnding?>(nil)
  private let demand = ListingDemand()
  private let task = Mutex<Task<Void, Never>?>(nil)

  init(
    files: any RemoteFileSystem, isRecursive: Bool,
    showsPairs: Bool, ignored: IgnoredNames = IgnoredNames(), limits: Limits = Limits(),
    reordered: @escaping @Sendable (any FolderListing) -> Void
  ) {
    self.limits = limits
    status = FolderScanStatus(indexByteLimit: limits.indexByteCount)
    self.files = files
    self.isRecursive = isRecursive
    self.showsPairs = showsPairs
    self.ignored = ignored
    self.reordered = reordered
  }

  func start() {
    let walk: Task<Void, Never> = Task(priority: .userInitiated) { [weak self] in
      await self?.run()
    }
    task.withLock { $0 = walk }
  }

  func cancel() {
    status.finish(.failure(.cancelled))
    let walk = task.withLock { $0 }
    walk?.cancel()
    demand.end()
  }

  func wait(
    forCount count: Int, enoughFromRow row: Int?, anchor: [UInt8]?
  ) async throws(PhotoSourceError) {
    demand.raise(to: count)
    try await status.wait(forCount: count, enoughFromRow: row, anchor: anchor)
  }

  func setFollowed() {
    followsChanges.withLock { $0 = true }
  }

  func fact(ofRow row: Int) -> ListedFile? {
    facts.withLock { $0.indices.contains(row) ? $0[row].fact : nil }
  }

  var ending: FeedEnding? { storedEnding.withLock { $0 } }

  /// The sidecar of a photo, if it is listed: the first of those that readers look for.
  func sidecar(of photo: [UInt8]) -> (path: [UInt8], version: UInt64)? {
    sidecars.withLock { sidecars in
      guard !sidecars.isEmpty else { return nil }
      for path in SidecarName.paths(of: photo) {
        if let version = sidecars[StableHash.hash(path)] { return (path, version) }
      }
      return nil
    }
  }

  // MARK: The walk

  /// What to request: a folder from its beginning, or a further part of it.
  private struct Place {
    var folder: [UInt8]
    var token: String?
    /// The previous page's entries: files that are added while a listing is read can move others onto the next page.
    var previous: RemoteEntries = []
    /// The last entry before this part.
    var last: [UInt8]?
    /// Whether it has failed before.
    var isRetry = false
    /// What the folder around it lists.
    var around: UInt64?
  }

  /// Folders with a `.nomedia`: what is below them is left out from then on. A store lists that name before letters and digits.
  private struct MarkedFolders {
    private var folders: Set<[UInt8]> = []

    /// - Parameter path: Of a file; the folder that was named is shown all the same.
    mutating func note(_ path: ArraySlice<UInt8>) {
      guard let slash = path.lastIndex(of: FilePath.separator),
        path[(slash + 1)...].elementsEqual(IgnoredNames.marker)
      else { return }
      folders.insert(Array(path[..<slash]))
    }

    func hold(_ path: ArraySlice<UInt8>) -> Bool {
      guard !folders.isEmpty else { return false }
      return path.indices.contains { end in
        path[end] == FilePath.separator && folders.contains(Array(path[..<end]))
      }
    }
  }

  /// Judges files, of which most are in the same folder as the one before.
  private struct DirectoryJudge {
    let ignored: IgnoredNames
    let root: [UInt8]
    let marked: MarkedFolders
    private var directory: [UInt8]?
    /// nil if the directory is ignored.
    private var judge: IgnoredNames.Judge?

    init(ignored: IgnoredNames, root: [UInt8], marked: MarkedFolders) {
      (self.ignored, self.root, self.marked) = (ignored, root, marked)
    }

    mutating func ignores(_ path: ArraySlice<UInt8>) -> Bool {
      let slash = path.lastIndex(of: FilePath.separator)
      let parent = slash.map { path[..<$0] } ?? []
      if directory.map({ !$0.elementsEqual(parent) }) ?? true {
        directory = Array(parent)
        let isIgnored = ignored.ignores(parent, isFolder: true, in: root) || marked.hold(path)
        judge = isIgnored ? nil : ignored.judge(in: parent.isEmpty ? root[...] : parent)
      }
      return judge?.ignores(slash.map { path[($0 + 1)...] } ?? path, isFolder: false) ?? true
    }
  }

  /// What is still to be requested, and what failed.
  private struct Walk {
    /// In reverse order.
    var pending = [Place(folder: [])]
    var seen = SeenFolders()
    var marked = MarkedFolders()
    /// Hashes of the tokens that continued the current folder.
    var tokens: Set<UInt64> = []
    /// Parts without a name in a row.
    var emptyPartCount = 0
    /// In the order in which they failed.
    private var failed: [(place: Place, error: PhotoSourceError)] = []
    private(set) var missing: [(place: Place, error: PhotoSourceError)] = []
    private var failuresInARow = 0
    /// Folders since the last one with a picture.
    var emptyFolderCount = 0
    /// Clips at the edges of pages, by their folders: the photo that one belongs to may be on the previous or the next
    /// page.
    var edgeClips: [[UInt8]: [[UInt8]]] = [:]

    mutating func next() -> Place? {
      if pending.isEmpty, !failed.isEmpty {
        pending = failed.reversed().map { failure in
          var place = failure.place
          place.isRetry = true
          return place
        }
        failed = []
        failuresInARow = 0
      }
      return pending.popLast()
    }

    mutating func succeeded() { failuresInARow = 0 }

    /// Why a listing isn't followed further; a server that repeats a token, or has ever new ones, would be asked for ever.
    mutating func fault(of listing: RemoteListing, _ place: Place) -> ListingFault? {
      if place.token == nil { (tokens, emptyPartCount) = ([], 0) }
      emptyPartCount = listing.isEmpty ? emptyPartCount + 1 : 0
      guard let next = listing.next else { return listing.endsEarly ? .endsEarly : nil }
      guard tokens.insert(StableHash.hash(next.utf8)).inserted else { return .repeats }
      return emptyPartCount >= Self.emptyPartLimit ? .isEmpty : nil
    }

    /// AWS sends some where many objects have been deleted.
    private static let emptyPartLimit = 100

    mutating func lacks(_ place: Place, _ error: PhotoSourceError) {
      missing.append((place, error))
    }

    /// - Parameter error: If the server is unreachable, each further folder would take as long to fail.
    mutating func failed(_ place: Place, _ error: PhotoSourceError) {
      // What the server says of one folder says nothing about the others.
      if !error.isAnswer { failuresInARow += 1 }
      var places = [place]
      if failuresInARow >= Self.patience(with: error, isRetry: place.isRetry) {
        places += pending.reversed()
        pending = []
      }
      for place in places {
        if place.isRetry { lacks(place, error) } else { failed.append((place, error)) }
      }
    }

    /// How many failures in a row are tolerated before the other folders are skipped for now.
    private static func patience(with error: PhotoSourceError, isRetry: Bool) -> Int {
      error.isUnreachable ? (isRetry ? 1 : 2) : 10
    }
  }

  private func run() async {
    var walk = Walk()
    while let place = walk.next() {
      guard await mayGoOn() else { return }
      guard hasRoom else {
        // A store may have a thousand times as many; none of them would be kept.
        status.update { $0.cut() }
        break
      }
      do throws(PhotoSourceError) {
        let listing = try await list(place)
        walk.succeeded()
        take(listing, of: place, &walk)
        if let limit = files.emptyFolderLimit, walk.emptyFolderCount >= limit {
          return stop(afterEmptyFolders: limit)
        }
      } catch {
        if error == .cancelled || Task.isCancelled { return cancel() }
        if place.token == nil, place.folder.isEmpty {
          return status.finish(.failure(error))
        }
        if place.token == nil, error.isOfOneFolder {
          let isForbidden = if case .permissionDenied = error { true } else { false }
          // As on a disk: a folder may go while the one that it is in is read.
          status.update {
            $0.skipDirectory(
              place.folder, isForbidden ? "permission denied" : "not found",
              isUnreadable: isForbidden)
          }
        } else {
          walk.failed(place, error)
        }
      }
      await Task.yield()
    }
    finish(missing: walk.missing, edgeClips: walk.edgeClips)
  }

  private func stop(afterEmptyFolders count: Int) {
    guard status.read(\.index.photoCount) > 0 else {
      return status.finish(.failure(.noPhotosInFolders(name: files.title, count: count)))
    }
    storedEnding.withLock { $0 = .foldersWithoutPhotos(count: count) }
    finish(edgeClips: [:])
  }

  /// A listing continues by itself only to a limit.
  private func mayGoOn() async -> Bool {
    while !Task.isCancelled {
      let (count, isOver) = status.read { ($0.index.photoCount, $0.isFinished) }
      if isOver { return false }
      let turn = demand.turn
      if count < Self.eagerCount || demand.count > count {
        status.update { $0.setWaiting(false) }
        return true
      }
      // It isn't worth listing millions of photos to find the one that was selected last.
      status.update { $0.setWaiting(true) }
      guard await demand.next(after: turn) else { return false }
    }
    return false
  }

  private var hasRoom: Bool {
    facts.withLock(\.count) < limits.photoCount && !status.read(\.index.isFull)
  }

  private func list(_ place: Place) async throws(PhotoSourceError) -> RemoteListing {
    let isFlat = isRecursive && files.listsRecursively
    return try await files.list(place.folder, isRecursive: isFlat, after: place.token)
  }

  /// Folders that are listed, or will be.
  private struct SeenFolders {
    private var paths: Set<[UInt8]> = [[]]
    private var byteCount = 0

    mutating func insert(_ path: [UInt8]) -> Bool {
      guard paths.insert(path).inserted else { return false }
      byteCount += path.count
      return true
    }

    func hasRoom(for path: [UInt8], _ limits: Limits) -> Bool {
      paths.contains(path)
        || paths.count < limits.folderCount && byteCount + path.count <= limits.folderByteCount
    }
  }

  private func take(_ listing: RemoteListing, of place: Place, _ walk: inout Walk) {
    let entries = listing.entries
    var isCut = entries.leftOutCount > 0
    let isFlat = isRecursive && files.listsRecursively
    for position in entries.indices where !entries.isFolder(at: position) {
      walk.marked.note(entries.path(at: position))
    }
    var folders: [[UInt8]] = []
    let signature = Self.signature(of: entries)
    if isRecursive, !isFlat, nestsForEver(place, entries, signature) {
      walk.lacks(place, .listingBroken(name: files.title, fault: .nests))
    } else if isRecursive, !isFlat {
      let names = NaturalOrder.sorted(
        entries.indices.filter(entries.isFolder(at:)).map { Array(entries.path(at: $0)) })
      for path in names
      where !ignored.ignores(path, isFolder: true, in: rootName) && !walk.marked.hold(path[...]) {
        guard walk.seen.hasRoom(for: path, limits) else {
          isCut = true
          break
        }
        if walk.seen.insert(path) { folders.append(path) }
      }
    }
    // The rest of this folder is read before the folders in it, whose rows follow.
    walk.pending += folders.reversed().map { Place(folder: $0, around: signature) }
    // First, so that no photo is read without its sidecar.
    sidecars.withLock { sidecars in
      for position in entries.indices where !entries.isFolder(at: position) {
        let path = entries.path(at: position)
        guard Self.isSidecar(path) else { continue }
        guard sidecars.count < limits.sidecarCount else { break }
        sidecars[StableHash.hash(path)] = entries[position].version
      }
    }
    let last = entries.indices.last.map { Array(entries.path(at: $0)) } ?? place.last
    let fault = walk.fault(of: listing, place)
    if let fault {
      walk.lacks(
        Place(folder: place.folder, token: listing.next ?? "", last: last),
        .listingBroken(name: files.title, fault: fault))
    }
    let goesOn = listing.next != nil && fault == nil
    var judge = DirectoryJudge(ignored: ignored, root: rootName, marked: walk.marked)
    var pictures = entries.indices.filter { position in
      let path = entries.path(at: position)
      let kind = FileNameKind(Self.name(of: entries, at: position))
      return !entries.isFolder(at: position) && (kind.isListed || kind == .clip)
        && !judge.ignores(path)
        && place.previous.position(of: path, isFolder: false) == nil
    }
    if goesOn {
      walk.pending.append(
        Place(
          folder: place.folder, token: listing.next,
          previous: entries.count <= limits.previousCount ? entries : [], last: last))
    }
    walk.emptyFolderCount = pictures.isEmpty ? walk.emptyFolderCount + 1 : 0
    // If all keys can come in one listing, they are in byte order, even for a single folder.
    let isOfParts = files.listsRecursively && (goesOn || place.token != nil)
    // No directory is complete yet, whatever part of it is among these rows.
    if isOfParts, place.token == nil { status.update { $0.setListed(upTo: []) } }
    if isOfParts { noteEdgeClips(pictures, of: entries, in: &walk) }
    let isWhole = place.token == nil && listing.next == nil
    if isWhole, !isFlat { pictures = Self.sorted(pictures, of: entries) }
    var skipped = listing.skipped
    var index = 0
    repeat {
      let directory =
        index < pictures.count
        ? Self.directory(of: entries, at: pictures[index]) : place.folder[...]
      var names = NameList()
      var facts: [PackedFact] = []
      while index < pictures.count,
        Self.directory(of: entries, at: pictures[index]).elementsEqual(directory)
      {
        names.append(Self.name(of: entries, at: pictures[index]))
        facts.append(PackedFact(entries[pictures[index]]))
        index += 1
      }
      let isLast = index >= pictures.count
      (names, facts) = Self.paired(names, facts, showsPairs: showsPairs)
      let room = max(limits.photoCount - self.facts.withLock(\.count), 0)
      if names.count > room {
        isCut = true
        (names, facts) = (names.prefix(room), Array(facts.prefix(room)))
      }
      let (added, told, left, mustCut) = (names, facts, skipped, isCut)
      let path = Array(directory)
      // First, so that every known row has its facts.
      self.facts.withLock { $0 += told }
      let folderCount = isLast ? folders.count + (goesOn ? 1 : 0) : 0
      status.update { state in
        if mustCut { state.cut() }
        state.append(
          listed: added, directory: path, folderCount: folderCount, skipped: left,
          isLast: isLast)
      }
      skipped = SkippedItems()
    } while index < pictures.count
    guard isOfParts else { return }
    let reached =
      goesOn ? listing.entries.map(\.path).max { $0.lexicographicallyPrecedes($1) } ?? [] : nil
    status.update { $0.setListed(upTo: reached) }
  }

  /// Whether the folders of a folder are too deep, or it lists what the folder around it does, as a link to that does.
  private func nestsForEver(
    _ place: Place, _ entries: RemoteEntries, _ signature: UInt64?
  ) -> Bool {
    guard !place.folder.isEmpty, entries.indices.contains(where: entries.isFolder(at:)) else {
      return false
    }
    let depth = place.folder.count { $0 == FilePath.separator } + 1
    return depth >= limits.depth || signature.map { $0 == place.around } ?? false
  }

  /// The same for the same names and sizes, whatever folder they are in; nil if there is no file among them. Photos that
  /// are spread over folders by their numbers, as in `0/0` to `f/f`, have the same folders at each level.
  private static func signature(of entries: RemoteEntries) -> UInt64? {
    guard entries.indices.contains(where: { !entries.isFolder(at: $0) }) else { return nil }
    return entries.indices.reduce(0) { hash, position in
      let byteCount = entries[position].byteCount ?? -1
      let name = Array(name(of: entries, at: position)) + "/\(byteCount)".utf8
      return hash &+ StableHash.hash(name)
    }
  }

  /// The few files that one shot can have at each end of a page.
  private func noteEdgeClips(
    _ positions: [Int], of entries: RemoteEntries, in walk: inout Walk
  ) {
    guard facts.withLock(\.count) <= Self.eagerCount else { return }
    for position in Set(positions.prefix(4) + positions.suffix(4)) {
      let name = Self.name(of: entries, at: position)
      guard FileNameKind(name) == .clip else { continue }
      walk.edgeClips[Array(Self.directory(of: entries, at: position)), default: []]
        .append(Array(name))
    }
  }

  /// Raw files, clips and the pictures of the same shots as one row each, at the position of the picture. Other clips
  /// are dropped.
  ///
  /// - Parameters:
  ///   - rows: Of one folder; they may already be such rows.
  ///   - showsPairs: Whether raw files are rows of their own.
  private static func paired(
    _ rows: NameList, _ facts: [PackedFact], showsPairs: Bool
  ) -> (NameList, [PackedFact]) {
    var (pictures, raws, clips) = (NameList(), NameList(), NameList())
    for place in 0..<rows.count {
      let name = PhotoPairs.shownName(ofRow: rows[place])
      switch FileNameKind(name) {
      case .clip: clips.append(name)
      case .raw where !showsPairs: raws.append(name)
      default: pictures.append(name)
      }
      for companion in PhotoPairs.companions(ofRow: rows[place]) {
        if FileNameKind(companion) == .clip {
          clips.append(companion)
        } else {
          raws.append(companion)
        }
      }
    }
    guard raws.count > 0 || clips.count > 0 else { return (rows, facts) }
    var places = RowIndex()
    func hash(_ place: Int) -> Int { RowIndex.hash(PhotoPairs.shownName(ofRow: rows[place])) }
    for place in 0..<rows.count { places.insert(place, hash: hash(place), hashOfRow: hash) }
    func place(of name: ArraySlice<UInt8>) -> Int? {
      places.row(hash: RowIndex.hash(name)) {
        PhotoPairs.shownName(ofRow: rows[$0]).elementsEqual(name)
      }
    }
    let joined = PhotoPairs.rows(pictures, raws, clips: clips)
    let order = (0..<joined.count)
      .map { (row: $0, place: place(of: PhotoPairs.shownName(ofRow: joined[$0])) ?? rows.count) }
      .filter { $0.place < facts.count }.sorted { $0.place < $1.place }
    var result = NameList()
    for row in order { result.append(joined[row.row]) }
    return (result, order.map { facts[$0.place] })
  }

  /// The name of the folder that was named; a title is `2024 · photos.example`.
  private var rootName: [UInt8] {
    let title = files.title
    return Array((title.firstRange(of: " · ").map { title[..<$0.lowerBound] } ?? title[...]).utf8)
  }

  private static func isSidecar(_ path: ArraySlice<UInt8>) -> Bool {
    let ending = path.suffix(4)
    return ending.elementsEqual(".xmp".utf8) || ending.elementsEqual(".XMP".utf8)
  }

  private static func directory(of entries: RemoteEntries, at position: Int) -> ArraySlice<UInt8> {
    let path = entries.path(at: position)
    return path.lastIndex(of: FilePath.separator).map { path[..<$0] } ?? []
  }

  private static func name(of entries: RemoteEntries, at position: Int) -> ArraySlice<UInt8> {
    let path = entries.path(at: position)
    return path.lastIndex(of: FilePath.separator).map { path[($0 + 1)...] } ?? path
  }

  /// - Parameter pictures: Positions of files in one folder.
  private static func sorted(_ pictures: [Int], of entries: RemoteEntries) -> [Int] {
    var names = NameList()
    for position in pictures { names.append(name(of: entries, at: position)) }
    return names.naturalOrder().map { pictures[$0] }
  }

  // MARK: The end

  private func finish(
    missing: [(place: Place, error: PhotoSourceError)], edgeClips: [[UInt8]: [[UInt8]]]
  ) {
    guard let first = missing.first else { return finish(edgeClips: edgeClips) }
    // Without rows, an error is shown instead of a notice below them.
    guard status.read(\.index.photoCount) > 0 else {
      return status.finish(.failure(first.error))
    }
    var folders = MissingFolders(folder(first.place, first.error))
    for (place, error) in missing.dropFirst() { folders.append(folder(place, error)) }
    storedEnding.withLock { $0 = .incomplete(folders) }
    finish(edgeClips: edgeClips)
  }

  private func folder(_ place: Place, _ error: PhotoSourceError) -> MissingFolders.Folder {
    func shown(_ path: [UInt8]) -> String { TextCleaner.line(bytes: path[...], limit: .field) }
    let name = place.folder.isEmpty ? files.title : shown(place.folder)
    return MissingFolders.Folder(
      name: place.last.map { "\(name) after \(shown($0))" } ?? name, error: error)
  }

  private func finish(edgeClips: [[UInt8]: [[UInt8]]]) {
    if isRecursive, files.listsRecursively, followsChanges.withLock({ $0 }) {
      putInOrder(edgeClips)
    }
    status.finish(.success(()))
  }

  /// Keys come in byte order, so those of a folder come both before and after those of the folders in it.
  private func putInOrder(_ edgeClips: [[UInt8]: [[UInt8]]]) {
    let index = status.read(\.index)
    guard index.photoCount <= Self.eagerCount else { return }
    let rows = (0..<index.photoCount).map { index.row($0).path }
    let order = NaturalOrder.depthFirst(rows)
    let former = facts.withLock { $0 }
    var (sorted, sortedFacts) = (FolderIndex(), [PackedFact]())
    var start = 0
    var hasJoinedClip = false
    while start < order.count {
      let directory = index.directory(ofRow: order[start]).path
      var (names, facts) = (NameList(), [PackedFact]())
      while start < order.count, index.directory(ofRow: order[start]).path == directory {
        names.append(index.name(ofRow: order[start]))
        facts.append(former[order[start]])
        start += 1
      }
      // Rejoins pairs that the listing split over two pages. A clip isn't a row, and so has no facts.
      func isJoined(_ clip: [UInt8]) -> Bool {
        (0..<facts.count).contains { PhotoPairs.row(names[$0], has: clip[...]) }
      }
      let clips = (edgeClips[directory] ?? []).filter { !isJoined($0) }
      for clip in clips { names.append(clip[...]) }
      (names, facts) = Self.paired(names, facts, showsPairs: showsPairs)
      hasJoinedClip = hasJoinedClip || clips.contains(where: isJoined)
      _ = sorted.append(names, directory: directory)
      sortedFacts += facts
    }
    guard order != Array(rows.indices) || sortedFacts.count < former.count || hasJoinedClip else {
      return
    }
    let replacement = sorted
    // Together, so that no row gets another row's facts.
    status.update { state in
      facts.withLock { $0 = sortedFacts }
      state.replace(replacement)
    }
    reordered(self)
  }
}

extension PhotoSourceError {
  /// Whether only this folder can't be read, such as another user's: the list is complete without it.
  fileprivate var isOfOneFolder: Bool {
    switch self {
    case .permissionDenied, .notFound: true
    default: false
    }
  }

  /// Whether the server has answered, so that it may answer differently for the next folder.
  fileprivate var isAnswer: Bool {
    switch self {
    case .passwordRefused, .passwordMissing, .notAFeed, .malformed, .tooLarge, .encodingUnknown:
      true
    default: isOfOneFolder
    }
  }
}

/// How far callers need a listing to be read.
private final class ListingDemand: Sendable {
  private struct State {
    var count = 0
    var turn = 0
    var isOver = false
    var sleeper: CheckedContinuation<Bool, Never>?
  }

  private let state = Mutex(State())

  /// The most rows that were requested.
  var count: Int { state.withLock(\.count) }

  /// Grows with each request.
  var turn: Int { state.withLock(\.turn) }

  func raise(to count: Int) {
    wake { state in
      state.count = max(state.count, count)
      state.turn += 1
    }
  }

  func end() {
    wake { state in
      state.isOver = true
    }
  }

  /// Waits for the next request; for one caller at a time.
  ///
  /// - Returns: false if there will never be another one.
  func next(after turn: Int) async -> Bool {
    await withCheckedContinuation { continuation in
      let answer: Bool? = state.withLock { state in
        if state.isOver { return false }
        if state.turn != turn { return true }
        state.sleeper = continuation
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }

  private func wake(_ change: (inout State) -> Void) {
    let (sleeper, goesOn) = state.withLock { state in
      change(&state)
      defer { state.sleeper = nil }
      return (state.sleeper, !state.isOver)
    }
    sleeper?.resume(returning: goesOn)
  }
}
