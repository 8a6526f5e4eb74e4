import GalleryDomain

/// Edits that run or wait: what is written when, the progress, failures, and what undo restores.
///
/// A value: events go in, effects come out, and `EditRunner` carries them out.
///
/// - Edits are done one after the other, in the order in which they were made: the trash waits until its photos'
///   ratings are written. Nobody rates photos while others are copied, because the bar takes the keys.
/// - Edits of properties change rows immediately and are written in their turn. A photo that is edited again before
///   its turn is written once. An edit that cannot be written is reverted, unless the photo was edited again since.
/// - What is done with files takes all photos in one go: the user sees its progress and may stop it. It keeps what it has
///   done then, which is undone together.
/// - If another program has changed the same property, the edit fails, and that program's value is shown.
/// - The basket's edits are stored in a line like any others. Nothing else has a copy of it, so what can't be stored is not
///   taken back: it is held and tried again, in order, with its next edit, when it is read, and before the end.
struct EditQueue {
  /// What is done with the stored basket; calls back once, with whether it could be done.
  typealias BasketWork = (_ ended: @escaping (Bool) -> Void) -> Void

  enum Effect {
    case show([Photo])
    /// Files have come, gone or changed; these photos are no longer where they were.
    case filesChanged([Photo.ID])
    case write(Int, PropertyEdit, EditTarget)
    case perform(Int, FileEdit, [Photo])
    case performOnBasket(Int, BasketWork)
    /// What is done with files is not waited for any longer.
    case cancel
    /// An edit has begun that cannot be undone before it is registered or withdrawn; by its number.
    case begin(Int, String)
    /// With the number of the edit if it has begun.
    case register(Undo, Int?)
    case withdraw(Int)
    case progress(BatchProgress?)
    case notice(String)
    case failure(String)
    case offer(FileEditReport.Offer)
  }

  /// How to undo something.
  enum Undo {
    case property(PropertyEdit, [EditTarget])
    case files(FileEdit, [Photo])

    var text: String {
      switch self {
      case .property(let edit, let targets): edit.undoing(targets.map(\.photo))
      case .files(let edit, let photos): edit.undoing(photos)
      }
    }

    /// Photos that the user may have left, and wants to see again.
    var shownPhotos: [Photo.ID] {
      if case .property(_, let targets) = self { targets.map(\.photo.id) } else { [] }
    }
  }

  private enum Entry {
    case property(PropertyEdit, EditTarget)
    case files(FileJob)
    /// nil reads the basket.
    case basket(BasketEdit?, BasketWork)
  }

  private struct FileJob {
    let edit: FileEdit
    let photos: [Photo]
    let hidden: Set<Photo.ID>
    var progress: BatchProgress
  }

  /// A property of a photo.
  private struct Subject: Hashable {
    let property: PropertyEdit.Property
    let id: Photo.ID
  }

  private let keys: KeyHints
  /// The edits by their numbers.
  private var entries: [Int: Entry] = [:]
  /// The numbers in their order; those of edits that have ended are skipped.
  private var line: ArraySlice<Int> = []
  /// The first of the line, while it is carried out.
  private var running: Int?
  /// The basket's edits that could not be stored; in no line until they are tried again.
  private var held: [Int] = []
  /// The edits of properties that wait.
  private var waiting: [Subject: Int] = [:]
  private var lastNumber = 0
  /// How each photo was last shown or written here, and the number of the last edit until then.
  private var latest: [Subject: (photo: Photo, number: Int)] = [:]
  /// Those whose last edit could not be written.
  private var failedSubjects: Set<Subject> = []
  /// Edits of properties that failed since all was written.
  private var failureCount = 0
  private var effects: [Effect] = []
  private var isFinishing = false
  /// Failures since the program started to quit.
  private var failed: [(words: EditWords, photo: Photo)] = []

  /// - Parameter keys: The keys that its texts name.
  init(keys: KeyHints = KeyHints()) {
    self.keys = keys
  }
}

