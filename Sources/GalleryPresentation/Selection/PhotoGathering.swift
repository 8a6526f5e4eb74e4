import GalleryDomain

/// The photos that a command acts on: there at once, or still being loaded and read while the command asks its question.
///
/// Releasing a gathering that nothing waits for cancels it, so closing a question cancels its gathering. Bound to no
/// actor and not `Sendable`, like the view models.
public final class PhotoGathering {
  enum Source: Equatable {
    case selection
    /// The photo that was in focus; nil if its row was not loaded, for the one in focus when its turn comes.
    case photo(Photo.ID?)
    /// What a query finds that asks for it.
    case rejected(PhotoQuery)
  }

  private enum Outcome { case gathered, cancelled }

  /// nil for photos that were there.
  private let source: Source?
  /// Whether these are selected photos, and not the one in focus.
  public let isSelection: Bool
  /// Whether photos are read, too, and not only loaded.
  private var readsPhotos: Bool
  /// Whether a range stays when the photos are there.
  let keepsRange: Bool
  private weak var list: PhotoListViewModel?
  /// While something waits for the photos they are gathered, even if the screen of their list is closed: the command is done.
  private var awaited: (list: PhotoListViewModel, gathering: PhotoGathering)?
  private var outcome: Outcome?
  private var gathered: [Photo] = []
  /// How many could not be loaded.
  public private(set) var leftOutCount = 0
  /// Those of the photos that are not among the rows of the list, once all are there.
  public private(set) var hidden: Set<Photo.ID> = []
  private var action: (([Photo]) -> Void)?
  private var cancelled: (() -> Void)?
  /// The bytes of all files that were gathered; nil if the size of one was not known.
  private lazy var gatheredByteCount = Self.byteCount(of: gathered)

  /// Called when something begins to wait for the photos, when more have been read, and once at the end.
  public var onChange: (() -> Void)?

  /// Where the focus was when the photo was asked for; nil while there are no rows.
  var row: Int?
  private var known: [Photo.ID: Photo] = [:]
  /// Ids that the source was asked for, or that a query of it found: none of them is asked for again.
  private var sought: Set<Photo.ID> = []
  /// The page of a query that is next; nil after the last one.
  private var nextPage: Int? = 1
  /// Photos that are not selected because their rows could not be loaded.
  var missingCount = 0
  /// The row that the list was asked for.
  private var need: PhotoList.Need?
  /// Asks the source for photos.
  private(set) var task: (any Cancellable)?
  private var isSeeking = false
  /// Whether the list has been asked to read photos and hasn't begun.
  private var isReading = false

  /// Photos that are there.
  ///
  /// - Parameter hidden: Those of them that are not among the rows of the list.
  public init(_ photos: [Photo], hidden: Set<Photo.ID> = [], isSelection: Bool = false) {
    (source, self.isSelection, readsPhotos, keepsRange) = (nil, isSelection, false, false)
    (gathered, self.hidden, outcome) = (photos, hidden, .gathered)
  }

  init(
    _ source: Source, row: Int?, readsPhotos: Bool, keepsRange: Bool, of list: PhotoListViewModel
  ) {
    (self.source, isSelection, self.row, self.list) = (source, source == .selection, row, list)
    (self.readsPhotos, self.keepsRange) = (readsPhotos, keepsRange)
  }

  deinit {
    guard outcome == nil else { return }
    release()
    list?.updateGatherings()
  }
}

// MARK: Outputs

extension PhotoGathering {
  /// Whether all photos that could be loaded are there.
  public var isGathered: Bool { outcome == .gathered }

  /// Whether nothing more will be loaded.
  public var isOver: Bool { outcome != nil }

  /// Whether something waits for photos that are still being loaded.
  public var isAwaited: Bool { action != nil }

  /// The photos in their order; before all are there, those that are known.
  public var photos: [Photo] {
    guard outcome == nil else { return gathered }
    guard let list = list?.list else { return [] }
    switch source {
    case .rejected, nil: return Array(known.values)
    case .selection: return list.selectedPhotos
    case .photo(let id):
      let row = id.map { list.listing.row(of: $0) } ?? list.listing.focusRow
      return [row.flatMap(list.listing.pages.photo(at:))].compactMap(\.self)
    }
  }

  /// How many photos there will be, as far as is known.
  public var count: Int {
    guard outcome == nil else { return photos.count }
    return isSelection ? list?.selectedCount ?? 0 : max(1, photos.count)
  }

  /// How many of the photos are not among the rows of the list.
  public var hiddenCount: Int {
    outcome == nil && isSelection ? list?.hiddenCount ?? 0 : hidden.count
  }

