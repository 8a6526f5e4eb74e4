import Foundation
import GalleryPresentation
import GalleryScreens
import GalleryTestSupport
import TerminalKit
import TerminalTestSupport
import Testing

/// The whole interface on a terminal in memory: keys are pressed, frames are read as text.
final class GalleryRun {
  let terminal: SurfaceTerminal
  let service: ScriptedService
  let pictures = StubPictures()
  let listTicks = ManualTicks()
  let detailTicks = ManualTicks()
  let slideTicks = ManualTicks()
  let animationTicks = ManualTicks()
  let basketTicks = ManualTicks()
  let noticeTicks = ManualTicks()
  let noteTicks = ManualTicks()
  let undoHistory: UndoHistory
  private let basketActions: BasketActions
  /// nil where nothing can be chosen.
  let basket: (any BasketViewModelType)?
  let opener = ScriptedOpener()
  let programs = ScriptedPrograms()
  private let userCommands: [UserCommand]
  /// What Enter chose in a chooser; nil while it has not.
  private(set) var chosen: [String]?
  private let isChooser: Bool
  private(set) var list: PhotoListViewModel?
  /// Beside those that are always there.
  private let extraCommands: (GalleryRun) -> [GalleryCommand]
  /// Does what the following ask for; nil where there are no such keys.
  private let edits: EditRunner?
  private let rating: RatingEdits?
  private let marks: SaleMarkEdits?
  private let files: FileEdits?
  private weak var comparison: CompareViewModel?
  /// Whether `<` and `>` are there.
  private let hasRotations: Bool
  /// How the source was looked at before.
  private let view: ListViewState
  /// Whether `y` and `O` are there.
  private let hasOutsideKeys: Bool
  /// What repeated keys take for the time.
  var clock = ContinuousClock.now
  /// What animations take for the time.
  var uptime = Duration.zero
  let recentQueries = ScriptedQueries()
  /// What ages are reckoned by.
  var now = Date(timeIntervalSince1970: 1_700_000_000)
  /// What the source calls itself; empty until it is known.
  var sourceTitle = ""
  /// The e-mail address of the seller; nil if it is not known.
  var seller: String?
  private(set) var hasQuit = false
  private let theme: Theme
  private let keys: KeyBindings
  let navigator: Navigator
  private var application: TerminalApplication?
  private var coordinator: GalleryFlowCoordinator?
  private var dueWork: [@MainActor () -> Void] = []

  /// - Parameters:
  ///   - photos: All that the source holds; nil for answers by hand.
  ///   - basket: nil where nothing can be chosen.
  convenience init(
    _ photos: [Photo]?, columns: Int = 80, rows: Int = 24, depth: ColorDepth = .truecolor,
    basket: ScriptedBasket? = nil,
    basketActions: BasketActions = BasketActions(), isChooser: Bool = false,
    hasOutsideKeys: Bool = false,
    extraCommands: @escaping (GalleryRun) -> [GalleryCommand] = { _ in [] },
    keys: KeyBindings = .standard, userCommands: [UserCommand] = []
  ) {
    self.init(
      service: ScriptedService(photos), columns: columns, rows: rows, depth: depth, basket: basket,
      basketActions: basketActions, isChooser: isChooser,
      hasOutsideKeys: hasOutsideKeys, extraCommands: extraCommands, keys: keys,
      userCommands: userCommands)
  }

  init(
    service: ScriptedService, columns: Int = 80, rows: Int = 24, depth: ColorDepth = .truecolor,
    basket: ScriptedBasket? = nil,
    basketActions: BasketActions = BasketActions(), isChooser: Bool = false,
    hasOutsideKeys: Bool = false,
    extraCommands: @escaping (GalleryRun) -> [GalleryCommand] = { _ in [] },
    keys: KeyBindings = .standard, edits: EditRunner? = nil, rating: RatingEdits? = nil,
    marks: SaleMarkEdits? = nil, files: FileEdits? = nil,
    undoHistory: UndoHistory = UndoHistory(),
    userCommands: [UserCommand] = [], hasRotations: Bool = false,
    view: ListViewState = ListViewState()
  ) {
    self.service = service
    self.view = view
    self.edits = edits
    self.files = files
    self.undoHistory = undoHistory
    self.userCommands = userCommands
    self.rating = rating
    self.marks = marks
    self.hasRotations = hasRotations
    self.basketActions = basketActions
    self.hasOutsideKeys = hasOutsideKeys
    self.extraCommands = extraCommands
    self.keys = keys
    self.isChooser = isChooser
    self.basket = basket.map { [undoHistory] in
      BasketViewModel(
        keepBasket: $0, checkBasket: $0,
        runner: EditRunner(keys: keys.hints, history: undoHistory),
        now: { Date(timeIntervalSince1970: 1_700_000_000) })
    }
    navigator = Navigator(noticeTicks: noticeTicks)
    terminal = SurfaceTerminal(size: Size(columns: columns, rows: rows), colorDepth: depth)
    theme = .standard(for: depth)
    navigator.theme = theme
    let application = TerminalApplication(
      terminal: terminal, navigator: navigator,
      enqueue: { [weak self] in self?.dueWork.append($0) })
    self.application = application
    let coordinator = GalleryFlowCoordinator(navigator: navigator, dependencies: self) {
      [weak self] in self?.hasQuit = true
    }
    self.coordinator = coordinator
    coordinator.start(title: "Popular")
    self.basket?.inputs.refresh()
    application.start()
  }

