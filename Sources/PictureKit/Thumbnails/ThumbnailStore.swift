import Dispatch
import PictureProtocol
import Synchronization

/// The thumbnail cache as connections use it: opens what is there, writes what comes, in the background.
nonisolated final class ThumbnailStore: Sendable {
  let cache: ThumbnailCache
  private let queue = DispatchQueue(label: "vitrine.thumbnails", qos: .utility)
  /// What was announced and is not written yet.
  private let pending = DispatchGroup()
  private let failuresInARow = Mutex(0)

  /// So many failures to write in a row are the cache's fault (read-only, full): it is left alone then.
  private static let failureLimit = 3

  init(_ cache: ThumbnailCache) {
    self.cache = cache
  }

  /// What goes with a request, or nil where the cache has nothing to do with it.
  struct Offer: Sendable {
    var offer: ThumbnailOffer
    var file: OwnedDescriptor?
    var name: ThumbnailName
  }

  /// Blocks as a file system does.
  ///
  /// - Parameter ignoresFailure: Whether the entry of a failure counts as none.
  func offer(for key: PictureKey, stamp: PictureFileStamp, ignoresFailure: Bool = false) -> Offer? {
    guard key.file.origin == .localFile, key.file.descriptor == nil, key.region == nil,
      key.enlargement == 1, key.frame == 0,
      key.output != .histogram, let name = cache.name(of: key.file.path)
    else { return nil }
    let pixels = key.thumbnailPixels
    let file = cache.open(
      name, for: .atLeast(pixels) ?? .xLarge, ignoresFailure: ignoresFailure)
    let offer = ThumbnailOffer(
      uri: name.uri, modificationSeconds: stamp.modificationSeconds, byteCount: stamp.byteCount,
      hasCachedFile: file != nil,
      // An export is no reason to fill the cache with the largest of thumbnails.
      wanted: isWritable && key.output != .jpeg ? Self.sizeToMake(for: pixels) : nil)
    return Offer(offer: offer, file: file, name: name)
  }

  /// A thumbnail was announced; `write` or `giveUp` follows.
  func expect() { pending.enter() }

  func giveUp() { pending.leave() }

  /// Writes it in the background.
  func write(_ answer: ThumbnailAnswer, as name: ThumbnailName) {
    queue.async { [self] in
      let isStored = cache.store(answer.png, as: name, size: answer.size)
      failuresInARow.withLock { $0 = isStored ? 0 : $0 + 1 }
      pending.leave()
    }
  }

  /// Waits until everything that was announced is written.
  func finishWriting() async {
    await withCheckedContinuation { continuation in
      pending.notify(queue: queue) { continuation.resume() }
    }
  }

  private var isWritable: Bool { failuresInARow.withLock { $0 < Self.failureLimit } }

  /// Nothing smaller than `large`, which file managers show now, and which costs the same decode.
  private static func sizeToMake(for pixels: Int) -> ThumbnailSize? {
    switch pixels {
    case ...ThumbnailSize.large.pixels: .large
    case ...ThumbnailSize.xLarge.pixels: .xLarge
    default: nil
    }
  }
}

extension PictureKey {
  /// About how many pixels the longer side of the picture is made from.
  nonisolated var thumbnailPixels: Int {
    if case .symbols = output {
      // A cell is looked at in 8×8 pixels.
      return Int(max(target.columns, target.rows)) * 8
    }
    return Int(max(target.pixelWidth, target.pixelHeight))
  }
}

extension PictureFileStamp {
  /// Whole seconds, as thumbnails tell them.
  nonisolated var modificationSeconds: Int64 {
    let (seconds, rest) = modificationNanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return rest < 0 ? seconds - 1 : seconds
  }
}
