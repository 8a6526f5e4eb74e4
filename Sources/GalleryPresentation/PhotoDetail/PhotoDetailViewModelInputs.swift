/// What a screen tells the photo.
public protocol PhotoDetailViewModelInputs: AnyObject {
  /// Call when the screen is bound.
  func viewDidLoad()
  /// Call when the user wants the next photo that may be opened.
  func next()
  /// Call when the user wants the one before.
  func previous()
  /// Call when the user wants to know all of the photo. From then on what its file tells is read for
  /// each photo that is shown.
  func informationRequested()
  /// Call when that is over.
  func informationDismissed()
}
