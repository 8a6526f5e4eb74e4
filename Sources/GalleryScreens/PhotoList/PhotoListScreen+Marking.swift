import Foundation
import GalleryPresentation
import TerminalKit

// The range that keys act on, and what the basket is told and says.
extension PhotoListScreen {
  var rangeCommands: [KeyCommand] {
    let isMarking = marking.outputs.rows != nil
    let range = KeyCommand(
      id: "range", keys: [.character("V")], title: "select a range", group: "Photos",
      hint: isMarking ? "end" : nil
    ) { [weak self] in self?.marking.inputs.toggleRange() }
    guard isMarking else { return [range] }
    return [
      range,
      KeyCommand(id: "leave-range", keys: [.escape], title: "end the range", group: "Photos") {
        [weak self] in self?.marking.inputs.endRange()
      },
    ]
  }

  /// What keys act on. Where something is still to be loaded or read, or a range ends with the key, the command waits
  /// until that is done.
  var photoContext: PhotoContext {
    let outputs = viewModel.outputs
    let photo = outputs.focusedIndexPath.flatMap(outputs.photo(at:))
    let range = marking.outputs
    guard range.rows != nil || !range.isComplete else {
      return PhotoContext(list: viewModel, photo: photo)
    }
    return PhotoContext(
      list: viewModel, photo: photo, markedPhotos: range.markedPhotos,
      markedRowCount: range.rows?.count ?? 0,
      preparation: PhotoContext.Preparation { [weak self] in self?.prepare(keepsRange: $0, $1) })
  }

  private func prepare(
    keepsRange: Bool, _ action: @escaping (PhotoContext, Int) -> Void
  ) {
    let isRange = marking.outputs.rows != nil
    marking.inputs.gather { [weak self] photos, leftOutCount in
      guard let self else { return }
      action(
        PhotoContext(
          list: viewModel, photo: photos.first, markedPhotos: isRange ? photos : []), leftOutCount)
      if !keepsRange { marking.inputs.endRange() }
    }
  }

  func markingChanged() {
    updateSpinner()
    navigation.setNeedsDisplay()
  }

  // MARK: The basket

  /// More rows than these are not near the screen.
  private static let rowsAround = 500

  func basketChanged() {
    tellBasket()
    navigation.setNeedsDisplay()
  }

  /// What the source says now of photos in the basket; what was stored of them says less than the basket knows.
  func tellBasket() {
    guard let basket, !basket.outputs.basket.isEmpty, viewModel.outputs.ageText == nil else {
      return
    }
    let chosen = basket.outputs.basket
    let shown = viewModel.outputs.displayedRows
    let rows = (shown.lowerBound - Self.rowsAround..<shown.upperBound + Self.rowsAround)
      .clamped(to: 0..<viewModel.outputs.numberOfCells)
    let photos = rows.compactMap { row -> Photo? in
      guard let photo = viewModel.outputs.photo(at: IndexPath(row: row, section: 0)),
        !photo.needsDetails, chosen.contains(photo.id)
      else { return nil }
      return photo
    }
    if !photos.isEmpty { basket.inputs.photosArrived(photos) }
  }
}

extension PhotoListScreen: RowDecorations {
  func isInBasket(_ id: Photo.ID) -> Bool { basket?.outputs.basket.contains(id) ?? false }

  var memberText: String { basket?.outputs.memberText ?? "" }

  var markedRows: Range<Int>? { marking.outputs.rows }
}
