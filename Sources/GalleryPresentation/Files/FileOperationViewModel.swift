import GalleryDomain

/// A question about files, to be answered with a line of text.
public struct FileQuestion {
  /// Such as `Copy 12 photos`.
  public var title: String
  /// Before the answer: `To: `, `Name: `.
  public var prompt: String
  /// What stands there at first.
  public var text: String
  /// Answers given before, the latest first.
  public var former: [String]
  /// What is wrong with an answer, in a few words; nil if it can be used.
  public var fault: (String) -> String?
  /// What an answer may go on to.
  public var completions: (String) -> [String]
  /// Call with the answer, not if there is none.
  public var answer: (String) -> Void
}

/// Copies, moves, trashes and renames the user's own photos, writes how they are turned, and undoes that.
///
/// Nothing is overwritten: if names are taken, the user is asked whether the photos shall get a number. Bound to no actor and
/// not `Sendable`, like all view models.
public final class FileOperationViewModel {
  /// Emits with a question for a folder or a name.
  public var askClosure: ((FileQuestion) -> Void)?
  /// Emits with what is to be agreed to first; call the closure then.
  public var confirmClosure: ((_ title: String, _ message: String, @escaping () -> Void) -> Void)?
  /// Emits with what was done, in a few words.
  public var showNoticeClosure: ((String) -> Void)?
  /// Emits with what went wrong.
  public var showFailureClosure: ((String) -> Void)?
  /// Emits when files have come or gone, with the photos that are no longer where they were.
  public var filesChangedClosure: (([Photo.ID]) -> Void)?
  /// Emits with each photo whose file has been turned, before `filesChangedClosure`.
  public var turnWrittenClosure: ((Photo, PhotoTurn) -> Void)?
  /// Emits when `progress` changed.
  public var updateProgressClosure: (() -> Void)?
  /// How far it has come; nil while nothing is done. Announced by `updateProgressClosure`.
  public private(set) var progress: BatchProgress?

  private let useCase: (any FileOperationUseCase)?
  private let paths: any FolderPaths
  private let keys: KeyHints
  private let history: UndoHistory
  private let turns: PhotoTurns
  private var work: (any Cancellable)?
  private var isWorking = false
  /// The folders that were typed in this run, the latest first.
  private var formerFolders: [String] = []

  private static let formerLimit = 20

  /// - Parameters:
  ///   - useCase: nil if the source's photos are not the user's own files.
  ///   - keys: Those that its texts name.
  ///   - history: Where it can be undone.
  ///   - turns: How photos are turned for the eye.
  public init(
    useCase: (any FileOperationUseCase)?, paths: any FolderPaths, keys: KeyHints = KeyHints(),
    history: UndoHistory, turns: PhotoTurns = PhotoTurns()
  ) {
    self.useCase = useCase
    self.paths = paths
    self.keys = keys
    self.history = history
    self.turns = turns
  }
}

// MARK: Inputs

extension FileOperationViewModel {
  /// Call when the user copies photos; the folder is then asked for.
  public func copyPressed(_ photos: [Photo]) { askForFolder(photos, .copy) }

  /// Call when the user moves photos; the folder is then asked for.
  public func movePressed(_ photos: [Photo]) { askForFolder(photos, .move) }

  /// Call when the user moves photos to the trash; asks first.
  public func trashPressed(_ photos: [Photo]) {
    guard let jobs = jobs(photos) else { return }
    let subject = FileOperationText.subject(photos)
    confirmClosure?("Trash \(subject)?", FileOperationText.trashing(photos)) { [weak self] in
      self?.run(.trash, jobs)
    }
  }

  /// Call when the user renames a photo; the name is then asked for.
  public func renamePressed(_ photos: [Photo]) {
    guard let jobs = jobs(photos) else { return }
    guard jobs.count == 1, let job = jobs.first else {
      showNoticeClosure?(FileOperationText.renamesOne)
      return
    }
    let name = String(decoding: FilePath.lastComponent(job.file.path), as: UTF8.self)
    askClosure?(
      FileQuestion(
        title: "Rename \(TextCleaner.line(name))", prompt: "Name: ",
        // What is no clean text could not be typed as it is.
        text: TextCleaner.line(name) == name ? name : "", former: [],
        fault: { FileOperationText.fault(ofName: $0) }, completions: { _ in [] },
        answer: { [weak self] answer in
          guard answer != name else { return }
          self?.run(.rename(to: Array(answer.utf8), whenTaken: .refuse), jobs)
        }))
  }

