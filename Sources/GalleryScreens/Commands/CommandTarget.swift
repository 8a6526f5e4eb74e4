import GalleryDomain
import GalleryPresentation

/// The screen in front, as the commands of the gallery see it: what they act on, and where the user goes next.
public protocol CommandTarget: AnyObject {
  /// The list on the screen, or the one from which the photo was opened.
  var photoList: any PhotoListViewModelType { get }
  /// The photo in focus, or the one that fills the screen; nil if there is none, or if its row is not loaded.
  var photo: Photo? { get }
  /// How many photos are selected, loaded or not; 0 if a command acts on the photo in focus.
  var selectedCount: Int { get }
  /// The selected photos that are loaded, in the order in which they were selected.
  ///
  /// - Complexity: O(*n* log *n*) after a change of the selection: not for every frame.
  var selectedPhotos: [Photo] { get }
  /// Which of the photos that a command acts on are not in the list, because a filter or a search leaves them out or they have
  /// left the source: every command says so.
  func hiddenPhotos(among photos: [Photo]) -> Set<Photo.ID>
  /// Whether there is anything that a command for photos could act on.
  var hasPhotos: Bool { get }
  /// Whether the photo, or a part of it, fills the screen; then commands act on it alone, whatever is selected.
  var isSinglePhoto: Bool { get }
  /// Whether all photos have been loaded and read, and no range ends with a command.
  var isReady: Bool { get }

  /// Starts loading the photos that are missing, and reading them if that is wanted.
  ///
  /// - Parameter keepsRange: Whether a range stays when the photos are there.
  func gather(readsPhotos: Bool, keepsRange: Bool) -> PhotoGathering
  func focusNext()
  /// Goes to the first of these photos that is there, unless the focus is on one of them.
  func focus(onOneOf ids: [Photo.ID])
  /// Call when these photos were moved elsewhere, or to the trash.
  func photosLeft(_ ids: [Photo.ID])
}

extension CommandTarget {
  public var selectedCount: Int { 0 }
  public var selectedPhotos: [Photo] { [] }
  public func hiddenPhotos(among photos: [Photo]) -> Set<Photo.ID> { [] }
  public var hasPhotos: Bool { true }
  public var isSinglePhoto: Bool { false }
  public var isReady: Bool { true }
  public func gather(readsPhotos: Bool, keepsRange: Bool) -> PhotoGathering {
    PhotoGathering(photos)
  }
  public func focusNext() {}
  public func focus(onOneOf ids: [Photo.ID]) {}
  public func photosLeft(_ ids: [Photo.ID]) {}

  /// The selected photos that are loaded, else the photo in focus.
  public var photos: [Photo] {
    selectedCount > 0 ? selectedPhotos : photo.map { [$0] } ?? []
  }
}
