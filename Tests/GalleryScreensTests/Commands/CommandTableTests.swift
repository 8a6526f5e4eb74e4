import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

@testable import GalleryScreens

/// The table, compared with what the screens really offer.
struct CommandTableTests {
  /// A command on a screen.
  private struct Place: Hashable, CustomStringConvertible {
    var name: String
    var screen: CommandScreen

    var description: String { "\(screen.rawValue): \(name)" }
  }

  private final class Offers {
    var places: Set<Place> = []

    func add(_ commands: [KeyCommand], on screen: CommandScreen) {
      for command in commands where command.gesture == nil {
        places.insert(Place(name: command.id, screen: screen))
      }
    }

    func add(_ navigator: Navigator, on screen: CommandScreen) {
      // A menu is above its screen.
      add(navigator.topAlert?.commands ?? navigator.topScreen?.keyCommands ?? [], on: screen)
    }

    func addPhoto(_ navigator: Navigator) {
      guard let photo = navigator.topScreen as? PhotoDetailScreen else { return }
      // The help leaves out what the source refuses.
      add(photo.helpCommands + photo.keyCommands, on: .photo)
    }
  }

  @Test func `names are unique, of two words, and of letters that need no quotes`() {
    let names = Command.all.map(\.name)

    expectEqual(Set(names).count, names.count)
    for name in names { #expect(name.wholeMatch(of: /[a-z]+\.[a-z]+(-[a-z]+)*/) != nil, "\(name)") }
    for command in Command.all {
      let screens = command.uses.flatMap(\.screens)
      expectEqual(Set(screens).count, screens.count, "\(command.name)")
      #expect(!command.uses.contains { $0.keys.isEmpty || $0.title.isEmpty }, "\(command.name)")
    }
  }

  @Test func `the list has at most sixty commands of one key`() {
    let ofOneKey = Command.all.filter { command in
      command.layer != .chooser
        && command.use(on: .list)?.keys.contains { $0.keys.count == 1 } ?? false
    }

    #expect(
      ofOneKey.count <= 60,
      "\(ofOneKey.count): put the new one behind a menu's key (docs/adding-a-command.md)")
  }

  /// Letters of a menu and of text apart.
  @Test(
    arguments: [
      ("=", ["view.larger", "zoom.in", "timeline.zoom-in"]),
      ("+", ["view.larger", "zoom.in", "timeline.zoom-in"]),
      ("-", ["view.smaller", "zoom.out", "timeline.zoom-out"]),
      ("_", ["view.smaller", "zoom.out", "timeline.zoom-out"]),
      ("z", ["zoom.full", "cull.zoom"]), ("c", ["file.copy"]), ("a", ["orders.ask"]),
      ("x", ["basket.remove", "places.remove"]), ("o", ["photo.open-externally"]),
      ("v", ["selection.range"]), ("V", ["selection.range"]), (":", ["program.help"]),
    ] as [(Character, [String])])
  func `a key means the same on every screen`(_ key: Character, _ names: [String]) {
    let found = Command.all.filter { command in
      command.uses.contains { use in
        use.keys.contains(KeySequence(.character(key)))
          && !Set(use.screens).isSubset(of: [.sort, .grouping])
      }
    }

    expectEqual(found.map(\.name).filter { !names.contains($0) }, [])
  }

  @Test
  func `every command of a screen is in the table, and every one of the table on its screens`()
    throws
  {
    let offers = Offers()
    offerGallery(to: offers, isChooser: false)
    offerGallery(to: offers, isChooser: true)
    offerCaption(to: offers)
    try offerOrders(to: offers)
    try offerExports(to: offers)
    let stage = ExportStage()
    var progress: ProgressScreen?
    stage.context.showProgress(
      BatchProgress(doneCount: 0, totalCount: 2, label: ""), on: &progress, stop: {})
    offers.add(stage.navigator, on: .progress)

    let table = Set(
      Command.all.flatMap { command in
        command.screens.map { Place(name: command.name, screen: $0) }
      })
    expectEqual(offers.places.subtracting(table).map(\.description).sorted(), [])
    expectEqual(table.subtracting(offers.places).map(\.description).sorted(), [])
  }

