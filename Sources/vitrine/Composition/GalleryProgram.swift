import Foundation
import GalleryDomain
import GalleryPresentation
import GalleryScreens
import Glibc
import TerminalKit

/// The interface from its first frame to the exit of the process.
@MainActor
final class GalleryProgram {
  private let container: GalleryContainer
  private let application: TerminalApplication
  private lazy var coordinator = container.makeFlowCoordinator { [weak self] in
    self?.leave(status: 0)
  }
  private let output: LeavingOutput
  /// What ⏎ chose in a chooser; nil while it has not.
  private var chosen: [Photo]?
  private var isLeaving = false

  init(container: GalleryContainer, output: LeavingOutput) {
    self.container = container
    self.output = output
    application = container.makeApplication()
  }

  /// - Parameters:
  ///   - source: As the command line names it, for the title until the source tells its own.
  ///   - advice: Something to say at the foot of the list while there is room; nil for nothing.
  ///   - warning: What is wrong with the settings; stands at the foot until the first key. Nil for nothing.
  func start(source: String, advice: String? = nil, warning: String? = nil) {
    application.onTerminate = { [weak self] in self?.leave(status: $0.exitStatus) }
    bindChoice()
    coordinator.start(title: source, advice: advice)
    container.basket?.inputs.start()
    if let warning { coordinator.show(failure: warning) }
    // Behind the first frame: it reads files.
    container.orderHistory?.refresh()
    application.start()
    container.pictureLoader.warmUp()
  }

  private func bindChoice() {
    container.leaveChooser = { [weak self] in self?.leave(status: 0) }
    container.choose = { [weak self] photos in
      self?.chosen = photos
      self?.leave(status: 0)
    }
  }

  /// How long a store that is busy may hold the program; usually it takes some milliseconds.
  private static let storingLimit = Duration.seconds(1)
  /// How long all may take where the program is ended from outside; the user may wait for a reader.
  private static let endingLimit = Duration.seconds(5)

  /// Requests are not waited for: a server that hangs must not hold the program. The page that came last is
  /// written first.
  private func leave(status: Int32) {
    guard !isLeaving else { return }
    isLeaving = true
    application.end()
    let isEnded = status != 0
    // While the terminal is held its signals are, too: a second hang-up, which Linux sends, would end the program
    // before it has printed.
    let printsFirst = isEnded && output.mayPrecedeRestoring
    if !printsFirst { giveTerminalBack() }
    Task { await finish(status: status, printsFirst: printsFirst) }
    guard isEnded else { return }
    Task {
      try? await Task.sleep(for: Self.endingLimit)
      giveTerminalBack()
      exit(status)
    }
  }

  private func finish(status: Int32, printsFirst: Bool) async {
    // It may not even have been read.
    await Self.within(Self.storingLimit) { [container] in await container.basket?.inputs.finish() }
    await Self.within(Self.storingLimit) { [container] in await container.rating.finish() }
    let items = chosenItems(status: status)
    // A source that could not be read is a failure of the program, however politely it was left.
    let ownStatus = status == 0 && coordinator.sourceHasFailed ? 1 : status
    let result = output.result(items, status: ownStatus)
    let writing = result.writing
    writing?.start()
    if printsFirst {
      await Self.within(Self.storingLimit) { _ = await writing?.result() }
      giveTerminalBack()
    }
    if let text = container.rating.unwrittenText { StandardError.complain(text) }
    for complaint in result.complaints { StandardError.complain(complaint) }
    await Self.within(Self.storingLimit) { [container] in await container.finishStoring() }
    let failure = await writing?.result()
    if let failure { StandardError.complain(failure) }
    exit(failure == nil ? result.status : max(result.status, 1))
  }

  private func giveTerminalBack() {
    container.terminal.restore()
    container.pictureLoader.shutDown()
  }

  /// Returns when the work is done, or when it takes too long.
  private static func within(_ limit: Duration, _ work: @escaping () async -> Void) async {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    Task {
      await work()
      end.finish()
    }
    Task {
      try? await Task.sleep(for: limit)
      end.finish()
    }
    for await _ in ends {}
  }

  /// In a chooser what ⏎ chose and, where the program is ended from outside, what was taken until then; else the
  /// basket.
  private func chosenItems(status: Int32) -> [BasketItem] {
    guard container.isChooser else { return container.basket?.outputs.basket.items ?? [] }
    let photos = chosen ?? (status == 0 ? [] : container.selection?.photos ?? [])
    return photos.map { BasketItem($0, addedAt: .now) }
  }
}
