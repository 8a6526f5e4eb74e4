import FeedFormats
import Files
import Foundation
import GalleryDomain
import Glibc
import Synchronization

/// A folder on the disk.
///
/// Rows: depth first, each folder's pictures before its own folders, both in natural order. Hidden names, and what
/// other programs keep there, are skipped (`IgnoredNames`). A link to a folder outside is followed once; a link to a
/// folder that the scan reaches anyway is not followed, nor is one to a parent (which counts as skipped).
///
/// Unlike one on a server, it can be watched, and it notices when it can't be read any more.
final class FolderOnDisk: FolderSource {
  private let folder: FileReference
  private let options: FolderOptions
  /// The paths that another program names; nil for everything in the folder.
  private let input: PathInput?
  /// Names the photos, in its order; nil for everything in the folder.
  private let collection: CollectionFile?
  /// What was read in former runs; nil to read everything again.
  let library: (any PhotoLibrary)?
  let mapping: MetadataMapping
  private let patience: WalkPatience
  /// In nanoseconds since 1970.
  let now: @Sendable () -> Int64
  /// The sidecars of the directories that were looked at last.
  private let sidecars = Mutex<[[UInt8]: DirectorySidecars]>([:])
  private static let sidecarDirectoryLimit = 64
  /// The device of the folder when photos were last found in it.
  private let knownDevice = Mutex<UInt64?>(nil)

  init(
    _ folder: FileReference, _ options: FolderOptions, paths: PipedInput? = nil,
    collection: CollectionFile? = nil, library: (any PhotoLibrary)? = nil,
    mapping: MetadataMapping, patience: WalkPatience = WalkPatience(),
    now: @escaping @Sendable () -> Int64 = DirectoryWatch.time
  ) {
    self.folder = FileReference(path: FilePath.absolute(folder.path)) ?? folder
    (self.options, self.collection, self.mapping) = (options, collection, mapping)
    (self.patience, self.now) = (patience, now)
    // Without a reader, there is nothing to remember.
    self.library = options.reader == nil ? nil : library
    input = paths.map { PathInput(descriptor: $0.descriptor, beginning: $0.beginning) }
  }

  var title: String {
    if input != nil { return "Standard input" }
    if let collection { return collection.title }
    let name = FilePath.lastComponent(folder.path)
    if name.elementsEqual([UInt8(ascii: ".")]) || name.elementsEqual("..".utf8),
      let path = FilePath.real(folder.path), let real = FileReference(path: path)
    {
      return FilePath.shownName(real)
    }
    return FilePath.shownName(folder)
  }

  var capabilities: SourceCapabilities { Self.capabilities }

  /// Asked for at every key.
  private static let capabilities = {
    var capabilities = SourceCapabilities(search: .here, holdsOwnFiles: true)
    capabilities.isReadWhole = true
    return capabilities
  }()

  func startListing() -> FolderListing {
    let extent: FolderWalk.Extent =
      input.map { .paths($0) } ?? collection.map { .collection($0) } ?? .folder
    return FolderWalk.listing(
      of: folder.path, extent, name: FilePath.shownName(folder), options: options,
      patience: patience)
  }

  /// Whether the photos are named, and not everything in the folder.
  private var isNamed: Bool { input != nil || collection != nil }

  var isInFolderOrder: Bool { collection?.isFolders ?? true }

  /// The folders to watch for changes of a listing.
  func watchedPaths(of index: FolderIndex) -> [[UInt8]] {
    let folders = index.directoryPaths.filter { !PhotoCollection.isAddress($0) }.map(path(of:))
    guard let collection, !collection.isFolders else { return folders }
    // The collection's own file is there.
    return folders.contains(folder.path) ? folders : folders + [folder.path]
  }

  /// The path of a name that is relative to the folder; another program may name files elsewhere.
  func path(of relative: [UInt8]) -> [UInt8] { FilePath.absolute(relative, in: folder.path) }

  // MARK: Photos

  /// The photo of a row as it is listed; nil for a path that no file can have.
  func photo(at row: FolderIndex.Row) -> Photo? {
    var photo = Photo(ofPath: row.path)
    return locate(&photo, at: row, nil) ? photo : nil
  }

