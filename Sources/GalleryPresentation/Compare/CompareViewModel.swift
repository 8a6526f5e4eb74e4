import Foundation
import GalleryDomain

/// Where a comparison leads.
public struct CompareViewModelActions {
  /// Shows a photo alone.
  public var open: (Photo, IndexPath) -> Void
  /// There is nothing left to compare, or the user is done.
  public var close: () -> Void

  public init(open: @escaping (Photo, IndexPath) -> Void, close: @escaping () -> Void) {
    self.open = open
    self.close = close
  }
}

/// Two to four photos that are compared, one of them in focus.
///
/// The photos stay whatever the list shows; what becomes known of them is taken over. The list's focus goes along, so that
/// it is on the photo that was looked at last. Bound to no actor; all transitions are synchronous.
public final class CompareViewModel {
  /// How many photos are compared.
  public static let counts = 2...4
  /// Emits when a photo, what is known of one, or the focus changed.
  public var updateClosure: (() -> Void)?
  public private(set) var photos: [Photo]
  /// The place of the photo in focus among the photos.
  public private(set) var focusedIndex: Int

  private let list: any PhotoListViewModelType
  private let actions: CompareViewModelActions
  private let dates: DateText
  private let prices: PriceText
  private var observation: (any Cancellable)?

  /// - Parameters:
  ///   - photos: As many as `counts` says; more are left out.
  ///   - focus: The first photo where it is none of them.
  ///   - list: Where they are from.
  public init(
    photos: [Photo], focus: Photo.ID?, in list: any PhotoListViewModelType,
    timeZone: TimeZone = .current, prices: PriceText = PriceText(),
    actions: CompareViewModelActions
  ) {
    self.photos = Array(photos.prefix(Self.counts.upperBound))
    focusedIndex = self.photos.firstIndex { $0.id == focus } ?? 0
    self.list = list
    self.actions = actions
    dates = DateText(timeZone: timeZone)
    self.prices = prices
    observation = list.outputs.observeRows { [weak self] in self?.rowsChanged() }
  }
}

// MARK: Outputs

extension CompareViewModel {
  /// nil only when nothing is left to compare.
  public var focusedPhoto: Photo? {
    photos.indices.contains(focusedIndex) ? photos[focusedIndex] : nil
  }

  /// What is known of a photo in words.
  public func words(of photo: Photo) -> PhotoText {
    PhotoText(photo: photo, dates: dates, prices: prices)
  }
}

// MARK: Inputs

extension CompareViewModel {
  /// Call when the comparison comes into sight, at first and after another screen.
  public func viewDidAppear() { moveListFocus() }

  /// Call when the user moves the focus to a photo.
  public func focusMoved(to index: Int) {
    guard photos.indices.contains(index), index != focusedIndex else { return }
    focusedIndex = index
    moveListFocus()
    updateClosure?()
  }

  /// Call when something was done to photos that the user should see: moves the focus to the first of them that is
  /// compared, unless it is on one of them.
  public func focusMoved(toOneOf ids: [Photo.ID]) {
    guard focusedPhoto.map({ !ids.contains($0.id) }) ?? false,
      let index = photos.firstIndex(where: { ids.contains($0.id) })
    else { return }
    focusMoved(to: index)
  }

  /// Call when the user moves the focus on, or back; beyond the last photo is the first.
  public func focusMoved(by offset: Int) {
    guard !photos.isEmpty else { return }
    let index = (focusedIndex + offset) % photos.count
    focusMoved(to: index < 0 ? index + photos.count : index)
  }

  /// Call when the user wants the photo in focus alone.
  ///
  /// - Returns: False where it is no longer among the rows of the list.
  public func openPressed() -> Bool {
    guard let photo = focusedPhoto, let indexPath = list.outputs.indexPath(of: photo.id) else {
      return false
    }
    actions.open(photo, indexPath)
    return true
  }

  /// Call when the user is done.
  public func closePressed() { actions.close() }

  /// Call when something of photos has changed that rows may not show, as they are not among them.
  public func photosChanged(_ changed: [Photo]) {
    take(changed)
  }

  /// Call when a photo was put elsewhere; one that is left alone is not compared with anything.
  public func photoLeft(_ id: Photo.ID) {
    guard let index = photos.firstIndex(where: { $0.id == id }) else { return }
    photos.remove(at: index)
    if index < focusedIndex { focusedIndex -= 1 }
    focusedIndex = max(0, min(focusedIndex, photos.count - 1))
    moveListFocus()
    updateClosure?()
    if photos.count < Self.counts.lowerBound { actions.close() }
  }
}

extension CompareViewModel {
  private func moveListFocus() {
    guard let indexPath = focusedPhoto.flatMap({ list.outputs.indexPath(of: $0.id) }) else {
      return
    }
    list.inputs.focusMoved(to: indexPath)
  }

  private func rowsChanged() {
    take(
      photos.compactMap { photo in
        list.outputs.indexPath(of: photo.id).flatMap(list.outputs.photo(at:))
      })
  }

  private func take(_ changed: [Photo]) {
    var isChanged = false
    for photo in changed {
      guard let index = photos.firstIndex(where: { $0.id == photo.id }), photos[index] != photo,
        // What was known of the photo stays until it has been read again.
        !photo.needsDetails || photos[index].needsDetails
      else { continue }
      photos[index] = photo
      isChanged = true
    }
    if isChanged { updateClosure?() }
  }
}
