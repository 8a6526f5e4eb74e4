import FeedFormats
import Foundation
import GalleryDomain
import Synchronization

/// A folder on a server.
///
/// Names, sizes and dates come with the listing, a page of it at a time. The metadata is read from the beginnings of the
/// files (`RemoteImageRepository`), and only for photos that are shown.
final class FolderOnServer: FolderSource {
  private let server: any RemoteFileSystem
  private let images: RemoteImageRepository
  private let options: FolderOptions
  private let state = Mutex(State())

  private struct State {
    var listing: FolderListing?
    /// The previous one.
    var former: FolderListing?
    /// The versions of photos that were returned.
    var versions: [Photo.ID: UInt64] = [:]
  }

  private static let versionLimit = 50_000

  init(_ server: any RemoteFileSystem, images: RemoteImageRepository, _ options: FolderOptions) {
    (self.server, self.images, self.options) = (server, images, options)
  }

  var title: String { server.folder.title }

  var capabilities: SourceCapabilities {
    var capabilities = SourceCapabilities(search: .none, isRemote: true, holdsOwnFiles: true)
    capabilities.parallelReads = server.files.parallelReads
    return capabilities
  }

  /// Changes on the server are not noticed.
  func startListing() -> FolderListing {
    let listing = RemoteFolderWalk.listing(of: server, options)
    let former = usableListing
    state.withLock { state in
      state.former = former
      state.listing = listing
    }
    return listing
  }

  /// The last one that didn't fail: the rows on the screen are its rows.
  private var usableListing: FolderListing? {
    let (listing, former) = state.withLock { ($0.listing, $0.former) }
    // Not within the lock, which may be taken within the listing's.
    let hasFailed = listing?.read { state in
      if case .failure = state.outcome { true } else { false }
    }
    return hasFailed == true ? former ?? listing : listing
  }

  // MARK: Photos

  func locate(_ photo: inout Photo, at row: FolderIndex.Row, _ fact: ListedFile?) -> Bool {
    guard let url = server.folder.url(of: row.path) else { return false }
    let (id, version) = (photo.id, fact?.version ?? 0)
    state.withLock { state in
      if state.versions.count >= Self.versionLimit { state.versions = [:] }
      state.versions[id] = version
    }
    photo.createdAt = fact?.modified
    photo.isFileDate = photo.createdAt != nil
    photo.imageURL = url
    photo.remotePath = row.path
    photo.fileSize = fact?.byteCount
    photo.remoteCompanions = row.companions
    photo.thumbnailURL =
      fact.flatMap { fact in
        fact.previewID.flatMap { server.folder.previewURL(of: $0, version: fact.version) }
      }
      ?? RemoteImageRepository.thumbnailURL(of: url, byteCount: fact?.byteCount, version: version)
    photo.needsDetails = options.reader != nil
    return true
  }

  func version(of photo: Photo) -> PhotoVersion? {
    let version = state.withLock { $0.versions[photo.id] }
    return version.map { .listed($0, sidecar: listedSidecar(of: photo)?.version ?? 0) }
  }

  func contents(
    of photo: Photo, in version: PhotoVersion?, urgency: ReadingUrgency
  ) async -> PhotoContents? {
    let (sidecar, isRead) = await sidecar(of: photo)
    var metadata: PhotoMetadata?
    if let file = await beginning(of: photo, in: version) {
      metadata = await options.reader?.metadata(of: file, sidecar: sidecar, urgency: urgency)
    }
    var contents = PhotoContents(
      metadata: metadata, modified: photo.isFileDate ? photo.createdAt : nil,
      byteCount: photo.fileSize, isComplete: metadata != nil && isRead)
    if let sidecar,
      let bytes = try? FileBytes.read(
        sidecar, byteLimit: RemoteImageRepository.sidecarByteLimit
      ).bytes
    {
      contents.mark = await options.marks?.mark(in: bytes)
    }
    return contents
  }

  /// The beginning of a photo's file; nil if it can't be read.
  private func beginning(of photo: Photo, in version: PhotoVersion?) async -> FileReference? {
    guard options.reader != nil, let url = photo.imageURL, case .listed(let version, _)? = version
    else { return nil }
    return try? await images.beginning(of: url, version: version)
  }

  /// - Returns: Whether the server's sidecar was read, too; its contents are unknown if it wasn't.
  private func sidecar(of photo: Photo) async -> (file: FileReference?, isRead: Bool) {
    guard let (path, version) = listedSidecar(of: photo), let url = server.folder.url(of: path)
    else { return (nil, true) }
    do throws(PhotoSourceError) {
      return (try await images.sidecar(at: url, version: version), true)
    } catch {
      return (nil, false)
    }
  }

  /// The version changes when the sidecar is replaced or changed.
  private func listedSidecar(of photo: Photo) -> (path: [UInt8], version: UInt64)? {
    photo.remotePath.flatMap { path in usableListing?.read { $0.sidecar(of: path) } ?? nil }
  }

  func information(of photo: Photo) async -> PhotoInformation {
    guard let url = photo.imageURL else { return PhotoInformation() }
    let sidecar = await sidecar(of: photo).file
    var file = await images.storedImage(at: url)
    if file == nil { file = await beginning(of: photo, in: version(of: photo)) }
    var metadata: PhotoMetadata?
    if let file { metadata = await options.reader?.detailedMetadata(of: file, sidecar: sidecar) }
    var information = InformationMapping.information(metadata)
    information.byteCount = photo.fileSize
    return information
  }
}
