import GalleryDomain

/// What the list screen tells the selected range.
public protocol RangeSelectionViewModelInputs: AnyObject {
  /// Call when the user begins a range at the row in focus, or ends the current range.
  func toggleRange()

  /// Call when the user is done with the range; a `gather(_:)` that waits for its photos is cancelled.
  func endRange()

  /// Call when the user has moved the focus.
  func selectionMoved()

  /// Call when the list announced other rows.
  func rowsChanged()

  /// Call when the list announced anything else; cheap, whatever the length of the range.
  func statusChanged()

  /// Call when something is to be done with the photos of the range, or with the photo in focus if there is no range.
  ///
  /// Rows that are not loaded yet are loaded, and photos that are not read yet are read.
  ///
  /// - Parameter done: Called once, at once or later, with the photos that could be loaded, in the order of the rows,
  ///   and with the number of those that could not. Not called if the range is ended before, if the focus leaves a row
  ///   that is not loaded, if an earlier call still waits for the range, or if there is no row.
  func gather(_ done: @escaping (_ photos: [Photo], _ leftOutCount: Int) -> Void)
}

/// What the selected range tells the list screen.
public protocol RangeSelectionViewModelOutputs: AnyObject {
  /// Emits when the range or what is gathered has changed.
  var updateClosure: (() -> Void)? { get set }

  /// The rows of the range; nil if there is none.
  var rows: Range<Int>? { get }
  /// `12 selected`; nil if there is no range.
  var countText: String? { get }
  /// The photos of the range that were loaded, in the order of the rows.
  var markedPhotos: [Photo] { get }
  /// Whether all photos of the range, or the one in focus if there is no range, have been loaded and read.
  var isComplete: Bool { get }
  /// Whether photos are being loaded or read for `gather(_:)`.
  var isGathering: Bool { get }
  /// `reading 120 of 400` for a range, else `reading`; nil while nothing is gathered.
  var gatheringText: String? { get }
}

/// The selected range: its inputs and its outputs.
public protocol RangeSelectionViewModelType: AnyObject {
  var inputs: any RangeSelectionViewModelInputs { get }
  var outputs: any RangeSelectionViewModelOutputs { get }
}
