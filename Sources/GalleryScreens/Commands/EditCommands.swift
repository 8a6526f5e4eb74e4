import GalleryDomain
import GalleryPresentation
import TerminalKit

/// The keys that edit photos: ratings and labels (decision 55), captions, sale marks, copies, moves, the trash, names, orientations.
///
/// Connects the one `EditRunner` with the screen: its questions, its bar, its messages, and the rows that change.
public final class EditCommands {
  private let runner: EditRunner
  private let sidecars: SidecarEdits?
  private let files: FileEdits?
  private let captions: CaptionEditing?
  private let pictures: WorkerPictures?
  private let photosChanged: ([Photo]) -> Void
  private let context: ScreenContext
  /// The list whose rows change.
  private weak var list: (any PhotoListViewModelType)?
  /// The screen on which photos were edited last; it learns when they are gone.
  private weak var target: (any CommandTarget)?
  private var progressScreen: ProgressScreen?

  /// - Parameters:
  ///   - sidecars: nil if there are no such keys; the same holds for files.
  ///   - captions: Opens captions in the user's own editor; nil if there is none.
  ///   - pictures: Checks files again when they have come, gone or changed.
  ///   - photosChanged: Called with photos that have changed, in addition to the list.
  public init(
    runner: EditRunner, sidecars: SidecarEdits? = nil, files: FileEdits? = nil,
    captions: CaptionEditing? = nil, context: ScreenContext,
    pictures: WorkerPictures? = nil,
    photosChanged: @escaping ([Photo]) -> Void = { _ in }
  ) {
    self.runner = runner
    self.sidecars = sidecars
    self.files = files
    self.captions = captions
    self.context = context
    self.pictures = pictures
    self.photosChanged = photosChanged
    bind()
  }

  public var commands: [GalleryCommand] {
    var commands: [GalleryCommand] = []
    if let sidecars {
      commands += Command.ratings.enumerated().map { stars, command in
        rating(command) { sidecars.rated($0, stars: stars) }
          .hinted { stars > 0 ? Self.hint("rate", $0) : nil }
      }
      commands.append(
        rating("rating.reject") { sidecars.rejectPressed($0) }
          .hinted { Self.hint("reject", $0) })
      commands += PhotoLabel.Color.allCases.map { color in
        label(.label(color)) { sidecars.labelled($0, color: color) }
      }
      commands.append(label("label.none") { sidecars.labelled($0, color: nil) })
      if sidecars.marksPhotos {
        commands.append(
          GalleryCommand("photo.caption") { target in
            self.remember(target)
            sidecars.captionPressed(self.context.gather(for: target), in: target.photoList) {
              [captions = self.captions, context = self.context] in
              context.show(CaptionScreen($0, editor: captions, context: context))
            }
          })
        commands.append(asking("photo.for-sale") { sidecars.forSalePressed($0) })
        commands.append(
          GalleryCommand("photo.not-for-sale", .init(), in: context) { photos, target in
            self.remember(target)
            sidecars.notForSalePressed(photos)
          })
      }
      commands = commands.map { $0.refused(when: { sidecars.isRefused }) }
    }
    if let files {
      commands += [
        ofFiles("file.copy") { files.copyPressed($0) }.hinted { Self.hint("copy", $0) },
        ofFiles("file.move") { files.movePressed($0) }.hinted { Self.hint("move", $0) },
        ofFiles("file.trash") { files.trashPressed($0) }.hinted { Self.hint("trash", $0) },
        renaming(files),
        ofFiles("photo.write-turn") { files.saveRotationPressed($0) },
      ].map { $0.refused(when: { files.isRefused }) }
    }
    return commands
  }

  /// A word for the key line, only where the photos are the user's own.
  private static func hint(_ word: String, _ target: any CommandTarget) -> String? {
    target.photoList.outputs.holdsOwnFiles ? word : nil
  }

  private func remember(_ target: any CommandTarget) {
    list = target.photoList
    self.target = target
  }

  /// A row that is not read yet is rated when it has been; the next one can be rated immediately.
  private static let needsOfRatings = PhotoNeeds(waitsForFocused: false)

  /// After rating or rejecting a single photo the focus moves to the next one. Not after a label: labels are set before
  /// ratings.
  private func rating(
    _ command: Command, _ rate: @escaping (PhotoGathering) -> Bool
  ) -> GalleryCommand {
    GalleryCommand(command, Self.needsOfRatings, in: context) { photos, target in
      self.remember(target)
      if rate(photos), !photos.isSelection { target.focusNext() }
    }
  }

  private func label(_ command: Command, _ label: @escaping (PhotoGathering) -> Void)
    -> GalleryCommand
  {
    rating(command) {
      label($0)
      return false
    }
  }

