import GalleryDomain

/// A question about files, to be answered with a line of text. It is asked while the photos may still be on their way:
/// its words change as more is known of them.
public struct FileQuestion {
  /// Such as `Copy 12 photos`.
  public var title: String { makeTitle() }
  private let makeTitle: () -> String
  /// Before the answer: `To: `, `Name: `.
  public var prompt: String
  /// What stands there at first.
  public var text: String { makeText() }
  private let makeText: () -> String
  /// How many characters of a text come before the cursor at first.
  public var cursor: (_ text: String) -> Int
  /// Answers given before, the latest first.
  public var former: [String]
  /// What is wrong with an answer, in a few words; nil if it can be used.
  public var fault: (String) -> String?
  /// What an answer may go on to.
  public var completions: (String) -> [String]
  /// Call with the answer, not if there is none.
  public var answer: (String) -> Void

  init(
    title: @autoclosure @escaping () -> String, prompt: String,
    text: @autoclosure @escaping () -> String,
    cursor: @escaping (_ text: String) -> Int = { $0.count }, former: [String],
    fault: @escaping (String) -> String?, completions: @escaping (String) -> [String],
    answer: @escaping (String) -> Void
  ) {
    makeTitle = title
    self.prompt = prompt
    makeText = text
    self.cursor = cursor
    self.former = former
    self.fault = fault
    self.completions = completions
    self.answer = answer
  }
}

/// Copies, moves, trashes and renames the user's own photos, writes how they are rotated, and undoes that.
///
/// Nothing is overwritten: if names are taken, the user is asked whether the photos shall get a number. Bound to no actor and
/// not `Sendable`, like all view models.
public final class FileOperationViewModel {
  /// Emits with a question for a folder or a name.
  public var askClosure: ((FileQuestion) -> Void)?
  /// Emits with what is to be agreed to first; call the last closure then. The others give the words, which change as
  /// more is known of the photos.
  public var confirmClosure:
    (
      (
        _ title: @escaping () -> String, _ message: @escaping () -> String,
        _ confirmed: @escaping () -> Void
      ) -> Void
    )?
  /// Emits with what was done, in a few words.
  public var showNoticeClosure: ((String) -> Void)?
  /// Emits with what went wrong.
  public var showFailureClosure: ((String) -> Void)?
  /// Emits when files have come or gone, with the photos that are no longer where they were.
  public var filesChangedClosure: (([Photo.ID]) -> Void)?
  /// Emits with each photo whose file has been rotated, before `filesChangedClosure`.
  public var rotationSavedClosure: ((Photo, Rotation) -> Void)?
  /// Emits when `progress` changed.
  public var updateProgressClosure: (() -> Void)?
  /// How far it has come; nil while nothing is done. Announced by `updateProgressClosure`.
  public private(set) var progress: BatchProgress?

  private let useCase: (any FileOperationUseCase)?
  private let paths: any FolderPaths
  private let keys: KeyHints
  private let history: UndoHistory
  private let rotations: PhotoRotations
  private var work: (any Cancellable)?
  private var isWorking = false
  /// The folders that were typed in this run, the latest first.
  private var formerFolders: [String] = []

  private static let formerLimit = 20

  /// - Parameters:
  ///   - useCase: nil if the source's photos are not the user's own files.
  ///   - keys: Those that its texts name.
  ///   - history: Where it can be undone.
  ///   - rotations: How photos are rotated on the screen.
  public init(
    useCase: (any FileOperationUseCase)?, paths: any FolderPaths, keys: KeyHints = KeyHints(),
    history: UndoHistory, rotations: PhotoRotations = PhotoRotations()
  ) {
    self.useCase = useCase
    self.paths = paths
    self.keys = keys
    self.history = history
    self.rotations = rotations
  }
}

// MARK: Inputs

extension FileOperationViewModel {
  /// Call when the user copies photos; the folder is then asked for, also while the photos are on their way.
  public func copyPressed(_ photos: PhotoGathering) { askForFolder(photos, .copy) }

