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

extension PhotoGathering {
  /// What the user has to know of photos that aren't in the list, such as `3 of them not shown`; nil for nothing.
  var hiddenText: String? { SelectionText.notShown(hidden.count, of: photos.count) }

  /// The photo in focus, selected or not.
  func focused(on target: any CommandTarget) -> Photo? {
    isSelection ? target.photo : photos.first
  }
}

extension GalleryCommand {
  /// A command on photos, which are loaded and read first.
  ///
  /// One that asks something first gathers them itself, behind a question that opens immediately
  /// (`ScreenContext.gather`), so that the next keys never reach the list.
  ///
  /// - Parameters:
  ///   - needs: What has to be known of the photos.
  ///   - perform: Called with the selected photos, else with the photo in focus, on its way if the command doesn't wait.
  init(
    _ command: Command, _ needs: PhotoNeeds, in context: ScreenContext,
    perform: @escaping (PhotoGathering, any CommandTarget) -> Void
  ) {
    self.init(command) { [weak context] target in
      context?.gather(needs, of: target) { perform($0, target) }
    }
    isAvailable = { $0.hasPhotos }
  }
}

/// The photos that commands act on: loaded and read before a command is performed, with their progress while it waits.
extension ScreenContext {
  /// The commands for photos, for a screen; called once for each.
  func makeCommands<Target: CommandTarget>() -> [ScreenCommand<Target>] {
    commands.map { command in
      var made = ScreenCommand<Target>(command.command) { [weak self] target in
        self?.leftOutCount = 0
        command.perform(target)
      }
      made.isAvailable = command.isAvailable
      made.isRefused = command.isRefused
      made.hint = command.hint
      return made
    }
  }

  /// Performs a command once the photos that it acts on are loaded and read.
  func gather(
    _ needs: PhotoNeeds, of target: any CommandTarget,
    perform: @escaping (PhotoGathering) -> Void
  ) {
    let isReady = target.isReady
    let isLoaded = target.selectedCount == 0 && target.photo != nil
    let gathering = gather(
      for: target, readsPhotos: needs.readsPhotos, keepsRange: needs.keepsRange, isAsking: false)
    guard !isReady, needs.waitsForFocused || !isLoaded else {
      return perform(gathering)
    }
    gathering.whenGathered { [weak self, weak target] photos in
      guard let self, target != nil else { return }
      if photos.isEmpty, gathering.leftOutCount == 0 {
        show(notice: SelectionText.noPhotos)
      } else if !photos.isEmpty {
        perform(gathering)
      }
      // Unless the command has said so itself.
      if let text = removeLeftOutText() { show(notice: text) }
    }
  }

  /// Starts loading the photos of a command, and reading them if that is wanted.
  ///
  /// - Parameter isAsking: Whether the user is asked something first: the progress is shown once that was answered.
  func gather(
    for target: any CommandTarget, readsPhotos: Bool = true, keepsRange: Bool = false,
    isAsking: Bool = true
  ) -> PhotoGathering {
    guard !target.isReady else {
      let photos = target.photos
      return PhotoGathering(
        photos, hidden: target.hiddenPhotos(among: photos), isSelection: target.selectedCount > 0)
    }
    let gathering = target.gather(readsPhotos: readsPhotos, keepsRange: keepsRange)
    follow(gathering, isAsking: isAsking)
    return gathering
  }

  /// Shows the progress of a gathering while something waits for it: keys do not reach the list then.
  ///
  /// - Parameter isAsking: Whether the user answered a question. Without one, a single photo does not take long enough
  ///   for a screen, and other keys may follow immediately.
  func follow(_ gathering: PhotoGathering, isAsking: Bool) {
    gathering.onChange = { [weak self, weak gathering] in
      guard let self, let gathering else { return }
      if gathering.isAwaited, isAsking || gathering.isSelection, let progress = gathering.progress {
        showProgress(progress, of: gathering)
      } else if gathering.isOver {
        gatheringEnded(gathering)
      }
    }
    if gathering.isOver { gatheringEnded(gathering) }
  }

  private func showProgress(_ progress: BatchProgress, of gathering: PhotoGathering) {
    var screen = waiting?.gathering === gathering ? waiting?.screen : nil
    showProgress(progress, on: &screen) { [weak gathering] in gathering?.cancel() }
    waiting = (gathering, screen)
  }

  private func gatheringEnded(_ gathering: PhotoGathering) {
    if let waiting, waiting.gathering === gathering {
      self.waiting = nil
      if let screen = waiting.screen { close(screen) }
    }
    guard gathering.leftOutCount > 0 else { return }
    show(notice: SelectionText.notLoaded(gathering.leftOutCount))
    // What the command says then replaces this.
    leftOutCount = gathering.leftOutCount
  }

  /// How many photos the command that is being performed had to skip, in words, once; nil for none.
  func removeLeftOutText() -> String? {
    guard leftOutCount > 0 else { return nil }
    defer { leftOutCount = 0 }
    return SelectionText.notLoaded(leftOutCount)
  }
}
