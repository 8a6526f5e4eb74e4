import GalleryDomain
import GalleryPresentation

/// A command of the gallery, which every screen that shows photos offers if the table (`CommandTable.swift`) has it there.
public typealias GalleryCommand = ScreenCommand<any CommandTarget>

/// What has to be known of the photos before a command is performed.
public struct PhotoNeeds {
  /// Whether photos are read; false if the names of their files are enough.
  var readsPhotos = true
  /// Whether a range is kept after the command.
  var keepsRange = false
  /// Whether the command waits until a loaded photo in focus is read, too; else it gets its gathering.
  var waitsForFocused = true
}

/// The photos that a command acts on.
public struct CommandSubject {
  /// The selected photos, else the photo in focus, on its way if the command doesn't wait.
  let gathering: PhotoGathering
  var photos: [Photo] { gathering.photos }
  /// The photo in focus, selected or not.
  let focused: Photo?
  /// Whether the photos are selected, so that the focus stays.
  let isSelection: Bool
  /// Those of the photos that are not in the list.
  var hidden: Set<Photo.ID> { gathering.hidden }

  /// What the user has to know of that, such as `3 of them not shown`; nil for nothing.
  var hiddenText: String? { SelectionText.notShown(hidden.count, of: photos.count) }
}

extension GalleryCommand {
  /// A command on photos, which are loaded and read first.
  ///
  /// One that asks something first gathers them itself, behind a question that opens immediately
  /// (`ScreenContext.gather`), so that the next keys never reach the list.
  ///
  /// - Parameter needs: What has to be known of the photos.
  init(
    _ command: Command, _ needs: PhotoNeeds, in context: ScreenContext,
    perform: @escaping (CommandSubject, any CommandTarget) -> Void
  ) {
    self.init(command) { [weak context] target in
      context?.gather(needs, of: target) { perform($0, target) }
    }
    isAvailable = { $0.hasPhotos }
  }
}
