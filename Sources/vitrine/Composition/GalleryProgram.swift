import Foundation
import GalleryPresentation
import GalleryScreens
import Glibc
import TerminalKit

/// The interface from its first frame to the exit of the process: binds the terminal application to
/// the `AppViewModel`.
@MainActor
final class GalleryProgram {
  private let container: GalleryContainer
  private let application: TerminalApplication
  private let viewModel: any AppViewModelType
  private let coordinator: GalleryFlowCoordinator
  private var isLeaving = false

  init(container: GalleryContainer) {
    self.container = container
    let viewModel = container.makeAppViewModel()
    self.viewModel = viewModel
    application = container.makeApplication()
    coordinator = container.makeFlowCoordinator { viewModel.inputs.quitRequested() }
  }

  /// - Parameter source: As the command line names it, for the title until the source tells its own.
  func start(source: String) {
    bindViewModel()
    bindApplication()
    sizeChanged(to: container.terminal.size)
    viewModel.inputs.applicationDidStart(source: source)
  }

  private func bindViewModel() {
    viewModel.outputs.startGalleryClosure = { [weak self] source in self?.showGallery(source) }
    viewModel.outputs.redrawClosure = { [weak self] in self?.application.setNeedsDisplay() }
    viewModel.outputs.leaveClosure = { [weak self] status in self?.leave(status: status) }
  }

  private func bindApplication() {
    let inputs = viewModel.inputs
    application.onTerminate = { inputs.terminationRequested(.init($0)) }
    application.onSuspend = { inputs.didSuspend() }
    application.onResume = { inputs.didResume() }
    application.onResize = { [weak self] in self?.sizeChanged(to: $0) }
  }

  private func sizeChanged(to size: Size) {
    viewModel.inputs.didResize(columns: size.columns, rows: size.rows)
    application.tooSmallText = viewModel.outputs.tooSmallText ?? ""
  }

  private func showGallery(_ source: String) {
    coordinator.start(title: source)
    container.basket?.inputs.start()
    application.start()
    container.pictureLoader.warmUp()
  }

  /// How long a store that is busy may hold the program; usually it takes some milliseconds.
  private static let storingLimit = Duration.seconds(1)

  /// Requests are not waited for: a server that hangs must not hold the program. The page that came last is
  /// written first.
  private func leave(status: Int32) {
    guard !isLeaving else { return }
    isLeaving = true
    application.end()
    container.terminal.restore()
    container.pictureLoader.shutDown()
    // A source that could not be read is a failure of the program, however politely it was left.
    let status = status == 0 && coordinator.sourceHasFailed ? 1 : status
    Task { [container] in
      await container.basket?.inputs.finish()
      await container.finishStoring()
      exit(status)
    }
    Task {
      try? await Task.sleep(for: Self.storingLimit)
      exit(status)
    }
  }
}

extension GalleryPresentation.TerminationReason {
  fileprivate init(_ reason: TerminalKit.TerminationReason) {
    self =
      switch reason {
      case .interrupt: .interrupted
      case .terminate: .terminated
      case .quit: .aborted
      case .hangUp: .hungUp
      }
  }
}
