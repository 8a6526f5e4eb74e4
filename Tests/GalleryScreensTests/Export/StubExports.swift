import GalleryDomain
import GalleryPresentation
import TerminalKit
import TerminalTestSupport

@testable import GalleryScreens

/// Exports that proceed when the test says so.
final class StubExports: ExportService {
  private(set) var selections: [ExportSelection] = []
  private(set) var paths: [String] = []
  private(set) var isCancelled = false
  var targets: [String: ExportTarget] = [:]
  private var progress: ((ExportProgress) -> Void)?
  private var completion: ((Result<ExportSummary, ExportFailure>) -> Void)?

  var suggestedPath: String { "~/contact-sheet.html" }

  func target(at path: String) -> ExportTarget { targets[path] ?? .free }

  func export(
    _ selection: ExportSelection, to path: String, replaces: Bool,
    progress: @escaping (ExportProgress) -> Void,
    completion: @escaping (Result<ExportSummary, ExportFailure>) -> Void
  ) -> any Cancellable {
    selections.append(selection)
    paths.append(path)
    self.progress = progress
    self.completion = completion
    return Handle { [weak self] in self?.isCancelled = true }
  }

  func goOn(_ count: Int, of total: Int?, _ title: String) {
    progress?(ExportProgress(count: count, total: total, title: title))
  }

  func end(_ result: Result<ExportSummary, ExportFailure>) { completion?(result) }

  private final class Handle: Cancellable {
    private let stop: () -> Void

    init(_ stop: @escaping () -> Void) {
      self.stop = stop
    }

    func cancel() { stop() }
  }
}

/// The commands on a terminal of their own, over an empty screen.
final class ExportStage {
  let service = StubExports()
  let navigator = Navigator(noticeTicks: ManualAlarm())
  let size: Size
  let context: ScreenContext
  let commands: ExportCommands

  init(columns: Int = 60, rows: Int = 10) {
    size = Size(columns: columns, rows: rows)
    context = ScreenContext(
      navigator: navigator, terminal: SurfaceTerminal(size: size),
      theme: .standard(for: .monochrome), keys: .standard, pictures: StubPictures())
    navigator.push(Backdrop())
    commands = ExportCommands(viewModel: ExportViewModel(service: service), context: context)
  }

  /// Presses the key on a screen.
  func export(from target: ShownPhotos) {
    context.commands = commands.commands
    let commands: [ScreenCommand<ShownPhotos>] = context.makeCommands()
    for command in commands { command.perform(target) }
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
