import PictureProtocol

/// Remembers what could not be shown, so that a bad file costs one attempt and not one per frame.
nonisolated struct FailureMemory: Sendable {
  private var byFile: [PictureFile: PictureFailure] = [:]
  private var byKey: [PictureKey: PictureFailure] = [:]
  /// Files that failed before the last refresh and have not been tried since.
  private(set) var doubted: Set<PictureFile> = []
  private let limit: Int

  /// - Parameter limit: How many failures are remembered before the memory is cleared; a folder with a million bad
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
    // These depend on the requested size or output; a smaller picture may work.
    case .unsupportedOutput, .badRequest, .outOfMemory: byKey[key] = failure
    default: byFile[key.file] = failure
    }
  }

  /// Forgets all failures, and distrusts failures recorded in the thumbnail cache.
  mutating func doubtAll() {
    if doubted.count >= limit { doubted.removeAll() }
    doubted.formUnion(byFile.keys)
    doubted.formUnion(byKey.keys.map(\.file))
    forgetAll()
  }

  /// It was tried again, and worked.
  mutating func noteSuccess(of file: PictureFile) { doubted.remove(file) }

  private mutating func forgetAll() {
    byFile.removeAll()
    byKey.removeAll()
  }
}
