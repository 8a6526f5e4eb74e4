import FeedFormats
import Foundation
import GalleryDomain
import Synchronization

/// Lists a folder at a server, and the folders in it, a page at a time.
///
/// By itself it goes on to `eagerCount` photos; further only as far as somebody waits for a row, so that a bucket of
/// millions costs what is looked at of it. A page that fails fails for those who wait, and is asked for again for
/// the next who does.
final class RemoteFolderScan: Sendable {
  /// What the listing says of a photo.
  struct Fact: Sendable {
    var byteCount: Int?
    var modified: Date?
    /// Another one when the file at the server is another one.
    var version: UInt64
    var previewURL: URL?
  }

  /// Photos that are listed whether somebody waits for them or not, and put into natural order when they are all.
  static let eagerCount = 20_000
  /// Photos beyond this many are skipped: 100 bytes each stay below 200 MB.
  static let photoLimit = 2_000_000
  private static let folderLimit = 200_000
  /// Sidecars beyond this many are not read: 200 bytes each.
  private static let sidecarLimit = 200_000

  let status = FolderScanStatus()
  private let format: any RemoteFolderFormat
  private let transport: any HTTPTransport
  private let isRecursive: Bool
  private let showsPairs: Bool
  /// Whether somebody would hear that the rows have come into another order; who only reads page after page needs one that
  /// stays.
  private let followsChanges = Mutex(false)
  /// Called once, when rows that may have been shown have come into another order.
  private let reordered: @Sendable () -> Void
  /// Of each row.
  private let facts = Mutex<[Fact]>([])
  /// What the listing has of XMP sidecars, by their paths.
  private let sidecars = Mutex<[[UInt8]: UInt64]>([:])
  private let demand = ListingDemand()
  private let task = Mutex<Task<Void, Never>?>(nil)

  init(
    format: any RemoteFolderFormat, transport: any HTTPTransport, isRecursive: Bool,
    showsPairs: Bool, reordered: @escaping @Sendable () -> Void
  ) {
    self.format = format
    self.transport = transport
    self.isRecursive = isRecursive
    self.showsPairs = showsPairs
    self.reordered = reordered
  }

  func start() {
    task.withLock { $0 = Task(priority: .userInitiated) { [weak self] in await self?.run() } }
  }

  /// Ends the listing and lets everyone who waits go with `cancelled`.
  func cancel() {
    status.finish(.failure(.cancelled))
    task.withLock { $0?.cancel() }
    demand.end()
  }

  func wait(
    forCount count: Int, enoughFromRow row: Int?, anchor: [UInt8]?
  ) async throws(PhotoSourceError) {
    let turn = demand.raise(to: count)
    try await status.wait(forCount: count, enoughFromRow: row, anchor: anchor, turn: turn)
  }

  /// Call when somebody reads the rows again after they have come into another order.
  func setFollowed() {
    followsChanges.withLock { $0 = true }
  }

  func fact(ofRow row: Int) -> Fact? {
    facts.withLock { $0.indices.contains(row) ? $0[row] : nil }
  }

  /// The sidecar of a photo, as far as it is listed: the first of those that readers look for.
  func sidecar(of photo: [UInt8]) -> (path: [UInt8], version: UInt64)? {
    sidecars.withLock { sidecars in
      guard !sidecars.isEmpty else { return nil }
      for path in SidecarName.paths(of: photo) {
        if let version = sidecars[path] { return (path, version) }
      }
      return nil
    }
  }

  // MARK: The walk

  /// Where the listing stands.
  private struct Place {
    var folder: [UInt8]
    var token: String?
    /// What the page before held: files that come while a listing is read can move others onto the next page.
    var previous: Set<[UInt8]> = []
  }

  private func run() async {
    // The next one last.
    var pending = [Place(folder: [])]
    var seen: Set<[UInt8]> = [[]]
    while let place = pending.popLast() {
      guard await mayGoOn() else { return }
      let listing: RemoteListing
      do throws(PhotoSourceError) {
        listing = try await list(place)
      } catch {
        if error == .cancelled || Task.isCancelled { return cancel() }
        let count = status.read(\.index.photoCount)
        if count == 0, place.folder.isEmpty, place.token == nil {
          return status.finish(.failure(error))
        }
        if place.token == nil, !place.folder.isEmpty, !error.mayHold {
          status.withLock { $0.skipDirectory(place.folder, "can't be listed") }
          continue
        }
        let turn = demand.turn
        status.withLock { $0.failWaiters(error, turn: turn) }
        guard await demand.next(after: turn) else { return }
        pending.append(place)
        continue
      }
      take(listing, of: place, &pending, &seen)
      await Task.yield()
    }
    finish()
  }

