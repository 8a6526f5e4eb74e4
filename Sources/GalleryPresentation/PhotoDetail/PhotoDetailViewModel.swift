import Foundation
import GalleryDomain

/// One photo of a list, with navigation to its neighbours.
///
/// It keeps its photo when the list is loaded again, and moves the list's focus with it. Bound to no actor; all
/// transitions are synchronous if the list's service answers immediately.
public final class PhotoDetailViewModel {
  /// Emits when the photo, what is known of it, or its position in the list changed.
  public var updatePhotoClosure: (() -> Void)?
  /// Emits when `messageText` or `isSeeking` changed.
  public var updateStatusClosure: (() -> Void)?
  /// Emits when `informationGroups` changed while information was requested.
  public var updateInformationClosure: (() -> Void)?
  /// Stays the same photo while the list is loaded again. Announced by `updatePhotoClosure`, like all that is shown of it.
  public private(set) var photo: Photo
  /// The outcome of the last key, such as `skipped 2 not for sale`; nil if there is nothing to say. Announced by
  /// `updateStatusClosure`.
  public private(set) var messageText: String?

  private let list: any PhotoListViewModelType
  private let dates: DateText
  private let fetchInformation: (any FetchPhotoInformationUseCase)?
  var information = InformationState()
  private var observation: (any Cancellable)?
  /// The row of the photo; nil if it is no longer in the list. Announced by `updatePhotoClosure`.
  public private(set) var row: Int?
  /// nil unless the user is culling.
  private var culling: Culling?
  /// Counts the photos of the list.
  private var counting: (any Cancellable)?
  /// Whether rows have changed since ratings were noted.
  private var hasNewRows = false
  /// The rows on the screen around the photo.
  private var strip: Range<Int>?
  private var seek: Seek?
  /// That of the last step: 1 or -1.
  private var direction = 1

  /// The search for the next photo that may be opened.
  private struct Seek {
    /// 1 or -1.
    let direction: Int
    /// The row to look at next.
    var row: Int
    var skippedCount = 0
  }

  /// - Parameters:
  ///   - photo: A photo of the list that the gate let through.
  ///   - indexPath: Its position in the list.
  ///   - list: Where the photo is from, and where the next one is.
  ///   - fetchInformation: Reads everything that the photo's file says; nil if nothing does.
  ///   - timeZone: For dates; the local one.
  public init(
    photo: Photo, at indexPath: IndexPath, in list: any PhotoListViewModelType,
    fetchInformation: (any FetchPhotoInformationUseCase)? = nil, timeZone: TimeZone = .current
  ) {
    self.photo = photo
    self.list = list
    self.fetchInformation = fetchInformation
    row = indexPath.row
    dates = DateText(timeZone: timeZone)
    observation = list.outputs.observeRows { [weak self] in self?.rowsChanged() }
  }

  deinit {
    list.inputs.endLoading(for: self)
    counting?.cancel()
  }
}

// MARK: Outputs

extension PhotoDetailViewModel {
  public var titleText: String { photo.name }
  /// What is known of it in words.
  public var words: PhotoText { PhotoText(photo: photo, dates: dates) }
  /// Whether the next photo is still being looked for. Announced by `updateStatusClosure`.
  public var isSeeking: Bool { seek != nil }

  /// The loaded neighbours that may be opened, the next one first: worth fetching ahead.
  public var neighbours: [Photo] {
    guard let row else { return [] }
    return [row + 1, row - 1].compactMap(openablePhoto)
  }

  /// The loaded photos that a held key leads to, in the direction of the last step, the nearest first.
  public func photosAhead(_ count: Int) -> [Photo] {
    guard let row, count > 0 else { return [] }
    return (1...count).compactMap { openablePhoto(inRow: row + $0 * direction) }
  }

  private func openablePhoto(inRow row: Int) -> Photo? {
    guard row >= 0, let photo = photo(at: row), list.outputs.mayOpen(photo) else { return nil }
    return photo
  }

  /// `12/60`; empty if the photo is no longer in the list.
  public var positionText: String {
    guard let row else { return "" }
    let position = CountText.position(row: row, of: list.outputs.numberOfCells)
    return list.outputs.isPart ? "\(position)+" : position
  }
}

// MARK: Inputs

extension PhotoDetailViewModel {
  /// Call when the screen is bound.
  public func viewDidLoad() { moveListFocus() }

  /// Call when the user wants the next photo that may be opened.
  public func next() { start(1) }

  /// Call when the user wants the previous one.
  public func previous() { start(-1) }

  /// Call when something was done to photos that the user should see: shows the first of them that is among the loaded
  /// rows, unless one of them is shown.
  public func show(_ ids: [Photo.ID]) {
    guard !ids.contains(photo.id),
      let indexPath = ids.lazy.compactMap(list.outputs.indexPath(of:)).first,
      let photo = list.outputs.photo(at: indexPath), list.outputs.mayOpen(photo)
    else { return }
    seek = nil
    show(photo, inRow: indexPath.row, skippedCount: 0)
  }

