import Foundation
import GalleryDomain

/// One photo of a list, and the way to its neighbours.
///
/// It stays with its photo while the list is loaded again, and takes the list's selection along.
/// Bound to no actor; all transitions are synchronous when the list's service answers at once.
public final class PhotoDetailViewModel {
  public var updatePhotoClosure: (() -> Void)?
  public var updateStatusClosure: (() -> Void)?
  public var updateInformationClosure: (() -> Void)?
  public private(set) var photo: Photo
  public private(set) var messageText: String?

  private let list: any PhotoListViewModelType
  let dates: DateText
  let prices: PriceText
  let fetchInformation: (any FetchPhotoInformationUseCase)?
  var information = InformationState()
  private var observation: (any Cancellable)?
  /// The photo's row; nil when it is no longer in the list.
  private var row: Int?
  private var seek: Seek?

  /// The search for the next photo that may be opened.
  private struct Seek {
    /// 1 or -1.
    let direction: Int
    /// The row to look at next.
    var row: Int
    var skippedCount = 0
    /// Further steps the same way, asked for while a photo is being read.
    var queuedSteps = 0

    /// More would be a leap out of the user's sight when a slow file is read at last.
    static let queueLimit = 8

    /// The next of the steps that were asked for; nil when this was the last. What is passed over is
    /// counted together.
    func following(from row: Int) -> Seek? {
      guard queuedSteps > 0 else { return nil }
      return Seek(
        direction: direction, row: row + direction, skippedCount: skippedCount,
        queuedSteps: queuedSteps - 1)
    }
  }

  /// - Parameters:
  ///   - photo: A photo of the list that the gate let through.
  ///   - indexPath: Where it stands.
  ///   - fetchInformation: What reads all that the photo's file tells; nil where nothing does.
  ///   - timeZone: For dates; the local one.
  ///   - prices: How prices are written.
  public init(
    photo: Photo, at indexPath: IndexPath, in list: any PhotoListViewModelType,
    fetchInformation: (any FetchPhotoInformationUseCase)? = nil, timeZone: TimeZone = .current,
    prices: PriceText = PriceText()
  ) {
    self.photo = photo
    self.list = list
    self.fetchInformation = fetchInformation
    row = indexPath.row
    dates = DateText(timeZone: timeZone)
    self.prices = prices
    observation = list.outputs.observeRows { [weak self] in self?.rowsChanged() }
  }

  deinit {
    list.inputs.endLoading(for: self)
  }
}

extension PhotoDetailViewModel: PhotoDetailViewModelType {
  public var inputs: any PhotoDetailViewModelInputs { self }
  public var outputs: any PhotoDetailViewModelOutputs { self }
}

extension PhotoDetailViewModel: PhotoDetailViewModelOutputs {
  public var titleText: String { photo.name }
  public var words: PhotoText { PhotoText(photo: photo, dates: dates, prices: prices) }
  public var facts: [PhotoFact] { words.facts }
  public var isSeeking: Bool { seek != nil }

  public var neighbours: [Photo] {
    guard let row else { return [] }
    return [row + 1, row - 1].compactMap { neighbour in
      guard neighbour >= 0,
        let photo = list.outputs.photo(at: IndexPath(row: neighbour, section: 0)),
        list.outputs.mayOpen(photo)
      else { return nil }
      return photo
    }
  }

  public var positionText: String {
    row.map { CountText.position(row: $0, of: list.outputs.numberOfCells) } ?? ""
  }
}

extension PhotoDetailViewModel: PhotoDetailViewModelInputs {
  public func viewDidLoad() {
    takeSelectionAlong()
  }

  public func next() {
    start(1)
  }

  public func previous() {
    start(-1)
  }

  private func start(_ direction: Int) {
    if let seek {
      if seek.direction == direction {
        queueStep(seek)
      } else if seek.queuedSteps > 0 {
        self.seek?.queuedSteps -= 1
      } else {
        // The other way calls the search off.
        end(nil)
      }
      return
    }
    let from = row ?? list.outputs.focusedIndexPath?.row ?? 0
    // A photo that is gone left its row to the one after it.
    let isHere = row != nil || direction < 0
    seek = Seek(direction: direction, row: isHere ? from + direction : from)
    messageText = nil
    advance()
    if seek != nil { updateStatusClosure?() }
  }
}

