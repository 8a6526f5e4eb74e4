import GalleryDomain

/// Carries out the effects of an `EditQueue`: performs edits, registers what undoes them, and announces the rest. One for
/// all edits of a gallery.
///
/// Bound to no actor and not `Sendable`, like all view models; what is done within a call is announced before it returns.
public final class EditRunner {
  /// Emits with a notice about what was done.
  public var showNoticeClosure: ((String) -> Void)?
  /// Emits with a message about a failure.
  public var showFailureClosure: ((String) -> Void)?
  /// Emits with photos as they are to be shown now.
  public var photosChangedClosure: (([Photo]) -> Void)?
  /// Emits when files have come, gone or changed, with the photos that are no longer where they were.
  public var filesChangedClosure: (([Photo.ID]) -> Void)?
  /// Emits when `progress` changed.
  public var updateProgressClosure: (() -> Void)?
  /// Emits with a line of text that is asked for; see `ask(_:)`.
  public var askClosure: ((EditQuestion) -> Void)?
  /// Emits with a confirmation; call the last closure if the user agrees. The others give the words, which change as
  /// more is known of the photos.
  public var confirmClosure:
    (
      (
        _ title: @escaping () -> String, _ message: @escaping () -> String,
        _ confirmed: @escaping () -> Void
      ) -> Void
    )?
  /// Which of some photos are not among the rows of the list, so that the question can say how many.
  public var hiddenPhotosClosure: (([Photo]) -> Set<Photo.ID>)?
  /// Emits when the words of the open question may have changed.
  public var updateQuestionClosure: (() -> Void)?

  /// The progress of the edit that the user waits for; nil if there is none. Announced by `updateProgressClosure`.
  public private(set) var progress: BatchProgress?

  let keys: KeyHints
  private let fetchDetails: (any FetchPhotoDetailsUseCase)?
  private let history: UndoHistory
  private var queue: EditQueue
  private var due: ArraySlice<EditQueue.Effect> = []
  private var isCarryingOut = false
  /// The edit that is under way, and what stops that.
  private var underWay: (number: Int, work: (any Cancellable)?)?
  /// Of the edits that have begun, by their numbers.
  private var places: [Int: UndoHistory.Place] = [:]
  private var finishers: [CheckedContinuation<Void, Never>] = []
  /// What waits until nothing is under way.
  private var quitters: [CheckedContinuation<Void, Never>] = []

  /// - Parameters:
  ///   - fetchDetails: Reads a photo that is edited before its row was read; nil takes it as it is.
  ///   - keys: Those that its texts name.
  ///   - history: Where edits are registered for undo.
  public init(
    fetchDetails: (any FetchPhotoDetailsUseCase)? = nil, keys: KeyHints = KeyHints(),
    history: UndoHistory
  ) {
    self.fetchDetails = fetchDetails
    self.keys = keys
    self.history = history
    queue = EditQueue(keys: keys, readsPhotos: fetchDetails != nil)
  }
}

// MARK: Inputs

extension EditRunner {
  /// Does something to photos, each in its turn.
  public func edit(_ photos: [Photo], _ edit: any PhotoEdit) {
    carryOut(queue.add(edit, to: photos, hidden: hiddenPhotosClosure?(photos) ?? []))
  }

  /// Call when the user does not want to wait any longer. What was done until then is kept, and is undone together.
  public func stop() { carryOut(queue.stop()) }

  /// Call when the screens are about to go: from now on `unwrittenText` names what fails.
  public func prepareToEnd() { queue.prepareToEnd() }

  /// Call before quitting; returns when all properties of photos are written, or cannot be.
  public func finish() async {
    prepareToEnd()
    guard !queue.isWritten else { return }
    await withCheckedContinuation { finishers.append($0) }
  }

  /// The same for the end of the program, where a copy isn't left to go on: it is stopped, and takes its half of a file away.
  public func quit() async {
    stop()
    await finish()
    guard underWay != nil else { return }
    await withCheckedContinuation { quitters.append($0) }
  }
}

// MARK: Outputs

extension EditRunner {
  /// The current photo: its row may be from before the last key.
  func current(_ photo: Photo, for edit: any PhotoEdit) -> Photo { queue.current(photo, edit) }

  /// Whether there is a photo to ask about; says so if there is none.
  func hasAny(_ photos: PhotoGathering) -> Bool {
    // A gathering that is over and isn't gathered was cancelled: there is nothing to ask about.
    guard photos.isOver, photos.photos.isEmpty else { return true }
    return photos.isGathered && hasAny(photos.photos)
  }

