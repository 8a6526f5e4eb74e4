import GalleryDomain

/// What the list screen tells the range that is being marked.
public protocol RangeSelectionViewModelInputs: AnyObject {
  /// Call when the user begins a range at the selected row, or ends the one that is there.
  func toggleRange()

  /// Call when the user is done with the range; what waits for its photos is called off.
  func endRange()

  /// Call when the user has moved the selection.
  func selectionMoved()

  /// Call when the list announced other rows.
  func rowsChanged()

  /// Call when the list announced anything else; cheap, whatever the length of the range.
  func statusChanged()

  /// Call when something is to be done with the marked photos, or with the selected one where none are marked.
  ///
  /// Rows that are not loaded yet are loaded, and photos that are not read yet are read.
  ///
  /// - Parameter done: Called once, at once or later, with what is to be had in the order of the rows, and with how
  ///   many rows could not be loaded; never when the range is ended before.
  func gather(_ done: @escaping (_ photos: [Photo], _ leftOutCount: Int) -> Void)
}
