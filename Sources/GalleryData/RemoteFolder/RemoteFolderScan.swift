import FeedFormats
import FolderFormats
import Foundation
import GalleryDomain
import PictureProtocol
import Synchronization

/// Lists a folder on a server, and the folders in it, a page at a time.
///
/// Rows are in the server's order, and those of a folder that one page has whole in natural order: what was shown stays
/// where it is. By itself it continues up to `eagerCount` photos; beyond that, only as far as a caller waits for a row, so that a
/// bucket of millions costs only the part that is shown. A folder that fails doesn't stop the others, and is reported as missing
/// (decision 74).
final class RemoteFolderScan: FolderListing {
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

  /// Photos that are listed even if no caller waits for them.
  static let eagerCount = 20_000
  /// Files of one shot that may be on two pages of a listing.
  private static let shotLimit = 8

  let status: FolderScanStatus
  private let limits: Limits
  private let files: any RemoteFileSystem
  private let isRecursive: Bool
  private let showsPairs: Bool
  private let ignored: IgnoredNames
  private let state = Mutex(State())
  /// An element for each request; the walk waits for the next one.
  private let requests = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

  private struct State {
    /// One for each row.
    var facts: [ListedFile] = []
    /// The versions of XMP sidecars, by the hashes of their paths. If two hashes collided, a sidecar would only be read
    /// once too often, or once too rarely.
    var sidecars: [UInt64: UInt64] = [:]
    /// Why there is more on the server than the rows; set before the scan is finished.
    var ending: FeedEnding?
    /// The most rows that were requested.
    var wantedCount = 0
    var task: Task<Void, Never>?
  }

  init(
    files: any RemoteFileSystem, isRecursive: Bool,
    showsPairs: Bool, ignored: IgnoredNames = IgnoredNames(), limits: Limits = Limits()
  ) {
    self.limits = limits
    status = FolderScanStatus(indexByteLimit: limits.indexByteCount)
    self.files = files
    self.isRecursive = isRecursive
    self.showsPairs = showsPairs
    self.ignored = ignored
  }

  func start() {
    let walk: Task<Void, Never> = Task(priority: .userInitiated) { [weak self] in
      await self?.run()
    }
    state.withLock { $0.task = walk }
  }

  func cancel() {
    status.finish(.failure(.cancelled))
    let walk = state.withLock(\.task)
    walk?.cancel()
  }

  func wait(
    forCount count: Int, enoughFromRow row: Int?, anchor: [UInt8]?
  ) async throws(PhotoSourceError) {
    state.withLock { $0.wantedCount = max($0.wantedCount, count) }
    requests.continuation.yield()
    try await status.wait(forCount: count, enoughFromRow: row, anchor: anchor)
  }

  func fact(ofRow row: Int) -> ListedFile? {
    state.withLock { $0.facts.indices.contains(row) ? $0.facts[row] : nil }
  }

  var ending: FeedEnding? { state.withLock(\.ending) }

  /// The sidecar of a photo, if it is listed: the first of those that readers look for.
  func sidecar(of photo: [UInt8]) -> (path: [UInt8], version: UInt64)? {
    state.withLock { state in
      guard !state.sidecars.isEmpty else { return nil }
      for path in SidecarName.paths(of: photo) {
        if let version = state.sidecars[StableHash.hash(path)] { return (path, version) }
      }
      return nil
    }
  }

  // MARK: The walk

  /// A folder that is still to be listed, from its beginning or from where a part of its listing has ended.
  private struct Place {
    let folder: [UInt8]
    /// What the folder around it lists.
    var around: UInt64?
    /// Where its listing continues.
    var token: String?
    /// The previous part's files: those that are added while a listing is read can move others into the next part.
    var previous: Set<[UInt8]> = []
    /// The last entry before this part.
    var last: [UInt8]?
    /// The pictures of the last shot before this part, which may have more files.
    var held: [Picture] = []
    /// Hashes of the tokens that were used.
    private var tokens: Set<UInt64> = []
    /// Parts without a name in a row.
    private var emptyPartCount = 0

    /// AWS sends some where many objects have been deleted.
    private static let emptyPartLimit = 100

    init(folder: [UInt8], around: UInt64? = nil) { (self.folder, self.around) = (folder, around) }

