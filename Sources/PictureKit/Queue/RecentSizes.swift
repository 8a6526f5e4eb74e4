import PictureProtocol

/// The sizes in which each file was shown recently.
///
/// When a screen changes its size, the old picture is shown until the new one has arrived, so that nothing is blank in
/// between.
nonisolated struct RecentSizes: Sendable {
  private var keys: [PictureFile: [PictureKey]] = [:]
  private let fileLimit: Int

  /// As many sizes of one file as a screen shows: in the row, the grid, the preview and full screen.
  private static let sizesPerFile = 4

  /// - Parameter fileLimit: With more files than that, it is cleared.
  init(fileLimit: Int = 4096) {
    self.fileLimit = fileLimit
  }

  mutating func note(_ key: PictureKey) {
    if keys.count >= fileLimit, keys[key.file] == nil { keys.removeAll() }
    var recent = keys[key.file, default: []]
    recent.removeAll { $0 == key }
    recent.insert(key, at: 0)
    keys[key.file] = Array(recent.prefix(Self.sizesPerFile))
  }

  /// The same picture in sizes similar to the key's, the latest first.
  func similar(to key: PictureKey) -> [PictureKey] {
    keys[key.file, default: []].filter { other in
      var resized = other.look
      resized.target = key.look.target
      return other != key && resized == key.look
        && Self.isNear(other.look.target.columns, key.look.target.columns)
        && Self.isNear(other.look.target.rows, key.look.target.rows)
    }
  }

  /// The same picture as a whole in any other size, the largest first: enlarged, it may be shown in place of the key's.
  func others(than key: PictureKey) -> [PictureKey] {
    var whole = key.look.whole
    return keys[key.file, default: []].filter { other in
      (whole.target, whole.output) = (other.look.target, other.look.output)
      return other != key && other.look == whole
        && other.look.output.isExchangeable(with: key.look.output)
    }.sorted { $0.look.target.cellCount > $1.look.target.cellCount }
  }

  /// From half to one and a half times the size.
  private static func isNear(_ size: UInt32, _ wanted: UInt32) -> Bool {
    let (size, wanted) = (UInt64(size) * 2, UInt64(wanted))
    return size >= wanted && size <= wanted * 3
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
