import GalleryDomain

/// How photos are turned for the eye, as long as the program runs and no file knows of it.
///
/// Bound to no actor and not `Sendable`, like the view models.
public final class PhotoTurns {
  private var turns: [Photo.ID: PhotoTurn] = [:]

  public init() {}

  /// - Complexity: O(1); asked for every picture at every frame.
  public func turn(of id: Photo.ID) -> PhotoTurn { turns[id] ?? .none }

  /// Turns photos further.
  public func turn(_ photos: [Photo], by turn: PhotoTurn) {
    for photo in photos {
      let result = self.turn(of: photo.id).turned(by: turn)
      turns[photo.id] = result == .none ? nil : result
    }
  }
}
