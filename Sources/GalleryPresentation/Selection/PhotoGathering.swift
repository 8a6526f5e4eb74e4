import GalleryDomain

/// The photos that a command acts on: there at once, or still being loaded and read while the command asks its question.
///
/// Releasing a gathering that nothing waits for cancels it, so closing a question cancels its gathering. Bound to no
/// actor and not `Sendable`, like the view models.
public final class PhotoGathering {
  private enum Outcome {
    case gathered([Photo], leftOutCount: Int)
    case cancelled
  }

  let id: Int
  /// Whether these are selected photos, and not the one in focus.
  public let isSelection: Bool
  private weak var list: PhotoListViewModel?
  /// The list while something waits for the photos, even if its screen has gone: what was pressed is done.
  private var awaitedList: PhotoListViewModel?
  private var outcome: Outcome?
  /// Those of the photos that are not among the rows of the list, once all are there.
  public private(set) var hidden: Set<Photo.ID> = []
  private var action: (([Photo]) -> Void)?
  private var cancelled: (() -> Void)?
  /// The bytes of all files that were gathered; nil if the size of one was not known.
  private lazy var gatheredByteCount = Self.byteCount(of: photos)

  /// Called when something begins to wait for the photos, when more have been read, and once at the end.
  public var onChange: (() -> Void)?

  /// Photos that are there.
  ///
  /// - Parameter hidden: Those of them that are not among the rows of the list.
  public init(_ photos: [Photo], hidden: Set<Photo.ID> = []) {
    id = 0
    isSelection = true
    self.hidden = hidden
    outcome = .gathered(photos, leftOutCount: 0)
  }

  init(
    _ id: Int, isSelection: Bool, of list: PhotoListViewModel
  ) {
    self.id = id
    self.isSelection = isSelection
    self.list = list
  }

  deinit {
    if outcome == nil { list?.cancelGathering(id) }
  }
}

// MARK: Outputs

extension PhotoGathering {
  /// Whether all photos are there that could be loaded.
  public var isGathered: Bool { if case .gathered = outcome { true } else { false } }

  /// Whether nothing is on its way any more.
  public var isOver: Bool { outcome != nil }

  /// Whether something waits for photos that are still on their way.
  public var isAwaited: Bool { action != nil }

  /// The photos in their order; before all are there, those that are known.
  public var photos: [Photo] {
    switch outcome {
    case .gathered(let photos, _): photos
    case .cancelled: []
    case nil: list?.knownPhotos(of: id) ?? []
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

  /// How many could not be loaded.
  public var leftOutCount: Int {
    if case .gathered(_, let count) = outcome { count } else { 0 }
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
    case .gathered(let photos, _): action(photos)
    case .cancelled: cancelled()
    case nil:
      self.action = action
      self.cancelled = cancelled
      awaitedList = list
      list?.keep(self)
      onChange?()
    }
  }

  /// Call when the user doesn't want the photos any more.
  public func cancel() {
    guard outcome == nil else { return }
    list?.cancelGathering(id)
  }

  /// Call when the photos are there.
  func finish(_ photos: [Photo], hidden: Set<Photo.ID>, leftOutCount: Int) {
    self.hidden = hidden
    end(.gathered(photos, leftOutCount: leftOutCount))
  }

  /// Call when the photos will never be there.
  func end() { end(.cancelled) }

  private func end(_ outcome: Outcome) {
    guard self.outcome == nil else { return }
    self.outcome = outcome
    let (action, cancelled) = (action, cancelled)
    onChange?()
    (self.action, self.cancelled, awaitedList) = (nil, nil, nil)
    switch outcome {
    case .gathered(let photos, _): action?(photos)
    case .cancelled: cancelled?()
    }
  }

  /// Call when more is known.
  func advance() { if outcome == nil { onChange?() } }
}

/// A gathering on its way: what is known of its photos so far.
final class GatheringRun {
  enum Source: Equatable {
    case selection
    /// The photo that was in focus; nil if its row was not loaded, for the one in focus when its turn comes.
    case photo(Photo.ID?)
    /// What a query finds that asks for it.
    case rejected(PhotoQuery)
  }

  let id: Int
  let source: Source
  /// Whether photos are read, too, and not only loaded.
  let readsPhotos: Bool
  /// Whether a range stays when the photos are there.
  let keepsRange: Bool
  /// Where the focus was when the photo was asked for; nil while there are no rows.
  var row: Int?
  /// Belongs to its caller, unless something waits for the photos.
  weak var gathering: PhotoGathering?
  var kept: PhotoGathering?
  var known: [Photo.ID: Photo] = [:]
  /// For which the source was asked by their ids; or which it found.
  var sought: Set<Photo.ID> = []
  /// The page of a query that is next; nil after the last one.
  var nextPage: Int? = 1
  /// Those of the photos that are not among the rows.
  var hidden: Set<Photo.ID> = []
  /// Photos that are not selected because their rows could not be loaded.
  var missingCount = 0
  /// The row that the list was asked for.
  var need: PhotoList.Need?
  var task: (any Cancellable)?
  /// Whether the source is being asked for photos.
  var isSeeking = false
  /// Whether the list has been asked to read photos and hasn't begun.
  var isReading = false
  var isOver = false

  init(id: Int, source: Source, row: Int?, readsPhotos: Bool, keepsRange: Bool) {
    (self.id, self.source, self.row) = (id, source, row)
    (self.readsPhotos, self.keepsRange) = (readsPhotos, keepsRange)
  }

  var isSelection: Bool { source == .selection }
  var isOfUnknownPhoto: Bool { source == .photo(nil) }
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
