import PictureKit
import PictureProtocol

/// A source in memory, for tests of screens: pictures come when the test says so.
final class FixedPictureSource: PictureSource {
  var onChange: (() -> Void)?
  var problem: WorkerProblem?
  var isHurried = false
  /// What is known; all else is loading.
  var states: [PictureKey: PictureState] = [:]
  /// Everything that was declared, in order.
  private(set) var declarations:
    [(visible: [PictureKey], prefetch: [PictureKey], ahead: [PictureKey])] = []
  private(set) var refreshCount = 0

  init() {}

  func picture(for key: PictureKey) -> PictureState {
    states[key] ?? (problem == nil ? .loading(rough: nil) : .unavailable)
  }

  func setVisible(_ visible: [PictureKey], prefetch: [PictureKey], ahead: [PictureKey]) {
    declarations.append((visible, prefetch, ahead))
  }

  private(set) var savedRotations: [(rotation: PictureRotation, file: PictureFile)] = []

  func rotationWasSaved(_ rotation: PictureRotation, into file: PictureFile) {
    savedRotations.append((rotation, file))
  }

  func refresh() { refreshCount += 1 }

  /// A picture comes, or fails.
  func deliver(_ state: PictureState, for key: PictureKey) {
    states[key] = state
    onChange?()
  }
}
