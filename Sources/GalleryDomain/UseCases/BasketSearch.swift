/// Looks for photos in the list of a source.
struct BasketSearch: Sendable {
  let repository: any PhotoRepository

  /// How many pages are requested from a source on the network.
  static let requestLimit = 5
  /// How many pages are read from a source on this computer; a source with more never ends.
  static let pageLimit = 100_000

  @concurrent
  func check(_ photos: [Photo]) async -> BasketCheck {
    var wanted = Set(photos.map(\.id))
    var check = BasketCheck(isAnswered: false)
    let capabilities = repository.capabilities
    // The usual size, so that the pages of the list are the same requests and the same stored pages.
    var query = PageRequest(
      pageSize: capabilities.isRemote ? PageRequest.defaultPageSize : Self.localPageSize)
    query.readsAll = true
    var isWhole = true
    for number in 1...(capabilities.isRemote ? Self.requestLimit : Self.pageLimit) {
      query.page = number
      guard !Task.isCancelled, let page = try? await repository.page(for: query),
        !Task.isCancelled
      else { return check }
      // A stored page says nothing about the present.
      guard page.storedAt == nil else { return check }
      // An unreadable item may be one of the photos looked for.
      isWhole = isWhole && page.skippedCount == 0
      for photo in page.photos where wanted.remove(photo.id) != nil {
        check.found.append(photo.needsDetails ? await read(photo) : photo)
      }
      guard page.hasMorePages, !wanted.isEmpty else {
        check.isAnswered = true
        let isTrue = isWhole && page.ending == nil && capabilities.listsAllThatItHolds
        if isTrue, !Task.isCancelled { check.gone = photos.map(\.id).filter(wanted.contains) }
        return check
      }
    }
    check.isAnswered = true
    return check
  }

  private static let localPageSize = 500

  private func read(_ photo: Photo) async -> Photo {
    let detailed = await repository.details(of: photo)
    return detailed.id == photo.id ? detailed : photo
  }
}

extension SourceCapabilities {
  /// Whether a photo that is not in the list is not in the source either: where the source itself is searched, a photo
  /// found by a search may never have been in the list.
  fileprivate var listsAllThatItHolds: Bool { !isRemote || search != .atSource }
}