  /// A listing goes on by itself only so far.
  private func mayGoOn() async -> Bool {
    while !Task.isCancelled {
      let (count, isOver) = status.read { ($0.index.photoCount, $0.isFinished) }
      if isOver { return false }
      let turn = demand.turn
      if count < Self.eagerCount || demand.count > count {
        status.withLock { $0.setWaiting(false) }
        return true
      }
      // Nobody lists millions of photos to find the one that was selected last.
      status.withLock { state in
        state.giveUpAnchors()
        state.setWaiting(true)
      }
      guard await demand.next(after: turn) else { return false }
    }
    return false
  }

  private func list(_ place: Place) async throws(PhotoSourceError) -> RemoteListing {
    let isFlat = isRecursive && format.listsRecursively
    let request = try format.request(
      for: place.folder, isRecursive: isFlat, after: place.token)
    let response = try await transport.send(request)
    guard !Task.isCancelled else { throw .cancelled }
    return try format.decode(response, of: place.folder)
  }

  private func take(
    _ listing: RemoteListing, of place: Place, _ pending: inout [Place],
    _ seen: inout Set<[UInt8]>
  ) {
    let isFlat = isRecursive && format.listsRecursively
    var folders: [[UInt8]] = []
    if isRecursive, !isFlat {
      let names = NaturalOrder.sorted(listing.entries.lazy.filter(\.isFolder).map(\.path))
      folders = names.filter { path in
        !Self.isHidden(path) && seen.count < Self.folderLimit && seen.insert(path).inserted
      }
    }
    // What goes on is read before the folders, whose rows come behind.
    pending += folders.reversed().map { Place(folder: $0) }
    // First, so that no photo is read without its own.
    sidecars.withLock { sidecars in
      for entry in listing.entries where !entry.isFolder && Self.isSidecar(entry.path) {
        guard sidecars.count < Self.sidecarLimit else { break }
        sidecars[entry.path] = Fact(entry).version
      }
    }
    let goesOn = listing.next != nil && listing.next != place.token
    var listed: Set<[UInt8]> = []
    var pictures = listing.entries.filter { entry in
      !entry.isFolder && !Self.isHidden(entry.path)
        && FileNameKind(FilePath.lastComponent(entry.path)).isListed
        && !place.previous.contains(entry.path) && listed.insert(entry.path).inserted
    }
    if goesOn {
      pending.append(Place(folder: place.folder, token: listing.next, previous: listed))
    }
    let isWhole = place.token == nil && listing.next == nil
    if isWhole, !isFlat { pictures = Self.sorted(pictures) }
    var skippedCount = listing.skippedCount
    var index = 0
    repeat {
      let directory = index < pictures.count ? Self.directory(of: pictures[index]) : place.folder
      var names = NameList()
      var facts: [Fact] = []
      while index < pictures.count, Self.directory(of: pictures[index]) == directory {
        names.append(FilePath.lastComponent(pictures[index].path))
        facts.append(Fact(pictures[index]))
        index += 1
      }
      let isLast = index >= pictures.count
      if !showsPairs { (names, facts) = Self.paired(names, facts) }
      let room = max(Self.photoLimit - self.facts.withLock(\.count), 0)
      if names.count > room {
        skippedCount += names.count - room
        (names, facts) = (names.prefix(room), Array(facts.prefix(room)))
      }
      let (added, told, left) = (names, facts, skippedCount)
      // First, so that every row that is known has its facts.
      self.facts.withLock { $0 += told }
      let folderCount = isLast ? folders.count + (goesOn ? 1 : 0) : 0
      _ = status.withLock {
        $0.append(
          listed: added, directory: directory, folderCount: folderCount, skippedCount: left,
          isLast: isLast)
      }
      skippedCount = 0
    } while index < pictures.count
  }

  /// Raw files and the pictures of the same shots as one row each, where the picture stood.
  ///
  /// - Parameter rows: Of one folder; such rows themselves, too.
  private static func paired(_ rows: NameList, _ facts: [Fact]) -> (NameList, [Fact]) {
    var (pictures, raws) = (NameList(), NameList())
    var places: [ArraySlice<UInt8>: Int] = [:]
    for place in 0..<rows.count {
      let name = PhotoPairs.shownName(ofRow: rows[place])
      if FileNameKind(name) == .raw { raws.append(name) } else { pictures.append(name) }
      for companion in PhotoPairs.companions(ofRow: rows[place]) { raws.append(companion) }
      places[name] = place
    }
    guard raws.count > 0 else { return (rows, facts) }
    let joined = PhotoPairs.rows(pictures, raws)
    let order = (0..<joined.count)
      .map { (row: $0, place: places[PhotoPairs.shownName(ofRow: joined[$0])] ?? rows.count) }
      .filter { $0.place < facts.count }.sorted { $0.place < $1.place }
    var result = NameList()
    for row in order { result.append(joined[row.row]) }
    return (result, order.map { facts[$0.place] })
  }