    /// Why a listing isn't followed further; a server that repeats a token, or has ever new ones, would be asked for ever.
    mutating func fault(of listing: RemoteListing) -> ListingFault? {
      emptyPartCount = listing.isEmpty ? emptyPartCount + 1 : 0
      guard let next = listing.next else { return listing.endsEarly ? .endsEarly : nil }
      guard tokens.insert(StableHash.hash(next.utf8)).inserted else { return .repeats }
      return emptyPartCount >= Self.emptyPartLimit ? .isEmpty : nil
    }
  }

  /// A file that is listed: a picture, a raw file or a clip.
  private struct Picture {
    let path: ArraySlice<UInt8>
    let fact: ListedFile

    var name: ArraySlice<UInt8> { RemoteFolderScan.name(of: path) }
    var directory: ArraySlice<UInt8> { RemoteFolderScan.directory(of: path) }
  }

  /// What is still to be requested, and what failed.
  private struct Walk {
    /// In reverse order.
    var pending = [Place(folder: [])]
    var missing: [MissingFolders.Folder] = []
    /// Folders that are listed, or will be.
    private var seen: Set<[UInt8]> = [[]]
    private var seenByteCount = 0
    /// Folders with a `.nomedia`: what is below them is left out from then on. A store lists that name before letters and digits.
    var marked: Set<ArraySlice<UInt8>> = []
    /// Folders since the last one with a picture.
    var emptyFolderCount = 0

    /// - Returns: Whether a folder is still to be listed; nil if there is no room for it.
    mutating func insert(_ folder: [UInt8], _ limits: Limits) -> Bool? {
      guard !seen.contains(folder) else { return false }
      guard seen.count < limits.folderCount,
        seenByteCount + folder.count <= limits.folderByteCount
      else { return nil }
      seenByteCount += folder.count
      return seen.insert(folder).inserted
    }
  }

  private func run() async {
    var walk = Walk()
    while let place = walk.pending.popLast() {
      guard await mayGoOn(holding: place.held.count) else { return }
      guard hasRoom else {
        // A store may have a thousand times as many; none of them would be kept.
        walk.pending.append(place)
        break
      }
      do throws(PhotoSourceError) {
        take(try await list(place.folder, after: place.token), of: place, &walk)
        if let limit = files.folder.emptyFolderLimit, walk.emptyFolderCount >= limit {
          return stop(afterEmptyFolders: limit)
        }
      } catch {
        if error == .cancelled || Task.isCancelled { return cancel() }
        if place.token == nil, place.folder.isEmpty { return status.finish(.failure(error)) }
        await leave(place, error, &walk)
      }
      await Task.yield()
    }
    finish(walk)
  }

  /// Goes on without a folder, or the rest of it.
  private func leave(_ place: Place, _ error: PhotoSourceError, _ walk: inout Walk) async {
    if place.token == nil, error.isOfOneFolder {
      let isForbidden = if case .permissionDenied = error { true } else { false }
      // As on a disk: a folder may go while the one that it is in is read.
      return status.update {
        $0.skipDirectory(
          place.folder, isForbidden ? "permission denied" : "not found", isUnreadable: isForbidden)
      }
    }
    add(place.held)
    miss(place, error, &walk)
    // Each further folder would take as long to fail.
    if !error.isAnswer, !walk.pending.isEmpty, await isServerAway() {
      for place in walk.pending.reversed() { miss(place, error, &walk) }
      walk.pending = []
    }
  }

  /// Whether the server doesn't answer for the folder that was named either, which it has listed before: a folder that hangs or
  /// fails says nothing about the others.
  private func isServerAway() async -> Bool {
    do throws(PhotoSourceError) {
      _ = try await list([], after: nil)
      return false
    } catch {
      return error != .cancelled && !error.isAnswer
    }
  }

  private func stop(afterEmptyFolders count: Int) {
    guard status.read(\.index.photoCount) > 0 else {
      return status.finish(.failure(.noPhotosInFolders(name: files.folder.title, count: count)))
    }
    state.withLock { $0.ending = .foldersWithoutPhotos(count: count) }
    status.finish(.success(()))
  }

  /// A listing continues by itself only to a limit.
  ///
  /// - Parameter count: Pictures that were listed and aren't rows yet.
  private func mayGoOn(holding count: Int) async -> Bool {
    while !Task.isCancelled {
      let (rowCount, isOver) = status.read { ($0.index.photoCount, $0.outcome != nil) }
      if isOver { return false }
      if rowCount + count < Self.eagerCount || state.withLock({ $0.wantedCount > rowCount }) {
        status.update { $0.isWaiting = false }
        return true
      }
      // It isn't worth listing millions of photos to find the one that was selected last.
      status.update { $0.isWaiting = true }
      for await _ in requests.stream { break }
    }
    return false
  }

