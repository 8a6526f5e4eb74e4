import PictureProtocol

/// What stands for pictures until they are there, at most so many bytes of it.
///
/// Kept when it scrolls out of sight: whoever scrolls back sees it at once.
nonisolated struct RoughMemory: Sendable {
  private var cache: PictureCache
  /// Those that there is no rough picture of.
  private var missing: Set<PictureKey> = []
  private let missingLimit: Int

  /// - Parameter missingLimit: With more of them it starts anew.
  init(byteLimit: Int = 4 << 20, missingLimit: Int = 10_000) {
    cache = PictureCache(byteLimit: byteLimit)
    self.missingLimit = missingLimit
  }

  func picture(of key: PictureKey) -> Picture? { cache.item(for: key)?.picture }

  /// Whether asking a worker may help.
  func mayHave(_ key: PictureKey) -> Bool {
    !missing.contains(key) && cache.item(for: key) == nil
  }

  mutating func insert(_ picture: Picture, for key: PictureKey) {
    cache.insert(PictureCache.Item(picture: picture), for: key)
  }

  /// There is none.
  mutating func noteMissing(_ key: PictureKey) {
    if missing.count >= missingLimit { missing.removeAll() }
    missing.insert(key)
  }

  /// The picture is there, or will never be.
  mutating func remove(_ key: PictureKey) { cache.remove(key) }

  mutating func rotationWasSaved(_ rotation: PictureRotation, into file: PictureFile) {
    cache.rotationWasSaved(rotation, into: file)
  }

  /// What stays, however much it is.
  mutating func pin(_ keys: [PictureKey]) { cache.pin(keys) }

  /// Files may have changed.
  mutating func forgetMissing() { missing.removeAll() }
}