  /// The photo of a row, with what a library remembers of it.
  ///
  /// - Parameter directory: The path of its directory, relative to the folder.
  func photo(_ row: LibraryRow, in directory: [UInt8], _ mapping: MetadataMapping) -> Photo? {
    let companions = row.companions?.split(separator: FilePath.separator) ?? []
    let listed = FolderIndex.Row(
      path: FilePath.join(directory, row.file.name[...]),
      companions: companions.map { FilePath.join(directory, $0) })
    guard let photo = photo(at: listed) else { return nil }
    guard let contents = row.contents, let file = PhotoStamp.file(of: row.file.stamp) else {
      return photo
    }
    return mapping.photo(photo, PhotoContents(contents, file))
  }

  func locate(_ photo: inout Photo, at row: FolderIndex.Row, _ fact: ListedFile?) -> Bool {
    if PhotoCollection.isAddress(row.path) {
      guard let url = PhotoCollection.url(of: row.path) else { return false }
      photo.imageURL = url
      // It says nothing else about itself.
      if let title = Self.title(of: url) { photo.name = title }
      photo.needsDetails = false
      return true
    }
    guard let file = FileReference(path: path(of: row.path)) else { return false }
    photo.file = file
    photo.imageURL = file.url
    photo.companions = row.companions.compactMap { FileReference(path: path(of: $0)) }
    photo.needsDetails = true
    return true
  }

  /// The name of a picture on the web: without an ending, a query, and percent signs for other characters.
  private static func title(of url: URL) -> String? {
    let stem = FilePath.stem(Array(url.lastPathComponent.utf8)[...])
    return CleanText.line(String(decoding: stem, as: UTF8.self), limit: .title)
  }

  func version(of photo: Photo) -> PhotoVersion? {
    photo.file.flatMap { PhotoStamp(of: $0) }.map(PhotoVersion.file)
  }

  func contents(
    of photo: Photo, in version: PhotoVersion?, urgency: ReadingUrgency
  ) async -> PhotoContents? {
    guard let file = photo.file, case .file(let stamp)? = version else { return nil }
    let (path, name) = FilePath.split(file.path)
    let libraryFile = LibraryFile(name: name, stamp: stamp.bytes)
    // nil if nothing is remembered, and if the directory is gone.
    let directory = library == nil ? nil : LibraryDirectory(at: path)
    // In the background, thousands are read, and were looked up together before.
    if urgency != .background, let library, let directory,
      let known = await library.contents(of: [libraryFile], in: directory).first ?? nil
    {
      return PhotoContents(known, (stamp.modified, stamp.file.byteCount))
    }
    // Before the file is read: what changes from now on has a later date than this.
    let isSettled = stamp.isSettled(at: now())
    let metadata = await options.reader?.metadata(of: file, sidecar: nil, urgency: urgency)
    let mark = stamp.hasSidecar ? await options.marks?.mark(of: file) : nil
    let contents = PhotoContents(
      metadata: metadata, mark: mark, modified: stamp.modified, byteCount: stamp.file.byteCount,
      isComplete: metadata != nil)
    if let library, let directory {
      library.remember(
        metadata.map { LibraryContents(metadata: $0, mark: mark) }, of: libraryFile,
        in: directory, isSettled: isSettled
      ) { MetadataMapping(zone: $0).photo(photo, contents) }
    }
    return contents
  }

  var mounts: MountTable { patience.mounts() }

  /// Without the photos whose files are on another computer, or a program's: a folder may have folders of several mounts,
  /// behind links, too.
  static func onThisComputer(_ photos: [Photo], _ mounts: MountTable) -> [Photo] {
    guard mounts.hasSilentMounts else { return photos }
    func isRemote(_ path: [UInt8]) -> Bool { mounts.resolve(path).silent?.isRemote ?? false }
    var (last, isLastRemote): ([UInt8]?, Bool) = (nil, false)
    return photos.filter { photo in
      guard let path = photo.file?.path else { return false }
      let directory = FilePath.directory(of: path)
      if directory != last { (last, isLastRemote) = (directory, isRemote(directory)) }
      return !isLastRemote && (FilePath.linkTarget(of: path) == nil || !isRemote(path))
    }
  }

  // MARK: What is remembered

