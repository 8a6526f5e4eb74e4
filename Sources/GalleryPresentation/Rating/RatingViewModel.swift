import GalleryDomain

/// Rates and labels the user's own photos, and undoes that.
///
/// A row changes with the key; sidecars are written one after the other behind it, so that no key ever waits for the
/// disk. A photo that is rated again before its turn is written once. What cannot be written goes back to what it was,
/// unless it has been rated again since.
///
/// At a server others may rate the same photos. Stars do not touch their labels, nor the reverse: both are kept. Where both
/// changed the same, theirs is shown, and one question for all such photos offers to write the user's own instead. Keys
/// go on rating while it is open, and further photos join it.
///
/// Bound to no actor and not `Sendable`, like all view models.
public final class RatingViewModel {
  /// Emits with what was done, in a few words.
  public var showNoticeClosure: ((String) -> Void)?
  /// Emits with what could not be written.
  public var showFailureClosure: ((String) -> Void)?
  /// Emits with photos as they are to be shown now.
  public var photosChangedClosure: (([Photo]) -> Void)?
  /// Emits each time all is written that can be, while there are photos that others have rated in the meantime and about
  /// which the user has not decided.
  public var askClosure: ((ConflictQuestion) -> Void)?

  private let ratePhoto: (any RatePhotoUseCase)?
  private let refusal: SidecarError
  private let fetchDetails: (any FetchPhotoDetailsUseCase)?
  private let keys: KeyHints
  private let history: UndoHistory

  /// A rating that is to be written.
  private struct Request {
    /// With its rating.
    var photo: Photo
    /// What is written; set when its turn comes if the photo is being written just now.
    var former: PhotoRating
  }

  private var waiting: [Photo.ID: Request] = [:]
  /// What others have rated differently, to be asked about together.
  private var conflicts: [(request: Request, theirs: PhotoRating)] = []
  /// The user's own ratings of photos that show those of others, until the user decides.
  private var undecided: [Change] = []
  /// Whose turn it is next, the first first.
  private var order: [Photo.ID] = []
  private var writing: Request?
  /// How each photo was last rated here, for undoing.
  private var ratings: [Photo.ID: PhotoRating] = [:]
  /// Since all was written.
  private var failureCount = 0
  private var failureText: String?
  /// What failed after `finish()`.
  private var failedPhotos: [Photo] = []
  private var isFinishing = false
  private var finishers: [CheckedContinuation<Void, Never>] = []
  /// Photos that are read before they are rated.
  private var reading: [Photo] = []
  private var reads: [any Cancellable] = []

  /// - Parameters:
  ///   - ratePhoto: nil if the source's photos are not rated.
  ///   - refusal: Why not.
  ///   - fetchDetails: Reads a photo that is rated before its row was read; nil takes it as it is.
  ///   - keys: Those that its texts name.
  ///   - history: Where ratings are registered for undo.
  public init(
    ratePhoto: (any RatePhotoUseCase)?, refusal: SidecarError = .notOwn,
    fetchDetails: (any FetchPhotoDetailsUseCase)? = nil,
    keys: KeyHints = KeyHints(), history: UndoHistory
  ) {
    self.ratePhoto = ratePhoto
    self.refusal = refusal
    self.fetchDetails = fetchDetails
    self.keys = keys
    self.history = history
  }
}

// MARK: Inputs

extension RatingViewModel {
  /// Call when the user gives 0–5 stars.
  ///
  /// - Returns: Whether it was done, so that the next photo may follow.
  @discardableResult
  public func rated(_ photos: [Photo], stars: Int) -> Bool {
    apply(
      photos, isLabel: false, notice: { RatingText.done($0, stars: stars) },
      adapt: { $0.stars = stars })
  }

  /// Call when the user rejects photos; those that all are rejected get no stars instead.
  @discardableResult
  public func rejectPressed(_ photos: [Photo]) -> Bool {
    let areRejected = photos.allSatisfy { current($0).stars == PhotoRating.rejected }
    return rated(photos, stars: areRejected ? 0 : PhotoRating.rejected)
  }

  /// Call when the user chooses a label; nil removes it.
  @discardableResult
  public func labelled(_ photos: [Photo], color: PhotoLabel.Color?) -> Bool {
    let label = color.map { PhotoLabel($0) }
    return apply(
      photos, isLabel: true, notice: { RatingText.done($0, label: label) },
      adapt: { $0.label = label })
  }

  /// Call before quitting; returns when all is written, or cannot be.
  public func finish() async {
    isFinishing = true
    guard writing != nil || !waiting.isEmpty || !reading.isEmpty else { return }
    await withCheckedContinuation { finishers.append($0) }
  }
}

