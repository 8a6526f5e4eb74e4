import Foundation
import GalleryPresentation
import TerminalKit

/// Shows the list's photos, as rows or as a grid.
///
/// It fills the content of the list screen. Everything around it (header, foot, alerts, announcements of the view
/// model) belongs to the screen and is the same for both. Photos are counted in rows, as in the view model.
protocol PhotosView: AnyObject {
  var viewModel: any PhotoListViewModelType { get }
  /// Notified of what happens in the view; held weakly.
  var delegate: (any PhotosViewDelegate)? { get set }
  /// Knows the decorations of photos; held weakly.
  var decorations: (any RowDecorations)? { get set }

  /// As of the last reload.
  var numberOfRows: Int { get }
  /// The row in focus; setting it scrolls it into sight.
  var selectedRow: Int? { get set }
  /// The photos in the window.
  var visibleRows: Range<Int> { get }
  /// Reads the photos from the view model again and focuses one; nil leaves the focus where it is.
  ///
  /// - Parameter firstRow: The first row of the window, as nearly as the focus stays in sight; nil leaves the window
  ///   where it is.
  func reloadData(selecting row: Int?, firstRow: Int?)
  /// Opens the photo in focus, as ⏎ does.
  func chooseSelectedRow()

  /// Lays out its parts; called before each frame.
  func layout(in frame: Chrome, appearance: ListAppearance)
  func draw(on surface: inout Surface)
  /// The photo that the words beside the photos are about: the one in focus, a frame later if there is a preview.
  var describedPhoto: Photo? { get }
  /// At the photo in focus, so that screen readers follow it.
  var cursor: Point? { get }

  /// What the movement keys move.
  var rowView: any RowMoving { get }
  func handle(_ mouse: MouseEvent)
  /// The row whose checkmark is, or would be, at a point of the screen; nil elsewhere.
  func checkmarkRow(at point: Point) -> Int?

  /// The appearance with photos one step larger than now, or smaller with −1; unchanged at the end of the scale.
  func larger(_ count: Int, _ appearance: ListAppearance) -> ListAppearance
  /// The column of the rule next to the preview; nil if there is none.
  var dividerColumn: Int? { get }
  /// See `ListAppearance.listShare`; nil if there is no preview.
  func listShare(withDividerAt column: Int) -> Double?

  /// The pictures on the screen, the most important first, and those that the next move would show.
  func pictureSpecifications(isMovingForward: Bool) -> (
    visible: [PictureSpecification], next: [PictureSpecification]
  )
  /// The large pictures that a held key shows: this one, and the next ones.
  func pictureSpecificationsAhead(isMovingForward: Bool) -> [PictureSpecification]
}

/// What is shown of photos besides the facts of their source; the list screen knows it.
protocol RowDecorations: AnyObject {
  func isInBasket(_ id: Photo.ID) -> Bool
  /// Whether a row is selected for commands.
  ///
  /// - Parameter photo: The photo of the row; nil if it is not loaded.
  func isChosen(row: Int, _ photo: Photo?) -> Bool
  /// What the source is called, cleaned.
  var sourceTitle: String { get }
}

/// Learns what happens in the view; the list screen is one.
protocol PhotosViewDelegate: AnyObject {
  /// Called when the focus has moved to another photo, or the photos are gone (nil).
  func photosView(didHighlightRow row: Int?)
  /// Called when the user opened a photo.
  func photosView(didSelectRow row: Int)
  /// Called when other photos are visible, never while drawing.
  func photosView(willDisplayRows rows: Range<Int>)
  /// Called during layout when something waits for the frame after this one.
  func photosViewNeedsFollowingDisplay()
}

extension PhotosView {
  /// The photo of a row; nil if it is not loaded.
  func photo(inRow row: Int) -> Photo? {
    guard row >= 0, row < viewModel.outputs.numberOfCells else { return nil }
    return viewModel.outputs.photo(at: IndexPath(row: row, section: 0))
  }

  /// The visible rows except the one in focus.
  var otherVisibleRows: [Int] { visibleRows.filter { $0 != selectedRow } }

  /// As many rows as are visible, in the direction of movement, the nearest first.
  func rowsAhead(isMovingForward: Bool) -> [Int] {
    let rows = visibleRows
    return isMovingForward
      ? Array(rows.upperBound..<(rows.upperBound + rows.count))
      : ((rows.lowerBound - rows.count)..<rows.lowerBound).reversed()
  }

  /// For views without large pictures.
  func pictureSpecificationsAhead(isMovingForward: Bool) -> [PictureSpecification] { [] }

  /// The pictures of rows in one size.
  func specifications(forRows rows: [Int], size: Size) -> [PictureSpecification] {
    rows.compactMap { photo(inRow: $0).map { PictureSpecification(photo: $0, size: size) } }
  }
}
