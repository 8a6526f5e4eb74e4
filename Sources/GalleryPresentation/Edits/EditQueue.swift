import GalleryDomain

/// Edits that run or wait: what is written when, the progress, failures, and what undo restores.
///
/// A value: events go in, effects come out, and `EditRunner` carries them out.
///
/// - Edits are done one after the other, in the order in which they were made: the trash waits until its photos'
///   ratings are written. Nobody rates photos while others are copied, because the bar takes the keys.
/// - Instant edits (ratings) change rows immediately and are written in their turn. A photo that is edited again before
///   its turn is written once. An edit that cannot be written is reverted, unless the photo was edited again since.
/// - All others are jobs: the user sees their progress and may stop them. A stopped job keeps what it has done, which
///   is undone together.
/// - If another program has changed the same property, the edit fails, and that program's value is shown.
/// - The basket's edits are stored in a line like any others. Nothing else has a copy of it, so what can't be stored is not
///   taken back: it is held and tried again, in order, with its next edit, when it is read, and before the end.
struct EditQueue {
  /// Something that is done in one go.
  struct Step {
    /// Of its edit.
    let number: Int
    let edit: any PhotoEdit
    let targets: [EditTarget]
  }

  /// What is done with the stored basket; calls back once, with whether it could be done.
  typealias BasketWork = (_ ended: @escaping (Bool) -> Void) -> Void

  enum Effect {
    case show([Photo])
    /// Files have come, gone or changed; these photos are no longer where they were.
    case filesChanged([Photo.ID])
    case perform(Step)
    /// Part of the basket's, with its number.
    case performOnBasket(Int, BasketWork)
    /// The step of an edit with a number is not waited for any longer.
    case cancel(Int)
    /// An edit has begun that cannot be undone before it is registered or withdrawn; by its number.
    case begin(Int, String)
    /// With the number of the edit if it has begun.
    case register(Undo, Int?)
    case withdraw(Int)
    case progress(BatchProgress?)
    case notice(String)
    case failure(String)
    case offer(EditReport.Offer)
  }

  /// How to undo something.
  struct Undo {
    let text: String
    let edit: any PhotoEdit
    let photos: [Photo]
    /// The photos before the edit; empty if the edit can undo itself.
    let formers: [Photo.ID: Photo]
    /// Whether the user may have left the photos and wants to see them again.
    let leadsToPhotos: Bool
  }

  private struct Entry {
    let edit: any PhotoEdit
    /// What is still to be begun; one photo for an instant edit.
    var targets: [EditTarget]
    /// nil for an instant edit.
    var job: Job?
  }

  private struct Job {
    let photos: [Photo]
    /// What it takes back; nil unless it is an undo.
    let undoing: Undo?
    let hidden: Set<Photo.ID>
    var progress: BatchProgress?
    var isStopped = false
    var done: [EditTarget] = []
    var unchanged: [Photo] = []
    /// Photos as another program has edited them.
    var others: [Photo] = []
    var failureCount = 0
    var failure: String?
    var undo: (any PhotoEdit)?
    var remark: String?
    var offer: EditReport.Offer?
  }

  private struct BasketEntry {
    /// nil reads the basket.
    let edit: BasketEdit?
    let work: BasketWork
  }

  /// What one kind of edit does to one photo.
  private struct Subject: Hashable {
    let kind: EditKind
    let id: Photo.ID
  }

