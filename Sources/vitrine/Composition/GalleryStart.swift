import ArgumentParser
import Foundation
import GalleryData
import GalleryDomain
import GalleryPresentation
import GalleryScreens
import NcursesTerminal

/// `vitrine [SOURCE]`: from what was typed to the first frame.
@MainActor
struct GalleryStart {
  /// One source, several folders as one, or none.
  let sources: [String]
  /// nil if nothing but sources was typed: then the parser of the command line isn't used, which takes a quarter of the
  /// time to the first frame.
  let command: BrowseCommand?

  private var opensLast: Bool { command?.last ?? false }

  init(sources: [String]) {
    self.sources = sources
    command = nil
  }

  init(_ command: BrowseCommand) {
    sources = command.sources
    self.command = command
  }

  /// Held for the life of the process: the main queue runs until it exits.
  private static var program: GalleryProgram?

  func run() throws {
    // Reading them from files takes half a millisecond; the first screen wants both.
    Task.detached(priority: .high) {
      _ = TimeZone.current
      _ = Calendar(identifier: .gregorian)
    }
    try start()
    // The main queue, on the main thread, to which the terminal and the signals come.
    while true { RunLoop.main.run() }
  }

  private func start() throws {
    var mistakes: [String] = []
    let settings = Settings.ofThisProcess(command?.terminalOptions, command?.sourceOptions) {
      mistakes.append($0)
    }
    // They stay in the terminal if nothing is shown, and after the program exits.
    for mistake in mistakes { StandardError.complain(mistake) }
    let container = AppContainer(settings: settings)
    container.opensFoldersOfPictures = true
    container.network.sshQuestions = SSHQuestionScreens()
    // They come up on another core while the source is opened and the terminal is made: the file of views before the first frame
    // needs one, the worker while it is drawn.
    container.pictureLoader.warmUp()
    container.network.state.warmUp()
    do {
      // The source first: an error in it is reported where the user typed it.
      let place = try place(container)
      let opened = try place.map { place throws(Complaint) in try container.open(place.source) }
      let terminal = try NcursesTerminal(
        colorDepth: settings.colorDepth, graphics: settings.graphics,
        cellPixelSize: settings.cellPixelSize)
      let program = GalleryProgram(
        container: container, terminal: terminal, output: ExitOutput(command?.outputOptions))
      Self.program = program
      for mistake in mistakes { container.network.log.write(mistake) }
      StandardError.hold()
      program.start(warning: Self.warning(mistakes)) {
        guard let place, let opened else {
          let folder = TextCleaner.line(bytes: FilePath.workingDirectory, limit: .paragraphs)
          return program.showPlaces(emptyFolder: folder)
        }
        // It isn't on the command line, so the user may not know what it would run.
        if opensLast && place.runsProgram {
          program.showPlaces()
          program.openIfConfirmed(place)
          return
        }
        program.show(opened, place, view: view(of: opened, place, container))
      }
    } catch let error as Complaint {
      StandardError.complain(error.words)
      throw ExitCode(1)
    } catch let error as TerminalError {
      let others =
        switch error {
        case .noThread, .notUTF8: ""
        default: "; 'vitrine list' and 'vitrine show' work without one"
        }
      StandardError.complain("\(error)\(others)")
      throw ExitCode(1)
    }
  }

  /// How long to look for pictures if the user named no source.
  private static let quickCheckLimit = Duration.milliseconds(300)

  /// The source to open; nil for the start screen.
  private func place(_ container: AppContainer) throws(Complaint) -> Place? {
    if command?.sample == true { return Place(source: .sampleGallery) }
    if opensLast {
      guard let text = container.places.recentSources.first?.text else {
        throw Complaint("--last: nothing was opened before")
      }
      return try container.locate([text])
    }
    let preset = command?.sourceOptions.preset
    if !sources.isEmpty || preset != nil {
      var place = try container.locate(sources)
      // If a preset was given separately, it would be forgotten.
      place.isKept = preset == nil
      return place
    }
    guard let folder = FileReference(path: FilePath.workingDirectory),
      QuickFolderCheck.holdsPictures(folder, within: Self.quickCheckLimit)
    else { return nil }
    return Place(source: .folder(folder), argument: ".")
  }

  /// As set on the command line, otherwise as it was last viewed.
  private func view(
    of opened: OpenSource, _ place: Place, _ container: AppContainer
  ) -> ListViewState {
    let memory = command?.fresh == true ? ViewMemory(state: nil) : container.viewMemory
    var view = memory.view(of: place, opened.id, else: container.settings.appearance)
    guard let options = command?.queryOptions else { return view }
    if options.filter != nil { view.filter = options.expression }
    view.sort = options.sort ?? view.sort
    view.grouping = options.group ?? view.grouping
    return view
  }

  /// For the bottom of the first screen: the first mistake, and how many more are in the log.
  private static func warning(_ mistakes: [String]) -> String? {
    guard let first = mistakes.first else { return nil }
    return mistakes.count == 1 ? first : "\(first) · \(mistakes.count - 1) more in vitrine.log"
  }
}
