import FeedFormats
import FolderFormats
import Foundation
import GalleryDomain

/// Lists a folder on a server, and the folders in it, a page at a time.
///
/// Rows are in the server's order, and those of a folder that one page has whole in natural order: what was shown stays
/// where it is. By itself it continues up to `eagerCount` photos; beyond that, only as far as a caller waits for a row, so that a
/// bucket of millions costs only the part that is shown. A folder that fails doesn't stop the others, and is reported as missing
/// (decision 74).
final class RemoteFolderWalk {
  /// How much of a server's listing is kept. The rest is dropped, and `FolderListingState.isCut` says so.
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

  private let listing: FolderListing
  private let files: any RemoteFileSystem
  private let options: FolderOptions
  private let limits: Limits
  /// What is still to be requested, in reverse order.
  private var pending = [PendingFolder(path: [])]
  private var missing: [MissingFolders.Folder] = []
  /// Folders that are listed, or will be.
  private var seen: Set<[UInt8]> = [[]]
  private var seenByteCount = 0
  /// Folders with a `.nomedia`: what is below them is left out from then on. A store lists that name before letters and digits.
  private var marked: Set<ArraySlice<UInt8>> = []
  /// Folders since the last one with a picture.
  private var emptyFolderCount = 0

  private init(
    _ listing: FolderListing, _ files: any RemoteFileSystem, _ options: FolderOptions,
    _ limits: Limits
  ) {
    (self.listing, self.files, self.options, self.limits) = (listing, files, options, limits)
  }

  /// Starts to list a folder.
  static func listing(
    of files: any RemoteFileSystem, _ options: FolderOptions, limits: Limits = Limits()
  ) -> FolderListing {
    let listing = FolderListing(indexByteLimit: limits.indexByteCount)
    listing.run { await RemoteFolderWalk($0, files, options, limits).run() }
    return listing
  }

  /// A folder that is still to be listed, from its beginning or from where a part of its listing has ended.
  private struct PendingFolder {
    let path: [UInt8]
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

    init(path: [UInt8], around: UInt64? = nil) { (self.path, self.around) = (path, around) }

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

    var name: ArraySlice<UInt8> { RemoteFolderWalk.name(of: path) }
    var directory: ArraySlice<UInt8> { RemoteFolderWalk.directory(of: path) }
  }

  private func run() async {
    while let folder = pending.popLast() {
      guard await mayContinue(holding: folder.held.count) else { return }
      guard hasRoom else {
        // A store may have a thousand times as many; none of them would be kept.
        pending.append(folder)
        break
      }
      do throws(PhotoSourceError) {
        let part = try await files.list(folder.path, isRecursive: isFlat, after: folder.token)
        receive(part, of: folder)
        if let limit = files.folder.emptyFolderLimit, emptyFolderCount >= limit {
          return stop(afterEmptyFolders: limit)
        }
      } catch {
        if error == .cancelled || Task.isCancelled { return listing.finish(.failure(.cancelled)) }
        if folder.token == nil, folder.path.isEmpty { return listing.finish(.failure(error)) }
        await leave(folder, error)
      }
      await Task.yield()
    }
    finish()
  }

  /// Continues without a folder, or the rest of it.
  private func leave(_ folder: PendingFolder, _ error: PhotoSourceError) async {
    if folder.token == nil, error.isOfOneFolder {
      let isForbidden = if case .permissionDenied = error { true } else { false }
      // As on a disk: a folder may go while the one that it is in is read.
      return listing.update {
        $0.skipDirectory(
          folder.path, isForbidden ? "permission denied" : "not found", isUnreadable: isForbidden)
      }
    }
    add([folder.held])
    addMissing(folder, error)
    // Each further folder would take as long to fail.
    if !error.isFromServer, !pending.isEmpty, await isServerAway() {
      for folder in pending.reversed() { addMissing(folder, error) }
      pending = []
    }
  }

  /// Whether the server doesn't respond for the folder that was named either, which it has listed before: a folder that hangs or
  /// fails says nothing about the others.
  private func isServerAway() async -> Bool {
    do throws(PhotoSourceError) {
      _ = try await files.list([], isRecursive: isFlat, after: nil)
      return false
    } catch {
      return error != .cancelled && !error.isFromServer
    }
  }

  private func stop(afterEmptyFolders count: Int) {
    guard listing.read(\.index.photoCount) > 0 else {
      return listing.finish(.failure(.noPhotosInFolders(name: files.folder.title, count: count)))
    }
    listing.finish(.success(()), .foldersWithoutPhotos(count: count))
  }

