import PictureProtocol

/// What is known of pictures without asking a worker: those that were made, sharp and rough, and why there are no others.
///
/// Sharp and rough pictures have a limit in bytes each; the least recently used go first. Those on the screen never go, so that a
/// small limit cannot make a screen request its own pictures again and again.
nonisolated struct PictureMemory: Sendable {
  private struct Entry: Sendable {
    let key: PictureKey
    var picture: Picture
    /// Whether the file may have changed since; the picture is shown until that is known.
    var isStale = false
    /// Which of all uses was its last.
    var lastUse: Int
  }

  private let byteLimit: Int
  /// Of rough pictures, which stay when they scroll out of view, so that scrolling back shows them immediately.
  private static let roughByteLimit = 4 << 20
  /// How many files may have failed, or have no rough picture, before all are forgotten; a folder with a million bad files must not
  /// fill it.
  private let failureLimit: Int
  /// A file has few: it is shown in the row, the grid, the preview and full screen.
  private var entries: [PictureFile: [Entry]] = [:]
  private var byteCounts = (pictures: 0, rough: 0)
  private var useCount = 0
  private var pinned: Set<PictureKey> = []

  private var failures: [PictureFile: PictureFailure] = [:]
  /// Those that depend on what is made of the file.
  private var failuresOfLooks: [PictureKey: PictureFailure] = [:]
  /// Pictures for which no rough picture costs little; true if there is none at all, because the photo is too large to be decoded in
  /// passing.
  private var withoutRough: [PictureFile: [PictureKey: Bool]] = [:]

  init(byteLimit: Int = 32 << 20, failureLimit: Int = 10_000) {
    self.byteLimit = byteLimit
    self.failureLimit = failureLimit
  }

  // MARK: Pictures

  /// Of sharp pictures.
  var byteCount: Int { byteCounts.pictures }

  /// Looking it up does not count as use.
  func picture(_ key: PictureKey) -> Picture? { entry(key)?.picture }

  /// Whether a worker has to be asked for it: it isn't there, or its file may have changed, and nothing is known against it.
  func isMissing(_ key: PictureKey) -> Bool { entry(key)?.isStale ?? (failure(of: key) == nil) }

  private func entry(_ key: PictureKey) -> Entry? {
    entries[key.file]?.first { $0.key == key }
  }

  private mutating func update(_ key: PictureKey, _ change: (inout Entry) -> Void) {
    guard let index = entries[key.file]?.firstIndex(where: { $0.key == key }) else { return }
    change(&entries[key.file, default: []][index])
  }

  /// Sharp and rough pictures that stay in any case; they count as used.
  mutating func pin(_ pictures: [PictureKey], rough: [PictureKey]) {
    let keys = pictures + rough.map(\.rough)
    pinned = Set(keys)
    for key in keys {
      useCount += 1
      update(key) { [useCount] in $0.lastUse = useCount }
    }
    evict()
  }

  mutating func insert(_ picture: Picture, for key: PictureKey, isStale: Bool = false) {
    remove(key)
    useCount += 1
    entries[key.file, default: []].append(
      Entry(key: key, picture: picture, isStale: isStale, lastUse: useCount))
    count(picture.byteCount, key)
    evict()
  }

  mutating func remove(_ key: PictureKey) {
    guard var left = entries[key.file], let index = left.firstIndex(where: { $0.key == key }) else {
      return
    }
    count(-left.remove(at: index).picture.byteCount, key)
    entries[key.file] = left.isEmpty ? nil : left
  }

  private mutating func count(_ bytes: Int, _ key: PictureKey) {
    if key.isRough { byteCounts.rough += bytes } else { byteCounts.pictures += bytes }
  }

  mutating func markFresh(_ key: PictureKey) { update(key) { $0.isStale = false } }

  /// The file itself now contains the rotation: pictures with that rotation become the unrotated ones, and all others
  /// belong to the old file.
  mutating func rotationWasSaved(_ rotation: PictureRotation, into file: PictureFile) {
    let old = entries[file] ?? []
    for entry in old { remove(entry.key) }
    for entry in old where entry.key.look.rotation == rotation {
      var (key, picture) = (entry.key, entry.picture)
      key.look.rotation = .none
      // The file never was in this state: if the rotation is undone soon, the file would otherwise count as unchanged.
      picture.stamp = nil
      insert(picture, for: key, isStale: true)
    }
  }

  /// - Complexity: O(*pictures*) for each that goes: some thousand at most, where a picture takes a worker milliseconds.
  private mutating func evict() {
    while byteCounts.pictures > byteLimit, removeOldest(isRough: false) {}
    while byteCounts.rough > Self.roughByteLimit, removeOldest(isRough: true) {}
  }

  private mutating func removeOldest(isRough: Bool) -> Bool {
    var oldest: (key: PictureKey, lastUse: Int)?
    for entry in entries.values.joined()
    where entry.key.isRough == isRough && entry.lastUse < oldest?.lastUse ?? .max {
      if !pinned.contains(entry.key) { oldest = (entry.key, entry.lastUse) }
    }
    guard let oldest else { return false }
    remove(oldest.key)
    return true
  }

  // MARK: In place of a picture

  /// What is shown until a picture is there: the one from before the screen changed its size, its rough picture, or any other of the
  /// photo, the largest first.
  func placeholder(for key: PictureKey) -> Picture? {
    similar(to: key) ?? picture(key.rough) ?? ofOtherSize(key)
  }

  /// The same picture from half to one and a half times the size, the latest that can be shown.
  func similar(to key: PictureKey) -> Picture? {
    let target = key.look.target
    func isNear(_ size: UInt32, _ wanted: UInt32) -> Bool {
      let (size, wanted) = (UInt64(size) * 2, UInt64(wanted))
      return size >= wanted && size <= wanted * 3
    }
    let found = (entries[key.file] ?? []).filter { entry in
      let other = entry.key.look.target
      var resized = entry.key
      resized.look.target = target
      return other != target && resized == key && isNear(other.columns, target.columns)
        && isNear(other.rows, target.rows) && key.canShow(entry.picture)
    }
    return found.max { $0.lastUse < $1.lastUse }?.picture
  }

  /// The picture of a row in the preview, or the preview's in a row: anything of the photo is better than nothing.
  func ofOtherSize(_ key: PictureKey) -> Picture? {
    guard key.look.mayHaveRough else { return nil }
    let found = others(than: key).filter { key.canShow($0.picture) }
    return found.max { one, other in
      let (size, otherSize) = (one.key.look.target.cellCount, other.key.look.target.cellCount)
      return size != otherSize ? size < otherSize : one.key.isRough && !other.key.isRough
    }?.picture
  }

  /// Whether there is a picture of the photo that is at least as large.
  func hasLarger(than key: PictureKey) -> Bool {
    others(than: key).contains {
      !$0.key.isRough && $0.key.look.target.cellCount >= key.look.target.cellCount
    }
  }

  /// The same picture as a whole in any other size: enlarged, it may be shown in place of the key's.
  private func others(than key: PictureKey) -> [Entry] {
    var whole = key.look.whole
    return (entries[key.file] ?? []).filter { entry in
      let other = entry.key.look
      (whole.target, whole.output) = (other.target, other.output)
      return other != key.look && other == whole
        && other.output.isExchangeable(with: key.look.output)
    }
  }

  /// Whether a worker may make a rough picture.
  ///
  /// - Parameter decodes: Whether it may decode the picture for it.
  func mayHaveRough(_ key: PictureKey, decodes: Bool = false) -> Bool {
    guard picture(key.rough) == nil else { return false }
    guard let isImpossible = withoutRough[key.file]?[key] else { return true }
    return decodes && !isImpossible
  }

  /// - Parameter decodes: Whether a worker might have decoded the picture for it.
  mutating func noteNoRough(of key: PictureKey, decodes: Bool) {
    if withoutRough.count >= failureLimit { withoutRough = [:] }
    let isImpossible = decodes || withoutRough[key.file]?[key] == true
    withoutRough[key.file, default: [:]][key] = isImpossible
  }

  /// The file was decoded: its thumbnail may be in the desktop's cache now.
  mutating func fileWasDecoded(_ file: PictureFile) { withoutRough[file] = nil }

  // MARK: Failures

  /// A bad file costs one attempt and not one per frame.
  func failure(of key: PictureKey) -> PictureFailure? {
    failures[key.file] ?? failuresOfLooks[key]
  }

  mutating func remember(_ failure: PictureFailure, of key: PictureKey) {
    if failures.count + failuresOfLooks.count >= failureLimit { forgetFailures() }
    switch failure {
    case .cancelled, .noRough: break
    // These depend on the requested size or output; a smaller picture may work.
    case .unsupportedOutput, .badRequest, .outOfMemory: failuresOfLooks[key] = failure
    default: failures[key.file] = failure
    }
  }

  private mutating func forgetFailures() { (failures, failuresOfLooks) = ([:], [:]) }

  // MARK: Files that may have changed

  /// Forgets failures. Pictures whose key doesn't include the state of the file may be outdated from now on, and rough pictures of such files,
  /// which may be others now, go.
  mutating func doubtAll() {
    forgetFailures()
    withoutRough = [:]
    for key in entries.filter({ $0.key.stamp == nil }).values.joined().map(\.key) {
      if key.isRough { remove(key) } else { update(key) { $0.isStale = true } }
    }
  }
}

extension PictureKey {
  /// Whether a picture of another size can be shown in place of this one. A larger one made of characters is cropped,
  /// and the Kitty protocol can scale it; other protocols cannot draw it.
  fileprivate nonisolated func canShow(_ other: Picture) -> Bool {
    switch look.output {
    case .sixel, .iTerm2:
      other.size.columns <= Int(look.target.columns) && other.size.rows <= Int(look.target.rows)
    case .symbols, .pixels, .kitty, .histogram, .jpeg, .fingerprint, .thumbnail, .metadata: true
    }
  }
}

extension PictureOutput {
  /// Whether a terminal that shows one shows the other: kitty gets large pictures in other bytes than small ones.
  fileprivate nonisolated func isExchangeable(with other: PictureOutput) -> Bool {
    switch (self, other) {
    case (.kitty, .kitty), (.kitty, .pixels), (.pixels, .kitty): true
    default: self == other
    }
  }
}
