import Foundation
import GalleryDomain

/// Two to four photos side by side, one of them in focus.
///
/// The photos remain, whatever the list shows; details that are read later are added. The list's focus follows, so that it
/// is on the photo that was in focus last. Bound to no actor; all transitions are synchronous.
public final class CompareViewModel {
  /// How many photos are compared.
  public static let counts = 2...4
  /// Emits when a photo, its details, or the focus changed.
  public var updateClosure: (() -> Void)?
  /// Emits when nothing is left to compare.
  public var closeClosure: (() -> Void)?
  public private(set) var photos: [Photo]
  /// The index of the photo in focus.
  public private(set) var focusedIndex: Int

  private let list: any PhotoListViewModelType
  private let dates: DateText
  private var observation: (any Cancellable)?
  private var dropped: Set<Photo.ID> = []
  private let history: UndoHistory
  /// Withdrawn from the history when the comparison ends.
  private var drops: [UndoHistory.Entry] = []

  /// - Parameters:
  ///   - photos: At most the upper bound of `counts`; more are left out.
  ///   - focus: The photo to focus; the first one if it isn't among them.
  ///   - list: The list that they are from.
  ///   - history: Where drops are registered for undo.
  ///   - timeZone: For dates; the local one.
  public init(
    photos: [Photo], focus: Photo.ID?, in list: any PhotoListViewModelType,
    history: UndoHistory, timeZone: TimeZone = .current
  ) {
    self.photos = Array(photos.prefix(Self.counts.upperBound))
    focusedIndex = self.photos.firstIndex { $0.id == focus } ?? 0
    (self.list, self.history) = (list, history)
    dates = DateText(timeZone: timeZone)
    observation = list.outputs.observeRows { [weak self] in self?.rowsChanged() }
  }

  deinit { for drop in drops { history.withdraw(drop) } }
}

// MARK: Outputs

extension CompareViewModel {
  /// nil only when nothing is left to compare.
  public var focusedPhoto: Photo? {
    photos.indices.contains(focusedIndex) ? photos[focusedIndex] : nil
  }

  /// The properties of a photo in words.
  public func words(of photo: Photo) -> PhotoText { PhotoText(photo: photo, dates: dates) }
}

// MARK: Inputs

extension CompareViewModel {
  /// Call when the comparison is shown, at first and again after another screen.
  public func viewDidAppear() { moveListFocus() }

  /// Call when the user moves the focus to a photo.
  public func focusMoved(to index: Int) {
    guard photos.indices.contains(index), index != focusedIndex else { return }
    focusedIndex = index
    moveListFocus()
    updateClosure?()
  }

  /// Call when photos were changed in a way that the user should see: moves the focus to the first of them that is compared,
  /// unless it is on one of them already.
  public func focusMoved(toOneOf ids: [Photo.ID]) {
    guard focusedPhoto.map({ !ids.contains($0.id) }) ?? false,
      let index = photos.firstIndex(where: { ids.contains($0.id) })
    else { return }
    focusMoved(to: index)
  }

  /// Call when the user moves the focus forwards or backwards; the first photo follows the last.
  public func focusMoved(by offset: Int) {
    guard !photos.isEmpty else { return }
    let index = (focusedIndex + offset) % photos.count
    focusMoved(to: index < 0 ? index + photos.count : index)
  }

  /// Call when the user drops the photo in focus: the next one of the list that may be opened replaces it, if there is one.
  ///
  /// - Returns: What happened, in words; nil if there was no photo.
  public func dropPressed() -> String? {
    guard let photo = focusedPhoto else { return nil }
    dropped.insert(photo.id)
    let known = dropped.union(photos.map(\.id))
    let row = photos.compactMap { list.outputs.indexPath(of: $0.id)?.row }.max() ?? 0
    let next = (1...100).lazy.compactMap { [list] in
      list.outputs.photo(at: IndexPath(row: row + $0, section: 0))
    }
    .first { [list] in !known.contains($0.id) && list.outputs.mayOpen($0) }
    let text = "dropping \(words(of: photo).title)"
    drops.append(
      history.register(text) { [weak self, index = focusedIndex] in
        self.map { $0.restore(photo, in: next?.id, at: index) } == true ? text : nil
      })
    if let next {
      photos[focusedIndex] = next
      moveListFocus()
      updateClosure?()
    } else {
      photoLeft(photo.id)
    }
    return CompareText.dropped(
      words(of: photo).title, next.map { words(of: $0).title }, list.outputs.isSelected(photo.id))
  }

  /// Call when photos have changed that may not be in the list.
  public func photosChanged(_ changed: [Photo]) {
    var isChanged = false
    for photo in changed {
      guard let index = photos.firstIndex(where: { $0.id == photo.id }), photos[index] != photo,
        // Keeps the details until the photo has been read again.
        !photo.needsDetails || photos[index].needsDetails
      else { continue }
      photos[index] = photo
      isChanged = true
    }
    if isChanged { updateClosure?() }
  }

  /// Call when a photo was moved away or trashed. A single remaining photo can't be compared.
  public func photoLeft(_ id: Photo.ID) {
    guard let index = photos.firstIndex(where: { $0.id == id }) else { return }
    photos.remove(at: index)
    if index < focusedIndex { focusedIndex -= 1 }
    focusedIndex = max(0, min(focusedIndex, photos.count - 1))
    moveListFocus()
    updateClosure?()
    if photos.count < Self.counts.lowerBound { closeClosure?() }
  }
}

extension CompareViewModel {
  /// Shows a dropped photo again, instead of the one that replaced it, or where it was.
  ///
  /// - Returns: Whether there is room for it.
  private func restore(_ photo: Photo, in next: Photo.ID?, at index: Int) -> Bool {
    if let row = photos.firstIndex(where: { $0.id == next }) {
      photos[row] = photo
      focusedIndex = row
    } else if photos.count < Self.counts.upperBound {
      focusedIndex = min(index, photos.count)
      photos.insert(photo, at: focusedIndex)
    } else {
      return false
    }
    dropped.remove(photo.id)
    moveListFocus()
    updateClosure?()
    return true
  }

  private func moveListFocus() {
    guard let indexPath = focusedPhoto.flatMap({ list.outputs.indexPath(of: $0.id) }) else {
      return
    }
    list.inputs.focusMoved(to: indexPath)
  }

  private func rowsChanged() {
    photosChanged(
      photos.compactMap { photo in
        list.outputs.indexPath(of: photo.id).flatMap(list.outputs.photo(at:))
      })
  }
}

/// Comparing in words.
public enum CompareText {
  public static let count =
    "Select \(CompareViewModel.counts.lowerBound) to \(CompareViewModel.counts.upperBound) photos to compare"
  public static let notListed = "This photo is not in the list now"

  /// `IMG_0003 is out of the comparison, still selected · IMG_0007 instead`.
  static func dropped(_ title: String, _ next: String?, _ isSelected: Bool) -> String {
    "\(title) is out of the comparison\(isSelected ? ", still selected" : "") · "
      + (next.map { "\($0) instead" } ?? "no photo follows")
  }

  public static func tooFew(skipped count: Int) -> String {
    joined([self.count, DetailText.skipped(count)], by: " · ")
  }
}
