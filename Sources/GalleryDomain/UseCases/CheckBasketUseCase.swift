/// What became of the photos in the basket.
public protocol CheckBasketUseCase {
  /// Asks the source: one that is on this computer to its end, one on the network a few requests at the most.
  ///
  /// - Parameter completion: Called once on the caller's actor, never after `cancel()`.
  /// - Returns: What calls it off, requests included.
  func execute(
    _ photos: [Photo], completion: @escaping (BasketCheck) -> Void
  ) -> (any Cancellable)?
}

/// What a source says of the photos in a basket. Of those in neither list it says nothing.
public struct BasketCheck: Hashable, Sendable {
  /// As they are now.
  public var found: [Photo]
  /// Those that the source certainly holds no longer.
  public var gone: [Photo.ID]
  /// Whether the source could be asked; what it does not say then it would not say if it was asked again.
  public var isAnswered: Bool

  public init(found: [Photo] = [], gone: [Photo.ID] = [], isAnswered: Bool = true) {
    self.found = found
    self.gone = gone
    self.isAnswered = isAnswered
  }
}