  /// Shows what commands have to say.
  var presenter: (any CommandPresenter)? { coordinator }

  /// The frame that stands when nothing is left to do.
  var screen: String {
    settle()
    return terminal.framedText
  }

  /// A line of that frame.
  func line(_ row: Int) -> String {
    settle()
    return terminal.surface.line(row)
  }

  /// The title of the selected row, which is the first line beside the bar.
  var selectedLine: String? {
    settle()
    let (bar, sign): (Character, Character) = (Glyphs.selectionBar, "✓")
    // The sign of what is selected stands over the bar.
    if let cursor = terminal.cursor, terminal.surface[0, cursor.row].character == sign {
      return terminal.surface.line(cursor.row)
    }
    return (0..<terminal.size.rows).map(terminal.surface.line).first { $0.first == bar }
  }

  /// The title under the selected photo of the grid, which is in the lower edge of its frame.
  var selectedCaption: String? {
    settle()
    guard let cursor = terminal.cursor else { return nil }
    let cells = (cursor.column + 1..<terminal.size.columns).map { terminal.surface[$0, cursor.row] }
    let ends = [Glyphs.bottomRight, Glyphs.closingSelectionBar]
    let text = cells.prefix { !ends.contains($0.character) }.filter { $0.width > 0 }
      .map(\.character)
    return text.split(whereSeparator: { $0 == "●" || $0 == "○" }).first.map {
      String($0.reversed().drop { $0 == " " || $0 == Glyphs.horizontal }.reversed())
    }
  }

  func press(_ keys: Key...) {
    for key in keys { terminal.press(key) }
    settle()
  }

  func type(_ text: String) {
    terminal.type(text)
    settle()
  }

  /// Something that the screen asks about has changed, as when a picture has come.
  func redraw() {
    navigator.setNeedsDisplay()
    settle()
  }

  /// Runs what waits for the next turns of the main queue.
  func settle() {
    while !dueWork.isEmpty { runTurn() }
  }

  /// One turn of the main queue.
  func runTurn() {
    let work = dueWork
    dueWork = []
    for piece in work { piece() }
  }
}

extension GalleryRun: GalleryFlowDependencies {
  func makePhotoListScreen(
    actions: PhotoListViewModelActions, navigation: PhotoListScreen.Navigation
  ) -> PhotoListScreen {
    let viewModel = PhotoListViewModel(
      apiService: service, actions: actions, timeZone: .gmt, keys: keys.hints,
      now: { [weak self] in self?.now ?? .now }, opensWhatIsNotForSale: isChooser,
      history: undoHistory)
    list = viewModel
    return PhotoListScreen(
      viewModel: viewModel, basket: basket, pictures: pictures, theme: theme,
      keys: keys, appearance: view.appearance,
      spinner: ActivityIndicator(ticks: listTicks, theme: theme), layout: view.layout,
      hasSuggestedGrid: view.hasSuggestedGrid, noteTicks: noteTicks, navigation: navigation)
  }

  func makePhotoDetailScreen(
    photo: Photo, at indexPath: IndexPath, in list: any PhotoListViewModelType,
    navigation: PhotoDetailScreen.Navigation
  ) -> PhotoDetailScreen {
    PhotoDetailScreen(
      viewModel: PhotoDetailViewModel(photo: photo, at: indexPath, in: list, timeZone: .gmt),
      basket: basket, pictures: pictures,
      theme: theme, keys: keys,
      spinner: ActivityIndicator(ticks: detailTicks, theme: theme),
      player: AnimationPlayer(ticks: animationTicks) { [weak self] in self?.uptime ?? .zero },
      slideShow: SlideShow(interval: .seconds(3), ticks: slideTicks), navigation: navigation)
  }

