/// Finds out what became of the photos in the basket.
public protocol CheckBasketUseCase {
  /// Asks the source: one on this computer is read to its end, one on the network gets at most a few requests.
  ///
  /// - Parameter completion: Called once on the caller's actor, never after `cancel()`.
  /// - Returns: What cancels the check, including its requests.
  func execute(
    _ photos: [Photo], completion: @escaping (BasketCheck) -> Void
  ) -> (any Cancellable)?
}

/// What a source says about the photos in a basket; nothing about those in neither list.
public struct BasketCheck: Hashable, Sendable {
  /// As they are now.
  public var found: [Photo]
  /// Photos that the source certainly no longer has.
  public var gone: [Photo.ID]
  /// Whether the source could be asked; then asking again would tell nothing new.
  public var isAnswered: Bool

  public init(found: [Photo] = [], gone: [Photo.ID] = [], isAnswered: Bool = true) {
    self.found = found
    self.gone = gone
    self.isAnswered = isAnswered
  }
}
