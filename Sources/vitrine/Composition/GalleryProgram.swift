import Foundation
import GalleryDomain
import GalleryScreens
import Glibc
import NcursesTerminal
import PictureKit
import TerminalKit

/// The interface from its first frame to the exit of the process.
@MainActor
final class GalleryProgram {
  private let container: AppContainer
  private let application: TerminalApplication
  private var coordinator: GalleryFlowCoordinator?

  init(container: AppContainer) {
    self.container = container
    application = container.makeApplication()
  }

  func start() {
    application.onTerminate = { [weak self] reason in
      self?.leave(status: reason == .interrupt ? 130 : 0)
    }
    let coordinator = container.makeFlowCoordinator { [weak self] in self?.leave(status: 0) }
    self.coordinator = coordinator
    coordinator.start()
    application.start()
  }

  private func leave(status: Int32) {
    application.end()
    container.terminal.restore()
    container.pictureLoader.shutDown()
    exit(status)
  }
}