  private func offerGallery(to offers: Offers, isChooser: Bool) {
    let stage = ExportStage()
    let runner = EditRunner(history: UndoHistory())
    let edits = EditCommands(
      runner: runner,
      sidecars: SidecarEdits(editSidecar: nil, prices: WholePrices(), runner: runner),
      files: FileEdits(useCase: nil, paths: ScriptedFiles().paths, runner: runner),
      context: stage.context)
    let editsOfChooser = EditCommands(
      runner: runner, sidecars: SidecarEdits(editSidecar: nil, runner: runner),
      context: stage.context)
    let places = PlacesCommands(
      repository: MemoryPlaces(), sources: NoSources(), context: stage.context)
    let placesScreen = Self.placesScreen
    placesScreen.bindViewModel()
    offers.add(placesScreen.keyCommands, on: .places)
    let rotations = GalleryCommand.rotations(PhotoRotations(), context: stage.context)
    let collections = CollectionCommands(
      repository: MemoryCollections(), opened: nil, searches: { [] }, history: UndoHistory(),
      context: stage.context)
    let ofShops =
      stage.commands.commands + edits.commands + places.commands + collections.commands
    let run = GalleryRun(
      Photo.four, basket: ScriptedBasket(),
      sells: true, isChooser: isChooser, hasOutsideKeys: true,
      extraCommands: { _ in (isChooser ? editsOfChooser.commands : ofShops) + rotations })
    // In a shop it moves on.
    run.type(" ")
    run.press(.home)
    offers.add(run.navigator, on: .list)
    for (key, screen) in [
      ("/", CommandScreen.search), ("&", .filter), ("s", .sort), ("#", .grouping),
      ("gt", .timeline),
      ("?", .help),
    ] {
      run.type(key)
      offers.add(run.navigator, on: screen)
      run.press(.escape)
    }
    run.type("C")
    // Zoomed, so that the keys that move are available.
    run.type("%")
    offers.add(run.navigator, on: .compare)
    run.type("q")
    run.type("V")
    offers.add(run.navigator, on: .list)
    run.press(.escape, .tab)
    offers.add(run.navigator, on: .grid)
    run.type("V")
    offers.add(run.navigator, on: .grid)
    run.press(.escape)
    run.type(isChooser ? "i" : "\r")
    if !isChooser { run.press(.enter) }
    offers.addPhoto(run.navigator)
    run.type("i")
    run.terminal.resize(columns: 40, rows: 12)
    offers.addPhoto(run.navigator)
    offerOwnPhotos(to: offers)
    run.type("b")
    if run.navigator.topScreen is BasketScreen { offers.add(run.navigator, on: .basket) }
  }

  private func offerCaption(to offers: Offers) {
    let run = GalleryRun(
      [.stub(), .stub(id: "2", tags: ["sea"])], sidecars: ScriptedSidecars(),
      captions: { .read($0) })
    run.type("E")
    run.press(.tab, .tab)
    run.type("s")
    offers.add(run.navigator, on: .caption)
  }

  /// The commands that need photos that can be rated.
  private func offerOwnPhotos(to offers: Offers) {
    let service = ScriptedService(own: Photo.four)
    let run = GalleryRun(service: service)
    offers.add(run.navigator, on: .list)
    run.press(.tab)
    offers.add(run.navigator, on: .grid)
    run.press(.enter)
    offers.addPhoto(run.navigator)
  }

  private static var placesScreen: PlacesScreen {
    PlacesScreen(
      viewModel: PlacesViewModel(
        reason: .start, repository: MemoryPlaces(recentSources: [RecentSource(text: "/a")]),
        home: nil, open: { _, _ in }, openSampleGallery: {}, tell: { _ in }),
      context: ExportStage().context)
  }

  private final class NoSources: SourceNavigation {
    var bookmark: String? { nil }
    var noBookmarkReason: String { "" }
    var searchedSource: String? { nil }
    var canGoUp: Bool { false }
    func goUp(selecting photo: Photo?) -> String? { nil }
    func makePlacesScreen() -> PlacesScreen { placesScreen }
  }

  private func offerOrders(to offers: Offers) throws {
    let run = OrderScreenRun(route: .prints)
    for _ in 0..<5 {
      offers.add(run.navigator, on: .order)
      run.press(.tab)
    }
    run.fillIn()
    let placing = OrderScreenRun()
    placing.fillIn()
    placing.press(.tab, .tab, .enter)
    offers.add(placing.navigator, on: .order)

    let file = try #require(FileReference(path: "/orders/V-1.eml"))
    let unsent = RecordedOrder.State.written(json: file, mail: file, isSent: false)
    for orders in [[RecordedOrder.stub()], [.stub(unsent)]] {
      let history = OrderScreenRun([.couple], remembered: orders, opens: false)
      history.type("H")
      offers.add(history.navigator, on: .orders)
    }
  }

  private func offerExports(to offers: Offers) throws {
    let stage = ExportStage()
    stage.export(basket: Basket(items: [BasketItem(.couple, addedAt: .distantPast)]))
    offers.add(stage.navigator, on: .prompt)
    stage.context.ask(
      TextQuestion(
        title: "", prompt: "", former: ["a"], completions: { _ in [] }, edit: { _ in },
        answer: { _ in })
    )
    offers.add(stage.navigator, on: .prompt)
    stage.press(.escape)
    stage.press(.enter)
    stage.service.goOn(0, of: 1, "couple")
    offers.add(stage.navigator, on: .progress)
  }
}