// MARK: Events

extension EditQueue {
  /// The number of an edit that has begun before its photos are there.
  mutating func begin() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Call when the user edits photos.
  ///
  /// - Parameters:
  ///   - photos: Read, as far as the edit goes by what they say.
  ///   - hidden: Those of the photos that are not among the rows of the list.
  ///   - number: From `begin`, if the edit has one.
  mutating func add(
    _ edit: PhotoEdit, to photos: [Photo], hidden: Set<Photo.ID> = [], begunAs number: Int? = nil
  ) -> [Effect] {
    guard !photos.isEmpty else { return [] }
    switch edit {
    case .property(let edit):
      let changes = change(
        edit,
        photos.map { photo in
          let former = current(photo, edit.property, since: number)
          return EditTarget(photo: edit.edited(former), former: former)
        })
      register(.property(edit, changes), of: changes.count, begunAs: number)
      let text = changes.isEmpty ? edit.unchanged(photos) : edit.done(photos)
      effects.append(
        .notice(
          joined(
            [
              Self.text(text, of: photos, hidden), changes.isEmpty ? nil : "\(keys.undo) to undo",
            ], by: " · ")))
    case .files(let edit): begin(edit, photos, hidden: hidden, begunAs: number)
    }
    return finish()
  }

  /// Call when the user undoes an edit.
  mutating func undo(_ undo: Undo) -> [Effect] {
    switch undo {
    case .property(let edit, let done): change(edit, restored(edit, done))
    // The latest first.
    case .files(let edit, let photos): begin(edit, photos.reversed())
    }
    return finish()
  }

  /// Call when the user does not want to wait any longer for what is in `progress`.
  mutating func stop() -> [Effect] {
    if let (number, job) = shownJob { stop(number, job) }
    return finish()
  }

  /// Call when the program ends: what is done with files isn't left to go on.
  mutating func stopFiles() -> [Effect] {
    for number in line {
      if case .files(let job)? = entries[number] { stop(number, job) }
    }
    return finish()
  }

  private mutating func stop(_ number: Int, _ job: FileJob) {
    guard running != number else { return effects.append(.cancel) }
    let outcomes = job.photos.map { _ in FileEditReport.Outcome.cancelled }
    end(number, job, FileEditReport(outcomes: outcomes))
  }

  /// Call when what is done with files has made progress.
  mutating func advanced(_ number: Int, _ doneCount: Int, _ fraction: Double?) -> [Effect] {
    guard running == number, case .files(var job)? = entries[number] else { return [] }
    (job.progress.doneCount, job.progress.fraction) = (doneCount, fraction)
    entries[number] = .files(job)
    return [.progress(job.progress)]
  }

  /// Call once when that has ended.
  mutating func performed(_ number: Int, _ report: FileEditReport) -> [Effect] {
    guard running == number, case .files(let job)? = entries[number] else { return [] }
    running = nil
    end(number, job, report)
    return finish()
  }

  /// Call once when a photo's property was written, or could not be.
  mutating func written(
    _ number: Int, _ result: Result<EditedPhoto, SidecarError>
  ) -> [Effect] {
    guard running == number, case .property(let edit, let target)? = entries[number] else {
      return []
    }
    (running, entries[number]) = (nil, nil)
    switch result {
    case .success(let edited): written(target, as: edited.photo, edit)
    case .failure(.cancelled): failed(target, edit, "")
    case .failure(.changedElsewhere(let name, let now)):
      failed(target, edit, edit.reason(.changedElsewhere(name: name, now: now)), now: now)
    case .failure(let error): failed(target, edit, edit.reason(error))
    }
    return finish()
  }

