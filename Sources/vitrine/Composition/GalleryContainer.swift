import ContactSheet
import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import GalleryFiles
import GalleryOrders
import GalleryPresentation
import GalleryScreens
import Glibc
import PictureKit

/// Makes the view models and screens of one source.
@MainActor
final class GalleryContainer {
  let place: Place
  let opened: OpenSource
  /// How the list is shown at first.
  private let view: ListViewState
  /// The way to other sources and to the end; has what all sources share.
  private unowned let program: GalleryProgram
  private var services: AppContainer { program.container }
  private var settings: Settings { services.settings }
  /// Whether photos are chosen for the program that started this one, instead of bought.
  private var isChooser: Bool { program.output.isChooser }

  let context: ScreenContext
  private let pictures: WorkerPictures
  /// Fetches the pictures that are not on this computer.
  private let images: any PhotoImageRepository
  private let recentQueries: any RecentQueriesRepository
  private let baskets: any BasketRepository
  private let orders: any OrderRepository
  /// Earlier orders; nil if nothing can be bought.
  let orderHistory: OrderHistoryViewModel?
  private let opener: any AddressOpening
  private let undoHistory = UndoHistory()
  private let rotations = PhotoRotations()
  /// Edits photos, for all screens; quitting waits for it.
  let edits: EditRunner
  private(set) var list: (any PhotoListViewModelType)?
  private weak var comparison: CompareViewModel?

  init(_ opened: OpenSource, _ place: Place, view: ListViewState, in program: GalleryProgram) {
    self.opened = opened
    self.place = place
    self.view = view
    self.program = program
    let (services, settings) = (program.container, program.container.settings)
    let (network, keys) = (services.network, settings.keys)
    opener = DesktopOpener(program: settings.opener, environment: processVariable)
    images = opened.images ?? network.makeImageRepository(request: opened.imageRequest)
    recentQueries = network.state.recentQueries(of: opened.id)
    orders = network.makeOrderRepository(for: opened)
    let baskets = network.state.basket(of: opened.id)
    self.baskets = baskets
    var hints = keys.hints
    if opened.sidecars == nil { hints.markForSale = nil }
    edits = EditRunner(keys: hints, history: undoHistory)
    let basket: BasketViewModel? =
      program.output.isChooser
      ? nil
      : BasketViewModel(
        keepBasket: DefaultKeepBasketUseCase(repository: baskets),
        checkBasket: DefaultCheckBasketUseCase(repository: opened.repository),
        keys: hints, history: undoHistory)
    orderHistory = basket.map { [orders] in
      OrderHistoryViewModel(
        keepOrders: DefaultKeepOrdersUseCase(repository: orders), basket: $0,
        home: processVariable("HOME"))
    }
    pictures = WorkerPictures(
      source: services.pictureLoader, remote: RemotePictures(repository: images),
      rotations: rotations, terminal: program.terminal, theme: program.theme)
    context = program.makeContext(pictures, basket: basket)
  }

  /// Call when another source replaces this one; `finish` stores what is to be stored.
  func close() {
    edits.prepareToEnd()
    context.end()
    pictures.onChange = nil
    pictures.prepare(visible: [], next: [])
  }

  /// Writes the user's edits.
  func finish() async {
    await context.basket?.finish()
    await edits.finish()
  }

  /// The same at the end of the program: nothing goes on afterwards.
  func quit() async {
    // Files are stopped first: another program may keep the basket's waiting for the whole time that there is.
    let basket = Task { await context.basket?.finish() }
    await edits.quit()
    await basket.value
  }

  /// What could not be written, a line each.
  var unwrittenTexts: [String] {
    [context.basket?.unwrittenText, edits.unwrittenText].compactMap(\.self)
  }

  private func makeAPIService() -> UseCaseAPIService {
    UseCaseAPIService(
      fetchPhotos: DefaultFetchPhotosUseCase(opened.repository),
      fetchDetails: DefaultFetchPhotoDetailsUseCase(repository: opened.repository),
      observeProgress: DefaultObserveProgressUseCase(repository: opened.repository),
      saveRecentQuery: DefaultSaveRecentQueryUseCase(repository: recentQueries),
      capabilities: { [opened] in opened.repository.capabilities })
  }
}

extension GalleryContainer: GalleryFlowDependencies {
  func makePhotoListScreen(actions: PhotoListViewModelActions) -> PhotoListScreen {
    let viewModel = PhotoListViewModel(
      apiService: makeAPIService(), actions: actions, keys: context.keys.hints,
      selecting: view.photo, isChooser: isChooser, filter: view.filter,
      sort: view.sort, grouping: view.grouping, history: undoHistory)
    list = viewModel
    return PhotoListScreen(viewModel: viewModel, context: context, view: view)
  }

  func makePhotoDetailScreen(
    photo: Photo, at indexPath: IndexPath, in list: any PhotoListViewModelType
  ) -> PhotoDetailScreen {
    PhotoDetailScreen(
      viewModel: PhotoDetailViewModel(
        photo: photo, at: indexPath, in: list,
        fetchInformation: DefaultFetchPhotoInformationUseCase(repository: opened.repository)),
      list: list, context: context,
      slideShow: SlideShow(interval: settings.slideShowInterval ?? SlideShow.usualInterval))
  }

