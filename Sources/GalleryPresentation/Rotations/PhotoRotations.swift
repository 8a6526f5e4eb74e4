import GalleryDomain

/// How photos are rotated on the screen: kept until the program ends, and in no file.
///
/// Bound to no actor and not `Sendable`, like the view models.
public final class PhotoRotations {
  private var rotations: [Photo.ID: Rotation] = [:]

  public init() {}

  /// - Complexity: O(1); asked for every picture at every frame.
  public func rotation(of id: Photo.ID) -> Rotation { rotations[id] ?? .none }

  /// Rotates photos further.
  public func rotate(_ photos: [Photo], by rotation: Rotation) {
    for photo in photos {
      let result = self.rotation(of: photo.id).rotated(by: rotation)
      rotations[photo.id] = result == .none ? nil : result
    }
  }
}
