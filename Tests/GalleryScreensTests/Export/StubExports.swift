import GalleryDomain
import GalleryPresentation
import TerminalKit

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
final class ExportStage: CommandPresenter {
  let service = StubExports()
  let navigator = Navigator(noticeTicks: ManualTicks())
  let size: Size
  let theme: Theme
  private(set) var commands: ExportCommands?

  init(columns: Int = 60, rows: Int = 10) {
    size = Size(columns: columns, rows: rows)
    theme = .standard(for: .monochrome)
    navigator.push(Backdrop())
    commands = ExportCommands(
      viewModel: ExportViewModel(service: service), theme: theme, presenter: self)
  }

  func showHelp(_ commands: [KeyCommand]) {}

  /// Presses the key on a screen.
  func export(from target: ShownPhotos) {
    let gallery = Gallery(commands?.commands ?? [], presenter: self) { [theme] progress, stop in
      BatchProgressScreen(progress, theme: theme, keys: .standard, stop: stop)
    }
    let commands: [ScreenCommand<ShownPhotos>] = gallery.makeCommands()
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

  func show(notice text: String) { navigator.show(Notice(text, theme: theme)) }
  func show(failure message: String, endedBy keys: [KeySequence]) {
    navigator.show(Notice(message, kind: .failure, theme: theme).ended(by: keys))
  }

  func ask(_ question: PromptScreen.Question, answer: @escaping (String?) -> Void) {
    navigator.push(
      PromptScreen(question, theme: theme) { [weak navigator] text in
        _ = navigator?.pop()
        answer(text)
      })
  }

  func choose(_ message: String, title: String, among choices: [PresentedChoice]) {}

  func confirm(
    _ message: @autoclosure @escaping () -> String, title: @autoclosure @escaping () -> String,
    keys: [KeySequence], confirmed: @escaping () -> Void, declined: (() -> Void)?
  ) {
    let alert = Alert(title: title(), message: message(), theme: theme)
    alert.onDecline = declined
    alert.commands = [
      KeyCommand(id: "confirm", keys: [.character("y")], title: "yes") { confirmed() }
    ]
    navigator.present(alert)
  }

  func show(_ screen: any Screen) { navigator.push(screen) }

  func close(_ screen: any Screen) {
    guard navigator.screens.contains(where: { $0 === screen }) else { return }
    while let top = navigator.pop(), top !== screen {}
  }

  func setNeedsDisplay() {}
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
