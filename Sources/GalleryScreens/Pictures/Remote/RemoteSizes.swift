import Foundation
import TerminalKit

/// The sizes of small pictures that were fetched, which show whether they are large enough for a box.
nonisolated struct RemoteSizes {
  private var sizes: [URL: PixelSize] = [:]
  private let limit: Int

  /// How much a picture may be enlarged before a larger one is fetched for it.
  private static let enlargement = 1.5

  /// - Parameter limit: How many sizes are remembered before the memory starts from empty.
  init(limit: Int = 10_000) {
    self.limit = limit
  }

  mutating func note(_ size: PixelSize, of url: URL) {
    if sizes.count >= limit { sizes.removeAll() }
    sizes[url] = size
  }

  /// - Parameter dots: The dots of the box (see `ZoomSpace`).
  /// - Returns: True if the picture's size is not known.
  func isEnough(_ url: URL, for dots: PixelSize) -> Bool {
    guard let size = sizes[url], size.width > 0, size.height > 0 else { return true }
    let scale = min(
      Double(dots.width) / Double(size.width), Double(dots.height) / Double(size.height))
    return scale <= Self.enlargement
  }
}
