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

  private struct Node: Sendable {
    var key: PictureKey
    var item: Item
    var newer: Int?
    var older: Int?
  }

  let byteLimit: Int
  private(set) var byteCount = 0
  private var nodes: [Node?] = []
  private var free: [Int] = []
  private var places: [PictureKey: Int] = [:]
  private var newest: Int?
  private var oldest: Int?
  private var pinned: Set<PictureKey> = []

  init(byteLimit: Int) {
    self.byteLimit = byteLimit
  }

  var count: Int { places.count }

  /// The item for a key; looking it up does not count as use.
  func item(for key: PictureKey) -> Item? {
    places[key].flatMap { nodes[$0] }?.item
  }

  /// Pictures that stay in any case; they count as used.
  mutating func pin(_ keys: [PictureKey]) {
    pinned = Set(keys)
    for key in keys {
      guard let place = places[key] else { continue }
      unlink(place)
      link(place)
    }
    evict()
  }

  mutating func insert(_ item: Item, for key: PictureKey) {
    remove(key)
    let node = Node(key: key, item: item)
    let place: Int
    if let reused = free.popLast() {
      place = reused
      nodes[place] = node
    } else {
      place = nodes.count
      nodes.append(node)
    }
    places[key] = place
    byteCount += item.picture.byteCount
    link(place)
    evict()
  }

  mutating func remove(_ key: PictureKey) {
    guard let place = places.removeValue(forKey: key) else { return }
    byteCount -= nodes[place]?.item.picture.byteCount ?? 0
    unlink(place)
    nodes[place] = nil
    free.append(place)
  }

  /// Removes the pictures whose key doesn't include the state of the file.
  mutating func removeUnstamped() {
    for key in places.keys.filter({ $0.file.stamp == nil }) { remove(key) }
  }

  /// From now on all pictures may be outdated, except those whose key includes the state of the file.
  mutating func markAllStale() {
    for place in places.values where nodes[place]?.key.file.stamp == nil {
      nodes[place]?.item.isStale = true
    }
  }

  /// The file itself now contains the rotation: pictures with that rotation become the unrotated ones, and all others
  /// belong to the old file.
  mutating func rotationWasSaved(_ rotation: PictureRotation, into file: PictureFile) {
    let keys = places.keys.filter { $0.file == file }
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

  mutating func markFresh(_ key: PictureKey) {
    if let place = places[key] { nodes[place]?.item.isStale = false }
  }

  private mutating func evict() {
    var candidate = oldest
    while byteCount > byteLimit, let place = candidate, let node = nodes[place] {
      candidate = node.newer
      if !pinned.contains(node.key) { remove(node.key) }
    }
  }

  private mutating func link(_ place: Int) {
    nodes[place]?.older = newest
    nodes[place]?.newer = nil
    if let newest { nodes[newest]?.newer = place }
    newest = place
    oldest = oldest ?? place
  }

  private mutating func unlink(_ place: Int) {
    guard let node = nodes[place] else { return }
    if let newer = node.newer { nodes[newer]?.older = node.older } else { newest = node.older }
    if let older = node.older { nodes[older]?.newer = node.newer } else { oldest = node.newer }
  }
}
