import Foundation

/// A repository's pages with a search and a filter applied to them, where it does not do that itself.
struct SiftedRepository: Sendable {
  let repository: any PhotoRepository
  /// In which the days of a filter begin.
  var zone = TimeZone.current

  /// Photos read at a time to know whether they are for sale; as many as the list reads for its rows.
  static let readLimit = 4

  @concurrent
  func storedPage(for query: PhotoQuery) async -> PhotoPage? {
    let sieve = PhotoSieve(query, capabilities: repository.capabilities, zone: zone)
    return await repository.storedPage(for: query).map(sieve.sift)
  }

  /// - Parameter readsAll: Whether photos are read whatever the query asks of them.
  @concurrent
  func page(
    for query: PhotoQuery, readsAll: Bool = false
  ) async throws(PhotoSourceError) -> PhotoPage {
    var page = try await repository.page(for: query)
    let sieve = PhotoSieve(query, capabilities: repository.capabilities, zone: zone)
    if sieve.needsDetails || readsAll { page.photos = await read(page.photos) }
    return sieve.sift(page)
  }

  /// The photos with what only their files tell, such as that they are for sale.
  private func read(_ photos: [Photo]) async -> [Photo] {
    var photos = photos
    let unread = photos.indices.filter { photos[$0].needsDetails }
    await withTaskGroup(of: (Int, Photo).self) { group in
      for (count, index) in unread.enumerated() {
        if count >= Self.readLimit, let (done, photo) = await group.next() { photos[done] = photo }
        guard !Task.isCancelled else { break }
        let (photo, repository) = (photos[index], repository)
        group.addTask { (index, await repository.details(of: photo)) }
      }
      for await (done, photo) in group { photos[done] = photo }
    }
    return photos
  }
}