  /// How many of some of the photos are not among the rows of the list.
  func hiddenCount(of photos: [Photo]) -> Int {
    outcome == nil
      ? list?.hiddenPhotos(among: photos).count ?? 0 : photos.count { hidden.contains($0.id) }
  }

  /// The bytes of the photos' own files; nil while the size of one is not known, and without photos.
  ///
  /// - Complexity: O(*n*) once, when the photos are there; else O(1).
  public var byteCount: Int? {
    if outcome != nil, let gatheredByteCount { return gatheredByteCount }
    // Files are not read for a question, but rows on the screen are, behind it.
    guard isSelection, let list, list.selectedCount == count else { return nil }
    return list.selectedByteCount
  }

  private static func byteCount(of photos: [Photo]) -> Int? {
    var sum = 0
    for photo in photos {
      guard let byteCount = photo.countedByteCount else { return nil }
      sum += byteCount
    }
    return photos.isEmpty ? nil : sum
  }

  /// How far it is; nil when it is over.
  public var progress: BatchProgress? { outcome == nil ? list?.gatheringProgress : nil }
}

// MARK: Inputs

extension PhotoGathering {
  /// Calls `action` with the photos, at once if they are there; from now on the gathering lasts until it is over.
  ///
  /// - Parameters:
  ///   - action: Called once, not after `cancel()`.
  ///   - cancelled: Called instead if the gathering is cancelled.
  public func whenGathered(
    _ action: @escaping ([Photo]) -> Void, cancelled: @escaping () -> Void = {}
  ) {
    switch outcome {
    case .gathered: action(gathered)
    case .cancelled: cancelled()
    case nil:
      (self.action, self.cancelled, awaited) = (action, cancelled, list.map { ($0, self) })
      onChange?()
    }
  }

  /// Call when the user doesn't want the photos any more.
  public func cancel() {
    guard outcome == nil else { return }
    list?.cancelGatherings { $0 === self }
  }

  /// Call when what is listed of the photos is enough.
  func endReading() {
    readsPhotos = false
    list?.updateGatherings()
  }

  /// Call when all photos are there.
  func finish() { end(.gathered) }

  /// Call when they will never be there.
  func end() { end(.cancelled) }

  private func end(_ outcome: Outcome) {
    guard self.outcome == nil else { return }
    self.outcome = outcome
    if outcome == .cancelled { gathered = [] }
    release()
    let (action, cancelled) = (action, cancelled)
    onChange?()
    (self.action, self.cancelled, awaited) = (nil, nil, nil)
    if outcome == .gathered { action?(gathered) } else { cancelled?() }
  }

  private func release() {
    task?.cancel()
    list?.endLoading(for: self)
  }

  /// Call when more is known.
  func advance() { if outcome == nil { onChange?() } }

  /// Call with photos that are known.
  func add(_ photos: [Photo]) { for photo in photos { known[photo.id] = photo } }
}

// MARK: Loading

extension PhotoGathering {
  var isOfUnknownPhoto: Bool { source == .photo(nil) }

  /// Collects what is there, and asks for what is missing.
  ///
  /// - Returns: Whether all photos that can be loaded and read are there.
  func collect(in model: PhotoListViewModel) -> Bool {
    switch source {
    case .selection: collectSelection(in: model)
    case .photo(let id): collect(id, in: model)
    case .rejected(let query): collectRejected(query, in: model)
    case nil: true
    }
  }

  private func collectSelection(in model: PhotoListViewModel) -> Bool {
    let list = model.list
    let isBusy = readsPhotos && (isReading || !list.selection.unread.isEmpty)
    guard list.isSelectionLoaded, !isSeeking, !isBusy else { return false }
    for photo in list.selectedPhotos where !photo.needsDetails || known[photo.id] == nil {
      known[photo.id] = photo
    }
    let ids = list.selectedIDs
    let unknown = ids.filter { known[$0] == nil && !sought.contains($0) }
    guard unknown.isEmpty || !list.findsPhotosAgain else {
      find(unknown, in: model)
      return false
    }
    gathered = ids.compactMap { known[$0] }
    let unread = readsPhotos ? gathered.filter(\.needsDetails) : []
    guard unread.isEmpty else {
      isReading = true
      model.update {
        $0.read(unread)
      } then: { [weak self] in
        self?.isReading = false
      }
      return false
    }
    hidden = list.hiddenPhotos(among: gathered)
    leftOutCount = list.selectedCount - gathered.count + missingCount
    return true
  }

