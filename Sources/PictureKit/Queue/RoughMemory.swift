import PictureProtocol

/// Previews that are shown until the pictures are ready, up to a limit in bytes.
///
/// Kept when they scroll out of view, so that scrolling back shows them immediately.
nonisolated struct RoughMemory: Sendable {
  private var cache: PictureCache
  /// Keys without a rough picture that costs little.
  private var missing: [PictureFile: Set<PictureKey>] = [:]
  /// Keys without any: the picture is too large to be decoded in passing.
  private var impossible: Set<PictureKey> = []
  private let missingLimit: Int

  /// - Parameter missingLimit: With more missing ones than that, they are forgotten.
  init(byteLimit: Int = 4 << 20, missingLimit: Int = 10_000) {
    cache = PictureCache(byteLimit: byteLimit)
    self.missingLimit = missingLimit
  }

  func picture(of key: PictureKey) -> Picture? { cache.item(for: key)?.picture }

  /// Whether it may help to ask a worker.
  ///
  /// - Parameter decodes: Whether the worker may decode the picture for it.
  func mayHave(_ key: PictureKey, decodes: Bool = false) -> Bool {
    let isMissing =
      decodes ? impossible.contains(key) : missing[key.file]?.contains(key) ?? false
    return !isMissing && cache.item(for: key) == nil
  }

  mutating func insert(_ picture: Picture, for key: PictureKey) {
    cache.insert(PictureCache.Item(picture: picture), for: key)
  }

  /// There is no rough picture.
  ///
  /// - Parameter decodes: Whether the worker might have decoded the picture for it.
  mutating func noteMissing(_ key: PictureKey, decodes: Bool = false) {
    if missing.count + impossible.count >= missingLimit { forgetMissing() }
    missing[key.file, default: []].insert(key)
    if decodes { impossible.insert(key) }
  }

  /// The file was decoded: its thumbnail may be in the desktop's cache now.
  mutating func fileWasDecoded(_ file: PictureFile) {
    missing[file] = nil
  }

  /// The picture has arrived, or never will.
  mutating func remove(_ key: PictureKey) { cache.remove(key) }

  mutating func rotationWasSaved(_ rotation: PictureRotation, into file: PictureFile) {
    cache.rotationWasSaved(rotation, into: file)
  }

  /// Pictures that stay, however large they are.
  mutating func pin(_ keys: [PictureKey]) { cache.pin(keys) }

  /// Removes the pictures of files that are known by their path only, and may be others now.
  mutating func removeUnstamped() { cache.removeUnstamped() }

  /// Call if files may have changed.
  mutating func forgetMissing() {
    missing.removeAll()
    impossible.removeAll()
  }
}