  private func start(_ direction: Int) {
    if let seek {
      // Loading a page takes as long as the network: the other direction gives it up, and the same changes nothing.
      if seek.direction != direction { end(nil) }
      return
    }
    self.direction = direction
    let from = row ?? list.outputs.focusedIndexPath?.row ?? 0
    // When a photo is gone, the next one takes its row.
    let isHere = row != nil || direction < 0
    seek = Seek(direction: direction, row: isHere ? from + direction : from)
    messageText = nil
    advance()
    if seek != nil { updateStatusClosure?() }
  }
}

extension PhotoDetailViewModel {
  /// Looks at row after row until one may be opened, the list ends, or a row has to be loaded first. A photo whose file hasn't
  /// been read may be opened: the user's own files always are.
  private func advance() {
    while let seek, seek.row >= 0, let photo = photo(at: seek.row) {
      if list.outputs.mayOpen(photo) {
        show(photo, inRow: seek.row, skippedCount: seek.skippedCount)
      } else {
        self.seek?.row += seek.direction
        self.seek?.skippedCount += 1
      }
    }
    guard let seek else { return }
    guard seek.row >= 0 else {
      return end(
        DetailText.end(
          isFirst: true, isFolder: list.outputs.holdsOwnFiles, skipped: seek.skippedCount))
    }
    list.inputs.ensureLoaded(rows: seek.row..<(seek.row + 1), for: self) { [weak self] in
      self?.rowArrived()
    }
  }

  /// The requested row has been loaded, or will not be.
  private func rowArrived() {
    guard let seek else { return }
    if photo(at: seek.row) != nil {
      advance()
    } else if list.outputs.footer == .couldNotLoadMore {
      end(list.outputs.footerText)
    } else {
      end(endText(seek))
    }
  }

  private func photo(at row: Int) -> Photo? {
    list.outputs.photo(at: IndexPath(row: row, section: 0))
  }

  /// Says that this was the last photo, or why no more follow.
  private func endText(_ seek: Seek) -> String {
    switch list.outputs.footer {
    case .paused, .stopped: list.outputs.footerText ?? DetailText.endOfList
    default:
      DetailText.end(
        isFirst: false, isFolder: list.outputs.holdsOwnFiles, skipped: seek.skippedCount)
    }
  }

  private func show(_ photo: Photo, inRow row: Int, skippedCount: Int) {
    self.photo = photo
    self.row = row
    if !photo.needsDetails { culling?.note(photo) }
    seek = nil
    messageText = DetailText.skipped(skippedCount)
    moveListFocus()
    updatePhotoClosure?()
    updateStatusClosure?()
    photoChanged()
  }

  private func end(_ message: String?) {
    seek = nil
    messageText = message
    updateStatusClosure?()
    keepNeighbours()
  }

  private func moveListFocus() {
    guard let row else { return }
    list.inputs.focusMoved(to: IndexPath(row: row, section: 0))
    keepNeighbours()
  }

  /// Keeps the photo and its neighbours loaded, wherever the list's window is, and those read that a held key leads to.
  private func keepNeighbours() {
    guard let row, seek == nil else { return }
    let ahead = row + direction * Self.rowsAhead
    let last = max(row + 1, min(ahead, list.outputs.numberOfCells - 1))
    var rows = max(0, min(row - 1, ahead))..<(last + 1)
    if let strip {
      rows = min(rows.lowerBound, strip.lowerBound)..<max(rows.upperBound, strip.upperBound)
    }
    list.inputs.ensureLoaded(rows: rows, for: self) {}
  }

  /// A file is read in some milliseconds, but not while all workers decode pictures.
  private static let rowsAhead = 6

  /// The list was loaded again, or a page of it, or a photo was read.
  private func rowsChanged() {
    let outputs = list.outputs
    let oldRow = row
    let found = outputs.indexPath(of: photo.id)
    if let found, let fresh = outputs.photo(at: found) {
      // The known facts of the photo are kept until it has been read again.
      if !fresh.needsDetails || photo.needsDetails { photo = fresh }
      row = found.row
    } else if outputs.numberOfCells == 0
      || outputs.focusedIndexPath.flatMap(outputs.photo(at:)) != nil
    {
      row = nil
    } else {
      // Its page is not loaded; its row is that of the focus.
      row = outputs.focusedIndexPath?.row ?? row
    }
    moveSeek(from: oldRow)
    if oldRow != nil, row == nil, seek == nil {
      messageText = DetailText.gone
      updateStatusClosure?()
    }
    hasNewRows = true
    updatePhotoClosure?()
    photoChanged()
    if seek != nil {
      advance()
    } else if row != oldRow {
      keepNeighbours()
    }
  }
}

