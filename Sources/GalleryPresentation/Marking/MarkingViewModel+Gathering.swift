import Foundation
import GalleryDomain

// What is to be done with photos waits until they are loaded and read, one wish after the other. The list loads what
// it is told to show: so it is told to show what is missing.
extension MarkingViewModel {
  /// Rows that are asked for together; details are read for all of them.
  private static let rowsAtOnce = 100

  struct Gathering {
    enum Wish: Equatable {
      case range
      /// The photo that was selected; its row where it was not loaded.
      case photo(Photo.ID?, row: Int)
    }

    let wish: Wish
    let done: ([Photo], Int) -> Void
  }

  private enum Look {
    case finished([Photo], leftOutCount: Int)
    case wait
    case again
  }

  public var isGathering: Bool { !gatherings.isEmpty }

  public var gatheringText: String? {
    guard isGathering else { return nil }
    guard let rows, gatherings.contains(where: { $0.wish == .range }) else { return "reading" }
    let count = rows.count { !(known[$0]?.needsDetails ?? true) }
    return "reading \(CountText.grouped(count)) of \(CountText.grouped(rows.count))"
  }

  public func gather(_ done: @escaping ([Photo], Int) -> Void) {
    if rows != nil {
      // A second key while the first one waits is impatience.
      guard !gatherings.contains(where: { $0.wish == .range }) else { return }
      gatherings.append(Gathering(wish: .range, done: done))
    } else if let row = focusedRow {
      let wish = Gathering.Wish.photo(photo(inRow: row)?.id, row: row)
      gatherings.append(Gathering(wish: wish, done: done))
    }
    gatherMore()
  }

  /// Goes on with what is gathered, as far as that goes without waiting.
  func gatherMore() {
    guard !isStepping, isGathering else { return }
    isStepping = true
    defer { isStepping = false }
    while let gathering = gatherings.first {
      let look =
        switch gathering.wish {
        case .range: lookAtRange()
        case .photo(let id, let row): lookAt(id, row: row)
        }
      switch look {
      case .wait:
        updateClosure?()
        return
      case .again: continue
      case .finished(let photos, let leftOutCount):
        gatherings.removeFirst()
        updateClosure?()
        gathering.done(photos, leftOutCount)
      }
    }
  }

  private func lookAtRange() -> Look {
    guard let rows else { return .finished([], leftOutCount: 0) }
    guard let row = firstUnknownRow else { return .finished(markedPhotos, leftOutCount: 0) }
    if list.outputs.isLoading { return .wait }
    guard let isNews = ask(for: row..<min(row + Self.rowsAtOnce, rows.upperBound)) else {
      return .finished(markedPhotos, leftOutCount: rows.count - markedPhotos.count)
    }
    return isNews ? .again : .wait
  }

  private func lookAt(_ id: Photo.ID?, row: Int) -> Look {
    let found = id.map { list.outputs.indexPath(of: $0)?.row } ?? row
    guard let found, found < list.outputs.numberOfCells else {
      return .finished([], leftOutCount: 1)
    }
    if let photo = photo(inRow: found), !photo.needsDetails {
      return .finished([photo], leftOutCount: 0)
    }
    if list.outputs.isLoading || list.outputs.displayedRows.contains(found),
      photo(inRow: found) != nil
    {
      return .wait
    }
    guard let isNews = ask(for: found..<(found + 1)) else {
      return .finished([], leftOutCount: 1)
    }
    return isNews ? .again : .wait
  }

  /// Has the list load rows, the first of which is missing.
  ///
  /// - Returns: Whether it is there now; nil when it is not and nothing is under way for it.
  private func ask(for rows: Range<Int>) -> Bool? {
    let outputs = list.outputs
    let before = photo(inRow: rows.lowerBound)
    list.inputs.willDisplay(rows: rows)
    remember()
    let photo = photo(inRow: rows.lowerBound)
    if let photo, !photo.needsDetails || photo.id != before?.id { return true }
    if photo != nil || outputs.isLoading || outputs.isLoadingPage { return false }
    return nil
  }
}
