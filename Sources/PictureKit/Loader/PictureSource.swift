import PictureProtocol

/// What screens ask for pictures; `PictureLoader` is the live one, `FixedPictureSource` the one of tests.
///
/// A screen says after layout what is visible (`setVisible`) and, on drawing, asks how far each picture is
/// (`picture(for:)`). Neither waits for anything. When a picture has come, `onChange` is called.
public protocol PictureSource: AnyObject {
  /// Something visible changed: draw again. At most once a wake of the main queue.
  var onChange: (() -> Void)? { get set }

  /// Why there are no pictures at all; nil while there are, or may be.
  var problem: WorkerProblem? { get }

  /// How far a picture is. Does not ask for it: only what was declared as visible comes.
  ///
  /// - Complexity: O(1).
  func picture(for key: PictureKey) -> PictureState

  /// Declares all that is wanted, replacing what was before; cheap when nothing changed.
  ///
  /// What is in neither list any more is taken out of the queue and cancelled in the workers; what was
  /// made of it stays in memory for a while.
  ///
  /// - Parameters:
  ///   - visible: The most important first.
  ///   - prefetch: What comes next in the direction of movement, the nearest first; loaded when nothing
  ///     visible waits.
  func setVisible(_ visible: [PictureKey], prefetch: [PictureKey])

  /// Asks how bright a file's picture is where, after all that is declared.
  ///
  /// - Parameter completion: Called once, on the main actor, never before this function has returned;
  ///   with `cancelled` when the ticket was.
  func requestHistogram(
    of file: PictureFile, completion: @escaping (Result<PictureHistogram, PictureFailure>) -> Void
  ) -> PictureTicket

  /// How a file's picture was rotated on the screen has been written into the file: what is there stands, as if the file
  /// had been so before. `refresh()` looks at the file again.
  func rotationWasSaved(_ rotation: PictureRotation, into file: PictureFile)

  /// Forgets the failures, tries again when no worker ran, and looks at the files once more: pictures
  /// stand until it is known that their file changed.
  func refresh()
}

extension PictureSource {
  public func setVisible(_ visible: [PictureKey]) { setVisible(visible, prefetch: []) }
}

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
