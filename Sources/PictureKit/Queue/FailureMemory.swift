import PictureProtocol

/// What could not be shown, so that a bad file costs one attempt and not one a frame.
nonisolated struct FailureMemory: Sendable {
  private var byFile: [PictureFile: PictureFailure] = [:]
  private var byKey: [PictureKey: PictureFailure] = [:]
  private let limit: Int

  /// - Parameter limit: How many are remembered before the memory starts anew; a folder of a million bad
  ///   files must not fill it.
  init(limit: Int = 10_000) {
    self.limit = limit
  }

  func failure(for key: PictureKey) -> PictureFailure? {
    byFile[key.file] ?? byKey[key]
  }

  mutating func remember(_ failure: PictureFailure, for key: PictureKey) {
    if byFile.count + byKey.count >= limit { forgetAll() }
    switch failure {
    case .cancelled, .noLikeness: break
    // These are about the size or the output that was asked for; a smaller picture may do.
    case .unsupportedOutput, .badRequest, .outOfMemory: byKey[key] = failure
    default: byFile[key.file] = failure
    }
  }

  mutating func forgetAll() {
    byFile.removeAll()
    byKey.removeAll()
  }
}