  /// Call with an edit of the basket, which is on the screen already, or with none to read the basket.
  mutating func add(_ edit: BasketEdit?, _ work: @escaping BasketWork) -> [Effect] {
    tryHeldAgain()
    let isAwaited = entries.contains { number, entry in
      if number != running, case .basket(nil, _) = entry { true } else { false }
    }
    // A reading that waits sees all that has happened until then.
    if edit != nil || !isAwaited { enqueue(.basket(edit, work), begin()) }
    return finish()
  }

  /// Call once when an effect on the basket has ended.
  mutating func endedOnBasket(_ number: Int, isDone: Bool) -> [Effect] {
    guard running == number else { return [] }
    running = nil
    if isDone || basketEdit(number) == nil {
      entries[number] = nil
    } else {
      // Those after it must not be stored before it.
      held = line.filter { basketEdit($0) != nil }
      line = line.filter { basketEdit($0) == nil }[...]
    }
    return finish()
  }

  /// Call when the program is about to quit: what fails from now on is `unwritten`.
  mutating func prepareToEnd() { isFinishing = true }

  /// Call before waiting for the end: what could not be stored is tried once more.
  mutating func writeAll() -> [Effect] {
    prepareToEnd()
    tryHeldAgain()
    return finish()
  }
}

// MARK: State

extension EditQueue {
  /// Whether something is done with files, or waits for its turn.
  var isBusyWithFiles: Bool { shownJob != nil }

  /// What undoing something changes, as it follows "Undone:"; nil if that is nothing.
  func text(of undo: Undo) -> String? {
    guard case .property(let edit, let done) = undo else { return undo.text }
    let targets = restored(edit, done)
    let left = targets.filter { edit.property.isSame($0.photo, $0.former) }.map(\.photo)
    guard !left.isEmpty else { return undo.text }
    let changed = targets.filter { !edit.property.isSame($0.photo, $0.former) }.map(\.photo)
    return changed.isEmpty
      ? nil
      : EditText.undone(edit.undoing(changed), leaving: left.count, nothingLeft(of: left, edit))
  }

  /// Why undoing something would change nothing; nil if it is always something.
  func nothingLeft(of undo: Undo) -> String? {
    guard case .property(let edit, let done) = undo else { return nil }
    return nothingLeft(of: done.map(\.photo), edit)
  }

  private func nothingLeft(of photos: [Photo], _ edit: PropertyEdit) -> String {
    photos.allSatisfy { failedSubjects.contains(subject($0, edit.property)) }
      ? EditText.notWritten(photos.count) : EditText.asBefore(photos.count)
  }

  /// Whether all changes of photos' properties and of the basket are written, or can't be.
  var isWritten: Bool {
    let held = Set(held)
    return entries.allSatisfy { number, entry in
      if case .files = entry { true } else { held.contains(number) }
    }
  }

  /// The basket's edits that are not stored, or not yet, in order.
  var unstored: [BasketEdit] { (held + line).compactMap(basketEdit) }

  private func basketEdit(_ number: Int) -> BasketEdit? {
    if case .basket(let edit, _)? = entries[number] { edit } else { nil }
  }

  /// The properties of photos that are not written, or not yet.
  var unwritten: [(words: EditWords, photo: Photo)] {
    failed
      + line.compactMap { number in
        guard case .property(let edit, let target)? = entries[number] else { return nil }
        return (edit.words, target.photo)
      }
  }

  private func subject(_ photo: Photo, _ property: PropertyEdit.Property) -> Subject {
    Subject(property: property, id: photo.id)
  }

  /// Photos of an edit as they are now, and as its undo makes them.
  private func restored(_ edit: PropertyEdit, _ done: [EditTarget]) -> [EditTarget] {
    done.map { target in
      let now =
        latest[subject(target.photo, edit.property)].map {
          edit.property.copying(from: $0.photo, to: target.photo)
        } ?? target.photo
      // An edit that could not be written has nothing to take back: what is shown may be another program's.
      let isDone = edit.property.isSame(edit.edited(now), now)
      return EditTarget(
        photo: isDone ? edit.restored(now, to: target.former) : now, former: now)
    }
  }

