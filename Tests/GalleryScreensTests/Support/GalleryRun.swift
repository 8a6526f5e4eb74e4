import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryScreens
import GalleryTestSupport
import PictureKit
import TerminalKit
import TerminalTestSupport
import Testing

/// The whole interface on a terminal in memory: keys are pressed, frames are read as text.
final class GalleryRun {
  let terminal: SurfaceTerminal
  let service: ScriptedService
  let pictures = StubPictures()
  let spinnerTicks = ManualAlarm()
  let slideTicks = ManualAlarm()
  let animationTicks = ManualAlarm()
  let noticeTicks = ManualAlarm()
  let noteTicks = ManualAlarm()
  let undoHistory = UndoHistory()
  /// Whether the basket can be ordered and exported.
  private let sells: Bool
  /// nil where nothing can be chosen.
  let basket: BasketViewModel?
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
  private let sidecars: SidecarEdits?
  let files: FileEdits?
  private let captions: CaptionEditing?
  private weak var comparison: CompareViewModel?
  /// Whether `<` and `>` are there.
  private let hasRotations: Bool
  /// How the source was looked at before.
  private let view: ListViewState
  /// Whether `y` and `O` are there.
  private let hasOutsideKeys: Bool
  /// What repeated keys take for the time.
  var clock = ContinuousClock.now
  let recentQueries = ScriptedQueries()
  /// What ages are reckoned by.
  var now = Date(timeIntervalSince1970: 1_700_000_000)
  /// What the source calls itself; empty until it is known.
  var sourceTitle = ""
  /// The e-mail address of the seller; nil if it is not known.
  var seller: String?
  private(set) var hasQuit = false
  let navigator: Navigator
  let context: ScreenContext
  private var application: TerminalApplication?
  private(set) var coordinator: GalleryFlowCoordinator?
  private var dueWork: [@MainActor () -> Void] = []

  /// - Parameters:
  ///   - photos: All that the source holds; nil for answers by hand.
  ///   - service: What answers in place of a source with those photos.
  ///   - basket: nil where nothing can be chosen.
  ///   - sidecars: What writes ratings, sale marks and captions.
  ///   - refusal: Why nothing does, where the keys for it are there.
  init(
    _ photos: [Photo]? = nil, service: ScriptedService? = nil, columns: Int = 80, rows: Int = 24,
    depth: ColorDepth = .truecolor, basket: ScriptedBasket? = nil,
    sells: Bool = false, isChooser: Bool = false,
    hasOutsideKeys: Bool = false,
    extraCommands: @escaping (GalleryRun) -> [GalleryCommand] = { _ in [] },
    keys: KeyBindings = .standard, sidecars: (any EditSidecarUseCase)? = nil,
    refusal: SidecarError? = nil, files: ScriptedFiles? = nil, captions: CaptionEditing? = nil,
    userCommands: [UserCommand] = [], hasRotations: Bool = false,
    view: ListViewState = .tall, advice: String? = nil
  ) {
    self.service = service ?? ScriptedService(photos)
    self.view = view
    let isEdited = sidecars != nil || refusal != nil || files != nil
    let edits = isEdited ? EditRunner(history: undoHistory) : nil
    self.edits = edits
    self.sidecars = edits.map {
      SidecarEdits(
        editSidecar: sidecars, refusal: refusal ?? .notOwn, prices: WholePrices(),
        currency: "EUR", runner: $0)
    }
    self.files = edits.flatMap { edits in
      files.map { FileEdits(useCase: $0, paths: $0.paths, runner: edits) }
    }
    self.captions = captions
    self.userCommands = userCommands
    self.hasRotations = hasRotations
    self.sells = sells
    self.hasOutsideKeys = hasOutsideKeys
    self.extraCommands = extraCommands
    self.isChooser = isChooser
    let basket = basket.map { [undoHistory] in
      BasketViewModel(
        keepBasket: $0, checkBasket: $0, keys: keys.hints, history: undoHistory,
        now: { Date(timeIntervalSince1970: 1_700_000_000) })
    }
    self.basket = basket
    navigator = Navigator(noticeTicks: noticeTicks, spinnerTicks: spinnerTicks)
    terminal = SurfaceTerminal(size: Size(columns: columns, rows: rows), colorDepth: depth)
    let theme = Theme.standard(for: depth)
    navigator.theme = theme
    context = ScreenContext(
      navigator: navigator, terminal: terminal, theme: theme, keys: keys, pictures: pictures,
      basket: basket)
    let application = TerminalApplication(
      terminal: terminal, navigator: navigator,
      enqueue: { [weak self] in self?.dueWork.append($0) })
    self.application = application
    let coordinator = GalleryFlowCoordinator(dependencies: self) { [weak self] in
      self?.hasQuit = true
    }
    self.coordinator = coordinator
    coordinator.start(title: "Popular", advice: advice)
    self.basket?.refresh()
    application.start()
  }

