import GalleryDomain

/// Does what the user does to photos, registers what undoes it, and announces the rest. One for all edits of a gallery's
/// photos.
///
/// - Edits are done one after the other, in the order in which they were made: the trash waits until its photos'
///   ratings are written. Nobody rates photos while others are copied, because the bar takes the keys.
/// - Edits of sidecars change rows immediately and are written in their turn. A photo that is edited again before
///   its turn is written once, with all that the user says about it. An edit that cannot be written is reverted, unless the
///   photo was edited again since.
/// - What is done with files takes all photos in one go: the user sees its progress and may stop it. It keeps what it has
///   done then, which is undone together.
/// - If another program has changed the same property, the edit fails, and that program's value is shown.
///
/// Bound to no actor and not `Sendable`, like all view models; what is done within a call is announced before it returns.
public final class EditRunner {
  /// Emits with a notice about what was done.
  public var showNoticeClosure: ((String) -> Void)?
  /// Emits with a message about a failure.
  public var showFailureClosure: ((String) -> Void)?
  /// Emits with photos as they are to be shown now.
  public var photosChangedClosure: (([Photo]) -> Void)?
  /// Emits when files have come, gone or changed, with the photos that are no longer where they were, the new ids of those
  /// that have another name, and those that are back where they were.
  public var filesChangedClosure:
    ((_ gone: [Photo.ID], _ renamed: [Photo.ID: Photo.ID], _ returned: [Photo.ID]) -> Void)?
  /// Emits when `progress` changed.
  public var updateProgressClosure: (() -> Void)?
  /// Emits with a line of text that is asked for; see `TextQuestion`.
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
  /// Emits with what is about to be done, or can't be, for the user to look at: call `again` to change it, `confirmed` to do it.
  public var reviewClosure:
    (
      (
        _ title: String, _ message: String, _ again: @escaping () -> Void,
        _ confirmed: (() -> Void)?
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

  private enum Step {
    case write(PropertyWrite)
    case files(FileJob)

    var isOfFiles: Bool { if case .files = self { true } else { false } }
  }

  private final class PropertyWrite {
    /// The last one that goes into it.
    var edit: PropertyEdit
    var target: EditTarget

    init(_ edit: PropertyEdit, _ target: EditTarget) { (self.edit, self.target) = (edit, target) }
  }

  private final class FileJob {
    let edit: FileEdit
    let photos: [Photo]
    /// The photos that are not among the rows of the list.
    let hidden: Set<Photo.ID>
    var progress: BatchProgress
    /// What stops it, once it runs.
    var work: (any Cancellable)?

    init(_ edit: FileEdit, _ photos: [Photo], hidden: Set<Photo.ID>) {
      (self.edit, self.photos, self.hidden) = (edit, photos, hidden)
      progress = BatchProgress(doneCount: 0, totalCount: photos.count, label: edit.barLabel)
    }
  }

  /// An edit that begins when its photos have been read, and the edits before it that concern them have begun.
  private final class UnreadEdit {
    let photos: PhotoGathering
    let make: ([Photo]) -> PhotoEdit
    /// When it was made.
    let time: Int
    var entry: UndoHistory.Entry?

    init(_ photos: PhotoGathering, time: Int, make: @escaping ([Photo]) -> PhotoEdit) {
      (self.photos, self.time, self.make) = (photos, time, make)
    }

    /// What it does, as far as the photos are known.
    var edit: PhotoEdit { make(photos.photos) }
  }

  /// In the order in which they are done; the first is under way while `isRunning`.
  private var line: ArraySlice<Step> = []
  private var isRunning = false
  /// Counts the steps that have begun, so that each ends once.
  private var turn = 0
  /// The writes that have not begun.
  private var waiting: [Photo.ID: PropertyWrite] = [:]
  private var unread: [UnreadEdit] = []
  /// Counts the edits that had to wait for their photos.
  private var time = 0
  /// How each photo was last shown or written here, and when.
  private var latest: [Photo.ID: (photo: Photo, time: Int)] = [:]
  private var isEnding = false
  /// What failed since all was written; when the program ends, all that failed since it began to.
  private var failed = EditedPhotos()
  /// What was typed about photos and could not be written.
  private var lostCaptions: [Photo.ID: CaptionEdit] = [:]
  /// What is to be begun and announced when nothing is being changed.
  private var due: ArraySlice<() -> Void> = []
  private var isSettling = false
  private var waiters: [(forFiles: Bool, continuation: CheckedContinuation<Void, Never>)] = []

  /// - Parameters:
  ///   - keys: Those that its texts name.
  ///   - history: Where edits are registered for undo.
  public init(keys: KeyHints = KeyHints(), history: UndoHistory) {
    self.keys = keys
    self.history = history
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
    time += 1
    let next = UnreadEdit(photos, time: time, make: edit)
    guard !mayBegin(next, after: unread) else { return begin(next.edit, photos.photos) }
    unread.append(next)
    let text = EditText.undoing(next.edit.words, photos.photos)
    next.entry = history.register(text, photos: photos.photos.map(\.id)) {
      [weak self, weak next] in
      if let next { self?.giveUp(next) }
      return text
    }
    photos.whenGathered(
      { [weak self] _ in self?.beginUnread() }, cancelled: { [weak self] in self?.beginUnread() })
  }

  /// Call when the user does not want to wait any longer. What was done until then is kept, and is undone together.
  public func stop() {
    if let shownJob { stop(shownJob) }
    settle()
  }

  /// Call when the screens are about to go: from now on `unwrittenText` names what fails.
  public func prepareToEnd() {
    if !isEnding { failed = EditedPhotos() }
    isEnding = true
  }

  /// Call before quitting; returns when all properties of photos are written, or cannot be.
  public func finish() async { await finish(withFiles: false) }

  /// Call at the end of the program instead: a copy that is under way is stopped, and removes its half of a file.
  public func quit() async {
    unread.removeAll(where: \.edit.isOfFiles)
    for case .files(let job) in line { stop(job) }
    await finish(withFiles: true)
  }

  private func finish(withFiles: Bool) async {
    prepareToEnd()
    settle()
    guard !isOver(withFiles: withFiles) else { return }
    await withCheckedContinuation { waiters.append((withFiles, $0)) }
  }
}

// MARK: Outputs

extension EditRunner {
  /// Whether there is a photo to edit or to ask about; says so if there is none.
  func hasAny(_ photos: PhotoGathering) -> Bool {
    guard photos.isOver, photos.photos.isEmpty else { return true }
    // One that is over and isn't gathered was cancelled.
    if photos.isGathered { showNoticeClosure?(SelectionText.noPhotos) }
    return false
  }

  /// Whether something is done with files, or waits for its turn.
  var isBusyWithFiles: Bool { shownJob != nil || unread.contains(where: \.edit.isOfFiles) }

  /// Whether no property is left to be written.
  private func isOver(withFiles: Bool) -> Bool {
    line.allSatisfy(\.isOfFiles) && unread.allSatisfy(\.edit.isOfFiles)
      && !(withFiles && isRunning)
  }

  /// What was not written by the end of `finish()`, or when the user stopped waiting; nil if everything was.
  public var unwrittenText: String? {
    var photos = failed
    for case .write(let write) in line { photos.add(write.target.former, write.edit.words) }
    for next in unread where !next.edit.isOfFiles {
      for photo in next.photos.photos { photos.add(photo, next.edit.words) }
    }
    let texts = photos.kinds.map { EditText.unwritten($0.photos, $0.words) }
    return texts.isEmpty ? nil : texts.joined(separator: ". ")
  }

  /// The current photo: its row may be from before the last key.
  ///
  /// - Parameter time: When the edit was made, if its photo was read after its key.
  func current(_ photo: Photo, since time: Int? = nil) -> Photo {
    if let write = waiting[photo.id] { return photo.marked(like: write.target.photo) }
    if isRunning, case .write(let write)? = line.first, write.target.photo.id == photo.id {
      return photo.marked(like: write.target.photo)
    }
    // Its file may have been read before the last edit was written.
    guard let time, let last = latest[photo.id], last.time >= time else { return photo }
    return photo.marked(like: last.photo)
  }
}

// MARK: Steps

extension EditRunner {
  /// Begins the next step, and announces what has changed: one after the other, even for a step that ends within its call, because
  /// otherwise thousands of them would be nested calls.
  private func settle() {
    start()
    guard !isSettling else { return }
    isSettling = true
    while let action = due.popFirst() { action() }
    isSettling = false
    let over = waiters.filter { isOver(withFiles: $0.forFiles) }
    waiters.removeAll { isOver(withFiles: $0.forFiles) }
    for waiter in over { waiter.continuation.resume() }
  }

  private func start() {
    while !isRunning, let step = line.first {
      if case .write(let write) = step {
        waiting[write.target.photo.id] = nil
        guard write.target.isChanged else {
          line.removeFirst()
          continue
        }
      }
      (isRunning, turn) = (true, turn + 1)
      due.append { [self, turn] in carryOut(step, turn) }
    }
    if line.isEmpty, !isEnding { failed = EditedPhotos() }
  }

  private func carryOut(_ step: Step, _ turn: Int) {
    switch step {
    case .write(let write):
      let (edit, target) = (write.edit, write.target)
      edit.editSidecar.execute(target.photo, over: target.former) { [weak self] result in
        self?.end(turn) { $0.written(target, edit, result) }
      }
    case .files(let job):
      let work = job.edit.perform(
        on: job.photos,
        progress: { [weak self] in self?.advance(job, turn, $0, $1) },
        completion: { [weak self] report in self?.end(turn) { $0.end(job, report) } })
      if isRunning, turn == self.turn { job.work = work }
    }
  }

  /// Ends the step that is under way, unless it has ended.
  private func end(_ turn: Int, _ ended: (EditRunner) -> Void) {
    guard isRunning, turn == self.turn else { return }
    isRunning = false
    line.removeFirst()
    ended(self)
    settle()
  }

  // MARK: Beginning

  /// - Parameter waited: The edit, if it had to wait for its photos.
  private func begin(_ edit: PhotoEdit, _ photos: [Photo], waited: UnreadEdit? = nil) {
    defer { settle() }
    guard !photos.isEmpty else { return }
    let hidden = hiddenPhotosClosure?(photos) ?? []
    switch edit {
    case .files(let edit):
      // It can't be undone before it has ended, and the bar takes the keys until then.
      if let entry = waited?.entry { history.withdraw(entry) }
      begin(edit, photos, hidden: hidden)
    case .property(let edit):
      let changes = change(
        edit,
        photos.map { photo in
          let former = current(photo, since: waited?.time)
          return EditTarget(photo: edit.edited(former), former: former)
        })
      if !changes.isEmpty {
        register(edit, changes, in: waited?.entry)
      } else if let entry = waited?.entry {
        history.withdraw(entry)
      }
      let named = edit.isOfCaption && !changes.isEmpty ? changes.map(\.former) : photos
      let text = changes.isEmpty ? edit.unchanged(named) : edit.done(named)
      announce(
        joined(
          [
            Self.text(text, of: named, hidden), changes.isEmpty ? nil : "\(keys.undo) to undo",
          ], by: " · "))
    }
  }

  /// Stars for other photos don't wait; whatever moves files waits for all.
  private func mayBegin(_ next: UnreadEdit, after earlier: some Collection<UnreadEdit>) -> Bool {
    guard next.photos.isOver, !earlier.isEmpty else { return next.photos.isOver }
    let ids = Set(next.photos.photos.map(\.id))
    return !next.edit.isOfFiles
      && earlier.allSatisfy { $0.photos.photos.allSatisfy { !ids.contains($0.id) } }
  }

  private func beginUnread() {
    while let index = unread.indices.first(where: { mayBegin(unread[$0], after: unread[..<$0]) }) {
      let next = unread.remove(at: index)
      let photos = next.photos.photos
      // Whatever gathered them says what could not be read.
      if photos.isEmpty, let entry = next.entry { history.withdraw(entry) }
      begin(next.edit, photos, waited: next)
    }
  }

  private func giveUp(_ edit: UnreadEdit) {
    guard let index = unread.firstIndex(where: { $0 === edit }) else { return }
    unread.remove(at: index).photos.cancel()
    beginUnread()
    settle()
  }

  private func announce(_ notice: String) {
    due.append { [self] in showNoticeClosure?(notice) }
  }

  private func announce(failure: String) {
    due.append { [self] in showFailureClosure?(failure) }
  }

  /// What was done, and with how many photos that are not in the list.
  private static func text(_ text: String, of photos: [Photo], _ hidden: Set<Photo.ID>) -> String {
    guard !hidden.isEmpty else { return text }
    let count = photos.count { hidden.contains($0.id) }
    return joined([text, SelectionText.notShown(count, of: photos.count)], by: ", ")
  }
}

// MARK: Properties

extension EditRunner {
  /// Shows changes and has them written.
  @discardableResult
  private func change(_ edit: PropertyEdit, _ targets: [EditTarget]) -> [EditTarget] {
    let changes = targets.filter(\.isChanged)
    for change in changes {
      if let earlier = waiting[change.photo.id] {
        (earlier.edit, earlier.target.photo) = (edit, change.photo)
      } else {
        let write = PropertyWrite(edit, change)
        waiting[change.photo.id] = write
        line.append(.write(write))
      }
    }
    show(changes.map(\.photo))
    return changes
  }

  private func show(_ photos: [Photo]) {
    guard !photos.isEmpty else { return }
    for photo in photos { latest[photo.id] = (photo, time) }
    due.append { [self] in photosChangedClosure?(photos) }
  }

  private func written(
    _ target: EditTarget, _ edit: PropertyEdit, _ result: Result<Photo, SidecarError>
  ) {
    let later = waiting[target.photo.id]
    switch result {
    case .success(let now):
      let isOwn = now.isMarked(like: target.photo)
      lostCaptions[now.id] = nil
      latest[target.photo.id]?.time = time
      if let later {
        later.target.former = now
        guard !isOwn else { return }
        later.target.photo = later.target.photo.rebased(from: target.photo, onto: now)
        show([later.target.photo])
      } else if !isOwn {
        show([target.photo.marked(like: now)])
      }
    case .failure(let error):
      let reason = if case .cancelled = error { "" } else { edit.reason(error) }
      failed.add(target.former, edit.words, reason: reason)
      if case .caption(let lost) = edit.change,
        edit.edited(target.former).isMarked(like: target.photo)
      {
        lostCaptions[target.photo.id] = lost
      }
      if let later {
        later.target.former = target.former
      } else {
        // If another program has edited it, its value is shown.
        var now = target.former
        if case .changedElsewhere(_, let theirs) = error { now = theirs }
        show([target.photo.marked(like: now)])
      }
      announce(failure: EditText.failure(failed))
    }
  }

  /// What was typed about some of these photos, once.
  func removeLostCaption(of photos: [Photo]) -> CaptionEdit? {
    photos.compactMap { lostCaptions.removeValue(forKey: $0.id) }.first
  }

  private func register(_ edit: PropertyEdit, _ done: [EditTarget], in entry: UndoHistory.Entry?) {
    let photos = done.map(\.photo)
    history.register(EditText.undoing(edit.words, photos), photos: photos.map(\.id), in: entry) {
      [weak self] in
      self?.undo(edit, done)
    }
  }

  /// - Returns: What was undone; nil if nothing was left of it.
  private func undo(_ edit: PropertyEdit, _ done: [EditTarget]) -> String? {
    let targets = done.map { target in
      let now = target.photo.marked(like: latest[target.photo.id]?.photo ?? target.photo)
      // An edit that could not be written has nothing to take back: what is shown may be another program's.
      let isDone = target.photo.rebased(from: target.former, onto: now).isMarked(like: now)
      return EditTarget(
        photo: isDone ? edit.restored(now, to: target.former) : now, former: now)
    }
    let leftCount = targets.count { !$0.isChanged }
    let changes = change(edit, targets).map(\.photo)
    settle()
    guard !changes.isEmpty else { return nil }
    let text = EditText.undoing(edit.words, changes)
    return leftCount == 0 ? text : EditText.undone(text, leaving: leftCount)
  }
}

// MARK: Files

extension EditRunner {
  /// The one whose progress is shown: it runs, or is the next of its kind.
  private var shownJob: FileJob? {
    for case .files(let job) in line { return job }
    return nil
  }

  private func begin(_ edit: FileEdit, _ photos: [Photo], hidden: Set<Photo.ID> = []) {
    line.append(.files(FileJob(edit, photos, hidden: hidden)))
    updateProgress()
  }

  private func stop(_ job: FileJob) {
    guard case .files(let running)? = line.first, isRunning, running === job else {
      line = line.filter { if case .files(let other) = $0 { other !== job } else { true } }[...]
      return end(job, FileEditReport())
    }
    due.append { job.work?.cancel() }
  }

  private func advance(_ job: FileJob, _ turn: Int, _ doneCount: Int, _ fraction: Double?) {
    guard isRunning, turn == self.turn else { return }
    (job.progress.doneCount, job.progress.doneFraction) = (doneCount, fraction)
    updateProgress()
    settle()
  }

  private func updateProgress() {
    let progress = shownJob?.progress
    due.append { [self] in
      self.progress = progress
      updateProgressClosure?()
    }
  }

  /// - Parameter report: Empty for one that never ran.
  private func end(_ job: FileJob, _ report: FileEditReport) {
    let (edit, done) = (job.edit, report.done)
    updateProgress()
    if isEnding { for (photo, _) in report.failed { failed.add(photo, edit.words) } }
    if edit.isUndo {
      // Anything that could not be undone, or not before the user stopped it, can be undone once more.
      let ids = Set(done.map(\.id))
      let left = job.photos.reversed().filter { !ids.contains($0.id) }
      if !left.isEmpty { register(edit, left) }
    } else if !done.isEmpty {
      register(report.undo ?? edit, done)
    }
    if !done.isEmpty {
      let renamed = report.renamed
      let gone = edit.takesPhotosAway ? done.map(\.id).filter { renamed[$0] == nil } : []
      let returned = edit.bringsPhotosBack ? done.reversed().map(\.id) : []
      due.append { [self] in filesChangedClosure?(gone, renamed, returned) }
    }
    announceEnd(of: job, report)
  }

  private func announceEnd(of job: FileJob, _ report: FileEditReport) {
    let (edit, total) = (job.edit, job.photos.count)
    if let reason = report.failed.first?.reason {
      let verb = edit.isUndo ? "undo" : edit.words.verb
      let text = EditText.failure(verb, report.failed.count, of: total, reason)
      announce(failure: joined([text, report.remark], by: ". "))
    } else if !edit.isUndo, !report.done.isEmpty {
      let text = Self.text(edit.done(report, of: total), of: report.done, job.hidden)
      announce(joined([text, "\(keys.undo) to undo", report.remark], by: " · "))
    } else if let remark = report.remark {
      announce(remark)
    }
  }

  private func register(_ edit: FileEdit, _ photos: [Photo]) {
    history.register(EditText.undoing(edit.words, photos)) { [weak self] in
      guard let self else { return nil }
      // The latest first.
      begin(edit, photos.reversed())
      settle()
      return EditText.undoing(edit.words, photos)
    }
  }
}