// MARK: Outputs

extension RatingViewModel {
  /// What was not written by the end of `finish()`, or of the user's patience; nil if all was.
  public var unwrittenText: String? {
    let photos =
      failedPhotos + [writing?.photo].compactMap { $0 } + order.compactMap { waiting[$0]?.photo }
      + conflicts.map(\.request.photo) + undecided.map(\.photo) + reading
    return photos.isEmpty ? nil : RatingText.unwritten(photos)
  }
}

extension RatingViewModel {
  /// One change of one photo.
  private struct Change {
    var photo: Photo
    var former: PhotoRating
  }

  private func apply(
    _ photos: [Photo], isLabel: Bool, notice: @escaping ([Photo]) -> String,
    adapt: @escaping (inout PhotoRating) -> Void
  ) -> Bool {
    guard !photos.isEmpty else { return false }
    guard ratePhoto != nil else {
      showNoticeClosure?(RatingText.refusal(refusal, keys: keys))
      return false
    }
    // One that was not read yet is rated when it has been: its row would be read over the rating.
    if photos.count == 1, photos[0].needsDetails, let fetchDetails {
      let id = photos[0].id
      reading.append(photos[0])
      let read = fetchDetails.execute(photos[0]) { [weak self] photo in
        guard let self else { return }
        if let index = reading.firstIndex(where: { $0.id == id }) { reading.remove(at: index) }
        change([photo], isLabel: isLabel, notice, adapt)
        // Where nothing has changed, nothing else ends the waiting of who wants to leave.
        writeNext()
      }
      if let read { reads.append(read) }
      return true
    }
    change(photos, isLabel: isLabel, notice, adapt)
    return true
  }

  private func change(
    _ photos: [Photo], isLabel: Bool, _ notice: ([Photo]) -> String,
    _ adapt: (inout PhotoRating) -> Void
  ) {
    var changes: [Change] = []
    for photo in photos {
      var changed = photo
      changed.userRating = current(photo)
      let former = changed.userRating
      adapt(&changed.userRating)
      if changed.userRating != former { changes.append(Change(photo: changed, former: former)) }
    }
    if !changes.isEmpty {
      register(changes, isLabel: isLabel)
      set(changes)
    }
    showNoticeClosure?("\(notice(photos))\(changes.isEmpty ? "" : " · \(keys.undo) to undo")")
  }

  /// What the photo is rated now: the row may come from before the last key.
  private func current(_ photo: Photo) -> PhotoRating {
    waiting[photo.id]?.photo.userRating
      ?? (writing?.photo.id == photo.id ? writing?.photo.userRating : nil) ?? photo.userRating
  }

  private func register(_ changes: [Change], isLabel: Bool) {
    let text = RatingText.undo(changes.map(\.photo), isLabel: isLabel)
    history.register(text, photos: changes.map(\.photo.id)) { [weak self] in
      guard let self else { return nil }
      let restored = changes.compactMap { change -> Change? in
        var photo = change.photo
        photo.userRating = ratings[photo.id] ?? photo.userRating
        let former = photo.userRating
        if isLabel {
          photo.label = change.former.label
        } else {
          photo.rating = change.former.stars
        }
        return photo.userRating == former ? nil : Change(photo: photo, former: former)
      }
      guard !restored.isEmpty else { return nil }
      set(restored)
      return text
    }
  }

  // MARK: Writing

  /// Shows the changes and has them written. A photo that is rated again is decided.
  private func set(_ changes: [Change]) {
    let ids = Set(changes.map(\.photo.id))
    undecided.removeAll { ids.contains($0.photo.id) }
    put(changes)
  }

  private func put(_ changes: [Change]) {
    for change in changes {
      let id = change.photo.id
      ratings[id] = change.photo.userRating
      if let index = conflicts.firstIndex(where: { $0.request.photo.id == id }) {
        conflicts[index].request.photo = change.photo
      } else if waiting[id] != nil {
        waiting[id]?.photo = change.photo
      } else {
        waiting[id] = Request(photo: change.photo, former: change.former)
        order.append(id)
      }
    }
    photosChangedClosure?(changes.map(\.photo))
    writeNext()
  }

