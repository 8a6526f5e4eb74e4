/// What a screen tells the photo.
public protocol PhotoDetailViewModelInputs: AnyObject {
  /// Call when the screen is bound.
  func viewDidLoad()
  /// Call when the user wants the next photo that may be opened.
  func next()
  /// Call when the user wants the previous one.
  func previous()
  /// Call when the user wants all information about the photo. From then on, what its file says is read for each photo
  /// that is shown.
  func informationRequested()
  /// Call when the user no longer wants it.
  func informationDismissed()
}