extension PhotoDetailViewModel {
  /// The rows have changed while the page of the next photo was loading: that is still the photo that followed, wherever a
  /// filter has put the one that was just rated.
  private func moveSeek(from oldRow: Int?) {
    guard let seek else { return }
    if let oldRow, let row {
      if row != oldRow, list.outputs.shownQuery.sort != nil {
        // An order may have moved this photo alone, and the next one is not known.
        return end(nil)
      }
      self.seek?.row += row - oldRow
    } else if row == nil, let focused = list.outputs.focusedIndexPath?.row {
      // The next photo has taken the row of this one.
      self.seek?.row = seek.direction > 0 ? focused : focused - 1
    }
  }
}

/// How far the information about the shown photo has been loaded.
struct InformationState {
  var isRequested = false
  /// The photo that it is, or will be, about.
  var photo: Photo?
  var known: PhotoInformation?
  var load: (any Cancellable)?
}

extension PhotoDetailViewModel {
  /// Everything worth reading about the photo, in groups; what only its file says arrives a little after it was requested.
  /// Announced by `updateInformationClosure`.
  public var informationGroups: [PhotoInformationGroup] {
    let known = information.photo?.id == photo.id ? information.known : nil
    return InformationText(
      photo: photo, information: known ?? PhotoInformation(), dates: dates
    ).groups
  }

  /// Call when the user wants all information about the photo. From then on, what its file says is read for each photo
  /// that is shown.
  public func informationRequested() {
    guard !information.isRequested else { return }
    information.isRequested = true
    photoChanged()
  }

  /// Call when the user no longer wants it.
  public func informationDismissed() {
    information.load?.cancel()
    information = InformationState()
  }

  /// Call when another photo is shown, or more is known of it.
  private func photoChanged() {
    guard information.isRequested, information.photo != photo else { return }
    let isSame = information.photo?.id == photo.id
    information.load?.cancel()
    information.load = nil
    information.photo = photo
    // The facts read from the photo's file are kept until it has been read again.
    if !isSame { information.known = nil }
    updateInformationClosure?()
    let id = photo.id
    information.load = fetchInformation?.execute(photo) { [weak self] known in
      guard let self, information.isRequested, information.photo?.id == id else { return }
      information.known = known
      updateInformationClosure?()
    }
  }
}

// MARK: Culling

extension PhotoDetailViewModel {
  public var isCulling: Bool { culling != nil }

  /// `57/200 · 12 kept · 4 rejected`, and shorter forms of it; empty unless the user is culling. Announced by
  /// `updatePhotoClosure`.
  public var cullingTexts: [String] {
    noteRatings()
    guard let culling else { return [] }
    return [CullingText.counts(culling), CullingText.shortCounts(culling)]
      .map { joined([positionText, $0], by: " · ") } + [positionText]
  }

  /// What to say when culling ends; nil if nothing has been kept or rejected.
  public var cullingSummary: CullingSummary? {
    noteRatings()
    guard let culling, culling.keptCount + culling.rejectedCount > 0 else { return nil }
    return CullingSummary(
      text: CullingText.summary(culling, of: list.outputs.numberOfCells),
      keptCount: culling.keptCount, rejectedCount: culling.rejectedCount,
      rejectedPhotos: culling.rejectedPhotos)
  }

  /// Call when the user begins or ends culling: from then on photos are counted as kept or rejected.
  public func cullingToggled() {
    if culling == nil {
      culling = Culling()
      hasNewRows = true
      // Keys may be typed before there is a frame.
      noteRatings()
      let request = CountRequest(list.outputs.shownQuery, by: [.rating])
      counting = list.inputs.count(request) { [weak self] in self?.receive($0) }
    } else {
      culling = nil
      counting?.cancel()
      counting = nil
      strip = nil
      keepNeighbours()
    }
    updatePhotoClosure?()
  }

  /// Call when these rows are on the screen around the photo, so that they are loaded and read.
  public func willDisplay(strip rows: Range<Int>) {
    guard strip != rows else { return }
    strip = rows
    keepNeighbours()
  }

  /// Call when photos were moved elsewhere or trashed: shows the next one in place of this one.
  public func photosLeft(_ ids: [Photo.ID]) {
    culling?.forget(ids)
    if ids.contains(photo.id) { next() }
  }

  private func receive(_ counts: FacetCounts) {
    noteRatings()
    culling?.setCounts(counts)
    updatePhotoClosure?()
  }

  /// Once a frame at most: rows change each time a photo has been read.
  private func noteRatings() {
    guard hasNewRows, let culling else { return }
    hasNewRows = false
    for id in culling.knownIDs + [photo.id] {
      guard let photo = list.outputs.indexPath(of: id).flatMap(list.outputs.photo(at:)),
        !photo.needsDetails
      else { continue }
      self.culling?.note(photo)
    }
  }
}
