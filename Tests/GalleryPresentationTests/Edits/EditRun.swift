import GalleryDomain
import GalleryTestSupport

@testable import GalleryPresentation

/// Edits of photos, with all that they ask, say and change.
final class EditRun {
  let sidecars = ScriptedSidecars(answersAtOnce: false)
  let files = ScriptedFiles()
  let rotations = PhotoRotations()
  let history = UndoHistory()
  let runner: EditRunner
  let edits: SidecarEdits
  let file: FileEdits

  private(set) var questions: [TextQuestion] = []
  private(set) var confirmations: [(title: String, message: String, confirm: () -> Void)] = []
  /// What was shown before it was done, and how the user goes on.
  private(set) var reviews: [(text: String, again: () -> Void, confirm: (() -> Void)?)] = []
  private(set) var notices: [String] = []
  private(set) var failures: [String] = []
  /// Questions, notices, failures and changes of photos, in order.
  var lines: [String] = []
  /// As they were shown last.
  private(set) var rows: [Photo.ID: Photo] = [:]
  private(set) var gone: [[Photo.ID]] = []
  private(set) var renamed: [Photo.ID: Photo.ID] = [:]
  private(set) var returned: [Photo.ID] = []
  private(set) var written: [(Photo.ID, Rotation)] = []
  private(set) var progress: [BatchProgress?] = []

  /// The photos and the stars that were to be written, in order.
  var writtenIDs: [Photo.ID] { sidecars.calls.map(\.photo.id) }
  var writtenStars: [Int?] { sidecars.calls.map(\.photo.rating) }
  var formerStars: [Int?] { sidecars.calls.map(\.former.rating) }

  init() {
    runner = EditRunner(history: history)
    edits = SidecarEdits(
      editSidecar: sidecars, prices: WholePrices(), currency: "EUR", runner: runner)
    file = FileEdits(
      useCase: files, paths: files.paths, home: "/pictures", rotations: rotations, runner: runner)
    bind()
  }

  private func bind() {
    runner.askClosure = { [unowned self] in
      lines.append("ask \($0.title) | \($0.text) | \($0.placeholder)")
      questions.append($0)
    }
    runner.reviewClosure = { [unowned self] in reviews.append(("\($0)\n\($1)", $2, $3)) }
    runner.confirmClosure = { [unowned self] in confirmations.append(($0(), $1(), $2)) }
    runner.showNoticeClosure = { [unowned self] in
      lines.append("notice \($0)")
      notices.append($0)
    }
    runner.showFailureClosure = { [unowned self] in
      lines.append("failure \($0)")
      failures.append($0)
    }
    runner.photosChangedClosure = { [unowned self] photos in
      lines.append("changed " + photos.map { "\($0.id) \($0.saleStatus)" }.joined(separator: ", "))
      for photo in photos { rows[photo.id] = photo }
    }
    runner.filesChangedClosure = { [unowned self] in
      gone.append($0)
      renamed = $1
      returned = $2
    }
    runner.updateProgressClosure = { [unowned self] in progress.append(runner.progress) }
    file.rotationSavedClosure = { [unowned self] in written.append(($0.id, $1)) }
  }

  /// Answers writes of sidecars.
  func succeed(_ calls: Range<Int>) { for call in calls { sidecars.calls[call].succeed() } }

  func trash(_ photos: [Photo]) {
    file.trashPressed(photos)
    confirmations.last?.confirm()
  }

  /// Moves photos into `prints`.
  func move(_ photos: [Photo]) {
    file.movePressed(photos)
    questions.last?.answer("prints")
  }

  /// Undoes the latest edit, and returns what is said.
  func undo() -> String { history.undoLatest { _ in } }
}