  /// The screens and the context hold each other.
  isolated deinit { context.end() }

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
    let (bar, sign): (Character, Character) = (Glyphs.focusBar, "✓")
    // The sign of what is selected stands over the bar.
    if let cursor = navigator.topScreen?.cursor, terminal.surface[0, cursor.row].character == sign {
      return terminal.surface.line(cursor.row)
    }
    return (0..<terminal.size.rows).map(terminal.surface.line).first { $0.first == bar }
  }

  /// The title under the selected photo of the grid, where the cursor is.
  var selectedCaption: String? {
    settle()
    guard let cursor = navigator.topScreen?.cursor else { return nil }
    let cells = (cursor.column..<terminal.size.columns).map { terminal.surface[$0, cursor.row] }
    let text = String(cells.filter { $0.width > 0 }.map(\.character))
    return text.firstRange(of: #/  | ●| ○/#).map { String(text[..<$0.lowerBound]) } ?? text
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

extension ListViewState {
  /// Rows of the same height whatever the photos say, so that a photo's place on the screen is easily known.
  static let tall: ListViewState = {
    var view = ListViewState()
    view.appearance.rowHeight = .tall
    return view
  }()
}

extension GalleryRun: GalleryFlowDependencies {
  func makePhotoListScreen(actions: PhotoListViewModelActions) -> PhotoListScreen {
    let viewModel = PhotoListViewModel(
      apiService: service, actions: actions, timeZone: .gmt, keys: context.keys.hints,
      now: { [weak self] in self?.now ?? .now }, isChooser: isChooser,
      history: undoHistory)
    list = viewModel
    return PhotoListScreen(
      viewModel: viewModel, context: context, view: view, noteTicks: noteTicks)
  }

  func makePhotoDetailScreen(
    photo: Photo, at indexPath: IndexPath, in list: any PhotoListViewModelType
  ) -> PhotoDetailScreen {
    PhotoDetailScreen(
      viewModel: PhotoDetailViewModel(photo: photo, at: indexPath, in: list, timeZone: .gmt),
      list: list, context: context, player: AnimationPlayer(ticks: animationTicks),
      slideShow: SlideShow(interval: .seconds(3), ticks: slideTicks))
  }

  func makeCompareScreen(
    photos: [Photo], focus: Photo.ID?, in list: any PhotoListViewModelType
  ) -> CompareScreen {
    let viewModel = CompareViewModel(
      photos: photos, focus: focus, in: list, history: undoHistory, timeZone: .gmt)
    comparison = viewModel
    return CompareScreen(viewModel: viewModel, list: list, context: context)
  }

  var fetchRecentQueries: any FetchRecentQueriesUseCase { recentQueries }

  func fetchSellerQuestion(
    about photo: Photo, completion: @escaping (@escaping () -> Void) -> Void
  ) {
    guard let seller else { return }
    let desktop = DesktopCommands(opener: opener, context: context)
    completion { desktop.ask(seller, about: photo) }
  }

  func fetchSourceTitle(_ completion: @escaping (String) -> Void) { completion(sourceTitle) }

  func makeCommands() -> [GalleryCommand] {
    var commands =
      isChooser
      ? GalleryCommand.choice(
        in: context, choose: { [weak self] in self?.chosen = $0.map(\.id) },
        leave: { [weak self] in self?.hasQuit = true }) : []
    commands += GalleryCommand.selection(isChooser: isChooser, context: context)
    commands += context.queryCommands
    if basket != nil || isChooser || sidecars != nil {
      commands.append(.undo(undoHistory, context: context))
    }
    if sells, let basket {
      let history = OrderHistoryViewModel(keepOrders: MemoryOrders([]), basket: basket)
      let orders = ScriptedOrders()
      orders.route = .file
      commands +=
        OrderCommands(
          viewModel: OrderViewModel(
            basket: basket, history: history, fetchRoute: orders, placeOrder: orders),
          basket: basket, history: history, opener: opener, context: context
        ).commands
        + ExportCommands(
          viewModel: ExportViewModel(service: ScriptedExports()), context: context
        ).commands
    }
    commands += extraCommands(self)
    if let edits {
      commands +=
        EditCommands(
          runner: edits, sidecars: sidecars, files: files, captions: captions, context: context
        ) { [weak self] in self?.comparison?.photosChanged($0) }.commands
    }
    commands += UserCommands(userCommands, runner: programs, context: context).commands
    if hasRotations {
      commands += GalleryCommand.rotations(pictures.rotations, context: context)
    }
    guard hasOutsideKeys else { return commands }
    return commands
      + ClipboardCommands(context: context) { [weak self] in self?.clock ?? .now }.commands
      + DesktopCommands(opener: opener, context: context).commands
  }

  func makeBasketScreen(
    of basket: BasketViewModel, over list: any PhotoListViewModelType
  ) -> BasketScreen {
    BasketScreen(basket: basket, list: list, context: context)
  }
}
