import Foundation
import GalleryData
import GalleryDomain

/// Writes the photos of folders or of a collection as a feed that any web server can serve.
///
/// For each photo it publishes a picture of screen size and a thumbnail, both newly made without metadata, and the
/// texts from its file; never the file itself, and never where it was taken.
public struct FeedPublication: Sendable {
  /// The progress, and what was done.
  public struct Summary: Hashable, Sendable {
    /// Photos that were processed.
    public var doneCount = 0
    /// What the source says.
    public var notes = SourceNotes()
    /// Photos in the feed, and those of them that are for sale.
    public var photoCount = 0
    public var forSaleCount = 0
    /// Pictures and thumbnails that were made.
    public var madeCount = 0
    /// Photos without a picture: they are not in the feed.
    public var failureCount = 0
    /// Photos that are not for sale, if only those that are were asked for.
    public var leftOutCount = 0
    /// Photos of a collection that are on servers: they are not in the feed.
    public var onServersCount = 0
    /// Pictures of an earlier feed that were removed.
    public var removedCount = 0
    public var byteCount = 0
    public var wasCancelled = false
  }

  /// Makes a JPEG of a picture, upright and without metadata, with at most this many pixels a side.
  public typealias PictureMaking =
    @Sendable (_ file: FileReference, _ side: Int) async -> MadePicture

  public enum MadePicture: Hashable, Sendable {
    case jpeg([UInt8])
    /// The file isn't a picture that can be shown.
    case none
    /// No picture can be made at all: it is not the file's fault.
    case unavailable
  }

  private let repository: any PhotoRepository
  private let folders: [FileReference]
  private let publishesPaths: Bool
  private let key: [UInt8]
  private let destination: FileReference
  private let settings: FeedPublicationSettings
  private let makePicture: PictureMaking

  /// Photos whose pictures are made at the same time: enough to keep the workers busy.
  private static let parallelCount = 8

  /// - Parameters:
  ///   - folders: Those that `repository` shows whole: the destination can't be in one of them.
  ///   - publishesPaths: Whether the ids of photos in `repository`'s own folder are published; of others only the name of
  ///     their innermost folder is.
  ///   - key: Of the user's: numbers the folders of photos whose paths are not published, so that paths can't be tried until a
  ///     number fits.
  ///   - destination: A folder that doesn't exist, is empty, or has a feed that was written before.
  public init(
    of repository: any PhotoRepository, folders: [FileReference], publishesPaths: Bool = true,
    key: [UInt8], to destination: FileReference, settings: FeedPublicationSettings,
    makePicture: @escaping PictureMaking
  ) {
    self.repository = repository
    self.folders = folders
    self.publishesPaths = publishesPaths
    self.key = key
    self.destination = destination
    self.settings = settings
    self.makePicture = makePicture
  }

  /// Until the last step the earlier feed is kept, with all its pictures. If cancelled, the new pictures are kept for
  /// the next time.
  ///
  /// - Parameter progress: Called after every photo.
  @concurrent
  public func run(
    progress: @Sendable (Summary) async -> Void
  ) async throws(FeedPublicationError) -> Summary {
    let folder = try FeedFolder(path: destination.path, outside: folders.map(\.path))
    var summary = Summary()
    let published = try await publish(in: folder, &summary, progress)
    summary.wasCancelled = Task.isCancelled
    guard !summary.wasCancelled else { return summary }
    // Photos that are there and are left out are taken back; a source without any may be one that is being written.
    if published.isEmpty, summary.leftOutCount + summary.notes.filteredCount == 0 {
      if summary.notes.skipped.unreadableCount > 0 {
        throw .unwritten("none of the photos is there; nothing was written")
      }
      if folder.hasPictures {
        throw .unwritten(
          "no photos; the feed in \(folder.shownPath) is unchanged; remove that folder to withdraw it"
        )
      }
    }
    try await finish(published, in: folder, &summary)
    return summary
  }

  private func finish(
    _ published: [PublishedPhoto], in folder: FeedFolder, _ summary: inout Summary
  ) async throws(FeedPublicationError) {
    var title = settings.title ?? ""
    if title.isEmpty { title = await repository.title }
    let feed = FeedWriter(settings: settings, title: title).text(published)
    try folder.write(feed, to: FeedFolder.feedName)
    try folder.write(
      FeedIndexPage.text(title: title, published), to: "index.html")
    summary.photoCount = published.count
    summary.forSaleCount = published.count { $0.photo.saleStatus == .forSale }
    summary.byteCount = feed.count
    // Pictures of photos in a folder that isn't there, or can't be read, would have to be made again.
    guard summary.notes.skipped.unreadableFolderCount == 0 else { return }
    summary.removedCount = folder.removePictures(
      but: Set(published.flatMap { [$0.thumbnail, $0.picture] }))
  }

  // MARK: Photos

  private enum Outcome: Sendable {
    case published(PublishedPhoto, madeCount: Int)
    case leftOut
    case onServer
    case failed
    case stopped(FeedPublicationError)
  }

