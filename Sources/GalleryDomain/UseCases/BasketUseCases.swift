/// Reads and changes the stored basket.
public protocol KeepBasketUseCase {
  /// The stored basket.
  ///
  /// - Parameter completion: Called once on the caller's actor; cannot be cancelled.
  func fetch(completion: @escaping (Result<Basket, BasketError>) -> Void)

  /// Stores an edit, even if the caller goes away in the meantime.
  ///
  /// - Parameter completion: Called once on the caller's actor, with the basket after the edit.
  func execute(
    _ edit: BasketEdit, completion: @escaping (Result<Basket, BasketError>) -> Void)
}

/// Checks the photos in the basket against their source.
public protocol CheckBasketUseCase {
  /// Asks the source. A local source is read to its end; one on the network gets only a few requests.
  ///
  /// - Parameters:
  ///   - photos: As they are in the basket.
  ///   - completion: Called once on the caller's actor, never after `cancel()`.
  /// - Returns: A token that cancels the check, including its requests.
  func execute(
    _ photos: [Photo], completion: @escaping (BasketCheck) -> Void
  ) -> (any Cancellable)?
}

/// What a source says about the photos in a basket; it says nothing about photos in neither list.
public struct BasketCheck: Hashable, Sendable {
  /// The photos as they are now.
  public var found: [Photo]
  /// Photos that the source certainly no longer has.
  public var gone: [Photo.ID]
  /// Whether the source could answer; if so, asking again would add nothing.
  public var isAnswered: Bool

  public init(found: [Photo] = [], gone: [Photo.ID] = [], isAnswered: Bool = true) {
    self.found = found
    self.gone = gone
    self.isAnswered = isAnswered
  }
}

@MainActor
public final class DefaultKeepBasketUseCase: KeepBasketUseCase {
  private let repository: any BasketRepository

  public init(repository: any BasketRepository) {
    self.repository = repository
  }

  public func fetch(completion: @escaping (Result<Basket, BasketError>) -> Void) {
    _ = MainActorTask(
      { [repository] () async throws(BasketError) in try await repository.basket() },
      then: completion)
  }

  public func execute(
    _ edit: BasketEdit, completion: @escaping (Result<Basket, BasketError>) -> Void
  ) {
    _ = MainActorTask(
      { [repository] () async throws(BasketError) in try await repository.apply(edit) },
      then: completion)
  }
}

/// Looks through the pages of a source for the photos of a basket.
@MainActor
public final class DefaultCheckBasketUseCase: CheckBasketUseCase {
  private let repository: any PhotoRepository

  public init(repository: any PhotoRepository) {
    self.repository = repository
  }

  public func execute(
    _ photos: [Photo], completion: @escaping (BasketCheck) -> Void
  ) -> (any Cancellable)? {
    let search = BasketSearch(repository: repository)
    return MainActorTask({ await search.check(photos) }, then: completion)
  }
}

/// Looks for photos in the list of a source.
struct BasketSearch: Sendable {
  let repository: any PhotoRepository

  /// How many pages are requested from a source on the network.
  static let requestLimit = 5
  /// How many pages are read from a local source; one with more pages never ends.
  static let pageLimit = 100_000

  @concurrent
  func check(_ photos: [Photo]) async -> BasketCheck {
    var wanted = Set(photos.map(\.id))
    var check = BasketCheck(isAnswered: false)
    let capabilities = repository.capabilities
    // The usual size, so that the pages are the same requests, and the same stored pages, as the list's.
    var query = PageRequest(
      pageSize: capabilities.isRemote ? PageRequest.defaultPageSize : Self.localPageSize)
    query.readsAll = true
    var isWhole = true
    for number in 1...(capabilities.isRemote ? Self.requestLimit : Self.pageLimit) {
      query.page = number
      guard !Task.isCancelled, let page = try? await repository.page(for: query),
        !Task.isCancelled
      else { return check }
      // A stored page does not show the present state.
      guard page.storedAt == nil else { return check }
      // An unreadable item may be one of the photos we are looking for.
      isWhole = isWhole && page.skipped.count == 0
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
  /// Whether a photo that is not in the list is not in the source either. If the source itself is searched, a photo
  /// that was found by a search may never have been in the list.
  fileprivate var listsAllThatItHolds: Bool { !isRemote || search != .atSource }
}
