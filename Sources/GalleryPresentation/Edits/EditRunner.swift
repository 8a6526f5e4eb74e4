import GalleryDomain

/// Carries out the effects of an `EditQueue`: performs edits, registers what undoes them, and announces the rest. One for
/// all edits of a gallery's photos, and one for its basket, which must not wait for a disk that doesn't answer.
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
  public var askClosure: ((TextQuestion) -> Void)?
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
  let history: UndoHistory
  private var queue: EditQueue
  /// Edits whose photos are still being read, and those that have to come after them.
  private var waiting: [Waiting] = []
  private var due: ArraySlice<EditQueue.Effect> = []
  private var isCarryingOut = false
  /// What is done with files, and what stops that.
  private var underWay: (number: Int, work: (any Cancellable)?)?
  /// Of the edits that have begun, by their numbers.
  private var places: [Int: UndoHistory.Place] = [:]
  private var finishers: [CheckedContinuation<Void, Never>] = []
  /// What waits until nothing is under way.
  private var quitters: [CheckedContinuation<Void, Never>] = []

  /// An edit that begins when its photos are there, and the edits before it that concern them have begun.
  private struct Waiting {
    let number: Int
    let photos: PhotoGathering
    let make: ([Photo]) -> PhotoEdit

    /// As far as the photos are known.
    var edit: PhotoEdit { make(photos.photos) }
  }

  /// - Parameters:
  ///   - keys: Those that its texts name.
  ///   - history: Where edits are registered for undo.
  public init(keys: KeyHints = KeyHints(), history: UndoHistory) {
    self.keys = keys
    self.history = history
    queue = EditQueue(keys: keys)
  }
}

// MARK: Inputs

extension EditRunner {
  /// Does something with the files of photos.
  func edit(_ photos: [Photo], _ edit: FileEdit) {
    self.edit(PhotoGathering(photos)) { _ in .files(edit) }
  }

  /// Does something to photos once they are there; until then undo gives that up.
  ///
  /// - Parameter edit: Called with what is known of the photos, and with all of them before they are edited.
  func edit(_ photos: PhotoGathering, _ edit: @escaping ([Photo]) -> PhotoEdit) {
    let next = Waiting(number: queue.begin(), photos: photos, make: edit)
    guard !mayBegin(next, after: waiting) else { return begin(next.edit, photos.photos) }
    waiting.append(next)
    places[next.number] = history.begin(
      next.edit.undoing(photos.photos), photos: photos.photos.map(\.id)
    ) { [weak self] in self?.giveUp(next.number) ?? true }
    photos.whenGathered(
      { [weak self] _ in self?.beginWaiting() }, cancelled: { [weak self] in self?.beginWaiting() })
  }

  /// Call when the user does not want to wait any longer. What was done until then is kept, and is undone together.
  public func stop() { carryOut(queue.stop()) }

  /// Call when the screens are about to go: from now on `unwrittenText` names what fails.
  public func prepareToEnd() { queue.prepareToEnd() }

  /// Does something with the stored basket, in its turn; with an edit that is on the screen already, or with none to read
  /// it.
  func perform(_ edit: BasketEdit?, _ work: @escaping EditQueue.BasketWork) {
    carryOut(queue.add(edit, work))
  }

  /// Call before quitting; returns when all properties of photos and the basket are written, or cannot be.
  public func finish() async {
    carryOut(queue.writeAll())
    guard !isWritten else { return }
    await withCheckedContinuation { finishers.append($0) }
  }

  /// The same for the end of the program, where a copy isn't left to go on: it is stopped, and takes its half of a file away.
  public func quit() async {
    waiting.removeAll(where: \.edit.isOfFiles)
    carryOut(queue.stopFiles())
    await finish()
    guard underWay != nil else { return }
    await withCheckedContinuation { quitters.append($0) }
  }
}

// MARK: Outputs

extension EditRunner {
  /// The current photo: its row may be from before the last key.
  func current(_ photo: Photo, _ property: PropertyEdit.Property) -> Photo {
    queue.current(photo, property)
  }

  /// Whether there is a photo to edit or to ask about; says so if there is none.
  func hasAny(_ photos: PhotoGathering) -> Bool {
    guard photos.isOver, photos.photos.isEmpty else { return true }
    // One that is over and isn't gathered was cancelled.
    if photos.isGathered { showNoticeClosure?(SelectionText.noPhotos) }
    return false
  }

  /// The basket's edits that are not stored, or not yet, in order.
  var unstored: [BasketEdit] { queue.unstored }

  /// Whether something is done with files, or waits for its turn.
  var isBusyWithFiles: Bool { queue.isBusyWithFiles || waiting.contains(where: \.edit.isOfFiles) }

