import PictureProtocol

/// Previews that are shown until the pictures are ready, up to a limit in bytes.
///
/// Kept when they scroll out of view, so that scrolling back shows them immediately.
nonisolated struct RoughMemory: Sendable {
  private var cache: PictureCache
  /// Keys without a rough picture.
  private var missing: Set<PictureKey> = []
  private let missingLimit: Int

  /// - Parameter missingLimit: With more missing ones than that, they are forgotten.
  init(byteLimit: Int = 4 << 20, missingLimit: Int = 10_000) {
    cache = PictureCache(byteLimit: byteLimit)
    self.missingLimit = missingLimit
  }

  func picture(of key: PictureKey) -> Picture? { cache.item(for: key)?.picture }

  /// Whether it may help to ask a worker.
  func mayHave(_ key: PictureKey) -> Bool {
    !missing.contains(key) && cache.item(for: key) == nil
  }

  mutating func insert(_ picture: Picture, for key: PictureKey) {
    cache.insert(PictureCache.Item(picture: picture), for: key)
  }

  /// There is no rough picture.
  mutating func noteMissing(_ key: PictureKey) {
    if missing.count >= missingLimit { missing.removeAll() }
    missing.insert(key)
  }

  /// The picture has arrived, or never will.
  mutating func remove(_ key: PictureKey) { cache.remove(key) }

  mutating func rotationWasSaved(_ rotation: PictureRotation, into file: PictureFile) {
    cache.rotationWasSaved(rotation, into: file)
  }

  /// Pictures that stay, however large they are.
  mutating func pin(_ keys: [PictureKey]) { cache.pin(keys) }

  /// Call if files may have changed.
  mutating func forgetMissing() { missing.removeAll() }
}
