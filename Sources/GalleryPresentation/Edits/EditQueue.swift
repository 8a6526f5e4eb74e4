import GalleryDomain

/// Edits that run or wait: what is written when, the progress, failures, and what undo restores.
///
/// A value: events go in, effects come out, and `EditRunner` carries them out.
///
/// - Each kind of edit has a lane of its own, so that a rating never waits for copies. For each photo the order of
///   edits is kept: the trash waits until its photos' ratings are written.
/// - Instant edits (ratings) change rows immediately and are written afterwards. A photo that is edited again before
///   its turn is written once. An edit that cannot be written is reverted, unless the photo was edited again since.
/// - If the row was not read yet, what an instant edit changes is known only when it has been. Until then a step keeps
///   the edit's place: later edits of the photo wait for it, and undo gives it up.
/// - All others are jobs: the user sees their progress and may stop them. A stopped job keeps what it has done, which
///   is undone together.
/// - If another program has changed the same property, the edit fails, and that program's value is shown.
struct EditQueue {
  /// Something that is done in one go.
  struct Step {
    /// Rises with each step.
    let number: Int
    /// nil for an instant edit.
    let job: Int?
    let edit: any PhotoEdit
    var targets: [EditTarget]
    /// The number of its photos for which another kind of edit comes first, and one while its photo is being read.
    fileprivate var blockerCount = 0
  }

  enum Effect {
    case show([Photo])
    /// Files have come, gone or changed; these photos are no longer where they were.
    case filesChanged([Photo.ID])
    case perform(Step)
    /// The step with a number is not waited for any longer.
    case cancel(Int)
    /// Edits wait for what the photo's files say.
    case read(Photo)
    /// An edit has begun that cannot be undone before it is registered or withdrawn; by its number.
    case begin(Int, String, [Photo.ID])
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

  private struct Job {
    let edit: any PhotoEdit
    let photos: [Photo]
    /// What it takes back; nil unless it is an undo.
    let undoing: Undo?
    let hidden: Set<Photo.ID>
    var stepCount = 0
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

  /// A photo that is being read because it was edited.
  private struct Reading {
    /// Those that wait for it, in their order.
    var steps: [Int] = []
    /// The kinds of which a step of the photo has ended meanwhile: the answer may be from before that.
    var endedKinds: Set<EditKind> = []
  }

  /// Of one kind.
  private struct Lane {
    var running: Step?
    var waiting: [Int: Step] = [:]
    /// The waiting steps that nothing holds up, in their order.
    var ready: ArraySlice<Int> = []
    /// The waiting instant step of each photo, if the photo is read.
    var numbers: [Photo.ID: Int] = [:]
    /// How each photo was last shown here.
    var latest: [Photo.ID: Photo] = [:]
    /// The photos of which the last edit could not be written.
    var failedIDs: Set<Photo.ID> = []
    /// Instant edits that failed since all was written.
    var failureCount = 0

    /// - Complexity: O(1) for the latest step.
    mutating func makeReady(_ number: Int) {
      ready.insert(number, at: ready.lastIndex { $0 < number }.map { $0 + 1 } ?? ready.startIndex)
    }
  }

  private let keys: KeyHints
  private let readsPhotos: Bool
  private var readings: [Photo.ID: Reading] = [:]
  private var lanes: [EditKind: Lane] = [:]
  private var jobs: [Int: Job] = [:]
  private var lastNumber = 0
  /// The steps that hold each photo, in their order.
  private var holders: [Photo.ID: [Int]] = [:]
  private var kinds: [Int: EditKind] = [:]
  private var effects: [Effect] = []
  private var isFinishing = false
  /// Failures since the program started to quit.
  private var failed: [(edit: any PhotoEdit, photo: Photo)] = []