  /// Whether nothing is left to be written but files.
  private var isWritten: Bool { queue.isWritten && waiting.allSatisfy(\.edit.isOfFiles) }

  /// What was not written by the end of `finish()`, or when the user stopped waiting; nil if everything was.
  public var unwrittenText: String? {
    var photos: [(words: EditWords, photos: [Photo])] = []
    let unread = waiting.filter { !$0.edit.isOfFiles }.flatMap { next in
      next.photos.photos.map { (next.edit.words, $0) }
    }
    for (words, photo) in queue.unwritten + unread {
      if let index = photos.firstIndex(where: { $0.words == words }) {
        // Edited again while it was being written or read.
        if !photos[index].photos.contains(where: { $0.id == photo.id }) {
          photos[index].photos.append(photo)
        }
      } else {
        photos.append((words, [photo]))
      }
    }
    let basket = queue.unstored.isEmpty ? [] : [BasketText.unwritten]
    let texts = basket + photos.map { EditText.unwritten($0.photos, $0.words) }
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
    resumeFinishers()
  }

  private func resumeFinishers() {
    if underWay == nil {
      let quitters = quitters
      self.quitters = []
      for quitter in quitters { quitter.resume() }
    }
    guard !finishers.isEmpty, isWritten else { return }
    let finishers = finishers
    self.finishers = []
    for finisher in finishers { finisher.resume() }
  }

  private func carryOut(_ effect: EditQueue.Effect) {
    switch effect {
    case .show(let photos): photosChangedClosure?(photos)
    case .filesChanged(let gone): filesChangedClosure?(gone)
    case .write(let number, let edit, let target):
      // The property alone: others may have changed since it was read.
      edit.editSidecar.execute(
        edit.property.copying(from: target.photo, to: target.former), over: target.former
      ) { [weak self] result in
        self.map { $0.carryOut($0.queue.written(number, result)) }
      }
    case .perform(let number, let edit, let photos): perform(edit, on: photos, number)
    case .performOnBasket(let number, let work):
      work { [weak self] isDone in
        self.map { $0.carryOut($0.queue.endedOnBasket(number, isDone: isDone)) }
      }
    case .cancel: underWay?.work?.cancel()
    case .begin(let number, let text):
      guard places[number] == nil else { return }
      places[number] = history.begin(text) { [weak self] in self?.giveUp(number) ?? true }
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

  private func perform(_ edit: FileEdit, on photos: [Photo], _ number: Int) {
    underWay = (number, nil)
    let work = edit.perform(
      on: photos,
      progress: { [weak self] doneCount, fraction in
        self.map { $0.carryOut($0.queue.advanced(number, doneCount, fraction)) }
      },
      completion: { [weak self] report in
        guard let self else { return }
        underWay = nil
        carryOut(queue.performed(number, report))
      })
    if underWay?.number == number { underWay?.work = work }
  }

  private func begin(_ edit: PhotoEdit, _ photos: [Photo], begunAs number: Int? = nil) {
    carryOut(
      queue.add(
        edit, to: photos, hidden: hiddenPhotosClosure?(photos) ?? [], begunAs: number))
  }

  /// Stars for other photos don't wait; whatever moves files waits for all.
  private func mayBegin(_ next: Waiting, after earlier: some Collection<Waiting>) -> Bool {
    guard next.photos.isOver, !earlier.isEmpty else { return next.photos.isOver }
    let ids = Set(next.photos.photos.map(\.id))
    return !next.edit.isOfFiles
      && earlier.allSatisfy { $0.photos.photos.allSatisfy { !ids.contains($0.id) } }
  }

  private func beginWaiting() {
    while let index = waiting.indices.first(where: { mayBegin(waiting[$0], after: waiting[..<$0]) })
    {
      let next = waiting.remove(at: index)
      let photos = next.photos.photos
      // What could not be read is said by who gathered it.
      if photos.isEmpty { places.removeValue(forKey: next.number).map(history.withdraw) }
      begin(next.edit, photos, begunAs: next.number)
    }
  }

  /// - Returns: Whether that was possible.
  private func giveUp(_ number: Int) -> Bool {
    guard let index = waiting.firstIndex(where: { $0.number == number }) else { return false }
    let next = waiting.remove(at: index)
    places[number] = nil
    next.photos.cancel()
    beginWaiting()
    resumeFinishers()
    return true
  }

  private func register(_ undo: EditQueue.Undo, at place: UndoHistory.Place?) {
    let reason = { [weak self] in self?.queue.nothingLeft(of: undo) }
    history.register(
      undo.text, photos: undo.shownPhotos, at: place,
      nothingLeft: reason()
    ) { [weak self] in
      guard let self, let text = queue.text(of: undo) else { return nil }
      carryOut(queue.undo(undo))
      return text
    }
  }
}
