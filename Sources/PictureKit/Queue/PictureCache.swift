import PictureProtocol

/// Finished pictures, up to a limit in bytes.
///
/// The least recently used go first. Pictures on the screen never go, so that a small limit cannot make a screen
/// request its own pictures again and again.
nonisolated struct PictureCache: Sendable {
  struct Item: Sendable {
    var picture: Picture
    /// Whether the file may have changed since; the picture is shown until that is known.
    var isStale = false
  }

  private struct Entry: Sendable {
    var item: Item
    /// Which of all uses was its last.
    var lastUse: Int
  }

  let byteLimit: Int
  private(set) var byteCount = 0
  private var entries: [PictureKey: Entry] = [:]
  private var useCount = 0
  private var pinned: Set<PictureKey> = []

  init(byteLimit: Int) {
    self.byteLimit = byteLimit
  }

  var count: Int { entries.count }

  /// The item for a key; looking it up does not count as use.
  func item(for key: PictureKey) -> Item? { entries[key]?.item }

  /// Pictures that stay in any case; they count as used.
  mutating func pin(_ keys: [PictureKey]) {
    pinned = Set(keys)
    for key in keys {
      useCount += 1
      entries[key]?.lastUse = useCount
    }
    evict()
  }

  mutating func insert(_ item: Item, for key: PictureKey) {
    remove(key)
    useCount += 1
    entries[key] = Entry(item: item, lastUse: useCount)
    byteCount += item.picture.byteCount
    evict()
  }

  mutating func remove(_ key: PictureKey) {
    byteCount -= entries.removeValue(forKey: key)?.item.picture.byteCount ?? 0
  }

  /// Removes the pictures whose key doesn't include the state of the file.
  mutating func removeUnstamped() {
    for key in entries.keys.filter({ $0.file.stamp == nil }) { remove(key) }
  }

  /// From now on all pictures may be outdated, except those whose key includes the state of the file.
  mutating func markAllStale() {
    for key in entries.keys where key.file.stamp == nil { entries[key]?.item.isStale = true }
  }

  /// The file itself now contains the rotation: pictures with that rotation become the unrotated ones, and all others
  /// belong to the old file.
  mutating func rotationWasSaved(_ rotation: PictureRotation, into file: PictureFile) {
    let keys = entries.keys.filter { $0.file == file }
    let kept = keys.filter { $0.look.rotation == rotation }.compactMap { key in
      item(for: key).map { (key: key, item: $0) }
    }
    for key in keys { remove(key) }
    for (key, item) in kept {
      var (key, item) = (key, item)
      key.look.rotation = .none
      item.isStale = true
      // The file never was in this state: if the rotation is undone soon, the file would otherwise count as unchanged.
      item.picture.stamp = nil
      insert(item, for: key)
    }
  }

  mutating func markFresh(_ key: PictureKey) { entries[key]?.item.isStale = false }

  /// - Complexity: O(*pictures*) for each that goes: some thousand at most, where a picture takes a worker milliseconds.
  private mutating func evict() {
    while byteCount > byteLimit {
      var oldest: (key: PictureKey, lastUse: Int)?
      for (key, entry) in entries where entry.lastUse < oldest?.lastUse ?? .max {
        if !pinned.contains(key) { oldest = (key, entry.lastUse) }
      }
      guard let oldest else { return }
      remove(oldest.key)
    }
  }
}
