/// Where photos come from: a feed, a folder or a service.
///
/// Implementations are actors or values; nothing here runs on the caller's actor.
public protocol PhotoRepository: Sendable {
  /// The title of the source, cleaned, such as `Pictures` or `Popular · 500px`.
  var title: String { get async }

  /// The repository that really answers: this one, unless it only finds out which repository to use.
  var answering: any PhotoRepository { get }

  /// What the source can do.
  var capabilities: SourceCapabilities { get }

  /// The page as it was last stored, with `storedAt`; nil if there is none. Does not use the network.
  func storedPage(for request: PageRequest) async -> PhotoPage?

  /// The current page.
  ///
  /// A page from the network is stored before it is returned. A stored page counts as current if it is still fresh
  /// (`Cache-Control`) or the server says that it has not changed.
  ///
  /// A folder returns page 1 as soon as its first photos are known and continues scanning (`progress`). Later pages
  /// wait until the scan has reached them.
  func page(for request: PageRequest) async throws(PhotoSourceError) -> PhotoPage

  /// How much of the source has been read: the current state first, then every change (at most ten times a second). A
  /// source ends the stream after `isComplete`; `LocalQueryRepository` keeps it open. Sources that know everything from
  /// the start emit nothing.
  func progress() async -> AsyncStream<SourceProgress>

  /// What happens to the source from now on; never ends. Sources that can't notice changes emit nothing.
  func changes() async -> AsyncStream<SourceChange>

  /// The photo with the properties that only its file has; unchanged if there is nothing to add.
  ///
  /// - Parameter urgency: Which photos go first when several are waiting.
  func details(of photo: Photo, urgency: ReadingUrgency) async -> Photo

  /// The photos with the properties that only their files have, as far as those are known without reading a file; the
  /// others stay as they are.
  ///
  /// - Returns: One for each photo, in their order.
  func knownDetails(of photos: [Photo]) async -> [Photo]

  /// All photos as rows, of a source that remembers what its photos' files said: the source is listed to its end, and files that
  /// are new or have changed are read.
  ///
  /// - Parameters:
  ///   - isRefresh: Whether to list it again.
  ///   - progress: Called on any thread, some times a second.
  /// - Returns: nil if the source remembers nothing.
  func rows(
    isRefresh: Bool, progress: @escaping @Sendable (SourceProgress) -> Void
  ) async throws(PhotoSourceError) -> ReadRows?

  /// The photos of which something is remembered, as rows; the source may have changed since then (`PhotoPage.storedAt`).
  ///
  /// - Returns: nil if nothing is remembered.
  func knownRows() async -> ReadRows?

  /// The photos with these ids that are in the source now, in the order of the ids; asked for only if
  /// `SourceCapabilities.isReadWhole`.
  func photos(withIDs ids: [Photo.ID]) async -> [Photo]

  /// Everything else worth knowing about the photo; not kept.
  func information(of photo: Photo) async -> PhotoInformation

  /// Compares the pictures of the source; asked for only if `SourceCapabilities.isReadWhole`.
  ///
  /// What is not known of them is read first, which takes some milliseconds a photo the first time.
  ///
  /// - Parameter progress: Called on any thread as long as pictures are read.
  /// - Throws: `.notCompared`, `.comparisonOff`; `.cancelled`, and what was read until then is remembered.
  func comparison(
    _ question: ComparisonQuestion, progress: @escaping @Sendable (FileReading) -> Void
  ) async throws(PhotoSourceError) -> PhotoComparison

  /// How the source's photos are bought, as far as the source has said so far.
  var orderRoute: OrderRoute { get async }
}

extension PhotoRepository {
  public var answering: any PhotoRepository { self }

  public var capabilities: SourceCapabilities { .localList }

  public func storedPage(for request: PageRequest) async -> PhotoPage? { nil }

  public func progress() async -> AsyncStream<SourceProgress> {
    AsyncStream { $0.finish() }
  }

  public func changes() async -> AsyncStream<SourceChange> {
    AsyncStream { $0.finish() }
  }

  /// The photo as it is read for the screen.
  public func details(of photo: Photo) async -> Photo {
    await details(of: photo, urgency: .visible)
  }

  public func details(of photo: Photo, urgency: ReadingUrgency) async -> Photo {
    var photo = photo
    photo.needsDetails = false
    return photo
  }

  public func knownDetails(of photos: [Photo]) async -> [Photo] { photos }

  public func rows(
    isRefresh: Bool, progress: @escaping @Sendable (SourceProgress) -> Void
  ) async throws(PhotoSourceError) -> ReadRows? { nil }

  public func knownRows() async -> ReadRows? { nil }

  public func photos(withIDs ids: [Photo.ID]) async -> [Photo] { [] }

  public func information(of photo: Photo) async -> PhotoInformation { PhotoInformation() }

  public func comparison(
    _ question: ComparisonQuestion, progress: @escaping @Sendable (FileReading) -> Void
  ) async throws(PhotoSourceError) -> PhotoComparison {
    throw .notCompared
  }

  public var orderRoute: OrderRoute { get async { .file } }
}