  /// Call when the user moves photos; as for copies.
  public func movePressed(_ photos: PhotoGathering) { askForFolder(photos, .move) }

  /// Call when the user moves photos to the trash; asks first.
  public func trashPressed(_ photos: PhotoGathering) {
    guard mayAsk(about: photos) else { return }
    confirm(
      FileOperationText.trashes(photos), FileOperationText.trashing(photos)
    ) { [weak self] in
      photos.whenGathered { self?.perform(.trash, on: $0) }
    }
  }

  /// Call when the user renames a photo; the name is then asked for. Of several photos, too, where no name is
  /// accepted: otherwise the letters of a name would rate or trash them.
  public func renamePressed(_ photos: PhotoGathering) {
    guard mayAsk(about: photos) else { return }
    askClosure?(
      FileQuestion(
        title: "Rename \(FileOperationText.subject(photos))", prompt: "Name: ",
        text: Self.editableName(photos.photos), cursor: { FileOperationText.stem($0).count },
        former: [],
        fault: {
          photos.count != 1 ? FileOperationText.renamesOne : FileOperationText.fault(ofName: $0)
        },
        completions: { _ in [] },
        answer: { [weak self] name in photos.whenGathered { self?.rename($0, to: name) } }))
  }

  /// Call when the user writes into photos how they are rotated on the screen; asks first.
  public func saveRotationPressed(_ photos: PhotoGathering) {
    let rotated = { [rotations] in photos.photos.filter { rotations.rotation(of: $0.id) != .none } }
    guard !photos.isGathered || !photos.photos.isEmpty else { return }
    guard !photos.isGathered || !rotated().isEmpty else {
      showNoticeClosure?(FileOperationText.notRotated(photos.photos))
      return
    }
    guard mayStart(with: rotated(), notOwn: FileOperationText.rotationNotOwn) else { return }
    confirm(FileOperationText.savesRotation(rotated()), FileOperationText.savingRotation) {
      [weak self] in
      photos.whenGathered { _ in self?.saveRotations(of: rotated()) }
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
    guard !photos.isEmpty, mayStart(with: photos, notOwn: notOwn) else { return nil }
    return photos.compactMap { photo in photo.file.map { Job(photo: photo, file: $0) } }
  }

  private func mayStart(with photos: [Photo], notOwn: String) -> Bool {
    guard useCase != nil, photos.allSatisfy({ $0.file != nil }) else {
      showNoticeClosure?(notOwn)
      return false
    }
    guard !isWorking else {
      showNoticeClosure?("Still busy with other files")
      return false
    }
    return true
  }

  /// Whether a question about photos makes sense, as far as they are known; says why not.
  private func mayAsk(about photos: PhotoGathering) -> Bool {
    guard !photos.isGathered || !photos.photos.isEmpty else { return false }
    return mayStart(with: photos.photos, notOwn: FileOperationText.notOwn)
  }

  private func confirm(
    _ title: @autoclosure @escaping () -> String, _ message: @autoclosure @escaping () -> String,
    confirmed: @escaping () -> Void
  ) {
    confirmClosure?(title, message, confirmed)
  }

  private func askForFolder(_ photos: PhotoGathering, _ kind: Kind) {
    guard mayAsk(about: photos) else { return }
    let verb = kind == .copy ? "Copy" : "Move"
    let former = formerFolders.first ?? ""
    askClosure?(
      FileQuestion(
        title: "\(verb) \(FileOperationText.subject(photos))", prompt: "To: ",
        text: former, former: formerFolders,
        fault: { [paths] text in
          if case .fault(let fault) = paths.target(text) {
            FileOperationText.fault(fault)
          } else {
            nil
          }
        },
        completions: { [paths] in paths.completions(of: $0) },
        answer: { [weak self] text in
          photos.whenGathered { self?.folderAnswered(text, $0, kind) }
        }))
  }

  private func folderAnswered(_ text: String, _ photos: [Photo], _ kind: Kind) {
    guard let jobs = jobs(photos) else { return }
    switch paths.target(text) {
    case .fault: return
    case .folder(let folder): run(into: folder, text, jobs, kind)
    case .new(let folder):
      confirm("New folder", "\(FileOperationText.name(folder)) does not exist. Create the folder?")
      {
        [weak self] in
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

  /// The name of a photo's file; empty while it is not known, or if it could not be typed as it is.
  private static func editableName(_ photos: [Photo]) -> String {
    guard photos.count == 1, let file = photos[0].file else { return "" }
    let name = fileName(file)
    return TextCleaner.line(name) == name ? name : ""
  }

  private static func fileName(_ file: FileReference) -> String {
    String(decoding: FilePath.lastComponent(file.path), as: UTF8.self)
  }

  /// Another extension may be a slip of the keys, and other programs go by it.
  private func rename(_ photos: [Photo], to name: String) {
    guard let jobs = jobs(photos), jobs.count == 1, let job = jobs.first else { return }
    let former = Self.fileName(job.file)
    guard name != former else { return }
    let rename = { [weak self] in
      self?.run(.rename(to: Array(name.utf8), whenTaken: .refuse), jobs) ?? ()
    }
    guard let question = FileOperationText.changesExtension(of: former, to: name) else {
      return rename()
    }
    confirm(question, FileOperationText.changingExtension, confirmed: rename)
  }

  private func saveRotations(of photos: [Photo]) {
    guard let jobs = jobs(photos, notOwn: FileOperationText.rotationNotOwn) else { return }
    run(
      .rotate(
        Dictionary(
          jobs.map { ($0.file, rotations.rotation(of: $0.photo.id)) }, uniquingKeysWith: { $1 })),
      jobs)
  }

  private func perform(_ operation: FileOperation, on photos: [Photo]) {
    if let jobs = jobs(photos) { run(operation, jobs) }
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
        if case .rotate(let written) = operation, let rotation = written[job.file] {
          // It may have been rotated further meanwhile.
          rotations.rotate([job.photo], by: rotation.inverse)
          rotationSavedClosure?(job.photo, rotation)
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
    tell(
      operation, done: performed.count, of: jobs.count, errors: errors,
      leftBehind: report.leftBehind)
    offerNumbers(operation, taken)
  }

  private func tell(
    _ operation: FileOperation, done: Int, of total: Int, errors: [FileOperationError],
    leftBehind: [FileReference]
  ) {
    let others = errors.filter { if case .nameTaken = $0 { operation.isRename } else { true } }
    let leftovers = FileOperationText.leftBehind(leftBehind)
    if let error = others.first(where: { $0 != .cancelled }) {
      let failure =
        total == 1
        ? FileOperationText.message(error)
        : FileOperationText.failed(operation, others.count, of: total, error)
      showFailureClosure?(joined([failure, leftovers], by: ". "))
      return
    }
    let outcome =
      done > 0
      ? "\(FileOperationText.done(operation, done, of: total)) · \(keys.undo) to undo" : nil
    let notice = joined([outcome, leftovers], by: " · ")
    if !notice.isEmpty { showNoticeClosure?(notice) }
  }

  /// A rename says what is taken; of many photos the user need not type other names.
  private func offerNumbers(_ operation: FileOperation, _ jobs: [Job]) {
    guard !jobs.isEmpty, let numbered = operation.numbering else { return }
    confirm(FileOperationText.taken(jobs.map(\.photo)), FileOperationText.numbering) {
      [weak self] in self?.run(numbered, jobs)
    }
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
    let work = useCase.undo(
      performed,
      progress: { [weak self] count in
        guard let self, isWorking else { return }
        progress?.doneCount = count
        updateProgressClosure?()
      }
    ) { [weak self] report in
      guard let self else { return }
      end()
      if !report.left.isEmpty { registerUndo(of: report.left, operation) }
      if report.left.count < performed.count { filesChangedClosure?([]) }
      let leftovers = FileOperationText.leftBehind(report.leftBehind)
      if let error = report.firstError {
        showFailureClosure?(joined([FileOperationText.message(error), leftovers], by: ". "))
      } else if let leftovers {
        showNoticeClosure?(leftovers)
      }
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
    case .copy, .rotate: false
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