  /// Asks the source for photos of which only the ids are known.
  private func find(_ ids: [Photo.ID], in model: PhotoListViewModel) {
    sought.formUnion(ids)
    isSeeking = true
    task = model.apiService.findPhotos(ids) { [weak self, weak model] photos in
      guard let self, !isOver else { return }
      isSeeking = false
      add(photos)
      model?.updateGatherings()
    }
  }

  /// Goes through the source for rejected photos, a page after the other.
  private func collectRejected(_ query: PhotoQuery, in model: PhotoListViewModel) -> Bool {
    guard !isSeeking else { return false }
    let listing = model.list.listing
    guard let number = nextPage else {
      // A row is as it was rated last; the source may not have heard of that yet.
      for photo in listing.pages.loadedPhotos where !photo.needsDetails && !photo.isRejected {
        known[photo.id] = nil
      }
      hidden = Set(known.keys.filter { !sought.contains($0) && listing.row(of: $0) == nil })
      gathered = known.values.sorted { $0.id < $1.id }
      return true
    }
    var request = PageRequest(query, page: number, pageSize: PhotoList.longPageSize)
    request.readsAll = true
    isSeeking = true
    task = model.apiService.fetchPhotos(
      model.list.withSelection(request), cached: { _ in },
      completion: { [weak self, weak model] result in
        guard let self, let model, !isOver else { return }
        isSeeking = false
        switch result {
        case .success(let page):
          add(page.photos)
          sought.formUnion(page.photos.map(\.id))
          nextPage = page.isFollowed ? number + 1 : nil
          model.updateGatherings()
        case .failure(let error):
          // What waits for all must not act on a part.
          cancel()
          model.showNoticeClosure?(ErrorText.message(for: error, keys: model.keys))
        }
      })
    return false
  }

  private func collect(_ id: Photo.ID?, in model: PhotoListViewModel) -> Bool {
    let listing = model.list.listing
    if row == nil { row = listing.focusRow }
    let isAnyRow = id == nil && listing.pages.rowCount == 0
    // The first row gets the focus when there are rows.
    guard let row = id.map({ listing.row(of: $0) }) ?? (listing.focusRow ?? 0),
      isAnyRow || row < listing.pages.rowCount
    else {
      leftOutCount = 1
      return true
    }
    if let photo = listing.pages.photo(at: row), !readsPhotos || !photo.needsDetails {
      gathered = [photo]
      return true
    }
    let need = PhotoList.Need(rows: row..<(row + 1), isReading: readsPhotos)
    guard model.list.isThere(need) else {
      if self.need != need {
        self.need = need
        model.ensureLoaded(rows: need.rows, isReading: need.isReading, for: self) {}
      }
      return false
    }
    leftOutCount = isAnyRow && model.list.state == .empty ? 0 : 1
    return true
  }

  /// How many of the selected photos are there.
  func knownCount(in list: PhotoList) -> Int {
    let selected = list.selectedPhotos
    let knownCount = max(known.count, selected.count)
    let unread = list.selection.unread
    let unreadCount =
      unread.isEmpty && readsPhotos
      ? selected.count { $0.needsDetails && known[$0.id]?.needsDetails != false } : unread.count
    return max(0, min(list.selectedCount, knownCount) - unreadCount)
  }

  /// How far it is.
  func ownProgress(in list: PhotoList) -> BatchProgress {
    if case .rejected = source {
      return BatchProgress(doneCount: known.count, totalCount: nil, label: "looking")
    }
    return BatchProgress(
      doneCount: isSelection ? knownCount(in: list) : 0,
      totalCount: isSelection ? list.selectedCount : 1,
      label: readsPhotos ? "reading" : "loading")
  }
}

/// The progress of work on several photos, one after the other.
public struct BatchProgress: Hashable, Sendable {
  public var doneCount: Int
  /// nil while it is not known.
  public var totalCount: Int?
  /// The part that is done, 0–1, if that is known better than by the photos; else nil.
  public var doneFraction: Double?
  /// `marking`, `copying`, `undoing`.
  public var label: String
  /// What is worked on; may be empty.
  public var title: String

  public init(doneCount: Int, totalCount: Int?, label: String, title: String = "") {
    self.doneCount = doneCount
    self.totalCount = totalCount
    self.label = label
    self.title = title
  }

  /// From 0 to 1; 0 while it is not known.
  public var fraction: Double {
    doneFraction ?? totalCount.map { Double(min(doneCount, $0)) / Double(max(1, $0)) } ?? 0
  }

  /// `12 of 1,000`, or `12 done` while the total is not known.
  public var text: String {
    totalCount.map { CountText.position(doneCount, of: $0) }
      ?? "\(CountText.grouped(doneCount)) done"
  }
}