  private func writeNext() {
    guard writing == nil, let ratePhoto else { return }
    while let id = order.first {
      order.removeFirst()
      guard let request = waiting.removeValue(forKey: id),
        request.photo.userRating != request.former
      else { continue }
      writing = request
      return ratePhoto.execute(request.photo, over: request.former) { [weak self] error in
        self?.wrote(request, error)
      }
    }
    failureCount = 0
    guard reading.isEmpty else { return }
    askAboutConflicts()
    let finishers = finishers
    self.finishers = []
    for finisher in finishers { finisher.resume() }
  }

  private func wrote(_ request: Request, _ result: Result<PhotoRating, SidecarError>) {
    writing = nil
    switch result {
    case .success(let now): written(request, as: now)
    case .failure(.ratedElsewhere(_, let theirs)) where !isFinishing:
      var request = request
      // The latest rating is the one to ask about.
      if let later = waiting.removeValue(forKey: request.photo.id) { request.photo = later.photo }
      conflicts.append((request, theirs))
    case .failure(let error): failed(request, error)
    }
    writeNext()
  }

  /// - Parameter now: With what others have changed.
  private func written(_ request: Request, as now: PhotoRating) {
    let id = request.photo.id
    let own = request.photo.userRating
    if let later = waiting[id] {
      waiting[id]?.former = now
      guard now != own else { return }
      waiting[id]?.photo.userRating = later.photo.userRating.rebased(from: own, onto: now)
      show(later.photo, as: later.photo.userRating.rebased(from: own, onto: now))
    } else if now != own {
      show(request.photo, as: now)
    }
  }

  private func failed(_ request: Request, _ error: SidecarError) {
    let id = request.photo.id
    waiting[id]?.former = request.former
    failureCount += 1
    if isFinishing { failedPhotos.append(request.photo) }
    if waiting[id] == nil { show(request.photo, as: request.former) }
    let text = RatingText.failure(error, of: request.photo, count: failureCount, keys: keys)
    failureText = text
    showFailureClosure?(text)
  }

  private func show(_ photo: Photo, as rating: PhotoRating) {
    var photo = photo
    photo.userRating = rating
    ratings[photo.id] = rating
    photosChangedClosure?([photo])
  }

  // MARK: What others have rated

  /// Shows what others have said, with what of the user's own does not touch it, and offers to write all of the user's own.
  private func askAboutConflicts() {
    let settled = conflicts.map { conflict -> (change: Change, own: Change) in
      let (former, own) = (conflict.request.former, conflict.request.photo.userRating)
      let theirs = conflict.theirs
      var kept = conflict.request.photo
      kept.userRating = PhotoRating(
        stars: theirs.stars == former.stars ? own.stars : theirs.stars,
        label: theirs.label == former.label ? own.label : theirs.label)
      var wanted = conflict.request.photo
      wanted.userRating = own.rebased(from: former, onto: theirs)
      return (
        Change(photo: kept, former: theirs), Change(photo: wanted, former: kept.userRating)
      )
    }
    if !settled.isEmpty {
      conflicts = []
      undecided += settled.map(\.own)
      // Its end asks.
      return put(settled.map(\.change))
    }
    let failure = failureText
    failureText = nil
    guard !undecided.isEmpty, !isFinishing else { return }
    askClosure?(
      ConflictQuestion(
        text: joined([failure, RatingText.conflict(undecided.map(\.photo))], by: ". "),
        writeOwn: { [weak self] in self?.writeOwn() },
        keepTheirs: { [weak self] in self?.undecided = [] }))
  }

  private func writeOwn() {
    let changes = undecided
    undecided = []
    writeOwn(changes)
  }

  /// - Parameter changes: Of photos that show what others have said; one that was rated again since is left alone.
  private func writeOwn(_ changes: [Change]) {
    let left = changes.filter { ratings[$0.photo.id] == $0.former }
    guard !left.isEmpty else { return }
    let text = RatingText.undo(left.map(\.photo), isLabel: false)
    history.register(text) { [weak self] in
      guard let self else { return nil }
      let restored = left.compactMap { change -> Change? in
        guard ratings[change.photo.id] == change.photo.userRating else { return nil }
        var photo = change.photo
        photo.userRating = change.former
        return Change(photo: photo, former: change.photo.userRating)
      }
      guard !restored.isEmpty else { return nil }
      set(restored)
      return text
    }
    set(left)
  }
}

/// A question about photos that others have rated or marked while they were shown. Theirs is kept unless it is answered.
///
/// It is about all such photos, also those that come after it was asked.
public struct ConflictQuestion {
  /// Such as `3 photos have been rated by someone else; yours are not written`.
  public let text: String
  /// Replaces what others have said with the user's own.
  public let writeOwn: () -> Void
  /// Asks no more about these photos.
  public let keepTheirs: () -> Void
}
