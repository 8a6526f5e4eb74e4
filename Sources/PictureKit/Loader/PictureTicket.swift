/// A request that is under way and can be given up.
public final class PictureTicket {
  private var onCancel: (() -> Void)?

  public init(onCancel: @escaping () -> Void) {
    self.onCancel = onCancel
  }

  /// Gives it up; its completion is called with `cancelled`, unless it has been called.
  public func cancel() {
    onCancel?()
    onCancel = nil
  }
}
