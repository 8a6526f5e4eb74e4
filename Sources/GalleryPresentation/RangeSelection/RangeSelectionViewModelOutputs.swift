import GalleryDomain

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
