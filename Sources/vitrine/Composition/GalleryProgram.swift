import Foundation
import GalleryData
import GalleryDomain
import GalleryPresentation
import GalleryScreens
import Glibc
import NcursesTerminal
import TerminalKit

/// The interface from its first frame to the exit of the process: one source after the other, on one terminal.
@MainActor
final class GalleryProgram {
  let container: AppContainer
  let terminal: NcursesTerminal
  let output: ExitOutput
  private var settings: Settings { container.settings }
  private let navigator = Navigator()
  private let application: TerminalApplication
  /// The same for all views: its styles change with the terminal's background.
  let theme: Theme
  /// Runs the user's own commands, which continue when another source is shown; quitting waits for it.
  let programs: ProgramRunner
  /// The source that is shown, with its screens; nil while only the places are shown.
  private var shown: GalleryContainer?
  private var coordinator: GalleryFlowCoordinator?
  /// The earlier sources that are still writing.
  private var left: [(gallery: GalleryContainer, writing: Task<Void, Never>)] = []
  /// The photos chosen with ⏎ in a chooser; nil until then.
  private var chosen: [Photo]?
  private var isLeaving = false
  private var hasShownVersion = false

  init(container: AppContainer, terminal: NcursesTerminal, output: ExitOutput) {
    self.container = container
    self.terminal = terminal
    self.output = output
    let settings = container.settings
    programs = ProgramRunner(terminal: terminal)
    theme = Theme(
      ThemeStyles(settings.theme, on: settings.likelyBackdrop, depth: terminal.colorDepth))
    application = TerminalApplication(terminal: terminal, navigator: navigator)
    navigator.theme = theme
    // There is nothing below the places at the start.
    navigator.onEmpty = { [weak self] in self?.leave() }
    container.network.sshQuestions?.context = { [weak self] in self?.context }
    application.onCapabilitiesChanged = { [weak self] in
      self?.updateTheme()
      self?.showRequiredVersion()
    }
    updateTheme()
  }

  /// Uses the colours that are most readable on the terminal's background, if the terminal reports it.
  private func updateTheme() {
    theme.styles = ThemeStyles(
      settings.theme, on: settings.backdrop(of: terminal.graphics), depth: terminal.colorDepth)
  }

  /// Says once why there are characters in place of pictures.
  private func showRequiredVersion() {
    guard !hasShownVersion, let version = terminal.graphics.requiredVersion else { return }
    hasShownVersion = true
    context.show(notice: "Pictures in tmux need \(version) or later")
  }

  /// - Parameters:
  ///   - warning: What is wrong with the settings; shown at the foot until the first key. Nil for nothing.
  ///   - show: Shows the first screen.
  func start(warning: String? = nil, _ show: () -> Void) {
    application.onTerminate = { [weak self] in self?.leave(status: $0.exitStatus) }
    show()
    if let warning { context.show(failure: warning) }
    application.start()
  }

  /// For what belongs to no source, such as the places at the start.
  private lazy var ownContext = makeContext(
    WorkerPictures(source: container.pictureLoader, terminal: terminal, theme: theme))

  private var context: ScreenContext { shown?.context ?? ownContext }

  /// What screens share; a picture that has arrived requests a frame.
  func makeContext(_ pictures: WorkerPictures, basket: BasketViewModel? = nil) -> ScreenContext {
    pictures.onChange = { [weak application] in application?.setNeedsDisplay() }
    return ScreenContext(
      navigator: navigator, terminal: terminal, theme: theme, keys: settings.keys,
      pictures: pictures, basket: basket)
  }

  // MARK: Sources

  /// Replaces the source on the screen.
  func show(_ opened: OpenSource, _ place: Place, view: ListViewState) {
    leaveSource()
    let gallery = GalleryContainer(opened, place, view: view, in: self)
    let coordinator = GalleryFlowCoordinator(dependencies: gallery) { [weak self] in self?.leave() }
    shown = gallery
    self.coordinator = coordinator
    // Not before: a source that can't be read is of no use among the recent ones.
    coordinator.onOpened = { [container] in place.text.map(container.places.add) }
    coordinator.start(title: place.title, advice: place.advice)
    if let filter = view.formerFilter, view.filter.isEmpty {
      gallery.context.show(notice: FilterText.isOff(filter))
    }
    gallery.context.basket?.refresh()
    // After the first frame: it reads files.
    gallery.orderHistory?.refresh()
  }

  /// Opens a source with its saved view; shows at the foot why if that fails.
  private func open(_ place: Place) {
    do throws(Complaint) {
      try show(place)
    } catch {
      context.show(failure: error.words)
    }
  }

  private func show(_ place: Place) throws(Complaint) {
    let opened = try container.open(place.source)
    show(
      opened, place,
      view: container.viewMemory.view(of: place, opened.id, else: settings.appearance))
  }