  /// A listing continues by itself only to a limit.
  ///
  /// - Parameter count: Pictures that were listed and aren't rows yet.
  private func mayContinue(holding count: Int) async -> Bool {
    for await _ in listing.changes() {
      let (isOver, isWaiting, isWanted) = listing.read { state in
        let rowCount = state.index.photoCount
        return (
          state.outcome != nil, state.isWaiting,
          rowCount + count < Self.eagerCount || state.wantedCount > rowCount
        )
      }
      if isOver { return false }
      if isWanted {
        if isWaiting { listing.update { $0.isWaiting = false } }
        return true
      }
      // It isn't worth listing millions of photos to find the one that was selected last.
      if !isWaiting { listing.update { $0.isWaiting = true } }
    }
    return false
  }

  private var hasRoom: Bool {
    listing.read { $0.facts.count < limits.photoCount && !$0.index.isFull }
  }

  /// Whether a listing has the files of all folders.
  private var isFlat: Bool { options.isRecursive && files.folder.listsRecursively }

  private func receive(_ listing: RemoteListing, of folder: PendingFolder) {
    var (listing, next) = (listing, folder)
    for entry in listing.entries where !entry.isFolder {
      let directory = Self.directory(of: entry.path[...])
      if !directory.isEmpty, Self.name(of: entry.path[...]).elementsEqual(IgnoredNames.marker) {
        marked.insert(directory)
      }
    }
    let folders = folders(in: &listing, of: folder)
    // The rest of this folder is read before the folders in it, whose rows follow.
    pending += folders.reversed()
    next.last = listing.entries.last?.path ?? folder.last
    let fault = next.fault(of: listing)
    if let fault { addMissing(next, broken(fault)) }
    let isContinued = listing.next != nil && fault == nil
    let found = pictures(in: listing, of: folder)
    emptyFolderCount = found.isEmpty ? emptyFolderCount + 1 : 0
    var pictures = folder.held + found
    if isContinued {
      next.held = Self.lastShot(of: pictures)
      pictures.removeLast(next.held.count)
      next.token = listing.next
      let isNoted = listing.entries.count <= limits.previousCount
      next.previous = isNoted ? Set(listing.entries.lazy.filter { !$0.isFolder }.map(\.path)) : []
      pending.append(next)
    }
    let first =
      folder.token == nil ? nil : (folder.held.first?.path ?? listing.entries.first?.path[...])
    let runs = Self.runs(of: pictures, after: first, before: isContinued ? next.last?[...] : nil)
    let reached = isFlat && isContinued ? pictures.last.map { Array($0.path) } : nil
    add(runs) { state in
      noteSidecars(of: &listing, in: &state)
      state.listedPath = reached ?? (isContinued || folder.token != nil ? [] : nil)
      if listing.isCut { state.isCut = true }
      state.endPart(laterCount: folders.count + (isContinued ? 1 : 0), skipped: listing.skipped)
    }
  }

  /// The folders that are to be listed, too.
  private func folders(in listing: inout RemoteListing, of folder: PendingFolder) -> [PendingFolder]
  {
    guard options.isRecursive, !isFlat else { return [] }
    let signature = Self.signature(of: listing.entries)
    if nestsForEver(folder, listing.entries, signature) {
      addMissing(folder, broken(.nests))
      return []
    }
    var folders: [PendingFolder] = []
    for path in NaturalOrder.sorted(listing.entries.filter(\.isFolder).map(\.path))
    where judge(in: path[...]) != nil {
      guard !seen.contains(path) else { continue }
      guard seen.count < limits.folderCount,
        seenByteCount + path.count <= limits.folderByteCount
      else {
        listing.leaveOut(path, isFolder: true)
        continue
      }
      seen.insert(path)
      seenByteCount += path.count
      folders.append(PendingFolder(path: path, around: signature))
    }
    return folders
  }

  private func pictures(in listing: RemoteListing, of folder: PendingFolder) -> [Picture] {
    var judges: [ArraySlice<UInt8>: IgnoredNames.Judge?] = [:]
    return listing.entries.compactMap { entry in
      let picture = Picture(path: entry.path[...], fact: ListedFile(entry))
      guard !entry.isFolder, Self.isShown(picture.path), !folder.previous.contains(entry.path)
      else { return nil }
      let directory = picture.directory
      let judge = judges[directory] ?? judge(in: directory)
      judges[directory] = .some(judge)
      return judge?.ignores(picture.name, isFolder: false) == false ? picture : nil
    }
  }