  private var hasRoom: Bool {
    state.withLock { $0.facts.count } < limits.photoCount && !status.read(\.index.isFull)
  }

  /// Whether a listing has the files of all folders.
  private var isFlat: Bool { isRecursive && files.folder.listsRecursively }

  private func list(
    _ folder: [UInt8], after token: String?
  ) async throws(PhotoSourceError) -> RemoteListing {
    try await files.list(folder, isRecursive: isFlat, after: token)
  }

  private func take(_ listing: RemoteListing, of place: Place, _ walk: inout Walk) {
    var (listing, next) = (listing, place)
    note(listing.entries, &walk)
    let folders = folders(in: &listing, of: place, &walk)
    // The rest of this folder is read before the folders in it, whose rows follow.
    walk.pending += folders.reversed()
    noteSidecars(of: &listing)
    next.last = listing.entries.last?.path ?? place.last
    let fault = next.fault(of: listing)
    if let fault { miss(next, broken(fault), &walk) }
    let goesOn = listing.next != nil && fault == nil
    let found = pictures(in: listing, of: place, walk)
    walk.emptyFolderCount = found.isEmpty ? walk.emptyFolderCount + 1 : 0
    var pictures = place.held + found
    if goesOn {
      next.held = Self.lastShot(of: pictures)
      pictures.removeLast(next.held.count)
      next.token = listing.next
      let isNoted = listing.entries.count <= limits.previousCount
      next.previous = isNoted ? Set(listing.entries.lazy.filter { !$0.isFolder }.map(\.path)) : []
      walk.pending.append(next)
    }
    let isPart = goesOn || place.token != nil
    status.update { $0.listedPath = isPart ? [] : nil }
    let first =
      place.token == nil ? nil : (place.held.first?.path ?? listing.entries.first?.path[...])
    for run in Self.runs(of: pictures, after: first, before: goesOn ? next.last?[...] : nil) {
      add(run)
    }
    let folderCount = folders.count + (goesOn ? 1 : 0)
    let (skipped, isCut) = (listing.skipped, listing.isCut)
    // Only now: those of this part are rows.
    let reached = isFlat && goesOn ? pictures.last.map { Array($0.path) } : nil
    status.update { state in
      if let reached { state.listedPath = reached }
      if isCut { state.isCut = true }
      state.endPart(laterCount: folderCount, skipped: skipped)
    }
  }

  /// The folders that are to be listed, too.
  private func folders(
    in listing: inout RemoteListing, of place: Place, _ walk: inout Walk
  ) -> [Place] {
    guard isRecursive, !isFlat else { return [] }
    let signature = Self.signature(of: listing.entries)
    if nestsForEver(place, listing.entries, signature) {
      miss(place, broken(.nests), &walk)
      return []
    }
    var folders: [Place] = []
    for path in NaturalOrder.sorted(listing.entries.filter(\.isFolder).map(\.path))
    where judge(in: path[...], walk) != nil {
      switch walk.insert(path, limits) {
      case nil: listing.leaveOut(path, isFolder: true)
      case true?: folders.append(Place(folder: path, around: signature))
      case false?: break
      }
    }
    return folders
  }

  private func pictures(in listing: RemoteListing, of place: Place, _ walk: Walk) -> [Picture] {
    var judges: [ArraySlice<UInt8>: IgnoredNames.Judge?] = [:]
    return listing.entries.compactMap { entry in
      let picture = Picture(path: entry.path[...], fact: ListedFile(entry))
      guard !entry.isFolder, Self.isShown(picture.path), !place.previous.contains(entry.path)
      else { return nil }
      let directory = picture.directory
      let judge = judges[directory] ?? judge(in: directory, walk)
      judges[directory] = .some(judge)
      return judge?.ignores(picture.name, isFolder: false) == false ? picture : nil
    }
  }

  private func note(_ entries: [RemoteEntry], _ walk: inout Walk) {
    for entry in entries where !entry.isFolder {
      let directory = Self.directory(of: entry.path[...])
      if !directory.isEmpty, Self.name(of: entry.path[...]).elementsEqual(IgnoredNames.marker) {
        walk.marked.insert(directory)
      }
    }
  }