  /// The current photo: its row may be from before the last key.
  ///
  /// - Parameter number: That of the edit, if its photo was read after its key.
  func current(
    _ photo: Photo, _ property: PropertyEdit.Property, since number: Int? = nil
  ) -> Photo {
    let subject = subject(photo, property)
    for number in [waiting[subject], running] {
      guard let number, case .property(let edit, let target)? = entries[number],
        edit.property == property, target.photo.id == photo.id
      else { continue }
      return edit.property.copying(from: target.photo, to: photo)
    }
    // The reading may have begun before the last edit was written.
    if let number, let last = latest[subject], last.number >= number {
      return property.copying(from: last.photo, to: photo)
    }
    return photo
  }
}

// MARK: Steps

extension EditQueue {
  private mutating func finish() -> [Effect] {
    start()
    defer { effects = [] }
    return effects
  }

  private mutating func enqueue(_ entry: Entry, _ number: Int) {
    entries[number] = entry
    line.append(number)
  }

  private mutating func tryHeldAgain() {
    line = held + line
    held = []
  }

  private mutating func start() {
    while running == nil, let number = line.first {
      switch entries[number] {
      case .property(let edit, let target)?:
        waiting[subject(target.photo, edit.property)] = nil
        guard !edit.property.isSame(target.photo, target.former) else {
          entries[number] = nil
          continue
        }
        effects.append(.write(number, edit, target))
      case .files(let job)?: effects.append(.perform(number, job.edit, job.photos))
      case .basket(_, let work)?: effects.append(.performOnBasket(number, work))
      case nil:
        line.removeFirst()
        continue
      }
      running = number
    }
    if line.isEmpty { failureCount = 0 }
  }

  private mutating func register(_ undo: Undo, of count: Int, begunAs number: Int?) {
    if count > 0 {
      effects.append(.register(undo, number))
    } else if let number {
      effects.append(.withdraw(number))
    }
  }

  /// What was done, and with how many photos that are not in the list.
  private static func text(_ text: String, of photos: [Photo], _ hidden: Set<Photo.ID>) -> String {
    guard !hidden.isEmpty else { return text }
    let count = photos.count { hidden.contains($0.id) }
    return joined([text, SelectionText.notShown(count, of: photos.count)], by: ", ")
  }
}

// MARK: Properties

extension EditQueue {
  /// Shows changes and has them written.
  @discardableResult
  private mutating func change(_ edit: PropertyEdit, _ targets: [EditTarget]) -> [EditTarget] {
    let changes = targets.filter { !edit.property.isSame($0.photo, $0.former) }
    for change in changes {
      let subject = subject(change.photo, edit.property)
      if let number = waiting[subject], case .property(let first, var target)? = entries[number] {
        target.photo = change.photo
        entries[number] = .property(first, target)
      } else {
        let number = begin()
        waiting[subject] = number
        enqueue(.property(edit, change), number)
      }
    }
    show(changes.map(\.photo), edit.property)
    return changes
  }

  private mutating func show(_ photos: [Photo], _ property: PropertyEdit.Property) {
    guard !photos.isEmpty else { return }
    let photos = photos.map { withUnwritten($0, besides: property) }
    for photo in photos { latest[subject(photo, property)] = (photo, lastNumber) }
    effects.append(.show(photos))
  }

  /// A photo with the edits of other properties that are shown already and not written yet: the result of one must not hide
  /// them.
  private func withUnwritten(_ photo: Photo, besides property: PropertyEdit.Property) -> Photo {
    PropertyEdit.Property.allCases.filter { $0 != property }.reduce(photo) { current($0, $1) }
  }