  /// Call when the user writes into photos how they are turned for the eye; asks first.
  public func writeTurnPressed(_ photos: [Photo]) {
    guard !photos.isEmpty else { return }
    let turned = photos.filter { turns.turn(of: $0.id) != .none }
    guard !turned.isEmpty else {
      showNoticeClosure?(FileOperationText.notTurned(photos))
      return
    }
    guard let jobs = jobs(turned, notOwn: FileOperationText.turnNotOwn) else { return }
    confirmClosure?(
      FileOperationText.writesTurn(turned), FileOperationText.writingTurn
    ) { [weak self] in
      guard let self else { return }
      run(
        .turn(
          Dictionary(
            jobs.map { ($0.file, self.turns.turn(of: $0.photo.id)) }, uniquingKeysWith: { $1 })),
        jobs)
    }
  }

  /// Call when the user does not want to wait any longer. What was done until then stays done, and is undone together.
  public func stop() { work?.cancel() }
}

extension FileOperationViewModel {
  private enum Kind { case copy, move }

  /// A photo and its file.
  private struct Job {
    let photo: Photo
    let file: FileReference
  }

  private func jobs(
    _ photos: [Photo], notOwn: String = FileOperationText.notOwn
  ) -> [Job]? {
    guard !photos.isEmpty else { return nil }
    let jobs = photos.compactMap { photo in photo.file.map { Job(photo: photo, file: $0) } }
    guard useCase != nil, jobs.count == photos.count else {
      showNoticeClosure?(notOwn)
      return nil
    }
    guard !isWorking else {
      showNoticeClosure?("Still busy with other files")
      return nil
    }
    return jobs
  }

  private func askForFolder(_ photos: [Photo], _ kind: Kind) {
    guard let jobs = jobs(photos) else { return }
    let verb = kind == .copy ? "Copy" : "Move"
    askClosure?(
      FileQuestion(
        title: "\(verb) \(FileOperationText.subject(photos))", prompt: "To: ",
        text: formerFolders.first ?? "", former: formerFolders,
        fault: { [paths] text in
          if case .fault(let fault) = paths.target(text) {
            FileOperationText.fault(fault)
          } else {
            nil
          }
        },
        completions: { [paths] in paths.completions(of: $0) },
        answer: { [weak self] in self?.folderAnswered($0, jobs, kind) }))
  }

  private func folderAnswered(_ text: String, _ jobs: [Job], _ kind: Kind) {
    switch paths.target(text) {
    case .fault: return
    case .folder(let folder): run(into: folder, text, jobs, kind)
    case .new(let folder):
      confirmClosure?(
        "New folder", "\(FileOperationText.name(folder)) does not exist. Create the folder?"
      ) { [weak self] in
        guard let self else { return }
        do throws(FileOperationError) {
          try paths.create(folder)
          run(into: folder, text, jobs, kind)
        } catch {
          showFailureClosure?(FileOperationText.message(error))
        }
      }
    }
  }

  private func run(into folder: FileReference, _ text: String, _ jobs: [Job], _ kind: Kind) {
    formerFolders.removeAll { $0 == text }
    formerFolders.insert(text, at: 0)
    if formerFolders.count > Self.formerLimit { formerFolders.removeLast() }
    switch kind {
    case .copy: run(.copy(to: folder, whenTaken: .refuse), jobs)
    case .move: run(.move(to: folder, whenTaken: .refuse), jobs)
    }
  }

  private func run(_ operation: FileOperation, _ jobs: [Job]) {
    guard let useCase, !isWorking else { return }
    begin(FileOperationText.label(operation), jobs.count)
    let work = useCase.execute(
      operation, on: jobs.map { FileGroup(main: $0.file, companions: $0.photo.companions) },
      progress: { [weak self] in self?.advance($0) },
      completion: { [weak self] in self?.finish($0, operation, jobs) })
    if isWorking { self.work = work }
  }

