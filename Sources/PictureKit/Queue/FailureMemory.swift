import PictureProtocol

/// What could not be shown, so that a bad file costs one attempt and not one a frame.
nonisolated struct FailureMemory: Sendable {
  private var byFile: [PictureFile: PictureFailure] = [:]
  private var byKey: [PictureKey: PictureFailure] = [:]
  /// Files that failed before all was to be read again, and were not tried since.
  private(set) var doubted: Set<PictureFile> = []
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
    doubted.remove(key.file)
    switch failure {
    case .cancelled, .noRough: break
    // These are about the size or the output that was asked for; a smaller picture may do.
    case .unsupportedOutput, .badRequest, .outOfMemory: byKey[key] = failure
    default: byFile[key.file] = failure
    }
  }

  /// Forgets what failed, and that the thumbnail cache may say the same of it.
  mutating func doubtAll() {
    if doubted.count >= limit { doubted.removeAll() }
    doubted.formUnion(byFile.keys)
    doubted.formUnion(byKey.keys.map(\.file))
    forgetAll()
  }

  /// It was tried again, and is there.
  mutating func noteSuccess(of file: PictureFile) { doubted.remove(file) }

  private mutating func forgetAll() {
    byFile.removeAll()
    byKey.removeAll()
  }
}
