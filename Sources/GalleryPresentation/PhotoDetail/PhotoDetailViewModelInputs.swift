/// What a screen tells the photo.
public protocol PhotoDetailViewModelInputs: AnyObject {
  /// Call when the screen is bound.
  func viewDidLoad()
  /// Call when the person wants the next photo that may be opened.
  func next()
  /// Call when the person wants the one before.
  func previous()
}
