import Foundation
import GalleryPresentation
import TerminalKit

/// `C`, in the list and the grid: compares the selected photos, else the photo in focus and the next one that can be opened.
extension GalleryFlowCoordinator {
  /// Loads the selected photos only if there are few enough, which is known beforehand.
  func makeCompareCommand() -> GalleryCommand {
    GalleryCommand("photo.compare") { [weak self] target in self?.compare(target) }.hinted {
      CompareViewModel.counts.contains($0.selectedCount) ? "compare" : nil
    }
  }

  private func compare(_ target: any CommandTarget) {
    let list = target.photoList
    guard target.selectedCount > 0 else { return compare(pair(in: list), list) }
    guard CompareViewModel.counts.contains(target.selectedCount) else {
      context.show(notice: CompareText.count)
      return
    }
    context.gather(for: target, keepsRange: true).whenGathered { [weak self] in
      self?.compare($0, list)
    }
  }

  /// The photo in focus and the next photo, of a hundred; at the end of the list, the previous photo.
  private func pair(in list: any PhotoListViewModelType) -> [Photo] {
    let outputs = list.outputs
    guard let row = outputs.focusedIndexPath?.row else { return [] }
    func neighbour(_ direction: Int) -> Photo? {
      (1...100).lazy.compactMap { outputs.photo(inRow: row + $0 * direction) }
        .first(where: outputs.mayOpen)
    }
    if let next = neighbour(1) { return [outputs.photo(inRow: row), next].compactMap(\.self) }
    return [neighbour(-1), outputs.photo(inRow: row)].compactMap(\.self)
  }

  private func compare(_ photos: [Photo], _ list: any PhotoListViewModelType) {
    let shown = photos.filter(list.outputs.mayOpen)
    let skippedCount = photos.count - shown.count
    guard CompareViewModel.counts.contains(shown.count) else {
      context.show(notice: CompareText.tooFew(skipped: skippedCount))
      return
    }
    showComparison(of: shown, in: list)
    if let text = DetailText.skipped(skippedCount) { context.show(notice: text) }
  }
}