  private mutating func written(_ target: EditTarget, as now: Photo, _ edit: PropertyEdit) {
    let subject = subject(now, edit.property)
    let isOwn = edit.property.isSame(now, target.photo)
    failedSubjects.remove(subject)
    latest[subject]?.number = lastNumber
    if let number = waiting[subject], case .property(let later, var next)? = entries[number] {
      next.former = now
      if !isOwn { next.photo = edit.rebased(next.photo, from: target.photo, onto: now) }
      entries[number] = .property(later, next)
      if !isOwn { show([next.photo], edit.property) }
    } else if !isOwn {
      show([edit.property.copying(from: now, to: target.photo)], edit.property)
    }
  }

  /// - Parameter now: The photo as another program has edited it.
  private mutating func failed(
    _ target: EditTarget, _ edit: PropertyEdit, _ reason: String, now: Photo? = nil
  ) {
    let subject = subject(target.photo, edit.property)
    if isFinishing { failed.append((edit.words, target.photo)) }
    failedSubjects.insert(subject)
    if let number = waiting[subject], case .property(let later, var next)? = entries[number] {
      next.former = target.former
      entries[number] = .property(later, next)
    } else {
      show([edit.property.copying(from: now ?? target.former, to: target.photo)], edit.property)
    }
    failureCount += 1
    effects.append(
      .failure(EditText.failure(edit.words.verb, of: target.photo, count: failureCount, reason)))
  }
}

// MARK: Files

extension EditQueue {
  private mutating func begin(
    _ edit: FileEdit, _ photos: [Photo], hidden: Set<Photo.ID> = [], begunAs begun: Int? = nil
  ) {
    let number = begun ?? begin()
    let progress = BatchProgress(doneCount: 0, totalCount: photos.count, label: edit.barLabel)
    enqueue(
      .files(FileJob(edit: edit, photos: photos, hidden: hidden, progress: progress)), number)
    if !edit.isUndo { effects.append(.begin(number, edit.undoing(photos))) }
    if shownJob?.number == number { effects.append(.progress(progress)) }
  }

  /// The one whose progress is shown.
  private var shownJob: (number: Int, job: FileJob)? {
    for number in line {
      if case .files(let job)? = entries[number] { return (number, job) }
    }
    return nil
  }

  private mutating func end(_ number: Int, _ job: FileJob, _ report: FileEditReport) {
    entries[number] = nil
    effects.append(.progress(shownJob?.job.progress))
    var done: [Photo] = []
    var failures: [String] = []
    for (photo, outcome) in zip(job.photos, report.outcomes) {
      switch outcome {
      case .done: done.append(photo)
      case .failed(let reason):
        failures.append(reason)
        if isFinishing { failed.append((job.edit.words, photo)) }
      case .postponed, .cancelled: break
      }
    }
    if job.edit.isUndo {
      // Anything that could not be undone, or not before the user stopped it, can be undone once more.
      let ids = Set(done.map(\.id))
      let left = job.photos.reversed().filter { !ids.contains($0.id) }
      register(.files(job.edit, left), of: left.count, begunAs: nil)
    } else {
      register(.files(report.undo ?? job.edit, done), of: done.count, begunAs: number)
    }
    if !done.isEmpty {
      effects.append(.filesChanged(job.edit.takesPhotosAway ? done.map(\.id) : []))
    }
    tell(job, done, failures, report.remark)
    if let offer = report.offer { effects.append(.offer(offer)) }
  }

  private mutating func tell(
    _ job: FileJob, _ done: [Photo], _ failures: [String], _ remark: String?
  ) {
    let total = job.photos.count
    if let reason = failures.first {
      let verb = job.edit.isUndo ? "undo" : job.edit.words.verb
      let text = EditText.failure(verb, failures.count, of: total, reason)
      effects.append(.failure(joined([text, remark], by: ". ")))
    } else if !job.edit.isUndo, !done.isEmpty {
      let text = Self.text(job.edit.done(done, of: total), of: done, job.hidden)
      effects.append(.notice(joined([text, "\(keys.undo) to undo", remark], by: " · ")))
    } else if let remark {
      effects.append(.notice(remark))
    }
  }
}
