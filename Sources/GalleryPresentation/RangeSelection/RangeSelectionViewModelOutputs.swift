import GalleryDomain

/// What the range that is being marked tells the list screen.
public protocol RangeSelectionViewModelOutputs: AnyObject {
  /// Emits when anything below changed by itself.
  var updateClosure: (() -> Void)? { get set }

  /// The marked rows; nil while no range is marked.
  var rows: Range<Int>? { get }
  /// `12 marked`; nil while no range is marked.
  var countText: String? { get }
  /// The marked photos that were loaded, in the order of the rows.
  var markedPhotos: [Photo] { get }
  /// Whether everything is known of the marked photos, or of the selected one where none are marked.
  var isComplete: Bool { get }
  /// Whether photos are being loaded or read for `gather(_:)`.
  var isGathering: Bool { get }
  /// `reading 120 of 400`; nil while nothing is gathered.
  var gatheringText: String? { get }
}

/// A range of rows that something is to be done with: two views of the same members.
public protocol RangeSelectionViewModelType: AnyObject {
  var inputs: any RangeSelectionViewModelInputs { get }
  var outputs: any RangeSelectionViewModelOutputs { get }
}