  private func open(_ text: String, isBookmark: Bool) {
    do throws(Complaint) {
      let place = try container.locate([text])
      // Other programs may write to the file with the bookmarks.
      if place.runsProgram, isBookmark {
        throw Complaint("a bookmark runs no program; open it from the command line")
      }
      if place.runsProgram { openIfConfirmed(place) } else { open(place) }
    } catch {
      context.show(failure: error.words)
    }
  }

  /// Opens a source that runs a program, if the user agrees.
  func openIfConfirmed(_ place: Place) {
    context.confirm(
      place.argument.map(CommandLineText.clean) ?? "", title: PlacesText.runTitle
    ) { [weak self] in self?.open(place) }
  }

  private func leaveSource() {
    rememberView()
    if let gallery = shown {
      gallery.close()
      gallery.opened.program?.end()
      left.append((gallery, Task { await finish(gallery) }))
    }
    shown = nil
    coordinator = nil
    navigator.removeAll()
    container.network.sshQuestions?.refuseAll()
  }

  /// Waits until a gallery that was left has written its edits, and reports those that it could not write on the screen
  /// that is in front by then; when the program quits, `finish(status:)` does.
  private func finish(_ gallery: GalleryContainer) async {
    await gallery.finish()
    guard !isLeaving else { return }
    left.removeAll { $0.gallery === gallery }
    let texts = gallery.unwrittenTexts
    if !texts.isEmpty { context.show(failure: texts.joined(separator: " · ")) }
  }

  private func rememberView() {
    guard let shown, let coordinator, let state = coordinator.viewState else { return }
    container.viewMemory.keep(state, of: shown.place.viewID(shown.opened.id))
    guard let text = shown.place.text, var summary = coordinator.sourceSummary else { return }
    // A filtered list doesn't say how many there are.
    summary.photoCount = summary.photoCount ?? container.places.summaries[text]?.photoCount
    container.places.keep(summary, of: text)
  }

  // MARK: Places

  /// Shows the places, with no list below them.
  ///
  /// - Parameter emptyFolder: The folder in which no pictures were found, if that is why.
  func showPlaces(emptyFolder: String? = nil) {
    leaveSource()
    navigator.push(makePlacesScreen(.start, emptyFolder: emptyFolder))
  }

  private func makePlacesScreen(
    _ reason: PlacesViewModel.Reason, emptyFolder: String? = nil
  ) -> PlacesScreen {
    let viewModel = PlacesViewModel(
      reason: reason, repository: container.places,
      home: home, emptyFolder: emptyFolder, cover: { [container] in container.cover(of: $0) },
      open: { [weak self] in self?.open($0, isBookmark: $1) },
      openSampleGallery: { [weak self] in self?.open(Place(source: .sampleGallery)) },
      type: { [weak self] in self?.ask(typed: $0) },
      tell: { [weak self] in self?.context.show(notice: $0) })
    return PlacesScreen(viewModel: viewModel, context: context)
  }

  private var home: String? { processVariable("HOME") }

  /// Asks for a source; again with the reason if it can't be opened.
  private func ask(typed text: String, title: String? = nil) {
    let completion = SourceCompletion(home: home, catalog: container.network.catalog)
    let key = settings.keys.hints.complete
    context.ask(
      TextQuestion(
        title: title ?? PlacesText.typeTitle(key: key), prompt: PlacesText.typePrompt, text: text,
        isTyped: true, former: container.places.recentSources.map(\.text),
        completions: { [places = container.places] in
          completion.completions(
            of: PlacesText.source(typed: $0), recent: places.recentSources.map(\.text),
            searches: places.libraryAddresses)
        }
      ) { [weak self] answer in
        let text = PlacesText.source(typed: answer.trimmingCharacters(in: .whitespaces))
        if !text.isEmpty { self?.open(typed: text) }
      })
  }

  private func open(typed text: String) {
    do throws(Complaint) {
      let path = FilePath.expandingHome(text, home: home) ?? text
      let place = try container.locate([path])
      if place.runsProgram { openIfConfirmed(place) } else { try show(place) }
    } catch {
      ask(typed: text, title: error.words)
    }
  }

  /// How long a busy store may delay the end of the program; usually it takes some milliseconds.
  private static let storingLimit = Duration.seconds(1)
  /// The limit for everything if the program is ended from outside; the user may be waiting for a reader.
  private static let endingLimit = Duration.seconds(5)

  /// Leaves with photos that were chosen for the program that started this one.
  func choose(_ photos: [Photo]) {
    chosen = photos
    leave()
  }