  /// Names that begin with a point are left out, as in folders.
  private static func isHidden(_ path: [UInt8]) -> Bool {
    path.split(separator: FilePath.separator).contains { $0.first == UInt8(ascii: ".") }
  }

  private static func isSidecar(_ path: [UInt8]) -> Bool {
    let ending = path.suffix(4)
    return ending.elementsEqual(".xmp".utf8) || ending.elementsEqual(".XMP".utf8)
  }

  private static func directory(of entry: RemoteEntry) -> [UInt8] {
    entry.path.lastIndex(of: FilePath.separator).map { Array(entry.path[..<$0]) } ?? []
  }

  private static func sorted(_ pictures: [RemoteEntry]) -> [RemoteEntry] {
    let entries = Dictionary(
      pictures.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    return NaturalOrder.sorted(pictures.map(\.path)).compactMap { entries[$0] }
  }

  // MARK: The end

  private func finish() {
    if isRecursive, format.listsRecursively, followsChanges.withLock({ $0 }) { putInOrder() }
    status.finish(.success(()))
  }

  /// Keys come in the order of their bytes, and those of a folder before and behind those of the folders in it.
  private func putInOrder() {
    let index = status.read(\.index)
    guard index.photoCount <= Self.eagerCount else { return }
    let rows = (0..<index.photoCount).map { index.row($0).path }
    let order = NaturalOrder.depthFirst(rows)
    let former = facts.withLock { $0 }
    var (sorted, sortedFacts) = (FolderIndex(), [Fact]())
    var start = 0
    while start < order.count {
      let directory = index.directory(ofRow: order[start])
      var (names, facts) = (NameList(), [Fact]())
      while start < order.count, index.directory(ofRow: order[start]) == directory {
        names.append(index.name(ofRow: order[start]))
        facts.append(former[order[start]])
        start += 1
      }
      // Pairs that two pages of the listing have parted.
      if !showsPairs { (names, facts) = Self.paired(names, facts) }
      _ = sorted.append(names, directory: directory)
      sortedFacts += facts
    }
    guard order != Array(rows.indices) || sortedFacts.count < former.count else { return }
    let replacement = sorted
    // Together, so that no row gets the facts of another one.
    status.withLock { state in
      facts.withLock { $0 = sortedFacts }
      state.replace(replacement)
    }
    reordered()
  }
}

extension RemoteFolderScan.Fact {
  init(_ entry: RemoteEntry) {
    byteCount = entry.byteCount
    modified = entry.modified
    previewURL = entry.previewURL
    let text =
      entry.entityTag
      ?? "\(entry.byteCount ?? -1) \(entry.modified?.timeIntervalSince1970 ?? 0)"
    version = StableHash.hash(text.utf8)
  }
}

extension PhotoSourceError {
  /// Whether the next folder would fail for the same reason.
  fileprivate var mayHold: Bool {
    switch self {
    case .serverOverloaded, .rateLimited, .keyRefused, .keyMissing, .passwordMissing,
      .passwordRefused, .passwordUnavailable, .hostKeyRefused, .loginRefused:
      true
    default: isUnreachable
    }
  }
}

/// How far somebody wants a listing to go.
private final class ListingDemand: Sendable {
  private struct State {
    var count = 0
    var turn = 0
    var isOver = false
    var sleeper: CheckedContinuation<Bool, Never>?
  }

  private let state = Mutex(State())

  /// The most rows that were asked for.
  var count: Int { state.withLock(\.count) }

  /// Grows each time somebody asks.
  var turn: Int { state.withLock(\.turn) }

  /// - Returns: The turn of this question.
  func raise(to count: Int) -> Int {
    wake { state in
      state.count = max(state.count, count)
      state.turn += 1
      return state.turn
    }
  }

  func end() {
    wake { state in
      state.isOver = true
    }
  }

  /// Waits until somebody asks again; for one at a time.
  ///
  /// - Returns: false where nobody ever will.
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

  private func wake<Result: Sendable>(_ change: (inout State) -> Result) -> Result {
    let (result, sleeper, goesOn) = state.withLock { state in
      let result = change(&state)
      defer { state.sleeper = nil }
      return (result, state.sleeper, !state.isOver)
    }
    sleeper?.resume(returning: goesOn)
    return result
  }
}
