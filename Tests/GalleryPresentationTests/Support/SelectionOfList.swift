import Foundation
import GalleryDomain

@testable import GalleryPresentation

/// The selection of a list, by itself.
struct SelectionOfList {
  let list: PhotoListViewModel

  var rows: Range<Int>? { list.selectedRange }
  var photos: [Photo] { list.selectedPhotos }
  var count: Int { list.selectedCount }
  var isEmpty: Bool { !list.list.hasSelection }
  var countText: String? { list.selectionTexts.first }
  var activityText: String? { list.isSelecting ? list.activityText : nil }
  var isComplete: Bool { list.isSelectionReady }
  var isGathering: Bool { list.isSelecting && list.list.selection.sweep == nil }

  func isSelected(_ id: Photo.ID) -> Bool { list.isSelected(id) }
  func isSelected(row: Int, _ photo: Photo?) -> Bool { list.isSelected(row: row, photo) }
  func toggle(_ photo: Photo) { list.toggle(photo) }
  func selectAll() { list.selectAll() }
  func clear() { list.deselectAll() }
  func toggleRange() { list.toggleRange() }
  func end() { list.endSelecting() }

  func gather(readsPhotos: Bool = true) -> PhotoGathering {
    list.gather(readsPhotos: readsPhotos, keepsRange: true)
  }

  /// Waits for the photos at once, as a command without a question does.
  func gather(_ done: @escaping ([Photo], _ leftOutCount: Int) -> Void) {
    let gathering = gather()
    gathering.whenGathered { done($0, gathering.leftOutCount) }
  }
}
