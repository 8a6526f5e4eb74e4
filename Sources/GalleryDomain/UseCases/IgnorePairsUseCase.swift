/// Says that photos aren't alike.
public protocol IgnorePairsUseCase {
  /// Ignores each pair of the photos, or takes that back if all are ignored.
  ///
  /// - Parameter completion: Called once with what has changed.
  func execute(
    _ photos: [Photo],
    completion: @escaping (Result<IgnoredPairsChange, IgnoredPairsError>) -> Void)

  /// - Parameter completion: Called once with whether anything has changed.
  func undo(
    _ change: IgnoredPairsChange,
    completion: @escaping (Result<Bool, IgnoredPairsError>) -> Void)
}

@MainActor
public final class DefaultIgnorePairsUseCase: IgnorePairsUseCase {
  private let repository: any IgnoredPairsRepository
  private let listed: LocalQueryRepository?

  /// - Parameter listed: Keeps what was compared, and therefore has to know when that isn't true any more.
  public init(repository: any IgnoredPairsRepository, listed: LocalQueryRepository? = nil) {
    self.repository = repository
    self.listed = listed
  }

  public func execute(
    _ photos: [Photo],
    completion: @escaping (Result<IgnoredPairsChange, IgnoredPairsError>) -> Void
  ) {
    let files = photos.compactMap(\.file)
    // Not cancellable, like everything that the user did.
    _ = MainActorTask(
      { [repository, listed] () async throws(IgnoredPairsError) in
        let change = try await repository.toggle(files)
        await listed?.comparisonsChanged()
        return change
      }, then: completion)
  }

  public func undo(
    _ change: IgnoredPairsChange,
    completion: @escaping (Result<Bool, IgnoredPairsError>) -> Void
  ) {
    _ = MainActorTask(
      { [repository, listed] () async throws(IgnoredPairsError) in
        let hasChanged = try await repository.undo(change)
        await listed?.comparisonsChanged()
        return hasChanged
      }, then: completion)
  }
}