  /// How the names in a folder are judged; nil if the folder is ignored with all that is in it.
  private func judge(in folder: ArraySlice<UInt8>, _ walk: Walk) -> IgnoredNames.Judge? {
    // The folder that was named is shown whatever is in it.
    guard !ignored.ignores(folder, isFolder: true, in: rootName) else { return nil }
    if !walk.marked.isEmpty {
      let ends = folder.indices.filter { folder[$0] == FilePath.separator } + [folder.endIndex]
      if ends.contains(where: { walk.marked.contains(folder[..<$0]) }) { return nil }
    }
    return ignored.judge(in: folder.isEmpty ? rootName[...] : folder)
  }

  private func miss(_ place: Place, _ error: PhotoSourceError, _ walk: inout Walk) {
    walk.missing.append(MissingFolders.Folder(name: name(of: place), error: error))
  }

  private func broken(_ fault: ListingFault) -> PhotoSourceError {
    .listingBroken(name: files.folder.title, fault: fault)
  }

  /// First, so that no photo is read without its sidecar.
  private func noteSidecars(of listing: inout RemoteListing) {
    let found = listing.entries.filter { !$0.isFolder && Self.isSidecar($0.path[...]) }
    let room = state.withLock { state in
      let room = max(limits.sidecarCount - state.sidecars.count, 0)
      for entry in found.prefix(room) {
        state.sidecars[StableHash.hash(entry.path)] = entry.version
      }
      return room
    }
    for entry in found.dropFirst(room) { listing.leaveOut(entry.path) }
  }

  /// Adds pictures of one folder as rows.
  private func add(_ pictures: [Picture]) {
    guard let directory = pictures.first.map({ Array($0.directory) }) else { return }
    let (names, rowFacts) = Self.paired(pictures, showsPairs: showsPairs)
    // First, so that every known row has its facts.
    let room = state.withLock { state in
      let room = max(limits.photoCount - state.facts.count, 0)
      state.facts += rowFacts.prefix(room)
      return room
    }
    status.update { state in
      let fitting = room < names.count ? names.prefix(room) : names
      let count = state.append(fitting, directory: directory)
      for row in count..<names.count {
        state.leaveOut(FilePath.join(directory, PhotoPairs.shownName(ofRow: names[row])))
      }
    }
  }

  /// Whether the folders of a folder are too deep, or it lists what the folder around it does, as a link to that does.
  private func nestsForEver(
    _ place: Place, _ entries: [RemoteEntry], _ signature: UInt64?
  ) -> Bool {
    guard !place.folder.isEmpty, entries.contains(where: \.isFolder) else { return false }
    let depth = place.folder.count { $0 == FilePath.separator } + 1
    return depth >= limits.depth || signature.map { $0 == place.around } ?? false
  }

  /// The same for the same names and sizes, whatever folder they are in; nil if there is no file among them. Photos that
  /// are spread over folders by their numbers, as in `0/0` to `f/f`, have the same folders at each level.
  private static func signature(of entries: [RemoteEntry]) -> UInt64? {
    guard entries.contains(where: { !$0.isFolder }) else { return nil }
    return entries.reduce(0) { hash, entry in
      let name = Array(name(of: entry.path[...])) + "/\(entry.byteCount ?? -1)".utf8
      return hash &+ StableHash.hash(name)
    }
  }

  /// The pictures at the end that begin with the last one's name without its extension.
  private static func lastShot(of pictures: [Picture]) -> [Picture] {
    guard let last = pictures.last else { return [] }
    let stem = last.path[..<FilePath.stem(last.name).endIndex]
    let count = pictures.suffix(shotLimit).reversed().prefix { $0.path.starts(with: stem) }.count
    return pictures.suffix(count)
  }

