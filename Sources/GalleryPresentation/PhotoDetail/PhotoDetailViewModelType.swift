import GalleryDomain

/// The inputs from a screen to the photo.
public protocol PhotoDetailViewModelInputs: AnyObject {
  /// Call when the screen is bound.
  func viewDidLoad()
  /// Call when the user wants the next photo that may be opened.
  func next()
  /// Call when the user wants the previous one.
  func previous()
  /// Call when something was done to photos that the user should see: shows the first of them that is among the loaded
  /// rows, unless one of them is shown.
  func show(_ ids: [Photo.ID])
  /// Call when the user begins or ends culling: from then on photos are counted as kept or rejected.
  func cullingToggled()
  /// Call when these rows are on the screen around the photo, so that they are loaded and read.
  func willDisplay(strip rows: Range<Int>)
  /// Call when photos were moved elsewhere or trashed: shows the next one in place of this one.
  func photosLeft(_ ids: [Photo.ID])
  /// Call when the user wants all information about the photo. From then on, what its file says is read for each photo
  /// that is shown.
  func informationRequested()
  /// Call when the user no longer wants it.
  func informationDismissed()
}

/// The outputs from the photo to a screen.
public protocol PhotoDetailViewModelOutputs: AnyObject {
  /// Emits when the photo, what is known of it, or its place in the list changed.
  var updatePhotoClosure: (() -> Void)? { get set }
  /// Emits when `messageText` or `isSeeking` changed.
  var updateStatusClosure: (() -> Void)? { get set }

  /// Stays the same photo while the list is loaded again. Announced by `updatePhotoClosure`.
  var photo: Photo { get }
  var titleText: String { get }
  /// What is known of it in words. Announced by `updatePhotoClosure`.
  var words: PhotoText { get }
  /// Everything that is known of it except the title. Announced by `updatePhotoClosure`.
  var facts: [PhotoFact] { get }
  /// Emits when `informationGroups` changed while information was requested.
  var updateInformationClosure: (() -> Void)? { get set }
  /// Everything worth reading of the photo, in groups; what its file says beyond the list arrives a little later, once
  /// it was requested. Announced by `updateInformationClosure`.
  var informationGroups: [PhotoInformationGroup] { get }
  /// The loaded neighbours that may be opened, the next one first: worth fetching ahead.
  var neighbours: [Photo] { get }
  /// The loaded photos that a held key leads to, in the direction of the last step, the nearest first.
  func photosAhead(_ count: Int) -> [Photo]
  /// `12 of 60`; empty if the photo is no longer in the list. Announced by `updatePhotoClosure`.
  var positionText: String { get }
  /// The row of the photo; nil if it is no longer in the list. Announced by `updatePhotoClosure`.
  var row: Int? { get }
  /// Whether the user is culling.
  var isCulling: Bool { get }
  /// `57 of 200 · 12 kept · 4 rejected`, and shorter forms of it; empty unless the user is culling. Announced by
  /// `updatePhotoClosure`.
  var cullingTexts: [String] { get }
  /// Whether the next photo is still being looked for. Announced by `updateStatusClosure`.
  var isSeeking: Bool { get }
  /// The outcome of the last key, such as `skipped 2 not for sale`; nil if there is nothing to say. Announced by
  /// `updateStatusClosure`.
  var messageText: String? { get }
}

/// One photo as a screen uses it: its inputs and its outputs.
public protocol PhotoDetailViewModelType: AnyObject {
  var inputs: any PhotoDetailViewModelInputs { get }
  var outputs: any PhotoDetailViewModelOutputs { get }
}