  /// - Parameters:
  ///   - keys: The keys that its texts name.
  ///   - readsPhotos: Whether a photo is read that is edited before its row was.
  init(keys: KeyHints = KeyHints(), readsPhotos: Bool = false) {
    self.keys = keys
    self.readsPhotos = readsPhotos
  }
}

// MARK: Events

extension EditQueue {
  /// Call when the user edits photos.
  ///
  /// - Parameter hidden: Those of the photos that are not among the rows of the list.
  mutating func add(
    _ edit: any PhotoEdit, to photos: [Photo], hidden: Set<Photo.ID> = []
  ) -> [Effect] {
    for photo in photos where !photo.needsDetails { settleReading(of: photo) }
    if edit.isInstant, readsPhotos, photos.count == 1, photos[0].needsDetails {
      // Reading its row would overwrite the edit.
      awaitReading(edit, of: photos[0])
    } else if edit.isInstant {
      // Photos that are being read wait for that; what they have is not known.
      let unread = photos.filter { $0.needsDetails && readings[$0.id] != nil }
      for photo in unread { awaitReading(edit, of: photo) }
      let ids = Set(unread.map(\.id))
      let photos = photos.filter { !ids.contains($0.id) }
      let targets = photos.map { target(edit, current($0, edit)) }
      let changes = change(edit, targets)
      if changes.isEmpty, !photos.isEmpty {
        effects.append(.notice(Self.text(edit.unchanged(photos), of: photos, hidden)))
      } else if !photos.isEmpty {
        register(edit, edit, changes, leadsToPhotos: true)
        noticeDone(edit, photos, hidden)
      }
    } else {
      begin(edit, photos.map { target(edit, $0) }, hidden: hidden)
    }
    return finish()
  }

  /// Call when a photo has been read for its edits.
  mutating func read(_ photo: Photo) -> [Effect] {
    settleReading(of: photo)
    return finish()
  }

  /// Call when the user undoes an edit that has begun and is not registered.
  ///
  /// - Returns: nil if it has to end first.
  mutating func giveUp(_ number: Int) -> [Effect]? {
    guard let kind = kinds[number], let step = lanes[kind]?.waiting[number],
      let id = step.targets.first?.photo.id,
      let index = readings[id]?.steps.firstIndex(of: number)
    else { return nil }
    readings[id]?.steps.remove(at: index)
    if readings[id]?.steps.isEmpty == true { readings[id] = nil }
    drop(step)
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
    guard let id = shownJob, let kind = jobs[id]?.edit.kind else { return [] }
    jobs[id]?.isStopped = true
    for step in lanes[kind, default: Lane()].waiting.values where step.job == id {
      drop(step)
      jobs[id]?.stepCount -= 1
    }
    if let running = lanes[kind]?.running, running.job == id {
      effects.append(.cancel(running.number))
    } else {
      end(id)
    }
    return finish()
  }

  /// Call when a step has made progress.
  mutating func advanced(_ number: Int, _ progress: EditProgress) -> [Effect] {
    guard let kind = kinds[number], let step = lanes[kind]?.running, step.number == number,
      let id = step.job
    else { return [] }
    jobs[id]?.progress?.doneCount = progress.doneCount
    jobs[id]?.progress?.fraction = progress.fraction
    showProgress(of: id)
    defer { effects = [] }
    return effects
  }

  /// Call once when a step has ended.
  mutating func finished(_ number: Int, _ report: EditReport) -> [Effect] {
    guard let kind = kinds[number], let step = lanes[kind]?.running, step.number == number else {
      return []
    }
    lanes[kind]?.running = nil
    release(step)
    for (target, outcome) in zip(step.targets, report.outcomes) {
      if let id = step.job {
        record(outcome, of: target, in: id)
      } else {
        settle(outcome, of: target, step.edit)
      }
    }
    if let id = step.job { stepEnded(id, step, report) }
    return finish()
  }

  /// Call when the program is about to quit: what fails from now on is `unwritten`.
  mutating func prepareToEnd() { isFinishing = true }
}

// MARK: State

extension EditQueue {
  /// Whether the user waits for an edit of a kind.
  func isBusy(_ kind: EditKind) -> Bool { jobs.values.contains { $0.edit.kind == kind } }