  /// Pictures by folders, in the order of the first one of each; those of a folder that is among them as a whole in natural
  /// order. Keys come in byte order, so those of a folder come both before and after those of the folders in it.
  ///
  /// - Parameters:
  ///   - first: The first path; nil if nothing was listed before it.
  ///   - last: The last path; nil if nothing follows.
  private static func runs(
    of pictures: [Picture], after first: ArraySlice<UInt8>?, before last: ArraySlice<UInt8>?
  ) -> [[Picture]] {
    var runs: [[Picture]] = []
    var places: [ArraySlice<UInt8>: Int] = [:]
    for picture in pictures {
      let place = places[picture.directory, default: runs.count]
      if place == runs.count {
        places[picture.directory] = place
        runs.append([])
      }
      runs[place].append(picture)
    }
    return runs.map { run in
      let isWhole = ![first, last].contains { path in
        path.map { isBelow($0, run[0].directory) } ?? false
      }
      guard isWhole, run.count > 1 else { return run }
      var names = NameList()
      for picture in run { names.append(picture.name) }
      return names.naturalOrder().map { run[$0] }
    }
  }

  private static func isBelow(_ path: ArraySlice<UInt8>, _ folder: ArraySlice<UInt8>) -> Bool {
    folder.isEmpty
      || path.starts(with: folder) && path.dropFirst(folder.count).first == FilePath.separator
  }

  /// Raw files, clips and the pictures of the same shots as one row each, at the position of the picture. Other clips
  /// are dropped.
  ///
  /// - Parameters:
  ///   - files: Of one folder.
  ///   - showsPairs: Whether raw files are rows of their own.
  private static func paired(
    _ files: [Picture], showsPairs: Bool
  ) -> (rows: NameList, facts: [ListedFile]) {
    var (pictures, raws, clips) = (NameList(), NameList(), NameList())
    for file in files {
      switch FileNameKind(file.name) {
      case .clip: clips.append(file.name)
      case .raw where !showsPairs: raws.append(file.name)
      default: pictures.append(file.name)
      }
    }
    guard raws.count > 0 || clips.count > 0 else { return (pictures, files.map(\.fact)) }
    let places = Dictionary(
      files.enumerated().map { (Array($1.name), $0) }, uniquingKeysWith: { first, _ in first })
    let joined = PhotoPairs.rows(pictures, raws, clips: clips)
    let order = (0..<joined.count)
      .compactMap { row in
        places[Array(PhotoPairs.shownName(ofRow: joined[row]))].map { (row: row, place: $0) }
      }
      .sorted { $0.place < $1.place }
    var rows = NameList()
    for row in order { rows.append(joined[row.row]) }
    return (rows, order.map { files[$0.place].fact })
  }

  /// The name of the folder that was named; a title is `2024 · photos.example`.
  private var rootName: [UInt8] {
    let title = files.folder.title
    return Array((title.firstRange(of: " · ").map { title[..<$0.lowerBound] } ?? title[...]).utf8)
  }

  private static func isSidecar(_ path: ArraySlice<UInt8>) -> Bool {
    let ending = path.suffix(4)
    return ending.elementsEqual(".xmp".utf8) || ending.elementsEqual(".XMP".utf8)
  }

  private static func isShown(_ path: ArraySlice<UInt8>) -> Bool {
    let kind = FileNameKind(name(of: path))
    return kind.isListed || kind == .clip
  }

  private static func name(of path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    path.lastIndex(of: FilePath.separator).map { path[($0 + 1)...] } ?? path
  }

  private static func directory(of path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    path.lastIndex(of: FilePath.separator).map { path[..<$0] } ?? []
  }

  // MARK: The end

  private func finish(_ walk: Walk) {
    for place in walk.pending.reversed() {
      add(place.held)
      let name = Array(name(of: place).utf8)
      status.update { $0.leaveOut(name, isFolder: true) }
    }
    guard let first = walk.missing.first else { return status.finish(.success(())) }
    // Without rows, an error is shown instead of a notice below them.
    guard status.read(\.index.photoCount) > 0 else {
      return status.finish(.failure(first.error))
    }
    var folders = MissingFolders(first)
    for folder in walk.missing.dropFirst() { folders.append(folder) }
    state.withLock { $0.ending = .incomplete(folders) }
    status.finish(.success(()))
  }

  private func name(of place: Place) -> String {
    func shown(_ path: [UInt8]) -> String { TextCleaner.line(bytes: path[...], limit: .field) }
    let name = place.folder.isEmpty ? files.folder.title : shown(place.folder)
    return place.last.map { "\(name) after \(shown($0))" } ?? name
  }
}

extension FolderScanState {
  /// Counts and names something for which there is no room.
  fileprivate mutating func leaveOut(_ path: [UInt8], isFolder: Bool = false) {
    isCut = true
    skip(path, RemoteListing.noRoom, isUnreadable: true, isFolder: isFolder)
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