  /// Requests are not awaited: a server that hangs must not delay the end. The page that came last is written first.
  func leave(status: Int32 = 0) {
    guard !isLeaving else { return }
    isLeaving = true
    application.end()
    rememberView()
    shown?.edits.prepareToEnd()
    shown?.opened.program?.end()
    let isEnded = status != 0
    // While the terminal is held its signals are, too: a second hang-up, which Linux sends, would end the program
    // before it has printed.
    let printsFirst = isEnded && output.mayPrecedeRestoring
    if !printsFirst { terminal.restore() }
    Task { await finish(status: status, printsFirst: printsFirst) }
    guard isEnded else { return }
    Task {
      try? await Task.sleep(for: Self.endingLimit)
      terminal.restore()
      StandardError.release()
      exit(status)
    }
  }

  private func finish(status: Int32, printsFirst: Bool) async {
    let isEnded = status != 0
    // The basket may not even have been read.
    await Self.within(Self.storingLimit) { [shown, left] in
      await withTaskGroup { tasks in
        tasks.addTask { await shown?.quit() }
        for source in left {
          tasks.addTask {
            await source.gallery.quit()
            await source.writing.value
          }
        }
      }
    }
    // Not before: they have a last look at the sidecars that are written.
    container.pictureLoader.shutDown()
    let galleries = left.map { $0.gallery } + [shown].compactMap(\.self)
    let unwritten = galleries.flatMap(\.unwrittenTexts)
    let items = chosenItems(status: status)
    // A source that could not be read is a failure of the program, even if the user left normally; so is an edit that
    // was not written.
    let hasFailed = coordinator?.sourceHasFailed == true || !unwritten.isEmpty
    let ownStatus = status == 0 && hasFailed ? 1 : status
    let result = output.result(items, status: ownStatus)
    let writing = result.bytes.map { bytes in
      Task.detached { await StandardOutput.failure(writing: bytes) }
    }
    if printsFirst {
      await Self.within(Self.storingLimit) { _ = await writing?.value }
      terminal.restore()
    }
    StandardError.release()
    if !isEnded { await finishPrograms() }
    for text in unwritten { StandardError.complain(text) }
    for complaint in result.complaints { StandardError.complain(complaint) }
    await Self.within(Self.storingLimit) { [container] in
      container.network.removeTemporaryFiles()
      await container.network.finishWriting()
    }
    let failure = await writing?.value ?? nil
    if let failure { StandardError.complain(failure) }
    exit(failure == nil ? result.status : max(result.status, 1))
  }

  /// A quiet command may be in the middle of a file, and its next line of output would end it once this program stops
  /// reading.
  private func finishPrograms() async {
    let names = programs.runningNames
    guard !names.isEmpty else { return }
    StandardError.complain(
      "waiting for \(names.joined(separator: ", ")) to end; Ctrl-C leaves without it")
    await programs.finish()
  }

  /// Returns when the work is done, or when it takes too long.
  private static func within(_ limit: Duration, _ work: @escaping () async -> Void) async {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    Task {
      await work()
      end.finish()
    }
    Task {
      try? await Task.sleep(for: limit)
      end.finish()
    }
    for await _ in ends {}
  }

  /// In a chooser the photos chosen with ⏎ or, if the program is ended from outside, those selected until then; else
  /// the basket.
  private func chosenItems(status: Int32) -> [BasketItem] {
    guard output.isChooser else { return shown?.context.basket?.basket.items ?? [] }
    let photos = chosen ?? (status == 0 ? [] : shown?.list?.outputs.selectedPhotos ?? [])
    return photos.map { BasketItem($0, addedAt: .now) }
  }
}

extension GalleryProgram: SourceNavigation {
  var bookmark: String? { shown?.place.bookmark }

  var noBookmarkReason: String {
    switch shown?.place.source {
    case .sampleGallery: PlacesText.noSource
    case .program: PlacesText.programHasNoBookmark
    default: PlacesText.noBookmark
    }
  }

  var searchedSource: String? {
    guard let place = shown?.place, !place.runsProgram else { return nil }
    return place.sourceText
  }

  func makePlacesScreen() -> PlacesScreen { makePlacesScreen(.goTo) }

  var canGoUp: Bool {
    guard let source = shown?.place.source else { return false }
    return source.isFolder || source.parent(selecting: nil) != nil
  }

  func goUp(selecting photo: Photo?) -> String? {
    guard let source = shown?.place.source else { return nil }
    guard let parent = source.parent(selecting: photo?.id) else {
      return source.isFolder ? PlacesText.isTop : PlacesText.isNoFolder
    }
    let path: [UInt8] =
      switch parent {
      case .folder(let folder), .picture(_, let folder): folder.path
      default: []
      }
    var place = Place(source: parent, argument: String(validating: path, as: UTF8.self))
    place.keepsFilter = true
    open(place)
    return nil
  }
}