  /// Whether there is a photo to edit; says so if there is none.
  func hasAny(_ photos: [Photo]) -> Bool {
    if photos.isEmpty { showNoticeClosure?(SelectionText.noPhotos) }
    return !photos.isEmpty
  }

  /// Whether the user waits for an edit of a kind.
  func isBusy(_ kind: EditKind) -> Bool { queue.isBusy(kind) }

  /// What was not written by the end of `finish()`, or when the user stopped waiting; nil if everything was.
  public var unwrittenText: String? {
    var photos: [(words: EditWords, photos: [Photo])] = []
    for (edit, photo) in queue.unwritten {
      if let index = photos.firstIndex(where: { $0.words == edit.words }) {
        // Edited again while it was being written or read.
        if !photos[index].photos.contains(where: { $0.id == photo.id }) {
          photos[index].photos.append(photo)
        }
      } else {
        photos.append((edit.words, [photo]))
      }
    }
    let texts = photos.map { EditText.unwritten($0.photos, $0.words) }
    return texts.isEmpty ? nil : texts.joined(separator: ". ")
  }
}

extension EditRunner {
  /// One after the other, even for a step that ends within its call: otherwise thousands of them would be nested calls.
  private func carryOut(_ effects: [EditQueue.Effect]) {
    due += effects
    guard !isCarryingOut else { return }
    isCarryingOut = true
    while let effect = due.popFirst() { carryOut(effect) }
    isCarryingOut = false
    if underWay == nil {
      let quitters = quitters
      self.quitters = []
      for quitter in quitters { quitter.resume() }
    }
    guard !finishers.isEmpty, queue.isWritten else { return }
    let finishers = finishers
    self.finishers = []
    for finisher in finishers { finisher.resume() }
  }

  private func carryOut(_ effect: EditQueue.Effect) {
    switch effect {
    case .show(let photos): photosChangedClosure?(photos)
    case .filesChanged(let gone): filesChangedClosure?(gone)
    case .perform(let step): perform(step)
    case .cancel(let number): if underWay?.number == number { underWay?.work?.cancel() }
    case .read(let number, let photo): read(photo, for: number)
    case .begin(let number, let text, let photos):
      places[number] = history.begin(text, photos: photos) { [weak self] in
        self?.giveUp(number) ?? true
      }
    case .register(let undo, let number):
      register(undo, at: number.flatMap { places.removeValue(forKey: $0) })
    case .withdraw(let number): places.removeValue(forKey: number).map(history.withdraw)
    case .progress(let progress):
      self.progress = progress
      updateProgressClosure?()
    case .notice(let text): showNoticeClosure?(text)
    case .failure(let text): showFailureClosure?(text)
    case .offer(let offer):
      confirmClosure?(
        { offer.title }, { offer.message }, { [weak self] in self?.edit(offer.photos, offer.edit) })
    }
  }

  private func perform(_ step: EditQueue.Step) {
    let number = step.number
    underWay = (number, nil)
    let work = step.edit.perform(
      on: step.targets,
      progress: { [weak self] step in
        self.map { $0.carryOut($0.queue.advanced(number, step)) }
      },
      completion: { [weak self] report in
        guard let self else { return }
        underWay = nil
        carryOut(queue.finished(number, report))
      })
    if underWay?.number == number { underWay?.work = work }
  }

  private func read(_ photo: Photo, for number: Int) {
    underWay = (number, nil)
    let work = fetchDetails?.execute(photo) { [weak self] answer in
      // It may have been given up.
      guard let self, underWay?.number == number else { return }
      underWay = nil
      var read = answer.id == photo.id ? answer : photo
      // Everything that could be read has been.
      read.needsDetails = false
      carryOut(queue.read(number, read))
    }
    if underWay?.number == number { underWay?.work = work }
  }

  /// - Returns: Whether that was possible.
  private func giveUp(_ number: Int) -> Bool {
    guard let effects = queue.giveUp(number) else { return false }
    if let reading = underWay, reading.number == number {
      underWay = nil
      reading.work?.cancel()
    }
    places[number] = nil
    carryOut(effects)
    return true
  }

  private func register(_ undo: EditQueue.Undo, at place: UndoHistory.Place?) {
    let reason = { [weak self] in self?.queue.nothingLeft(of: undo) }
    history.register(
      undo.text, photos: undo.leadsToPhotos ? undo.photos.map(\.id) : [], at: place,
      nothingLeft: reason()
    ) { [weak self] in
      guard let self, queue.wouldChange(undo) else { return nil }
      carryOut(queue.undo(undo))
      return undo.text
    }
  }
}