  /// The photos, with what is remembered of those whose files haven't changed since. Off the caller's actor.
  @concurrent
  func knownDetails(of photos: [Photo]) async -> [Photo] {
    guard let library else { return photos }
    var detailed = photos
    var unread: [[UInt8]: [(index: Int, name: [UInt8])]] = [:]
    for (index, photo) in photos.enumerated() where photo.needsDetails {
      guard let path = photo.file?.path else { continue }
      unread[FilePath.directory(of: path), default: []].append(
        (index, Array(FilePath.lastComponent(path))))
    }
    for (path, photos) in unread {
      guard let directory = LibraryDirectory(at: path) else { continue }
      let named = await files(named: photos.map(\.name), in: path)
      let found = zip(photos, named).compactMap { photo, file in
        file.map { (index: photo.index, file: $0) }
      }
      let contents = await library.contents(of: found.map(\.file), in: directory)
      for ((index, file), known) in zip(found, contents) {
        guard let known, let stated = PhotoStamp.file(of: file.stamp) else { continue }
        detailed[index] = mapping.photo(detailed[index], PhotoContents(known, stated))
      }
    }
    return detailed
  }

  /// The files of a directory, as a library knows them; nil for one that isn't there.
  ///
  /// - Parameter names: In the directory.
  @concurrent
  func files(named names: [[UInt8]], in directory: [UInt8]) async -> [LibraryFile?] {
    let sidecars = sidecarNames(in: directory)
    let descriptor = FilePath.withCString(directory) {
      open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
    defer { if descriptor >= 0 { close(descriptor) } }
    return names.map { name in
      // A directory that can't be opened may let its files be read.
      let path = descriptor >= 0 ? name : FilePath.join(directory, name[...])
      return PhotoStamp(of: path, in: max(descriptor, AT_FDCWD), sidecars: sidecars).map {
        LibraryFile(name: name, stamp: $0.bytes)
      }
    }
  }

  /// The directories of which something is remembered, as paths relative to the folder, in the order of the listing.
  ///
  /// - Returns: nil without an answer from their mount, and if another program or a file names the photos.
  @concurrent
  func knownDirectories() async -> [(number: Int64, path: [UInt8], readAt: Date?)]? {
    guard let library, isInPathOrder else { return nil }
    let folders = (collection?.folderPaths ?? [folder.path]).map(FilePath.withoutDots)
    let mounts = mounts
    var directories: [(number: Int64, path: [UInt8], readAt: Date?)] = []
    var seen: Set<Int64> = []
    for folder in folders {
      let answer = FileAnswer.within(
        FileAnswer.pause, at: folder, mounts: mounts, { LibraryDirectory(at: folder) })
      guard let answer, let top = answer else { return nil }
      let known = await library.directories(from: folder).filter { number, known in
        known.directory.fileSystem == top.fileSystem
          && (options.isRecursive || known.directory.path == folder) && seen.insert(number).inserted
      }
      directories += known.map { number, known in
        let path = relativePath(of: known.directory.path)
        let key = PhotoOrdering.pathKey(FilePath.join(path, [UInt8(ascii: "x")])[...])
        return (key: key, value: (number: number, path: path, readAt: known.readAt))
      }.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
    }
    return directories
  }

  /// The path of a directory, relative to the folder if it is in it.
  private func relativePath(of path: [UInt8]) -> [UInt8] {
    FilePath.isInside(path, FilePath.withoutDots(folder.path)).map { Array($0) } ?? path
  }

  /// Whether the raw file of a shot is listed with its picture.
  var pairsFiles: Bool { !isNamed && !options.showsPairs }

  /// Whether rows are in the order of their folders, and of their names there.
  var isInPathOrder: Bool { input == nil && isInFolderOrder }

  private func sidecarNames(in directory: [UInt8]) -> DirectorySidecars? {
    if let names = sidecars.withLock({ $0[directory] }), names.isCurrent(in: directory) {
      return names
    }
    let names = DirectorySidecars(in: directory, now: now())
    sidecars.withLock { known in
      if known.count >= Self.sidecarDirectoryLimit { known = [:] }
      known[directory] = names
    }
    return names
  }

  /// Forgets files that are gone, and directories that are gone with them, but not those of a disk that is not there
  /// now.
  ///
  /// - Parameters:
  ///   - index: Of a complete listing.
  ///   - isWhole: Whether all folders could be read; else those that weren't listed aren't looked for.
  @concurrent
  func forgetGone(_ index: FolderIndex, isWhole: Bool) async {
    guard let library, !isNamed else { return }
    var rows: [[UInt8]: [Range<Int>]] = [:]
    for directory in index.directories {
      rows[FilePath.withoutDots(path(of: directory.path)), default: []].append(directory.rows)
    }
    for (known, _) in await library.directories(from: FilePath.withoutDots(folder.path)).values {
      guard !Task.isCancelled else { return }
      guard let rows = rows[known.path] else {
        if options.isRecursive, isWhole, Self.isGone(known) { await library.forget(nil, in: known) }
        continue
      }
      guard LibraryDirectory(at: known.path)?.fileSystem == known.fileSystem else { continue }
      let remembered = await library.names(in: known)
      guard !remembered.isEmpty else { continue }
      var listed: Set<[UInt8]> = []
      for row in rows.joined() {
        let name = index.name(ofRow: row)
        listed.insert(Array(PhotoPairs.shownName(ofRow: name)))
        listed.formUnion(PhotoPairs.companions(ofRow: name))
      }
      // The listing may be older than what was remembered since.
      let gone = remembered.filter { name in
        !listed.contains(name)
          && stat(of: FilePath.join(known.path, name), followsLink: false) == nil
      }
      if !gone.isEmpty { await library.forget(gone, in: known) }
    }
  }

  /// Whether a directory that wasn't listed is gone: the nearest directory that is there is on the same file system. Else
  /// its disk is gone, and may come back.
  private static func isGone(_ directory: LibraryDirectory) -> Bool {
    if LibraryDirectory(at: directory.path) != nil { return false }
    var path = directory.path
    while path.count > 1 {
      path = FilePath.directory(of: path)
      if let parent = LibraryDirectory(at: path) {
        return parent.fileSystem == directory.fileSystem
      }
    }
    return false
  }

  func information(of photo: Photo) async -> PhotoInformation {
    guard let file = photo.file else { return PhotoInformation() }
    var information = InformationMapping.information(
      await options.reader?.detailedMetadata(of: file, sidecar: nil))
    information.byteCount = FileStamp(of: file)?.byteCount
    return information
  }

  // MARK: Whether the folder is there

  /// When a disk is unmounted, an empty folder remains; that it has no photos says nothing about the disk.
  ///
  /// - Parameter listing: It may have been read when the disk was still there.
  func checkMount(_ listing: FolderListing) throws(PhotoSourceError) {
    guard !isNamed else { return }
    let (photoCount, listed) = listing.read { ($0.index.photoCount, $0.device) }
    let known = knownDevice.withLock { known in
      if photoCount > 0, let listed { known = listed }
      return known
    }
    guard photoCount == 0, let known, let now = listed ?? device, known != now, content == .nothing
    else { return }
    throw unmounted
  }

  var unmounted: PhotoSourceError {
    .unreadable(name: FilePath.shownName(folder), code: ENODEV)
  }

  private var device: UInt64? {
    stat(of: folder.path).map { UInt64($0.st_dev) }
  }

  private enum Content { case unreadable, nothing, something }

  /// Cheap, whatever is in the folder.
  private var content: Content {
    guard let entries = FolderEntries(folder.path) else { return .unreadable }
    return entries.next() == nil ? .nothing : .something
  }

  /// Why the folder can't be read; nil if it isn't a matter of the folder, or if another program names its photos.
  func absence(_ error: PhotoSourceError) -> SourceAbsence? {
    guard !isNamed else { return nil }
    return switch error {
    case .notFound, .notAFileOrFolder: .gone
    case .permissionDenied: .forbidden
    case unmounted: .unmounted
    case .unreadable: .unreadable
    default: nil
    }
  }

  func isBack(after absence: SourceAbsence) -> Bool {
    switch content {
    case .unreadable: false
    case .nothing: absence != .unmounted || knownDevice.withLock { $0 } == device
    case .something: true
    }
  }
}

extension PhotoContents {
  fileprivate init(_ known: LibraryContents, _ file: (modified: Date, byteCount: Int)) {
    self.init(
      metadata: known.metadata, mark: known.mark, modified: file.modified,
      byteCount: file.byteCount, isComplete: true)
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