  /// How the names in a folder are judged; nil if the folder is ignored with all that is in it.
  private func judge(in folder: ArraySlice<UInt8>) -> IgnoredNames.Judge? {
    // The folder that was named is shown whatever is in it.
    guard !options.ignoredNames.ignores(folder, isFolder: true, in: rootName) else { return nil }
    if !marked.isEmpty {
      let ends = folder.indices.filter { folder[$0] == FilePath.separator } + [folder.endIndex]
      if ends.contains(where: { marked.contains(folder[..<$0]) }) { return nil }
    }
    return options.ignoredNames.judge(in: folder.isEmpty ? rootName[...] : folder)
  }

  private func addMissing(_ folder: PendingFolder, _ error: PhotoSourceError) {
    missing.append(MissingFolders.Folder(name: name(of: folder), error: error))
  }

  private func broken(_ fault: ListingFault) -> PhotoSourceError {
    .listingBroken(name: files.folder.title, fault: fault)
  }

  private func noteSidecars(of listing: inout RemoteListing, in state: inout FolderListingState) {
    for entry in listing.entries where !entry.isFolder && Self.isSidecar(entry.path[...]) {
      if state.sidecars.count < limits.sidecarCount {
        state.sidecars[StableHash.hash(entry.path)] = entry.version
      } else {
        listing.leaveOut(entry.path)
      }
    }
  }

  /// Adds pictures as rows.
  ///
  /// - Parameters:
  ///   - runs: Each of one folder.
  ///   - change: What changes with them: no photo is read without its sidecar.
  private func add(
    _ runs: [[Picture]], _ change: (inout FolderListingState) -> Void = { _ in }
  ) {
    let rows = runs.filter { !$0.isEmpty }.map { run in
      (Array(run[0].directory), Self.paired(run, showsPairs: options.showsPairs))
    }
    listing.update { state in
      for (directory, (names, facts)) in rows {
        state.append(names, facts, directory: directory, limit: limits.photoCount)
      }
      change(&state)
    }
  }

  /// Whether the folders of a folder are too deep, or it lists what the folder around it does, as a link to that does.
  private func nestsForEver(
    _ folder: PendingFolder, _ entries: [RemoteEntry], _ signature: UInt64?
  ) -> Bool {
    guard !folder.path.isEmpty, entries.contains(where: \.isFolder) else { return false }
    let depth = folder.path.count { $0 == FilePath.separator } + 1
    return depth >= limits.depth || signature.map { $0 == folder.around } ?? false
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
    var indices: [ArraySlice<UInt8>: Int] = [:]
    for picture in pictures {
      let index = indices[picture.directory, default: runs.count]
      if index == runs.count {
        indices[picture.directory] = index
        runs.append([])
      }
      runs[index].append(picture)
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
    let positions = Dictionary(
      files.enumerated().map { (Array($1.name), $0) }, uniquingKeysWith: { first, _ in first })
    let joined = PhotoPairs.rows(pictures, raws, clips: clips)
    let order = (0..<joined.count)
      .compactMap { row in
        positions[Array(PhotoPairs.shownName(ofRow: joined[row]))].map { (row: row, position: $0) }
      }
      .sorted { $0.position < $1.position }
    var rows = NameList()
    for row in order { rows.append(joined[row.row]) }
    return (rows, order.map { files[$0.position].fact })
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

  private func finish() {
    for folder in pending.reversed() {
      add([folder.held]) { $0.leaveOut(Array(name(of: folder).utf8), isFolder: true) }
    }
    guard let first = missing.first else { return listing.finish(.success(())) }
    // Without rows, an error is shown instead of a notice below them.
    guard listing.read(\.index.photoCount) > 0 else {
      return listing.finish(.failure(first.error))
    }
    var folders = MissingFolders(first)
    for folder in missing.dropFirst() { folders.append(folder) }
    listing.finish(.success(()), .incomplete(folders))
  }

  private func name(of folder: PendingFolder) -> String {
    func shown(_ path: [UInt8]) -> String { TextCleaner.line(bytes: path[...], limit: .field) }
    let name = folder.path.isEmpty ? files.folder.title : shown(folder.path)
    return folder.last.map { "\(name) after \(shown($0))" } ?? name
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

  /// Whether the server has responded, so that it may respond differently for the next folder.
  fileprivate var isFromServer: Bool {
    switch self {
    case .passwordRefused, .passwordMissing, .notAFeed, .malformed, .tooLarge, .encodingUnknown:
      true
    default: isOfOneFolder
    }
  }
}
