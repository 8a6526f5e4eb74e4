import Foundation
import GalleryPresentation
import TerminalKit

/// Shows the list's photos, as rows or as a grid.
///
/// It fills the content of the list screen. Everything around it (header, foot, alerts, what the view model announces)
/// belongs to the screen and is the same for both. Photos are counted as the view model counts them, in rows.
protocol PhotosView: AnyObject {
  var viewModel: any PhotoListViewModelType { get }
  /// Told what happens in the view; held weakly.
  var delegate: (any PhotosViewDelegate)? { get set }
  /// Asked for the signs beside the photos; held weakly.
  var decorations: (any RowDecorations)? { get set }

  /// As of the last reload.
  var numberOfRows: Int { get }
  /// The photo with the sign of the selection; setting it scrolls it into sight.
  var selectedRow: Int? { get set }
  /// The photos in the window.
  var visibleRows: Range<Int> { get }
  /// Asks the view model for the photos again and selects one; nil leaves the selection where it is.
  ///
  /// - Parameter firstRow: Where the window shall begin, as nearly as the selected photo stays in sight; nil
  ///   leaves it where it is.
  func reloadData(selecting row: Int?, firstRow: Int?)
  /// Chooses the selected photo, as ⏎ does.
  func chooseSelectedRow()

  /// Takes its place on the screen; called before each frame.
  func layout(in frame: PhotoListFrame, appearance: ListAppearance)
  func draw(on surface: inout Surface)
  /// At the selected photo, so that screen readers follow it.
  var cursor: Point? { get }

  /// What the keys move that move here.
  var rowView: any RowMoving { get }
  func handle(_ mouse: MouseEvent)
  /// The row whose sign of being selected is at a point of the screen, or would be; nil elsewhere.
  func checkmarkRow(at point: Point) -> Int?
  /// The row at a point of the screen, or beside it where that is above or below the rows; nil where there is none.
  func row(near point: Point) -> Int?

  /// The appearance in which photos are a step larger than they now are, or smaller with −1; the same at the end.
  func larger(_ count: Int, _ appearance: ListAppearance) -> ListAppearance
  /// Where the rule beside the preview stands; nil where there is none.
  var dividerColumn: Int? { get }
  /// See `ListAppearance.listShare`; nil where there is no preview.
  func listShare(withDividerAt column: Int) -> Double?

  /// The pictures on the screen, the most important first, and those that the next move would show.
  func pictureSpecifications(isMovingForward: Bool) -> (
    visible: [PictureSpecification], next: [PictureSpecification]
  )
}

/// What is said of photos beside what their source says; the list screen knows it.
protocol RowDecorations: AnyObject {
  func isInBasket(_ id: Photo.ID) -> Bool
  /// Whether a row is selected for what keys act on.
  ///
  /// - Parameter photo: The photo of the row; nil where it is not loaded.
  func isChosen(row: Int, _ photo: Photo?) -> Bool
  /// What the source is called, cleaned.
  var sourceTitle: String { get }
}

/// Learns what happens in the view; the list screen is one.
protocol PhotosViewDelegate: AnyObject {
  /// Called when the selection has moved to another photo, or the photos have gone (nil).
  func photosView(didHighlightRow row: Int?)
  /// Called when a photo was chosen.
  func photosView(didSelectRow row: Int)
  /// Called when other photos are visible, never while drawing.
  func photosView(willDisplayRows rows: Range<Int>)
  /// Called during layout when something waits for the frame after this one.
  func photosViewNeedsFollowingDisplay()
}

extension PhotosView {
  /// The photo of a row; nil where it is not loaded.
  func photo(inRow row: Int) -> Photo? {
    guard row >= 0, row < viewModel.outputs.numberOfCells else { return nil }
    return viewModel.outputs.photo(at: IndexPath(row: row, section: 0))
  }

  /// The visible rows but the selected one.
  var otherVisibleRows: [Int] { visibleRows.filter { $0 != selectedRow } }

  /// As many rows as are visible, in the direction of movement, the nearest first.
  func rowsAhead(isMovingForward: Bool) -> [Int] {
    let rows = visibleRows
    return isMovingForward
      ? Array(rows.upperBound..<(rows.upperBound + rows.count))
      : ((rows.lowerBound - rows.count)..<rows.lowerBound).reversed()
  }

  /// The pictures of rows in one size.
  func wishes(forRows rows: [Int], size: Size) -> [PictureSpecification] {
    rows.compactMap { photo(inRow: $0).map { PictureSpecification(photo: $0, size: size) } }
  }
}
