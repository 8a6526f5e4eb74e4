import PictureKit
import PictureProtocol

/// The histograms of the last few photos, and the one that is being made.
final class HistogramMemory {
  private let source: any PictureSource
  /// The latest last; nil if there is no histogram of the file.
  private var known: [(file: PictureFile, histogram: PictureHistogram?)] = []
  private var waiting: (file: PictureFile, ticket: PictureTicket)?

  /// Enough for going to and fro between neighbours; a kilobyte each.
  private static let limit = 8

  init(source: any PictureSource) {
    self.source = source
  }

  /// - Parameter onChange: Called when the histogram is known.
  /// - Returns: nil until it is known; requests it, and cancels the previous request.
  func histogram(
    of file: PictureFile, onChange: @escaping () -> Void
  ) -> PictureHistogram? {
    if let item = known.first(where: { $0.file == file }) { return item.histogram }
    guard waiting?.file != file else { return nil }
    let former = waiting
    waiting = nil
    former?.ticket.cancel()
    let ticket = source.requestHistogram(of: file) { [weak self] result in
      guard let self, waiting?.file == file else { return }
      waiting = nil
      // Failures are remembered too, so that a bad file is not read at every frame.
      keep(try? result.get(), of: file)
      onChange()
    }
    waiting = (file, ticket)
    return nil
  }

  func forgetAll() {
    known = []
    let former = waiting
    waiting = nil
    former?.ticket.cancel()
  }

  private func keep(_ histogram: PictureHistogram?, of file: PictureFile) {
    if known.count >= Self.limit { known.removeFirst() }
    known.append((file, histogram))
  }
}
