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
/// bucket of millions costs only the part that is shown. A folder that fails doesn't stop the others: it is tried once
/// more after them, and reported as missing if it fails again (decision 74).
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
  /// One for each row.
  private let facts = Mutex<[ListedFile]>([])
  /// The versions of XMP sidecars, by the hashes of their paths. If two hashes collided, a sidecar would only be read
  /// once too often, or once too rarely.
  private let sidecars = Mutex<[UInt64: UInt64]>([:])
  /// Why there is more on the server than the rows; set before the scan is finished.
  private let storedEnding = Mutex<FeedEnding?>(nil)
  /// The most rows that were requested.
  private let wantedCount = Mutex(0)
  /// An element for each request; the walk waits for the next one.
  private let requests = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  private let task = Mutex<Task<Void, Never>?>(nil)

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
    task.withLock { $0 = walk }
  }

  func cancel() {
    status.finish(.failure(.cancelled))
    let walk = task.withLock { $0 }
    walk?.cancel()
  }

  func wait(
    forCount count: Int, enoughFromRow row: Int?, anchor: [UInt8]?
  ) async throws(PhotoSourceError) {
    wantedCount.withLock { $0 = max($0, count) }
    requests.continuation.yield()
    try await status.wait(forCount: count, enoughFromRow: row, anchor: anchor)
  }

  func fact(ofRow row: Int) -> ListedFile? {
    facts.withLock { $0.indices.contains(row) ? $0[row] : nil }
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
    /// The previous page's files: those that are added while a listing is read can move others onto the next page.
    var previous: Set<[UInt8]> = []
    /// The last entry before this part.
    var last: [UInt8]?
    /// The pictures of the last shot before this part, which may have more files.
    var held: [Picture] = []
    /// Whether it has failed before.
    var isRetry = false
    /// What the folder around it lists.
    var around: UInt64?
  }

  /// A file that is listed: a picture, a raw file or a clip.
  private struct Picture {
    let path: ArraySlice<UInt8>
    let fact: ListedFile

    var name: ArraySlice<UInt8> { RemoteFolderScan.name(of: path) }

    var directory: ArraySlice<UInt8> {
      path.lastIndex(of: FilePath.separator).map { path[..<$0] } ?? []
    }
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
    var missing: [(place: Place, error: PhotoSourceError)] = []
    var seen = SeenFolders()
    var marked = MarkedFolders()
    /// Whether the last folder failed.
    var isFailing = false
    /// Folders since the last one with a picture.
    var emptyFolderCount = 0
    /// Hashes of the tokens that continued the current folder.
    private var tokens: Set<UInt64> = []
    /// Parts without a name in a row.
    private var emptyPartCount = 0

    /// AWS sends some where many objects have been deleted.
    private static let emptyPartLimit = 100

    /// Why a listing isn't followed further; a server that repeats a token, or has ever new ones, would be asked for ever.
    mutating func fault(of listing: RemoteListing, _ place: Place) -> ListingFault? {
      if place.token == nil { (tokens, emptyPartCount) = ([], 0) }
      emptyPartCount = listing.isEmpty ? emptyPartCount + 1 : 0
      guard let next = listing.next else { return listing.endsEarly ? .endsEarly : nil }
      guard tokens.insert(StableHash.hash(next.utf8)).inserted else { return .repeats }
      return emptyPartCount >= Self.emptyPartLimit ? .isEmpty : nil
    }

    /// A folder that fails is asked for once more, after all others.
    mutating func fail(_ place: Place, _ error: PhotoSourceError) {
      guard !place.isRetry else { return missing.append((place, error)) }
      var place = place
      place.isRetry = true
      pending.insert(place, at: 0)
    }

    /// Each further folder would take as long to fail.
    mutating func giveUp(_ place: Place, _ error: PhotoSourceError) {
      let left = [place] + pending.reversed()
      // Those that have been asked for come first.
      missing += (left.filter(\.isRetry) + left.filter { !$0.isRetry }).map { ($0, error) }
      pending = []
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
        let listing = try await list(place)
        walk.isFailing = false
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
        } else if error.isAnswer {
          walk.fail(place, error)
        } else {
          // Only one that fails is no reason to ask for anything else.
          if walk.isFailing, await isServerAway() {
            walk.giveUp(place, error)
          } else {
            walk.fail(place, error)
          }
          walk.isFailing = true
        }
      }
      await Task.yield()
    }
    finish(walk)
  }

  /// Whether the server doesn't answer for the folder that was named either, which it has listed before: a folder that hangs or
  /// fails says nothing about the others.
  private func isServerAway() async -> Bool {
    do throws(PhotoSourceError) {
      _ = try await list(Place(folder: []))
      return false
    } catch {
      return error != .cancelled && !error.isAnswer
    }
  }

  private func stop(afterEmptyFolders count: Int) {
    guard status.read(\.index.photoCount) > 0 else {
      return status.finish(.failure(.noPhotosInFolders(name: files.title, count: count)))
    }
    storedEnding.withLock { $0 = .foldersWithoutPhotos(count: count) }
    status.finish(.success(()))
  }

  /// A listing continues by itself only to a limit.
  ///
  /// - Parameter count: Pictures that were listed and aren't rows yet.
  private func mayGoOn(holding count: Int) async -> Bool {
    while !Task.isCancelled {
      let (rowCount, isOver) = status.read { ($0.index.photoCount, $0.isFinished) }
      if isOver { return false }
      if rowCount + count < Self.eagerCount || wantedCount.withLock({ $0 > rowCount }) {
        status.update { $0.setWaiting(false) }
        return true
      }
      // It isn't worth listing millions of photos to find the one that was selected last.
      status.update { $0.setWaiting(true) }
      for await _ in requests.stream { break }
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
    var listing = listing
    let entries = listing.entries
    let isFlat = isRecursive && files.listsRecursively
    for entry in entries where !entry.isFolder { walk.marked.note(entry.path[...]) }
    var folders: [[UInt8]] = []
    let hasFolders = isRecursive && !isFlat
    let signature = hasFolders ? Self.signature(of: entries) : nil
    if hasFolders, nestsForEver(place, entries, signature) {
      walk.missing.append(
        (
          Place(folder: place.folder, last: place.last),
          .listingBroken(name: files.title, fault: .nests)
        ))
    } else if hasFolders {
      let names = NaturalOrder.sorted(entries.filter(\.isFolder).map(\.path))
      for path in names
      where !ignored.ignores(path, isFolder: true, in: rootName) && !walk.marked.hold(path[...]) {
        if !walk.seen.hasRoom(for: path, limits) {
          listing.leaveOut(path, isFolder: true)
        } else if walk.seen.insert(path) {
          folders.append(path)
        }
      }
    }
    // The rest of this folder is read before the folders in it, whose rows follow.
    walk.pending += folders.reversed().map { Place(folder: $0, around: signature) }
    noteSidecars(of: &listing)
    let last = entries.last?.path ?? place.last
    let fault = walk.fault(of: listing, place)
    if let fault {
      walk.missing.append(
        (
          Place(folder: place.folder, token: listing.next ?? "", last: last),
          .listingBroken(name: files.title, fault: fault)
        ))
    }
    let goesOn = listing.next != nil && fault == nil
    var judge = DirectoryJudge(ignored: ignored, root: rootName, marked: walk.marked)
    var pictures = place.held
    for entry in entries where !entry.isFolder {
      let path = entry.path[...]
      guard Self.isShown(path), !judge.ignores(path), !place.previous.contains(entry.path)
      else { continue }
      pictures.append(Picture(path: path, fact: ListedFile(entry)))
    }
    let isWithoutPictures = pictures.count == place.held.count
    walk.emptyFolderCount = isWithoutPictures ? walk.emptyFolderCount + 1 : 0
    var held: [Picture] = []
    if goesOn {
      held = Self.lastShot(of: pictures)
      pictures.removeLast(held.count)
      let files = entries.count <= limits.previousCount ? entries.filter { !$0.isFolder } : []
      walk.pending.append(
        Place(
          folder: place.folder, token: listing.next, previous: Set(files.map(\.path)),
          last: last, held: held))
    }
    let isPart = goesOn || place.token != nil
    status.update { $0.listedPath = isPart ? [] : nil }
    let first = place.token == nil ? nil : (place.held.first?.path ?? entries.first?.path[...])
    let runs = Self.runs(of: pictures, after: first, before: goesOn ? last?[...] : nil)
    for run in runs { add(run) }
    let folderCount = folders.count + (goesOn ? 1 : 0)
    let (skipped, isCut) = (listing.skipped, listing.isCut)
    // Only now: those of this part are rows.
    let reached = isFlat && goesOn ? pictures.last.map { Array($0.path) } : nil
    status.update { state in
      if let reached { state.listedPath = reached }
      state.endPart(folderCount: folderCount, skipped: skipped, isCut: isCut)
    }
  }

  /// First, so that no photo is read without its sidecar.
  private func noteSidecars(of listing: inout RemoteListing) {
    let found = listing.entries.filter { !$0.isFolder && Self.isSidecar($0.path[...]) }
    let room = sidecars.withLock { sidecars in
      let room = max(limits.sidecarCount - sidecars.count, 0)
      for entry in found.prefix(room) { sidecars[StableHash.hash(entry.path)] = entry.version }
      return room
    }
    for entry in found.dropFirst(room) { listing.leaveOut(entry.path) }
  }

  /// Adds pictures of one folder as rows.
  private func add(_ pictures: [Picture]) {
    guard let directory = pictures.first.map({ Array($0.directory) }) else { return }
    let (names, rowFacts) = Self.paired(pictures, showsPairs: showsPairs)
    // First, so that every known row has its facts.
    let room = facts.withLock { facts in
      let room = max(limits.photoCount - facts.count, 0)
      facts += rowFacts.prefix(room)
      return room
    }
    status.update { state in
      let count = state.append(listed: names, directory: directory, room: room)
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

  /// Pictures by folders, in the order of the first one of each: those of a folder that is among them as a whole
  /// together, in natural order; otherwise as they follow each other. Keys come in byte order, so those of a folder come
  /// both before and after those of the folders in it.
  ///
  /// - Parameters:
  ///   - first: The first path; nil if nothing was listed before it.
  ///   - last: The last path; nil if nothing follows.
  private static func runs(
    of pictures: [Picture], after first: ArraySlice<UInt8>?, before last: ArraySlice<UInt8>?
  ) -> [[Picture]] {
    var runs: [[Picture]] = []
    var wholeRuns: [ArraySlice<UInt8>: Int] = [:]
    var current = 0
    for picture in pictures {
      let directory = picture.directory
      if runs.isEmpty || !runs[current][0].directory.elementsEqual(directory) {
        current = wholeRuns[directory] ?? runs.count
      }
      if current < runs.count {
        runs[current].append(picture)
        continue
      }
      let isWhole = ![first, last].contains { path in
        path.map { isBelow($0, directory) } ?? false
      }
      if isWhole { wholeRuns[directory] = current }
      runs.append([picture])
    }
    for run in wholeRuns.values where runs[run].count > 1 {
      var names = NameList()
      for picture in runs[run] { names.append(picture.name) }
      runs[run] = names.naturalOrder().map { runs[run][$0] }
    }
    return runs
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
    let title = files.title
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

  // MARK: The end

  private func finish(_ walk: Walk) {
    for place in walk.missing.map(\.place) + walk.pending { add(place.held) }
    for place in walk.pending.reversed() {
      let name = Array(name(of: place).utf8)
      status.update { $0.leaveOut(name, isFolder: true) }
    }
    guard let first = walk.missing.first else { return status.finish(.success(())) }
    // Without rows, an error is shown instead of a notice below them.
    guard status.read(\.index.photoCount) > 0 else {
      return status.finish(.failure(first.error))
    }
    var folders = MissingFolders(folder(first.place, first.error))
    for (place, error) in walk.missing.dropFirst() { folders.append(folder(place, error)) }
    storedEnding.withLock { $0 = .incomplete(folders) }
    status.finish(.success(()))
  }

  private func folder(_ place: Place, _ error: PhotoSourceError) -> MissingFolders.Folder {
    MissingFolders.Folder(name: name(of: place), error: error)
  }

  private func name(of place: Place) -> String {
    func shown(_ path: [UInt8]) -> String { TextCleaner.line(bytes: path[...], limit: .field) }
    let name = place.folder.isEmpty ? files.title : shown(place.folder)
    return place.last.map { "\(name) after \(shown($0))" } ?? name
  }

}

extension FolderScanState {
  /// Counts and names something for which there is no room.
  fileprivate mutating func leaveOut(_ path: [UInt8], isFolder: Bool = false) {
    cut()
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
