/// A source in memory, for tests of screens: pictures come when the test says so.
public final class FixedPictureSource: PictureSource {
  public var onChange: (() -> Void)?
  public var problem: WorkerProblem?
  /// What is known; all else is loading.
  public var states: [PictureKey: PictureState] = [:]
  /// Everything that was declared, in order.
  public private(set) var declarations: [(visible: [PictureKey], prefetch: [PictureKey])] = []
  public private(set) var refreshCount = 0

  public init() {}

  public func picture(for key: PictureKey) -> PictureState {
    states[key] ?? (problem == nil ? .loading(rough: nil) : .unavailable)
  }

  public func setVisible(_ visible: [PictureKey], prefetch: [PictureKey]) {
    declarations.append((visible, prefetch))
  }

  public func refresh() { refreshCount += 1 }

  /// A picture comes, or fails.
  public func deliver(_ state: PictureState, for key: PictureKey) {
    states[key] = state
    onChange?()
  }
}