  /// Whether undoing something would change anything.
  func wouldChange(_ undo: Undo) -> Bool {
    guard undo.edit.isInstant else { return true }
    return targets(of: undo).contains { !undo.edit.isSame($0.photo, $0.former) }
  }

  /// Why undoing something would change nothing.
  func nothingLeft(of undo: Undo) -> String {
    let failedIDs = lanes[undo.edit.kind]?.failedIDs ?? []
    return undo.photos.allSatisfy { failedIDs.contains($0.id) }
      ? EditText.notWritten(undo.photos.count) : EditText.asBefore(undo.photos.count)
  }

  /// Whether all changes of photos' properties are written.
  var isWritten: Bool {
    lanes.values.allSatisfy { lane in
      lane.running?.edit.changesFiles ?? true && lane.waiting.values.allSatisfy(\.edit.changesFiles)
    }
  }

  /// The properties of photos that are not written, or not yet.
  var unwritten: [(edit: any PhotoEdit, photo: Photo)] {
    var unwritten = failed
    for lane in lanes.values {
      let steps =
        [lane.running].compactMap { $0 } + lane.waiting.values.sorted { $0.number < $1.number }
      for step in steps where !step.edit.changesFiles {
        unwritten += step.targets.map { (step.edit, $0.photo) }
      }
    }
    return unwritten
  }

  private func target(_ edit: any PhotoEdit, _ photo: Photo) -> EditTarget {
    EditTarget(photo: edit.edited(photo), former: photo)
  }

  private func targets(of undo: Undo) -> [EditTarget] {
    undo.photos.map { photo in
      let now = latest(photo, undo.edit)
      guard let former = undo.formers[photo.id],
        // An edit that could not be written has nothing to take back: what is shown may be another program's.
        !undo.edit.isInstant || undo.edit.isSame(undo.edit.edited(now), now)
      else { return EditTarget(photo: now, former: now) }
      return EditTarget(photo: undo.edit.restored(now, to: former), former: now)
    }
  }

  /// The current photo: its row may be from before the last key.
  func current(_ photo: Photo, _ edit: any PhotoEdit) -> Photo {
    guard let lane = lanes[edit.kind] else { return photo }
    if let number = readings[photo.id]?.steps.last(where: { kinds[$0] == edit.kind }),
      let step = lane.waiting[number]
    {
      return edit.copying(from: step.targets[0].photo, to: photo)
    }
    if let number = lane.numbers[photo.id], let step = lane.waiting[number] {
      return edit.copying(from: step.targets[0].photo, to: photo)
    }
    if let target = lane.running?.targets.first, target.photo.id == photo.id {
      return edit.copying(from: target.photo, to: photo)
    }
    return photo
  }

  private func latest(_ photo: Photo, _ edit: any PhotoEdit) -> Photo {
    lanes[edit.kind]?.latest[photo.id].map { edit.copying(from: $0, to: photo) } ?? photo
  }
}

// MARK: Steps

extension EditQueue {
  private mutating func finish() -> [Effect] {
    startSteps()
    defer { effects = [] }
    return effects
  }

  /// - Parameter isUnread: Whether it waits until its photo has been read.
  private mutating func enqueue(
    _ edit: any PhotoEdit, _ targets: [EditTarget], job: Int?, isUnread: Bool = false
  ) {
    lastNumber += 1
    var step = Step(number: lastNumber, job: job, edit: edit, targets: targets)
    if isUnread { step.blockerCount = 1 }
    kinds[step.number] = edit.kind
    for target in targets {
      // Among its own kind the line keeps the order.
      if holders[target.photo.id]?.contains(where: { kinds[$0] != edit.kind }) == true {
        step.blockerCount += 1
      }
      holders[target.photo.id, default: []].append(step.number)
    }
    if job == nil, !isUnread {
      lanes[edit.kind, default: Lane()].numbers[targets[0].photo.id] = step.number
    }
    lanes[edit.kind, default: Lane()].waiting[step.number] = step
    if step.blockerCount == 0 { lanes[edit.kind]?.makeReady(step.number) }
  }