  /// A command that asks something immediately, while its photos are loaded and read.
  private func asking(
    _ command: Command, readsPhotos: Bool = true, keepsRange: Bool = false,
    _ action: @escaping (PhotoGathering) -> Void
  ) -> GalleryCommand {
    GalleryCommand(command) { target in
      self.remember(target)
      action(self.context.gather(for: target, readsPhotos: readsPhotos, keepsRange: keepsRange))
    }
  }

  /// File operations need only names. The selection is kept for the next command, without photos that are gone.
  private func ofFiles(
    _ command: Command, _ action: @escaping (PhotoGathering) -> Void
  ) -> GalleryCommand {
    asking(command, readsPhotos: false, keepsRange: true, action)
  }

  /// For several photos a template needs what is known of them.
  private func renaming(_ files: FileEdits) -> GalleryCommand {
    GalleryCommand("file.rename") { [context] target in
      self.remember(target)
      let list = target.photoList
      files.renamePressed {
        context.gather(for: target, readsPhotos: target.selectedCount > 1, keepsRange: true)
      } ordered: { photos in
        // In the order in which they were selected if rows aren't loaded.
        let rows = photos.compactMap { list.outputs.indexPath(of: $0.id) }
        guard rows.count == photos.count else { return photos }
        return zip(rows, photos).sorted { $0.0 < $1.0 }.map(\.1)
      }
    }
  }

  private func bind() {
    runner.askClosure = { [context] in context.ask($0) }
    runner.confirmClosure = { [weak self] title, message, confirmed in
      self?.context.confirm(message(), title: title(), confirmed: confirmed)
    }
    runner.reviewClosure = { [context] title, message, again, confirmed in
      let rename = confirmed.map {
        PresentedChoice(
          KeyCommand(id: "rename", keys: [KeySequence(.enter)], title: "rename", action: $0))
      }
      context.choose(
        message, title: title,
        among: [rename, PresentedChoice("e", "edit", action: again)].compactMap(\.self),
        none: "cancel")
    }
    runner.hiddenPhotosClosure = { [weak self] in self?.target?.hiddenPhotos(among: $0) ?? [] }
    runner.updateQuestionClosure = { [weak self] in self?.context.setNeedsDisplay() }
    runner.showNoticeClosure = { [weak self] in self?.context.show(notice: $0) }
    runner.showFailureClosure = { [weak self] in self?.context.show(failure: $0) }
    runner.photosChangedClosure = { [weak self] photos in
      self?.list?.inputs.photosChanged(photos)
      self?.photosChanged(photos)
    }
    runner.filesChangedClosure = { [weak self] in
      self?.filesChanged($0, renamed: $1, returned: $2)
    }
    runner.updateProgressClosure = { [weak self] in self?.progressChanged() }
    files?.rotationSavedClosure = { [weak self] in self?.pictures?.rotationWasSaved($1, into: $0) }
  }

  private func filesChanged(
    _ gone: [Photo.ID], renamed: [Photo.ID: Photo.ID], returned: [Photo.ID]
  ) {
    let left = gone + renamed.keys
    if !left.isEmpty { target?.photosLeft(left) }
    pictures?.refresh()
    // The rows disappear in the next frame; other changes are known when the folder has been read again.
    list?.inputs.photosLeft(gone)
    if !renamed.isEmpty { list?.inputs.photosRenamed(renamed) }
    list?.inputs.photosReturned(returned)
    list?.inputs.refresh()
  }

  private func progressChanged() {
    context.showProgress(runner.progress, on: &progressScreen) { [runner] in runner.stop() }
  }
}

extension GalleryCommand {
  /// `<` and `>` rotate the view of photos, whatever their source.
  ///
  /// Rotating needs no details, and photos that are not loaded are not in sight: each key rotates immediately, however
  /// fast they come.
  public static func rotations(
    _ rotations: PhotoRotations, context: ScreenContext
  ) -> [GalleryCommand] {
    let rotating: [(Command, Rotation)] = [
      ("photo.turn-left", .left), ("photo.turn-right", .right),
    ]
    return rotating.map { command, rotation in
      GalleryCommand(command) { target in
        let photos = target.photos
        rotations.rotate(photos, by: rotation)
        let hiddenCount = target.hiddenPhotos(among: photos).count
        if let text = FileOperationText.rotated(photos, hiddenCount: hiddenCount) {
          context.show(notice: text)
        }
        context.setNeedsDisplay()
      }
    }
  }

  /// `u` undoes the last change of the basket or of a photo. The focus moves to the changed photo, which the user may
  /// have left since.
  public static func undo(_ history: UndoHistory, context: ScreenContext) -> GalleryCommand {
    GalleryCommand("edit.undo") { target in
      context.show(
        notice: history.undoLatest { [weak target] in target?.focus(onOneOf: $0) })
    }.hinted { _ in "undo" }
  }
}
