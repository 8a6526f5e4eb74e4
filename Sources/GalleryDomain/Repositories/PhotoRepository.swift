/// Where photos come from: a feed, a folder, later a server.
///
/// Implementations are actors or values; nothing here runs on the caller's actor.
public protocol PhotoRepository: Sendable {
  /// What people call the source, cleaned, such as `Pictures` or `Popular · 500px`.
  var title: String { get async }

  /// What the source can do.
  var capabilities: SourceCapabilities { get }

  /// The page as it was stored last time, with `storedAt`; nil when none is. Asks no network.
  func storedPage(for request: PageRequest) async -> PhotoPage?

  /// The page as it is now.
  ///
  /// From the network it is stored first. A stored page that is still fresh (`Cache-Control`), or that
  /// the server says has not changed, counts as now.
  ///
  /// A folder answers page 1 as soon as its first photos are known and goes on scanning
  /// (`progress`); later pages wait until the scan has reached them.
  func page(for request: PageRequest) async throws(PhotoSourceError) -> PhotoPage

  /// How far the source has been read: at once, then at every change (ten times a second at the
  /// most), ending after `isComplete`. Sources that know all from the start give none.
  func progress() async -> AsyncStream<SourceProgress>

  /// The photo with what only its file tells; the same photo where nothing is to be added.
  func details(of photo: Photo) async -> Photo

  /// All else that is worth reading of the photo; not remembered.
  func information(of photo: Photo) async -> PhotoInformation

  /// How the source's photos are bought, as far as the source has said until now.
  var orderRoute: OrderRoute { get async }
}

extension PhotoRepository {
  public var capabilities: SourceCapabilities { .localList }

  public func storedPage(for request: PageRequest) async -> PhotoPage? { nil }

  public func progress() async -> AsyncStream<SourceProgress> {
    AsyncStream { $0.finish() }
  }

  public func details(of photo: Photo) async -> Photo {
    var photo = photo
    photo.needsDetails = false
    return photo
  }

  public func information(of photo: Photo) async -> PhotoInformation { PhotoInformation() }

  public var orderRoute: OrderRoute { get async { .file } }
}