  /// Removes a waiting step.
  private mutating func drop(_ step: Step) {
    lanes[step.edit.kind]?.waiting[step.number] = nil
    forget(step)
    release(step)
  }

  private mutating func forget(_ step: Step) {
    guard step.job == nil, let id = step.targets.first?.photo.id,
      lanes[step.edit.kind]?.numbers[id] == step.number
    else { return }
    lanes[step.edit.kind]?.numbers[id] = nil
  }

  /// Releases the photos of a step that has ended, or never begins.
  private mutating func release(_ step: Step) {
    for target in step.targets {
      let id = target.photo.id
      readings[id]?.endedKinds.insert(step.edit.kind)
      guard var numbers = holders[id], let index = numbers.firstIndex(of: step.number) else {
        continue
      }
      var freeCount = freeCount(of: numbers)
      numbers.remove(at: index)
      if index < freeCount { freeCount -= 1 }
      holders[id] = numbers.isEmpty ? nil : numbers
      for number in numbers[freeCount..<max(freeCount, self.freeCount(of: numbers))] {
        unblock(number)
      }
    }
    kinds[step.number] = nil
  }

  /// How many of the steps of a photo wait for no other kind: all up to the first of another kind.
  private func freeCount(of numbers: [Int]) -> Int {
    numbers.prefix { kinds[$0] == numbers.first.flatMap { kinds[$0] } }.count
  }

  private mutating func unblock(_ number: Int) {
    guard let kind = kinds[number], let count = lanes[kind]?.waiting[number]?.blockerCount,
      count > 0
    else { return }
    lanes[kind]?.waiting[number]?.blockerCount = count - 1
    if count == 1 { lanes[kind]?.makeReady(number) }
  }

  private mutating func startSteps() {
    var isChanged = true
    while isChanged {
      isChanged = false
      // An array: the keys themselves would retain the lanes, and each change would copy them.
      for kind in Array(lanes.keys) where lanes[kind]?.running == nil {
        if startStep(kind) { isChanged = true }
      }
    }
  }

