import GalleryDomain

/// The photos that a command acts on: there at once, or still being loaded and read while the command asks its question.
///
/// Releasing a gathering that nothing waits for cancels it, so a question that goes away takes its gathering along.
/// Bound to no actor and not `Sendable`, like the view models.
public final class PhotoGathering {
  /// Where the photos come from.
  enum Source: Equatable {
    case selection
    /// The photo that was in focus; nil if its row was not loaded, for the one in focus when its turn comes.
    case photo(Photo.ID?)
  }

  private enum Outcome {
    case gathered([Photo], leftOutCount: Int)
    case cancelled
  }

  let source: Source
  /// Where the focus was when the photo was asked for; nil while there are no rows.
  var row: Int?
  /// Whether photos are read, too, and not only loaded.
  let readsPhotos: Bool
  /// Whether a range stays when the photos are there.
  let keepsRange: Bool
  private weak var selection: SelectionViewModel?
  private var outcome: Outcome?
  private var action: (([Photo]) -> Void)?
  private var cancelled: (() -> Void)?
  /// The bytes of all files that were gathered; nil if the size of one was not known.
  private lazy var gatheredByteCount = Self.byteCount(of: photos)

  /// Called when something begins to wait for the photos, when more have been read, and once at the end.
  public var onChange: (() -> Void)?

  /// Photos that are there.
  public init(_ photos: [Photo]) {
    source = .selection
    readsPhotos = false
    keepsRange = true
    outcome = .gathered(photos, leftOutCount: 0)
  }

  init(
    _ source: Source, row: Int?, readsPhotos: Bool, keepsRange: Bool,
    of selection: SelectionViewModel
  ) {
    self.source = source
    self.row = row
    self.readsPhotos = readsPhotos
    self.keepsRange = keepsRange
    self.selection = selection
  }

  deinit {
    if outcome == nil { selection?.gatheringReleased() }
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

  /// Whether these are selected photos, and not the one in focus.
  public var isSelection: Bool { source == .selection }

  /// The photos in their order; before all are there, those that are known.
  public var photos: [Photo] {
    switch outcome {
    case .gathered(let photos, _): photos
    case .cancelled: []
    case nil: selection?.knownPhotos(of: self) ?? []
    }
  }

  /// How many photos there will be, as far as is known; 0 while rows are being inverted.
  public var count: Int {
    guard outcome == nil else { return photos.count }
    return isSelection ? selection?.expectedCount ?? 0 : 1
  }

  /// The bytes of the photos' own files; nil while the size of one is not known, and without photos.
  ///
  /// - Complexity: O(*n*) once, when the photos are there; else O(1).
  public var byteCount: Int? {
    if outcome != nil, let gatheredByteCount { return gatheredByteCount }
    // Files are not read for a question, but rows on the screen are, behind it.
    guard isSelection, let selection, selection.count == count else { return nil }
    return selection.byteCount
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
  public var progress: BatchProgress? { outcome == nil ? selection?.gatheringProgress : nil }
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
      selection?.keep(self)
      onChange?()
    }
  }

  /// Call when the user doesn't want the photos any more.
  public func cancel() {
    guard outcome == nil else { return }
    selection?.cancel(self)
  }

  /// Call when the photos are there.
  func finish(_ photos: [Photo], leftOutCount: Int) {
    end(.gathered(photos, leftOutCount: leftOutCount))
  }

  /// Call when the photos will never be there.
  func end() { end(.cancelled) }

  private func end(_ outcome: Outcome) {
    guard self.outcome == nil else { return }
    self.outcome = outcome
    let (action, cancelled) = (action, cancelled)
    onChange?()
    (self.action, self.cancelled) = (nil, nil)
    switch outcome {
    case .gathered(let photos, _): action?(photos)
    case .cancelled: cancelled?()
    }
  }

  /// Call when more is known.
  func advance() { if outcome == nil { onChange?() } }
}