  private func finish(_ report: FileOperationReport, _ operation: FileOperation, _ jobs: [Job]) {
    end()
    var performed: [PerformedFileOperation] = []
    var gone: [Photo.ID] = []
    var taken: [Job] = []
    var errors: [FileOperationError] = []
    for (job, outcome) in zip(jobs, report.outcomes) {
      switch outcome {
      case .success(let done):
        performed.append(done)
        if case .turn(let written) = operation, let turn = written[job.file] {
          // It may have been turned further meanwhile.
          turns.turn([job.photo], by: turn.inverse)
          turnWrittenClosure?(job.photo, turn)
        }
        if operation.takesAway { gone.append(job.photo.id) }
      case .failure(.nameTaken(let name)):
        taken.append(job)
        errors.append(.nameTaken(name: name))
      case .failure(let error): errors.append(error)
      }
    }
    if !performed.isEmpty {
      registerUndo(of: performed, operation)
      filesChangedClosure?(gone)
    }
    tell(operation, done: performed.count, of: jobs.count, errors: errors)
    offerNumbers(operation, taken)
  }

  private func tell(
    _ operation: FileOperation, done: Int, of total: Int, errors: [FileOperationError]
  ) {
    let others = errors.filter { if case .nameTaken = $0 { operation.isRename } else { true } }
    if let error = others.first(where: { $0 != .cancelled }) {
      showFailureClosure?(
        total == 1
          ? FileOperationText.message(error)
          : FileOperationText.failed(operation, others.count, of: total, error))
    } else if done > 0 {
      showNoticeClosure?(
        "\(FileOperationText.done(operation, done, of: total)) · \(keys.undo) to undo")
    }
  }

  /// A rename says what is taken; of many photos the user need not type other names.
  private func offerNumbers(_ operation: FileOperation, _ jobs: [Job]) {
    guard !jobs.isEmpty, let numbered = operation.numbering else { return }
    confirmClosure?(
      FileOperationText.taken(jobs.map(\.photo)), FileOperationText.numbering
    ) { [weak self] in self?.run(numbered, jobs) }
  }

  private func registerUndo(of performed: [PerformedFileOperation], _ operation: FileOperation) {
    let text = FileOperationText.undo(operation, performed.count)
    history.register(text) { [weak self] in
      self?.undo(performed, operation)
      return text
    }
  }

  /// What could not be undone, or not before the user stopped it, can be undone once more.
  private func undo(_ performed: [PerformedFileOperation], _ operation: FileOperation) {
    guard let useCase else { return }
    begin("undoing", performed.count)
    let work = useCase.undo(performed) { [weak self] left, error in
      guard let self else { return }
      end()
      if !left.isEmpty { registerUndo(of: left, operation) }
      if left.count < performed.count { filesChangedClosure?([]) }
      if let error { showFailureClosure?(FileOperationText.message(error)) }
    }
    if isWorking { self.work = work }
  }

  // MARK: Progress

  private func begin(_ label: String, _ count: Int) {
    isWorking = true
    progress = BatchProgress(doneCount: 0, totalCount: count, label: label)
    updateProgressClosure?()
  }

  /// By bytes where one photo is large: the bar moves.
  private func advance(_ step: FileOperationProgress) {
    guard isWorking else { return }
    progress?.doneCount = step.groupsDone
    progress?.fraction =
      step.byteCount > 0 ? min(1, Double(step.bytesDone) / Double(step.byteCount)) : nil
    updateProgressClosure?()
  }

  private func end() {
    isWorking = false
    work = nil
    progress = nil
    updateProgressClosure?()
  }
}

extension FileOperation {
  /// Whether the file is no longer where it was.
  fileprivate var takesAway: Bool {
    switch self {
    case .copy, .turn: false
    case .move, .trash, .rename: true
    }
  }

  fileprivate var isRename: Bool { if case .rename = self { true } else { false } }

  /// The same, with numbers for names that are taken; nil where there is nothing to number.
  fileprivate var numbering: FileOperation? {
    switch self {
    case .copy(let folder, .refuse): .copy(to: folder, whenTaken: .number)
    case .move(let folder, .refuse): .move(to: folder, whenTaken: .number)
    default: nil
    }
  }
}