  /// - Returns: Whether anything was done that may let others continue.
  private mutating func startStep(_ kind: EditKind) -> Bool {
    while let number = lanes[kind]?.ready.popFirst() {
      guard let step = lanes[kind]?.waiting[number] else { continue }
      lanes[kind]?.waiting[number] = nil
      forget(step)
      if step.job == nil, let target = step.targets.first,
        step.edit.isSame(target.photo, target.former)
      {
        release(step)
        return true
      }
      lanes[kind]?.running = step
      effects.append(.perform(step))
      return false
    }
    if lanes[kind]?.waiting.isEmpty == true { lanes[kind]?.failureCount = 0 }
    return false
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

// MARK: Edits before their photo is read

extension EditQueue {
  private mutating func awaitReading(_ edit: any PhotoEdit, of photo: Photo) {
    enqueue(edit, [target(edit, current(photo, edit))], job: nil, isUnread: true)
    effects.append(.begin(lastNumber, edit.undoing([photo]), [photo.id]))
    if readings[photo.id] == nil { effects.append(.read(photo)) }
    readings[photo.id, default: Reading()].steps.append(lastNumber)
  }

  /// Does what waits for a photo, now that it is known.
  private mutating func settleReading(of photo: Photo) {
    guard let reading = readings.removeValue(forKey: photo.id) else { return }
    for number in reading.steps {
      guard let kind = kinds[number], let step = lanes[kind]?.waiting[number] else { continue }
      let edit = step.edit
      let known = reading.endedKinds.contains(kind) ? latest(photo, edit) : photo
      let target = target(edit, current(known, edit))
      guard !edit.isSame(target.photo, target.former) else {
        drop(step)
        effects.append(.withdraw(number))
        effects.append(.notice(edit.unchanged([photo])))
        continue
      }
      put(edit, [target], into: step)
      register(edit, edit, [target], leadsToPhotos: true, begunAs: number)
      noticeDone(edit, [photo])
    }
  }
}

// MARK: Instant edits

extension EditQueue {
  /// Shows changes and has them written.
  @discardableResult
  private mutating func change(_ edit: any PhotoEdit, _ targets: [EditTarget]) -> [EditTarget] {
    let changes = targets.filter { !edit.isSame($0.photo, $0.former) }
    guard !changes.isEmpty else { return [] }
    for change in changes { settleReading(of: change.former) }
    put(edit, changes)
    return changes
  }

  /// - Parameter unread: The step that kept the place of the one change until its photo was read.
  private mutating func put(
    _ edit: any PhotoEdit, _ changes: [EditTarget], into unread: Step? = nil
  ) {
    let kind = edit.kind
    for change in changes {
      let id = change.photo.id
      if let number = lanes[kind]?.numbers[id] {
        lanes[kind]?.waiting[number]?.targets[0].photo = change.photo
        unread.map { drop($0) }
      } else if let unread {
        lanes[kind]?.waiting[unread.number]?.targets = [change]
        lanes[kind]?.numbers[id] = unread.number
        unblock(unread.number)
      } else {
        enqueue(edit, [change], job: nil)
      }
    }
    show(changes.map(\.photo), kind)
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
    for photo in photos { lanes[kind, default: Lane()].latest[photo.id] = photo }
    effects.append(.show(photos))
  }

  /// A photo with the instant edits of other kinds that are shown already and not written yet: the result of one kind must
  /// not hide them.
  private func withUnwritten(_ photo: Photo, besides kind: EditKind) -> Photo {
    lanes.reduce(photo) { photo, entry in
      let lane = entry.value
      guard entry.key != kind,
        let step = lane.numbers[photo.id].flatMap({ lane.waiting[$0] }) ?? lane.running,
        step.job == nil, let target = step.targets.first, target.photo.id == photo.id
      else { return photo }
      return step.edit.copying(from: target.photo, to: photo)
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

  private func laterStep(of id: Photo.ID, _ kind: EditKind) -> Step? {
    lanes[kind]?.numbers[id].flatMap { lanes[kind]?.waiting[$0] }
  }

  private mutating func written(_ target: EditTarget, as now: Photo, _ edit: any PhotoEdit) {
    let isOwn = edit.isSame(now, target.photo)
    lanes[edit.kind]?.failedIDs.remove(now.id)
    if let later = laterStep(of: now.id, edit.kind) {
      lanes[edit.kind]?.waiting[later.number]?.targets[0].former = now
      guard !isOwn else { return }
      let photo = edit.rebased(later.targets[0].photo, from: target.photo, onto: now)
      lanes[edit.kind]?.waiting[later.number]?.targets[0].photo = photo
      show([photo], edit.kind)
    } else if !isOwn {
      show([edit.copying(from: now, to: target.photo)], edit.kind)
    }
  }

  /// - Parameter now: See `EditReport.Outcome.failed`.
  private mutating func failed(
    _ target: EditTarget, _ edit: any PhotoEdit, _ reason: String, now: Photo? = nil
  ) {
    let kind = edit.kind
    if isFinishing { failed.append((edit, target.photo)) }
    lanes[kind]?.failedIDs.insert(target.photo.id)
    if let later = laterStep(of: target.photo.id, kind) {
      lanes[kind]?.waiting[later.number]?.targets[0].former = target.former
    } else {
      show([edit.copying(from: now ?? target.former, to: target.photo)], kind)
    }
    let count = (lanes[kind]?.failureCount ?? 0) + 1
    lanes[kind]?.failureCount = count
    effects.append(
      .failure(EditText.failure(edit.words.verb, of: target.photo, count: count, reason)))
  }
}

// MARK: Jobs

extension EditQueue {
  private mutating func begin(
    _ edit: any PhotoEdit, _ targets: [EditTarget], undoing undo: Undo? = nil,
    hidden: Set<Photo.ID> = []
  ) {
    guard !targets.isEmpty else { return }
    lastNumber += 1
    let id = lastNumber
    var job = Job(edit: edit, photos: targets.map(\.former), undoing: undo, hidden: hidden)
    job.stepCount = edit.takesAllPhotos ? 1 : targets.count
    job.progress = edit.barLabel(count: targets.count).map {
      BatchProgress(doneCount: 0, totalCount: targets.count, label: undo == nil ? $0 : "undoing")
    }
    jobs[id] = job
    if undo == nil { effects.append(.begin(id, edit.undoing(targets.map(\.photo)), [])) }
    showProgress(of: id)
    if edit.takesAllPhotos {
      enqueue(edit, targets, job: id)
    } else {
      for target in targets { enqueue(edit, [target], job: id) }
    }
  }

  /// The one whose progress is shown.
  private var shownJob: Int? { jobs.filter { $0.value.progress != nil }.keys.min() }

  private mutating func showProgress(of id: Int) {
    guard jobs[id]?.progress != nil, id == shownJob else { return }
    effects.append(.progress(jobs[id]?.progress))
  }

  private mutating func record(
    _ outcome: EditReport.Outcome, of target: EditTarget, in id: Int
  ) {
    guard let edit = jobs[id]?.edit else { return }
    switch outcome {
    case .done(let photo): jobs[id]?.done.append(EditTarget(photo: photo, former: target.former))
    case .unchanged(let photo): jobs[id]?.unchanged.append(photo)
    case .failed(let reason, let now):
      jobs[id]?.failureCount += 1
      if jobs[id]?.failure == nil { jobs[id]?.failure = reason }
      if let now { jobs[id]?.others.append(now) }
      if isFinishing { failed.append((edit, target.photo)) }
    case .postponed, .cancelled: break
    }
  }

  private mutating func stepEnded(_ id: Int, _ step: Step, _ report: EditReport) {
    guard var job = jobs[id] else { return }
    job.stepCount -= 1
    job.undo = report.undo ?? job.undo
    job.remark = report.remark ?? job.remark
    job.offer = report.offer ?? job.offer
    if !job.edit.takesAllPhotos { job.progress?.doneCount += step.targets.count }
    jobs[id] = job
    if !job.edit.takesAllPhotos { showProgress(of: id) }
    if job.stepCount <= 0 { end(id) }
  }

  private mutating func end(_ id: Int) {
    guard let job = jobs.removeValue(forKey: id) else { return }
    if job.progress != nil { effects.append(.progress(shownJob.flatMap { jobs[$0]?.progress })) }
    if let undo = job.undoing {
      registerLeft(of: job, undo)
    } else {
      register(job.edit, job.undo ?? job.edit, job.done, begunAs: id)
    }
    if job.edit.changesFiles {
      if !job.done.isEmpty {
        effects.append(
          .filesChanged(job.edit.takesPhotosAway ? job.done.map(\.photo.id) : []))
      }
    } else {
      show(job.done.map(\.photo) + job.others, job.edit.kind)
    }
    tell(job)
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

  private mutating func tell(_ job: Job) {
    let total = job.photos.count
    if let reason = job.failure {
      let verb = job.undoing != nil ? "undo" : job.edit.words.verb
      let text = EditText.failure(verb, job.failureCount, of: total, reason)
      effects.append(.failure(joined([text, job.remark], by: ". ")))
    } else if job.undoing == nil, !job.done.isEmpty {
      // A photo that was moved has another id.
      let text = Self.text(
        job.edit.done(job.done.map(\.photo), of: total, isStopped: job.isStopped),
        of: job.done.map(\.former), job.hidden)
      effects.append(.notice(joined([text, "\(keys.undo) to undo", job.remark], by: " · ")))
    } else if job.undoing == nil, !job.unchanged.isEmpty, !job.isStopped {
      effects.append(.notice(Self.text(job.edit.unchanged(job.photos), of: job.photos, job.hidden)))
    } else if let remark = job.remark {
      effects.append(.notice(remark))
    }
  }
}
