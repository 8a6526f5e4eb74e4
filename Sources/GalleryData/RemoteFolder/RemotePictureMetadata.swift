import FeedFormats
import Foundation
import GalleryDomain
import Glibc
import PictureProtocol

/// What is read of pictures on a server before one is opened: their beginnings, the ranges that the structure of some
/// leads to, and the thumbnails in them. A photo in a list costs 64 kB once; a raw file, a TIFF or a HEIC a few ranges
/// more. A worker finds out which ones from what was read (`PictureStructureReader`).
///
/// They are kept in the picture store next to the pictures, under URLs of their own (`…#head-…`, `…#thumbnail-…`) that
/// change with what the listing says about the file. If more than the beginning is known, it is stored as
/// `PictureParts`, which take only the space of the parts; a file of the full length, with holes, exists only while a
/// worker reads it.
public final actor RemotePictureMetadata {
  private let files: any RemoteFiles
  private let store: any ImageStore
  private let fallback: any ImageStore
  private let structures: (any PictureStructureReader)?
  private let areOwn: Bool
  private var loads: [URL: SharedLoad<FileReference>] = [:]

  /// Exif takes at most 64 kB, and is at the beginning of a JPEG.
  static let byteCount = 64 << 10
  /// Pictures with fewer bytes are fetched completely: that costs less than a beginning and the rest later.
  static let wholeByteCount = 4 * byteCount
  /// The most bytes of a picture's parts together, including the list of their offsets.
  private static let storedByteLimit = byteCount + PictureParts.requestByteLimit + byteCount
  /// For longer files, only the beginning is read.
  private static let fileByteLimit = 768 << 20
  /// Formats whose metadata may be anywhere in a file.
  private static let spreadFormats: Set<PictureFormat> = [.tiff, .raw, .heic, .avif, .webp]
  static let sidecarByteLimit = 16 << 20
  private static let mark = "thumbnail-"
  private static let headMark = "head-"
  /// How many small pictures of a file are tried until one can be shown.
  private static let thumbnailTries = 2

  /// - Parameters:
  ///   - fallback: Takes what `store` can't.
  ///   - structures: nil: only beginnings are fetched, and no thumbnails are extracted.
  ///   - areOwn: Whether the pictures are the user's own files, of any format that can be shown.
  public init(
    files: any RemoteFiles, store: any ImageStore, fallback: any ImageStore,
    structures: (any PictureStructureReader)?, areOwn: Bool = true
  ) {
    self.structures = structures
    self.areOwn = areOwn
    self.files = files
    self.store = store
    self.fallback = fallback
  }

  /// The URL of the thumbnail in a picture's file; nil if the picture itself is small enough.
  static func thumbnailURL(of picture: URL, byteCount: Int?, version: UInt64) -> URL? {
    if let byteCount, byteCount <= wholeByteCount { return nil }
    return marked(picture, mark + StableHash.hex(version))
  }

  /// Whether a URL is that of a thumbnail in a picture's file.
  public static func isThumbnail(_ url: URL) -> Bool { url.fragment()?.hasPrefix(mark) ?? false }

  private static func headURL(of picture: URL, version: UInt64) -> URL? {
    marked(picture, headMark + StableHash.hex(version))
  }

  private static func marked(_ url: URL, _ fragment: String) -> URL? {
    var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    parts?.fragment = fragment
    return parts?.url
  }

  /// The stored file for a URL.
  func stored(_ url: URL) async -> FileReference? {
    for store in [store, fallback] {
      if let image = await store.image(at: url), FileStamp(of: image.file) != nil {
        return image.file
      }
    }
    return nil
  }

  /// Lends the known parts of a picture: its beginning, or a file of the picture's length with all parts that its
  /// metadata is read from in place.
  ///
  /// - Parameter body: The file is deleted when it returns.
  /// - Returns: What the body returns.
  nonisolated func withFile<Value>(
    of url: URL, version: UInt64, _ body: (FileReference) async -> Value
  ) async throws(PhotoSourceError) -> Value {
    let head = try await head(of: url, version: version)
    guard let parts = Self.parts(in: head) else { return await body(head) }
    return try await withFile(of: parts, name: url, body)
  }

  private nonisolated func withFile<Value>(
    of parts: PictureParts, name url: URL, _ body: (FileReference) async -> Value
  ) async throws(PhotoSourceError) -> Value {
    // First the store whose names end with the program, and are never reused.
    for store in [fallback, store] {
      guard let file = await store.makeFile() else { continue }
      let value: Value? =
        file.allowance.allows(byteCount: parts.knownByteCount)
          && Self.write(parts, to: file.descriptor) ? await body(file.file) : nil
      await store.discard(file)
      if let value { return value }
    }
    throw .unreadable(name: WebAddress.shown(url), code: ENOSPC)
  }

  /// - Parameter url: A URL that `isThumbnail`.
  /// - Throws: `.notFound` if the picture has none.
  func thumbnail(at url: URL) async throws(PhotoSourceError) -> FileReference {
    try await shared(url) { [self] () async throws(PhotoSourceError) in
      let version = url.fragment()?.dropFirst(Self.mark.count) ?? ""
      guard let picture = Self.withoutFragment(url) else {
        throw .notFound(name: WebAddress.shown(url))
      }
      let bytes = try await thumbnail(of: picture, version: UInt64(version, radix: 16) ?? 0)
      guard let bytes else { throw .notFound(name: WebAddress.shown(url)) }
      return try await keep(bytes, for: url, HTTPValidators())
    }
  }

  /// - Parameter url: Of an XMP sidecar.
  func sidecar(at url: URL, version: UInt64) async throws(PhotoSourceError) -> FileReference {
    guard let storedURL = Self.marked(url, "sidecar-" + StableHash.hex(version)) else {
      throw .notFound(name: WebAddress.shown(url))
    }
    return try await shared(storedURL) { [self] () async throws(PhotoSourceError) in
      let contents = try await files.contents(of: url, byteLimit: Self.sidecarByteLimit)
      return try await keep(contents.bytes, for: storedURL, contents.validators)
    }
  }

  /// - Returns: nil if the picture has none that is worth a request.
  private func thumbnail(
    of url: URL, version: UInt64
  ) async throws(PhotoSourceError) -> [UInt8]? {
    for ignoresStored in [false, true] {
      let head = try await head(of: url, version: version, ignoresStored: ignoresStored)
      var parts: PictureParts
      if let known = Self.parts(in: head) {
        parts = known
      } else {
        guard let reader = ImageFileReader(head) else { return nil }
        parts = PictureParts(beginning: reader.beginning(Self.byteCount))
      }
      let validators = await validators(of: Self.headURL(of: url, version: version))
      var allowance = RangeAllowance()
      attempts: for attempt in 0... {
        let structure = try await structure(of: parts, name: url, for: .thumbnail)
        let missing = allowance.take(parts.requests(for: structure.wanted))
        if missing.isEmpty || attempt == Self.thumbnailTries {
          return picture(structure.thumbnail)
        }
        switch try await fetch(missing, of: url, into: &parts, validators) {
        case .whole: continue
        case .none: return picture(structure.thumbnail)
        case .changed: break attempts
        }
      }
      // The file has changed since its beginning was read: try once more.
    }
    return nil
  }

  /// What a worker extracted, if it is a picture of a format that can be shown.
  private func picture(_ bytes: [UInt8]) -> [UInt8]? {
    let format = PictureFormat(beginning: bytes)
    return format?.isAllowed(from: areOwn ? .ownServer : .network) == true ? bytes : nil
  }

  /// - Throws: `.unreadable` if no worker could tell. It is not remembered: the next one may.
  private func structure(
    of parts: PictureParts, name url: URL, for purpose: StructurePurpose
  ) async throws(PhotoSourceError) -> PictureStructure {
    guard let structures else { return PictureStructure() }
    let found = try await withFile(of: parts, name: url) {
      await structures.structure(of: $0, known: parts.parts.map(\.range), for: purpose)
    }
    if let found { return found }
    throw Task.isCancelled ? .cancelled : .unreadable(name: WebAddress.shown(url), code: 0)
  }

  private static func withoutFragment(_ url: URL) -> URL? {
    var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    parts?.fragment = nil
    return parts?.url
  }

  /// The beginning of a picture, the whole of a short one, or its encoded parts.
  ///
  /// - Parameter ignoresStored: Whether the stored version is outdated.
  private func head(
    of url: URL, version: UInt64, ignoresStored: Bool = false
  ) async throws(PhotoSourceError) -> FileReference {
    guard let storedURL = Self.headURL(of: url, version: version) else {
      throw .notFound(name: WebAddress.shown(url))
    }
    return try await shared(storedURL, ignoresStored: ignoresStored) {
      [self] () async throws(PhotoSourceError) in
      try await fetchHead(of: url, for: storedURL)
    }
  }

  /// - Returns: nil if only the beginning is stored.
  private static func parts(in head: FileReference) -> PictureParts? {
    guard let reader = ImageFileReader(head),
      PictureParts.areEncoded(in: reader.beginning(PictureParts.markByteCount))
    else { return nil }
    return PictureParts(encoded: reader.beginning(min(reader.byteCount, storedByteLimit)))
  }

  private func validators(of storedURL: URL?) async -> HTTPValidators {
    guard let storedURL else { return HTTPValidators() }
    for store in [store, fallback] {
      if let image = await store.image(at: storedURL) { return image.validators }
    }
    return HTTPValidators()
  }

  /// However many callers ask, one request is made; it ends when the last of them has left.
  private func shared(
    _ storedURL: URL, ignoresStored: Bool = false,
    _ body: @escaping @Sendable () async throws(PhotoSourceError) -> FileReference
  ) async throws(PhotoSourceError) -> FileReference {
    if !ignoresStored, let file = await stored(storedURL) { return file }
    guard !Task.isCancelled else { throw .cancelled }
    let load: SharedLoad<FileReference>
    if let open = loads[storedURL], open.isOpen {
      load = open
    } else {
      load = SharedLoad { [weak self] in
        let outcome: SharedLoad<FileReference>.Outcome
        do throws(PhotoSourceError) {
          outcome = .success(try await body())
        } catch {
          outcome = .failure(error)
        }
        await self?.finished(storedURL)
        return outcome
      }
      loads[storedURL] = load
    }
    return try await load.value()
  }

  private func finished(_ storedURL: URL) {
    loads[storedURL] = nil
  }

  private func fetchHead(
    of url: URL, for storedURL: URL
  ) async throws(PhotoSourceError) -> FileReference {
    for _ in 0..<2 {
      let head = try await files.read(0..<Self.byteCount, of: url, ifMatches: nil)
      guard let head, head.range?.lowerBound == 0 else {
        throw .truncated(host: WebAddress.shown(url))
      }
      if let fault = ImageAnswer.fault(head.bytes, of: url, isOwn: areOwn) { throw fault }
      let validators = head.validators
      guard let format = PictureFormat(beginning: head.bytes),
        Self.spreadFormats.contains(format), let total = head.fileByteCount,
        total > head.bytes.count, total <= Self.fileByteLimit
      else { return try await keep(head.bytes, for: storedURL, validators) }
      var parts = PictureParts(beginning: head.bytes, byteCount: total)
      if try await complete(&parts, of: url, validators) {
        return try await keep(parts.encoded, for: storedURL, validators)
      }
    }
    // It has changed twice in the meantime.
    throw .truncated(host: WebAddress.shown(url))
  }

  /// Requests the ranges that a picture's structure leads to, as many as the limits allow and the server sends.
  ///
  /// - Returns: Whether they belong to the same file.
  private func complete(
    _ parts: inout PictureParts, of url: URL, _ validators: HTTPValidators
  ) async throws(PhotoSourceError) -> Bool {
    var allowance = RangeAllowance()
    for _ in 0..<PictureParts.roundLimit {
      let structure = try await structure(of: parts, name: url, for: .metadata)
      let wanted = allowance.take(parts.requests(for: structure.wanted))
      guard !wanted.isEmpty else { return true }
      switch try await fetch(wanted, of: url, into: &parts, validators) {
      case .whole: break
      case .none: return true
      case .changed: return false
      }
    }
    return true
  }

  // MARK: Ranges

  private enum PartAnswer: Sendable {
    case whole
    /// The server sends no parts, or not the requested ones.
    case none
    /// The file has changed.
    case changed
  }

  /// Requests ranges concurrently.
  private func fetch(
    _ ranges: [Range<Int>], of url: URL, into parts: inout PictureParts,
    _ validators: HTTPValidators
  ) async throws(PhotoSourceError) -> PartAnswer {
    let byteCount = parts.byteCount
    typealias Outcome = Result<(PartAnswer, Int, [UInt8]), PhotoSourceError>
    let outcomes = await withTaskGroup(of: Outcome.self) { group in
      for range in ranges {
        group.addTask { [self] in
          do throws(PhotoSourceError) {
            let (answer, bytes) = try await fetch(range, of: url, byteCount, validators)
            return .success((answer, range.lowerBound, bytes))
          } catch {
            return .failure(error)
          }
        }
      }
      var outcomes: [Outcome] = []
      for await outcome in group {
        outcomes.append(outcome)
        // The others are useless then.
        if case .success((.whole, _, _)) = outcome { continue }
        group.cancelAll()
      }
      return outcomes
    }
    // The first failure or refusal is the reason; requests that were cancelled because of it don't count.
    for outcome in outcomes {
      let (answer, offset, bytes) = try outcome.get()
      guard answer == .whole else { return answer }
      parts.add(bytes, at: offset)
    }
    return .whole
  }

  private func fetch(
    _ range: Range<Int>, of url: URL, _ byteCount: Int, _ validators: HTTPValidators
  ) async throws(PhotoSourceError) -> (PartAnswer, [UInt8]) {
    guard let part = try await files.read(range, of: url, ifMatches: validators) else {
      return (.changed, [])
    }
    if let total = part.fileByteCount, total != byteCount { return (.changed, []) }
    guard part.range == range else { return (.none, []) }
    guard part.bytes.count == range.count else {
      throw .truncated(host: WebAddress.shown(url))
    }
    return (.whole, part.bytes)
  }

  private func keep(
    _ bytes: [UInt8], for storedURL: URL, _ validators: HTTPValidators
  ) async throws(PhotoSourceError) -> FileReference {
    for store in [store, fallback] {
      guard let file = await store.makeFile() else { continue }
      guard file.allowance.allows(byteCount: bytes.count),
        Self.write(bytes, to: file.descriptor, at: 0)
      else {
        await store.discard(file)
        continue
      }
      if let saved = await store.save(file, for: storedURL, validators: validators) { return saved }
    }
    throw .unreadable(name: WebAddress.shown(storedURL), code: ENOSPC)
  }

  /// Between the parts are holes, which take no space.
  private static func write(_ parts: PictureParts, to descriptor: Int32) -> Bool {
    ftruncate(descriptor, off_t(parts.byteCount)) == 0
      && parts.parts.allSatisfy { write($0.bytes, to: descriptor, at: $0.offset) }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32, at offset: Int) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset + written))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      written += count
    }
    return true
  }
}

/// The pictures of a folder on a server: thumbnails are extracted from the beginnings of the files.
public struct RemoteFolderImages: PhotoImageRepository {
  private let pictureMetadata: RemotePictureMetadata
  private let pictures: RemoteImageRepository

  /// - Parameter pictures: The complete pictures.
  public init(pictureMetadata: RemotePictureMetadata, pictures: RemoteImageRepository) {
    self.pictureMetadata = pictureMetadata
    self.pictures = pictures
  }

  public func storedImage(at url: URL) async -> FileReference? {
    RemotePictureMetadata.isThumbnail(url)
      ? await pictureMetadata.stored(url) : await pictures.storedImage(at: url)
  }

  public func image(
    at url: URL, isRefresh: Bool, progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(PhotoSourceError) -> FileReference {
    // The URL contains what the listing says about the file, so there is nothing to revalidate.
    if RemotePictureMetadata.isThumbnail(url) {
      return try await pictureMetadata.thumbnail(at: url)
    }
    return try await pictures.image(at: url, isRefresh: isRefresh, progress: progress)
  }
}