  func makeCompareScreen(
    photos: [Photo], focus: Photo.ID?, in list: any PhotoListViewModelType
  ) -> CompareScreen {
    let viewModel = CompareViewModel(
      photos: photos, focus: focus, in: list, history: undoHistory)
    comparison = viewModel
    return CompareScreen(viewModel: viewModel, list: list, context: context)
  }

  var fetchRecentQueries: any FetchRecentQueriesUseCase {
    DefaultFetchRecentQueriesUseCase(repository: recentQueries)
  }

  func fetchSourceTitle(_ completion: @escaping (String) -> Void) {
    if let name = place.search?.name { return completion(name) }
    Task { @MainActor [opened] in completion(await opened.repository.title) }
  }

  func fetchSellerQuestion(
    about photo: Photo, completion: @escaping (@escaping () -> Void) -> Void
  ) {
    let desktop = DesktopCommands(opener: opener, context: context)
    let orders = orders
    Task { @MainActor in
      guard let seller = await orders.route().email else { return }
      completion { desktop.ask(seller, about: photo) }
    }
  }

  func makeBasketScreen(
    of basket: BasketViewModel, over list: any PhotoListViewModelType
  ) -> BasketScreen {
    BasketScreen(basket: basket, history: orderHistory, list: list, context: context)
  }

  func makeCommands() -> [GalleryCommand] {
    var commands = choiceCommands
    commands += GalleryCommand.selection(isChooser: isChooser, context: context)
    commands += GalleryCommand.rotations(rotations, context: context)
    commands += context.queryCommands
    commands.append(.undo(undoHistory, context: context))
    commands += makeEditCommands().commands
    commands += ClipboardCommands(context: context).commands
    commands += DesktopCommands(opener: opener, context: context).commands
    commands += UserCommands(settings.commands, runner: program.programs, context: context).commands
    return commands + windowCommands
  }

  /// The commands of a shop; a chooser for another program only chooses.
  private var windowCommands: [GalleryCommand] {
    guard !isChooser else { return [] }
    return (makeOrderCommands()?.commands ?? []) + makeExportCommands().commands
      + PlacesCommands(repository: services.places, sources: program, context: context).commands
      + CollectionCommands(
        repository: services.places.collections, opened: opened.collection,
        searches: { [services] in services.places.savedSearches }, history: undoHistory,
        context: context
      ).commands
  }

  private var choiceCommands: [GalleryCommand] {
    guard isChooser else { return [] }
    return GalleryCommand.choice(
      in: context, choose: { [weak program] in program?.choose($0) },
      leave: { [weak program] in program?.leave() })
  }

  /// The commands that edit photos; a chooser for another program only rates them.
  private func makeEditCommands() -> EditCommands {
    let files = FileEdits(
      useCase: opened.files.map { DefaultFileOperationUseCase(repository: $0) },
      paths: FolderPathInput(home: processVariable("HOME")), home: processVariable("HOME"),
      rotations: rotations, runner: edits)
    files.editTextClosure = TextEditor(programs: program.programs).edit
    return EditCommands(
      runner: edits, sidecars: makeSidecarEdits(), files: isChooser ? nil : files,
      captions: CaptionFile(
        editor: TextEditor(programs: program.programs, fileName: "caption.toml")
      ).edit,
      context: context, pictures: pictures
    ) { [weak self] photos in
      self?.context.basket?.photosArrived(photos)
      self?.comparison?.photosChanged(photos)
    }
  }

  private func makeSidecarEdits() -> SidecarEdits {
    let state = services.network.state
    let sidecars = SidecarEdits(
      editSidecar: opened.sidecars.map {
        DefaultEditSidecarUseCase(repository: $0, listed: opened.repository)
      },
      refusal: opened.sidecarRefusal, prices: isChooser ? nil : PriceParser(),
      currency: settings.currency, rememberCurrency: { state.remember($0, as: .currency) },
      runner: edits)
    // The currency typed last, in an earlier run, unless the settings name one.
    if !sidecars.isRefused, sidecars.marksPhotos, settings.currency == nil {
      Task {
        let code = await state.remembered(.currency).flatMap { PriceParser.currency($0) }
        if let code { sidecars.currencyRecalled(code) }
      }
    }
    return sidecars
  }

  /// nil if nothing can be put in a basket, or photos are chosen for another program.
  private func makeOrderCommands() -> OrderCommands? {
    guard let basket = context.basket, let orderHistory else { return nil }
    let viewModel = OrderViewModel(
      basket: basket, history: orderHistory,
      fetchRoute: DefaultFetchOrderRouteUseCase(repository: orders),
      placeOrder: DefaultPlaceOrderUseCase(repository: orders, baskets: baskets))
    return OrderCommands(
      viewModel: viewModel, basket: basket, history: orderHistory, opener: opener,
      home: processVariable("HOME"), context: context)
  }

  /// `e`, on the list, the photo screen and the basket.
  private func makeExportCommands() -> ExportCommands {
    let service = services.makeExportService(
      of: opened.repository, images: images,
      photoFolder: { [weak self] in self?.photoFolder })
    return ExportCommands(viewModel: ExportViewModel(service: service), context: context)
  }

  /// The user's own folder that is shown; nil for other sources.
  private var photoFolder: String? {
    guard let outputs = list?.outputs, outputs.holdsOwnFiles,
      let photo = outputs.knownPhotos.first(where: { $0.file != nil }),
      let path = photo.file?.path, let relative = photo.relativePath, relative.count < path.count
    else { return nil }
    return String(decoding: path.dropLast(relative.count), as: UTF8.self)
  }
}