  private let keys: KeyHints
  /// The edits by their numbers.
  private var entries: [Int: Entry] = [:]
  /// The basket's, by their numbers in the same line.
  private var basketEntries: [Int: BasketEntry] = [:]
  /// Those that could not be stored; in no line until they are tried again.
  private var held: [Int] = []
  /// The numbers in their order; those of edits that have ended are skipped.
  private var line: ArraySlice<Int> = []
  /// The first edit, while it is carried out; for the basket without targets.
  private var running: (number: Int, targets: [EditTarget])?
  /// The instant edits of each photo that wait.
  private var waiting: [Photo.ID: [EditKind: Int]] = [:]
  private var lastNumber = 0
  /// How each photo was last shown or written here, and the number of the last edit until then.
  private var latest: [Subject: (photo: Photo, number: Int)] = [:]
  /// Those whose last edit could not be written.
  private var failedSubjects: Set<Subject> = []
  /// Instant edits that failed since all was written.
  private var failureCount = 0
  private var effects: [Effect] = []
  private var isFinishing = false
  /// Failures since the program started to quit.
  private var failed: [(edit: any PhotoEdit, photo: Photo)] = []

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
    _ edit: any PhotoEdit, to photos: [Photo], hidden: Set<Photo.ID> = [],
    begunAs number: Int? = nil
  ) -> [Effect] {
    guard !photos.isEmpty else { return [] }
    guard edit.isInstant else {
      begin(edit, photos.map { target(edit, $0) }, hidden: hidden, begunAs: number)
      return finish()
    }
    let changes = change(edit, photos.map { target(edit, current($0, edit, since: number)) })
    register(edit, edit, changes, leadsToPhotos: true, begunAs: number)
    if changes.isEmpty {
      effects.append(.notice(Self.text(edit.unchanged(photos), of: photos, hidden)))
    } else {
      noticeDone(edit, photos, hidden)
    }
    return finish()
  }

  /// Call when the user undoes an edit.
  mutating func undo(_ undo: Undo) -> [Effect] {
    if undo.edit.isInstant {
      change(undo.edit, targets(of: undo))
    } else {
      // The latest first.
      begin(undo.edit, targets(of: undo).reversed(), undoing: undo)
    }
    return finish()
  }

  /// Call when the user does not want to wait any longer for the edit in `progress`. A running step still ends.
  mutating func stop() -> [Effect] {
    if let number = shownJob { stop(number) }
    return finish()
  }

  /// Call when the program ends: what is done with files isn't left to go on.
  mutating func stopFiles() -> [Effect] {
    for number in line where entries[number]?.edit.changesFiles ?? false { stop(number) }
    return finish()
  }

  private mutating func stop(_ number: Int) {
    entries[number]?.job?.isStopped = true
    entries[number]?.targets = []
    if running?.number == number { effects.append(.cancel(number)) } else { end(number) }
  }

  /// Call when a step has made progress.
  mutating func advanced(_ number: Int, _ progress: EditProgress) -> [Effect] {
    guard running?.number == number else { return [] }
    entries[number]?.job?.progress?.doneCount = progress.doneCount
    entries[number]?.job?.progress?.fraction = progress.fraction
    showProgress(of: number)
    defer { effects = [] }
    return effects
  }

  /// Call once when a step has ended.
  mutating func finished(_ number: Int, _ report: EditReport) -> [Effect] {
    guard let targets = running?.targets, running?.number == number, let entry = entries[number]
    else { return [] }
    running = nil
    if entry.job == nil { entries[number] = nil }
    for (target, outcome) in zip(targets, report.outcomes) {
      if entry.job == nil {
        settle(outcome, of: target, entry.edit)
      } else {
        record(outcome, of: target, in: number)
      }
    }
    if entry.job != nil { stepEnded(number, targets.count, report) }
    return finish()
  }

  /// Call with an edit of the basket, which is on the screen already, or with none to read the basket.
  mutating func add(_ edit: BasketEdit?, _ work: @escaping BasketWork) -> [Effect] {
    tryHeldAgain()
    let isAwaited = basketEntries.contains { $0.key != running?.number && $0.value.edit == nil }
    // A reading that waits sees all that has happened until then.
    if edit != nil || !isAwaited {
      let number = begin()
      basketEntries[number] = BasketEntry(edit: edit, work: work)
      line.append(number)
    }
    return finish()
  }

  /// Call once when an effect on the basket has ended.
  mutating func endedOnBasket(_ number: Int, isDone: Bool) -> [Effect] {
    guard running?.number == number else { return [] }
    running = nil
    if isDone || basketEntries[number]?.edit == nil {
      basketEntries[number] = nil
    } else {
      // Those after it must not be stored before it.
      held = line.filter { basketEntries[$0]?.edit != nil }
      line.removeAll { basketEntries[$0]?.edit != nil }
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
  /// Whether the user waits for an edit of a kind.
  func isBusy(_ kind: EditKind) -> Bool {
    entries.values.contains { $0.job != nil && $0.edit.kind == kind }
  }

  /// What undoing something changes, as it follows "Undone:"; nil if that is nothing.
  func text(of undo: Undo) -> String? {
    guard undo.edit.isInstant else { return undo.text }
    let targets = targets(of: undo)
    let changed = targets.filter { !undo.edit.isSame($0.photo, $0.former) }.map(\.photo)
    guard changed.count < targets.count else { return undo.text }
    let left = targets.filter { undo.edit.isSame($0.photo, $0.former) }.map(\.photo)
    return changed.isEmpty
      ? nil
      : EditText.undone(
        undo.edit.undoing(changed), leaving: left.count, nothingLeft(of: left, undo.edit))
  }

  /// Why undoing something would change nothing.
  func nothingLeft(of undo: Undo) -> String { nothingLeft(of: undo.photos, undo.edit) }

  private func nothingLeft(of photos: [Photo], _ edit: any PhotoEdit) -> String {
    photos.allSatisfy { failedSubjects.contains(subject($0, edit)) }
      ? EditText.notWritten(photos.count) : EditText.asBefore(photos.count)
  }

  /// Whether all changes of photos' properties and of the basket are written, or can't be.
  var isWritten: Bool {
    entries.values.allSatisfy(\.edit.changesFiles) && basketEntries.count == held.count
  }

  /// The basket's edits that are not stored, or not yet, in order.
  var unstored: [BasketEdit] { (held + line).compactMap { basketEntries[$0]?.edit } }

  /// The properties of photos that are not written, or not yet.
  var unwritten: [(edit: any PhotoEdit, photo: Photo)] {
    failed
      + line.flatMap { number -> [(edit: any PhotoEdit, photo: Photo)] in
        guard let entry = entries[number], !entry.edit.changesFiles else { return [] }
        let begun = running?.number == number ? running?.targets ?? [] : []
        return (begun + entry.targets).map { (entry.edit, $0.photo) }
      }
  }

  private func subject(_ photo: Photo, _ edit: any PhotoEdit) -> Subject {
    Subject(kind: edit.kind, id: photo.id)
  }

  private func target(_ edit: any PhotoEdit, _ photo: Photo) -> EditTarget {
    EditTarget(photo: edit.edited(photo), former: photo)
  }

  private func targets(of undo: Undo) -> [EditTarget] {
    undo.photos.map { photo in
      let now =
        latest[subject(photo, undo.edit)].map { undo.edit.copying(from: $0.photo, to: photo) }
        ?? photo
      guard let former = undo.formers[photo.id],
        // An edit that could not be written has nothing to take back: what is shown may be another program's.
        !undo.edit.isInstant || undo.edit.isSame(undo.edit.edited(now), now)
      else { return EditTarget(photo: now, former: now) }
      return EditTarget(photo: undo.edit.restored(now, to: former), former: now)
    }
  }

  /// The current photo: its row may be from before the last key.
  ///
  /// - Parameter number: That of the edit, if its photo was read after its key.
  func current(_ photo: Photo, _ edit: any PhotoEdit, since number: Int? = nil) -> Photo {
    for number in [waiting[photo.id]?[edit.kind], running?.number] {
      guard let number, let entry = entries[number], entry.edit.kind == edit.kind,
        let target = running?.number == number ? running?.targets.first : entry.targets.first,
        target.photo.id == photo.id
      else { continue }
      return edit.copying(from: target.photo, to: photo)
    }
    // The reading may have begun before the last edit was written.
    if let number, let last = latest[subject(photo, edit)], last.number >= number {
      return edit.copying(from: last.photo, to: photo)
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
      if let entry = basketEntries[number] {
        running = (number, [])
        effects.append(.performOnBasket(number, entry.work))
        return
      }
      guard let entry = entries[number], let first = entry.targets.first else {
        line.removeFirst()
        continue
      }
      if entry.job == nil {
        waiting[first.photo.id]?[entry.edit.kind] = nil
        guard !entry.edit.isSame(first.photo, first.former) else {
          entries[number] = nil
          continue
        }
      }
      let targets = entry.edit.takesAllPhotos ? entry.targets : [first]
      running = (number, targets)
      entries[number]?.targets.removeFirst(targets.count)
      effects.append(.perform(Step(number: number, edit: entry.edit, targets: targets)))
    }
    if line.isEmpty { failureCount = 0 }
  }

  /// - Parameter undo: What undoes the edit: the edit itself, if the photos as they were before are enough.
  private mutating func register(
    _ edit: any PhotoEdit, _ undo: any PhotoEdit, _ targets: [EditTarget],
    leadsToPhotos: Bool = false, begunAs number: Int? = nil
  ) {
    guard !targets.isEmpty else {
      if let number { effects.append(.withdraw(number)) }
      return
    }
    let photos = targets.map(\.photo)
    effects.append(
      .register(
        Undo(
          text: edit.undoing(photos), edit: undo, photos: photos,
          formers: Dictionary(
            targets.map { ($0.photo.id, $0.former) }, uniquingKeysWith: { $1 }),
          leadsToPhotos: leadsToPhotos), number))
  }
}

// MARK: Instant edits

extension EditQueue {
  /// Shows changes and has them written.
  @discardableResult
  private mutating func change(_ edit: any PhotoEdit, _ targets: [EditTarget]) -> [EditTarget] {
    let changes = targets.filter { !edit.isSame($0.photo, $0.former) }
    for change in changes {
      let id = change.photo.id
      if let number = waiting[id]?[edit.kind] {
        entries[number]?.targets[0].photo = change.photo
      } else {
        let number = begin()
        waiting[id, default: [:]][edit.kind] = number
        enqueue(Entry(edit: edit, targets: [change]), number)
      }
    }
    show(changes.map(\.photo), edit.kind)
    return changes
  }

  private mutating func noticeDone(
    _ edit: any PhotoEdit, _ photos: [Photo], _ hidden: Set<Photo.ID> = []
  ) {
    let text = Self.text(
      edit.done(photos, of: photos.count, isStopped: false), of: photos, hidden)
    effects.append(.notice("\(text) · \(keys.undo) to undo"))
  }

  /// What was done, and with how many photos that are not in the list.
  private static func text(_ text: String, of photos: [Photo], _ hidden: Set<Photo.ID>) -> String {
    guard !hidden.isEmpty else { return text }
    let count = photos.count { hidden.contains($0.id) }
    return joined([text, SelectionText.notShown(count, of: photos.count)], by: ", ")
  }

  private mutating func show(_ photos: [Photo], _ kind: EditKind) {
    guard !photos.isEmpty else { return }
    let photos = photos.map { withUnwritten($0, besides: kind) }
    for photo in photos { latest[Subject(kind: kind, id: photo.id)] = (photo, lastNumber) }
    effects.append(.show(photos))
  }

  /// A photo with the instant edits of other kinds that are shown already and not written yet: the result of one kind must
  /// not hide them.
  private func withUnwritten(_ photo: Photo, besides kind: EditKind) -> Photo {
    waiting[photo.id, default: [:]].reduce(photo) { photo, waiting in
      guard waiting.key != kind, let entry = entries[waiting.value] else { return photo }
      return entry.edit.copying(from: entry.targets[0].photo, to: photo)
    }
  }

  private mutating func settle(
    _ outcome: EditReport.Outcome, of target: EditTarget, _ edit: any PhotoEdit
  ) {
    switch outcome {
    case .done(let now), .unchanged(let now): written(target, as: now, edit)
    case .failed(let reason, let now): failed(target, edit, reason, now: now)
    case .cancelled, .postponed: failed(target, edit, "")
    }
  }

  private mutating func written(_ target: EditTarget, as now: Photo, _ edit: any PhotoEdit) {
    let isOwn = edit.isSame(now, target.photo)
    failedSubjects.remove(subject(now, edit))
    latest[subject(now, edit)]?.number = lastNumber
    if let later = waiting[now.id]?[edit.kind], let photo = entries[later]?.targets[0].photo {
      entries[later]?.targets[0].former = now
      guard !isOwn else { return }
      let rebased = edit.rebased(photo, from: target.photo, onto: now)
      entries[later]?.targets[0].photo = rebased
      show([rebased], edit.kind)
    } else if !isOwn {
      show([edit.copying(from: now, to: target.photo)], edit.kind)
    }
  }

  /// - Parameter now: See `EditReport.Outcome.failed`.
  private mutating func failed(
    _ target: EditTarget, _ edit: any PhotoEdit, _ reason: String, now: Photo? = nil
  ) {
    if isFinishing { failed.append((edit, target.photo)) }
    failedSubjects.insert(subject(target.photo, edit))
    if let later = waiting[target.photo.id]?[edit.kind] {
      entries[later]?.targets[0].former = target.former
    } else {
      show([edit.copying(from: now ?? target.former, to: target.photo)], edit.kind)
    }
    failureCount += 1
    effects.append(
      .failure(EditText.failure(edit.words.verb, of: target.photo, count: failureCount, reason)))
  }
}

// MARK: Jobs

extension EditQueue {
  private mutating func begin(
    _ edit: any PhotoEdit, _ targets: [EditTarget], undoing undo: Undo? = nil,
    hidden: Set<Photo.ID> = [], begunAs begun: Int? = nil
  ) {
    guard !targets.isEmpty else { return }
    var job = Job(photos: targets.map(\.former), undoing: undo, hidden: hidden)
    job.progress = edit.barLabel(count: targets.count).map {
      BatchProgress(doneCount: 0, totalCount: targets.count, label: undo == nil ? $0 : "undoing")
    }
    let number = begun ?? begin()
    enqueue(Entry(edit: edit, targets: targets, job: job), number)
    if undo == nil { effects.append(.begin(number, edit.undoing(targets.map(\.photo)))) }
    showProgress(of: number)
  }

  /// The one whose progress is shown.
  private var shownJob: Int? { line.first { entries[$0]?.job?.progress != nil } }

  private mutating func showProgress(of number: Int) {
    guard let progress = entries[number]?.job?.progress, number == shownJob else { return }
    effects.append(.progress(progress))
  }

  private mutating func record(
    _ outcome: EditReport.Outcome, of target: EditTarget, in number: Int
  ) {
    guard let edit = entries[number]?.edit, var job = entries[number]?.job else { return }
    switch outcome {
    case .done(let photo): job.done.append(EditTarget(photo: photo, former: target.former))
    case .unchanged(let photo): job.unchanged.append(photo)
    case .failed(let reason, let now):
      job.failureCount += 1
      job.failure = job.failure ?? reason
      if let now { job.others.append(now) }
      if isFinishing { failed.append((edit, target.photo)) }
    case .postponed, .cancelled: break
    }
    entries[number]?.job = job
  }

  private mutating func stepEnded(_ number: Int, _ count: Int, _ report: EditReport) {
    guard let entry = entries[number], var job = entry.job else { return }
    job.undo = report.undo ?? job.undo
    job.remark = report.remark ?? job.remark
    job.offer = report.offer ?? job.offer
    if !entry.edit.takesAllPhotos { job.progress?.doneCount += count }
    entries[number]?.job = job
    if !entry.edit.takesAllPhotos { showProgress(of: number) }
    if entry.targets.isEmpty { end(number) }
  }

  private mutating func end(_ number: Int) {
    guard let entry = entries.removeValue(forKey: number), let job = entry.job else { return }
    let edit = entry.edit
    if job.progress != nil {
      effects.append(.progress(shownJob.flatMap { entries[$0]?.job?.progress }))
    }
    if let undo = job.undoing {
      registerLeft(of: job, undo)
    } else {
      register(edit, job.undo ?? edit, job.done, begunAs: number)
    }
    if edit.changesFiles {
      if !job.done.isEmpty {
        effects.append(.filesChanged(edit.takesPhotosAway ? job.done.map(\.photo.id) : []))
      }
    } else {
      show(job.done.map(\.photo) + job.others, edit.kind)
    }
    tell(job, edit)
    if let offer = job.offer { effects.append(.offer(offer)) }
  }

  /// Anything that could not be undone, or not before the user stopped it, can be undone once more.
  private mutating func registerLeft(of job: Job, _ undo: Undo) {
    let done = Set((job.done.map(\.photo) + job.unchanged).map(\.id))
    let left = undo.photos.filter { !done.contains($0.id) }
    guard !left.isEmpty else { return }
    effects.append(
      .register(
        Undo(
          text: undo.edit.undoing(left), edit: undo.edit, photos: left, formers: undo.formers,
          leadsToPhotos: false), nil))
  }

  private mutating func tell(_ job: Job, _ edit: any PhotoEdit) {
    let total = job.photos.count
    if let reason = job.failure {
      let verb = job.undoing != nil ? "undo" : edit.words.verb
      let text = EditText.failure(verb, job.failureCount, of: total, reason)
      effects.append(.failure(joined([text, job.remark], by: ". ")))
    } else if job.undoing == nil, !job.done.isEmpty {
      // A photo that was moved has another id.
      let text = Self.text(
        edit.done(job.done.map(\.photo), of: total, isStopped: job.isStopped),
        of: job.done.map(\.former), job.hidden)
      effects.append(.notice(joined([text, "\(keys.undo) to undo", job.remark], by: " · ")))
    } else if job.undoing == nil, !job.unchanged.isEmpty, !job.isStopped {
      effects.append(.notice(Self.text(edit.unchanged(job.photos), of: job.photos, job.hidden)))
    } else if job.done.isEmpty, !job.unchanged.isEmpty, !job.isStopped {
      // An undo that came too late.
      effects.append(
        .notice(
          EditText.nothingLeft(
            of: edit.undoing(job.unchanged), EditText.asBefore(job.unchanged.count))))
    } else if let remark = job.remark {
      effects.append(.notice(remark))
    }
  }
}