extension PhotoDetailViewModel {
  /// A file is read in a moment, in which held keys go on coming: none of them is lost. A page takes as
  /// long as its network: keys that come meanwhile are impatience, and change nothing.
  private func queueStep(_ seek: Seek) {
    guard seek.queuedSteps < Seek.queueLimit,
      list.outputs.photo(at: IndexPath(row: seek.row, section: 0)) != nil
    else { return }
    self.seek?.queuedSteps += 1
  }

  /// Looks at row after row until one may be opened, the list ends, or a row must be waited for.
  private func advance() {
    while let seek, seek.row >= 0, let photo = readPhoto(at: seek.row) {
      if list.outputs.mayOpen(photo) {
        show(photo, inRow: seek.row, skippedCount: seek.skippedCount)
      } else {
        self.seek?.row += seek.direction
        self.seek?.skippedCount += 1
      }
    }
    guard let seek else { return }
    guard seek.row >= 0 else {
      return end(DetailText.end(isFirst: true, skipped: seek.skippedCount))
    }
    list.inputs.ensureLoaded(rows: seek.row..<(seek.row + 1), for: self) { [weak self] in
      self?.rowArrived()
    }
  }

  /// The row that is looked at is there, or will not come.
  private func rowArrived() {
    guard let seek else { return }
    if readPhoto(at: seek.row) != nil {
      advance()
    } else if list.outputs.footer == .couldNotLoadMore {
      end(list.outputs.footerText)
    } else {
      end(endText(seek))
    }
  }

  /// The photo of a row; nil where it is not there or was not read yet.
  private func readPhoto(at row: Int) -> Photo? {
    list.outputs.photo(at: IndexPath(row: row, section: 0)).flatMap {
      $0.needsDetails ? nil : $0
    }
  }

  /// That this was the last photo, or why no more come.
  private func endText(_ seek: Seek) -> String {
    switch list.outputs.footer {
    case .paused, .stopped: list.outputs.footerText ?? DetailText.lastPhoto
    default: DetailText.end(isFirst: false, skipped: seek.skippedCount)
    }
  }

  private func show(_ photo: Photo, inRow row: Int, skippedCount: Int) {
    self.photo = photo
    self.row = row
    seek = seek?.following(from: row)
    messageText = DetailText.skipped(skippedCount)
    takeSelectionAlong()
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

  private func takeSelectionAlong() {
    guard let row else { return }
    list.inputs.focusMoved(to: IndexPath(row: row, section: 0))
    keepNeighbours()
  }

  /// The photo and those beside it are loaded, wherever the list's window stands.
  private func keepNeighbours() {
    guard let row, seek == nil else { return }
    list.inputs.ensureLoaded(rows: max(0, row - 1)..<(row + 2), for: self) {}
  }

  /// The list was loaded again, or a page of it, or a photo was read.
  private func rowsChanged() {
    let outputs = list.outputs
    let oldRow = row
    let found = outputs.indexPath(of: photo.id)
    if let found, let fresh = outputs.photo(at: found) {
      // Until it has been read again, what was known of it stands.
      if !fresh.needsDetails || photo.needsDetails { photo = fresh }
      row = found.row
    } else if let focused = outputs.focusedIndexPath, outputs.photo(at: focused) != nil {
      row = nil
    } else if outputs.numberOfCells == 0 {
      row = nil
    } else {
      // Its page is not loaded; the selection stands where it is.
      row = outputs.focusedIndexPath?.row ?? row
    }
    if let oldRow, let row { seek?.row += row - oldRow }
    if oldRow != nil, row == nil, seek == nil {
      messageText = DetailText.gone
      updateStatusClosure?()
    }
    updatePhotoClosure?()
    photoChanged()
    if seek != nil {
      advance()
    } else if row != oldRow {
      keepNeighbours()
    }
  }
}
