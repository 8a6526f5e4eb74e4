import GalleryDomain
import GalleryPresentation
import TerminalKit
import TerminalTestSupport

@testable import GalleryScreens

extension ScriptedExports {
  var selections: [ExportSelection] { runs.map(\.selection) }
  var paths: [String] { runs.map(\.path) }
  var isCancelled: Bool { runs.last?.isCancelled ?? false }

  func goOn(_ count: Int, of total: Int?, _ title: String) {
    runs.last?.progress(ExportProgress(count: count, total: total, title: title))
  }

  func end(_ result: Result<ExportSummary, ExportFailure>) { runs.last?.completion(result) }
}

/// The commands on a terminal of their own, over an empty screen.
final class ExportStage {
  let service = ScriptedExports()
  let navigator = Navigator(noticeTicks: ManualAlarm())
  let size: Size
  let context: ScreenContext
  let commands: ExportCommands
  private let viewModel: ExportViewModel

  init(columns: Int = 60, rows: Int = 10) {
    size = Size(columns: columns, rows: rows)
    service.suggestedPath = "~/contact-sheet.html"
    context = ScreenContext(
      navigator: navigator, terminal: SurfaceTerminal(size: size),
      theme: .standard(for: .monochrome), keys: .standard, pictures: StubPictures())
    navigator.push(Backdrop())
    viewModel = ExportViewModel(service: service)
    commands = ExportCommands(viewModel: viewModel, context: context)
  }

  func export(basket: Basket) {
    viewModel.exportRequested(.photos(basket.items.map(\.photo)))
  }

  /// Presses the key on a screen.
  func export(from target: ShownPhotos) {
    context.commands = commands.commands
    let commands: [ScreenCommand<ShownPhotos>] = context.makeCommands()
    commands.first { $0.command == "photo.export" }?.perform(target)
  }

  private final class Backdrop: Screen {
    func bindViewModel() {}
    func layout(size: Size) {}
    func draw(on surface: inout Surface) {}
    var keyCommands: [KeyCommand] { [] }
  }

  /// The last lines of the screen.
  func foot(_ count: Int = 2) -> String {
    let surface = navigator.draw(size: size).surface
    return (size.rows - count..<size.rows).map { "|\(surface.line($0))|" }.joined(separator: "\n")
  }

  func press(_ keys: Key...) {
    for key in keys { navigator.handle(key) }
  }

  func type(_ text: String) {
    for character in text { navigator.handle(.character(character)) }
  }
}

/// A screen as commands see it.
final class ShownPhotos: CommandTarget {
  let photoList: any PhotoListViewModelType
  let photo: Photo?
  let selectedPhotos: [Photo]
  let isSinglePhoto: Bool
  var selectedCount: Int { selectedPhotos.count }

  init(
    _ list: any PhotoListViewModelType, _ photo: Photo? = nil, selected: [Photo] = [],
    isSinglePhoto: Bool = false
  ) {
    photoList = list
    self.photo = photo
    selectedPhotos = selected
    self.isSinglePhoto = isSinglePhoto
  }
}