  private func publish(
    in folder: FeedFolder, _ summary: inout Summary, _ progress: @Sendable (Summary) async -> Void
  ) async throws(FeedPublicationError) -> [PublishedPhoto] {
    var published: [PublishedPhoto] = []
    var failure: FeedPublicationError?
    // By their bytes: strings that are canonically equal are names of different files.
    var seen: Set<[UInt8]> = []
    let photos = repository.photos(settings.query, withDetails: true)
    let outcomes = ParallelMap(width: Self.parallelCount) { () throws(PhotoSourceError) in
      // Pictures that are being made are waited for.
      guard failure == nil else { return nil }
      // A collection may name a photo and its folder.
      while let photo = try await photos.next() {
        if seen.insert(Array(photo.id.utf8)).inserted { return photo }
      }
      return nil
    } work: { photo in
      await outcome(of: photo, in: folder)
    }
    do throws(PhotoSourceError) {
      while let (_, outcome) = try await outcomes.next() {
        summary.notes = photos.notes
        summary.doneCount += 1
        switch outcome {
        case .published(let photo, let madeCount):
          published.append(photo)
          summary.madeCount += madeCount
        case .leftOut: summary.leftOutCount += 1
        case .onServer: summary.onServersCount += 1
        case .failed: summary.failureCount += Task.isCancelled ? 0 : 1
        case .stopped(let error): failure = failure ?? error
        }
        await progress(summary)
      }
    } catch .cancelled {
      return published
    } catch {
      throw .source(error)
    }
    summary.notes = photos.notes
    if let failure { throw failure }
    return published
  }

  private func outcome(of photo: Photo, in folder: FeedFolder) async -> Outcome {
    guard !Task.isCancelled else { return .failed }
    if settings.isOnlyForSale, photo.saleStatus != .forSale { return .leftOut }
    guard let file = photo.file else { return .onServer }
    guard let stamp = FileStamp(of: file) else { return .failed }
    let id = PublishedPhoto.id(
      of: photo, file, publishesPaths: publishesPaths, key: key)
    let thumbnail = FeedPictureName(
      folder: FeedPictureName.thumbnailFolder, id: id, stamp: stamp,
      side: FeedPublicationSettings.thumbnailSide)
    let picture = FeedPictureName(
      folder: FeedPictureName.pictureFolder, id: id, stamp: stamp, side: settings.side)
    var madeCount = 0
    for (name, side) in [
      (picture, settings.side), (thumbnail, FeedPublicationSettings.thumbnailSide),
    ] where !folder.holds(name) {
      guard !Task.isCancelled else { return .failed }
      let bytes: [UInt8]
      switch await makePicture(file, side) {
      case .jpeg(let made): bytes = made
      case .none: return .failed
      case .unavailable:
        return Task.isCancelled
          ? .failed : .stopped(.unwritten("can't make pictures; nothing was written"))
      }
      do throws(FeedPublicationError) {
        try folder.write(bytes, to: name.path)
      } catch {
        return .stopped(error)
      }
      madeCount += 1
    }
    return .published(
      PublishedPhoto(id: id, photo: photo, thumbnail: thumbnail, picture: picture),
      madeCount: madeCount)
  }
}

/// Why a feed was not written. The previous one is kept.
public enum FeedPublicationError: Error, Hashable, Sendable {
  /// The folder of photos couldn't be read.
  case source(PhotoSourceError)
  case unwritten(Complaint)

  static func unwritable(_ path: String, code: Int32) -> FeedPublicationError {
    .unwritten("can't write \(path): \(SystemError.reason(code))")
  }
}

/// The properties of a feed, and which of its photos are published.
public struct FeedPublicationSettings: Hashable, Sendable {
  /// The feed's title; nil for the folder's name.
  public var title: String?
  /// Where orders go; see docs/order-server.md.
  public var orderURL: String?
  public var orderEmail: String?
  /// How photos are delivered; empty if the orders determine that.
  public var deliveries: [Delivery]
  /// ISO 4217; for prices without a currency.
  public var currency: String?
  /// The most pixels of a picture's longer side.
  public var side: Int
  public var isOnlyForSale: Bool
  /// Which photos of the source are published, and in which order.
  public var query: PhotoQuery
  /// For dates.
  public var zone: TimeZone

  public static let sides = 320...4_096
  public static let usualSide = 2_048
  /// For a thumbnail: sharp in the cells of any list.
  static let thumbnailSide = 320

  public init(
    title: String? = nil, orderURL: String? = nil, orderEmail: String? = nil,
    deliveries: [Delivery] = [], currency: String? = nil, side: Int = usualSide,
    isOnlyForSale: Bool = false, query: PhotoQuery = .everything, zone: TimeZone = .current
  ) {
    self.title = title
    self.orderURL = orderURL
    self.orderEmail = orderEmail
    self.deliveries = deliveries
    self.currency = currency
    self.side = side
    self.isOnlyForSale = isOnlyForSale
    self.query = query
    self.zone = zone
  }
}
