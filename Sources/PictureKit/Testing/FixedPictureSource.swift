import PictureProtocol

/// A source in memory, for tests of screens: pictures come when the test says so.
public final class FixedPictureSource: PictureSource {
  public var onChange: (() -> Void)?
  public var problem: WorkerProblem?
  /// What is known; all else is loading.
  public var states: [PictureKey: PictureState] = [:]
  /// Everything that was declared, in order.
  public private(set) var declarations: [(visible: [PictureKey], prefetch: [PictureKey])] = []
  public private(set) var refreshCount = 0

  /// The histograms that were asked for and not answered yet.
  public private(set) var waitingHistograms: [HistogramRequest] = []

  /// Somebody who waits for a histogram.
  public struct HistogramRequest {
    public let file: PictureFile
    public let complete: (Result<PictureHistogram, PictureFailure>) -> Void
  }

  public init() {}

  public func picture(for key: PictureKey) -> PictureState {
    states[key] ?? (problem == nil ? .loading(rough: nil) : .unavailable)
  }

  public func setVisible(_ visible: [PictureKey], prefetch: [PictureKey]) {
    declarations.append((visible, prefetch))
  }

  public func requestHistogram(
    of file: PictureFile, completion: @escaping (Result<PictureHistogram, PictureFailure>) -> Void
  ) -> PictureTicket {
    waitingHistograms.append(HistogramRequest(file: file, complete: completion))
    return PictureTicket { completion(.failure(.cancelled)) }
  }

  /// The histogram that was asked for first comes, or fails.
  public func deliverHistogram(_ result: Result<PictureHistogram, PictureFailure>) {
    guard !waitingHistograms.isEmpty else { return }
    waitingHistograms.removeFirst().complete(result)
  }

  public func refresh() { refreshCount += 1 }

  /// A picture comes, or fails.
  public func deliver(_ state: PictureState, for key: PictureKey) {
    states[key] = state
    onChange?()
  }
}