  func makeCompareScreen(
    photos: [Photo], focus: Photo.ID?, in list: any PhotoListViewModelType,
    actions: CompareViewModelActions, navigation: CompareScreen.Navigation
  ) -> CompareScreen {
    let viewModel = CompareViewModel(
      photos: photos, focus: focus, in: list, timeZone: .gmt, actions: actions)
    comparison = viewModel
    return CompareScreen(
      viewModel: viewModel, basket: basket,
      pictures: pictures, theme: theme, keys: keys, navigation: navigation)
  }

  func makeSearchScreen(
    sourceTitle: String, list: any PhotoListViewModelType, close: @escaping () -> Void,
    setNeedsDisplay: @escaping () -> Void
  ) -> SearchScreen {
    SearchScreen(
      viewModel: SearchViewModel(
        fetchRecentQueries: recentQueries, sourceTitle: sourceTitle, list: list, close: close),
      theme: theme, keys: keys, setNeedsDisplay: setNeedsDisplay)
  }

  func fetchSellerQuestion(
    about photo: Photo, presenter: any CommandPresenter,
    completion: @escaping (@escaping () -> Void) -> Void
  ) {
    guard let seller else { return }
    let desktop = DesktopCommands(opener: opener, terminal: terminal, presenter: presenter)
    completion { desktop.ask(seller, about: photo) }
  }

  func fetchSourceTitle(_ completion: @escaping (String) -> Void) { completion(sourceTitle) }

  func makeHelpScreen(
    commands: [KeyCommand], elsewhere: HelpScope, onClose: @escaping () -> Void
  ) -> any Screen {
    HelpScreen(
      commands: commands, elsewhere: keys.commandsElsewhere(elsewhere), theme: theme, keys: keys,
      onClose: onClose)
  }

  func makeAlert(message: String, onDismiss: @escaping () -> Void) -> Alert {
    Alert(message: message, theme: theme, onDismiss: onDismiss)
  }

  func makeAlert(
    title: @autoclosure @escaping () -> String, message: @autoclosure @escaping () -> String
  ) -> Alert {
    Alert(title: title(), message: message(), theme: theme)
  }

  func makeProgressScreen(
    _ progress: BatchProgress, stop: @escaping () -> Void
  ) -> BatchProgressScreen {
    BatchProgressScreen(progress, theme: theme, keys: keys, stop: stop)
  }

  func makeNotice(_ text: String, kind: Notice.Kind) -> Notice {
    Notice(text, kind: kind, theme: theme)
  }

  func makePrompt(
    _ question: PromptScreen.Question, end: @escaping (String?) -> Void
  ) -> PromptScreen {
    PromptScreen(question, theme: theme, keys: keys, end: end)
  }

  func makeCommands(presenter: any CommandPresenter) -> [GalleryCommand] {
    var commands =
      isChooser
      ? GalleryCommand.choice(
        choose: { [weak self] in self?.chosen = $0.map(\.id) },
        leave: { [weak self] in self?.hasQuit = true }) : []
    commands += GalleryCommand.selection(isChooser: isChooser, presenter: presenter)
    commands += QueryCommands(theme: theme, keys: keys, presenter: presenter).commands
    if basket != nil || isChooser || rating != nil {
      commands.append(.undo(undoHistory, presenter: presenter))
    }
    commands += extraCommands(self)
    if let edits {
      commands +=
        EditCommands(
          runner: edits, ratings: rating, marks: marks, files: files,
          presenter: presenter, theme: theme, keys: keys
        ) { [weak self] in self?.comparison?.photosChanged($0) }.commands
    }
    commands +=
      UserCommands(userCommands, runner: programs, presenter: presenter) { [pictures] in
        pictures.refresh()
      }.commands
    if hasRotations {
      commands += GalleryCommand.rotations(pictures.rotations, presenter: presenter)
    }
    guard hasOutsideKeys else { return commands }
    return commands
      + ClipboardCommands(terminal: terminal, presenter: presenter) { [weak self] in
        self?.clock ?? .now
      }.commands
      + DesktopCommands(opener: opener, terminal: terminal, presenter: presenter).commands
  }

  func makeBasketScreen(
    basket: any BasketViewModelType, navigation: BasketScreen.Navigation
  ) -> BasketScreen {
    BasketScreen(
      basket: basket, pictures: pictures, theme: theme, keys: keys,
      spinner: ActivityIndicator(ticks: basketTicks, theme: theme), navigation: navigation)
  }

  func makeBasketActions(presenter: any CommandPresenter) -> BasketActions { basketActions }
}
