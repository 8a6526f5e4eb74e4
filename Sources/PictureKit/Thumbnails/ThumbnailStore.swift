import Dispatch
import PictureProtocol

/// The thumbnail cache as used by connections: opens existing files, and writes new ones in the background.
nonisolated final class ThumbnailStore: Sendable {
  let cache: ThumbnailCache
  private let queue = DispatchQueue(label: "vitrine.thumbnails", qos: .utility)

  init(_ cache: ThumbnailCache) {
    self.cache = cache
  }

  /// What is sent with a request; nil if the cache is not involved.
  struct Offer: Sendable {
    var offer: ThumbnailOffer
    var file: OwnedDescriptor?
    var name: ThumbnailName
  }

  /// Blocks as long as the file system does.
  ///
  /// While a key is held, the smallest thumbnail is made, however large the picture is: writing a larger one takes longer than the picture
  /// itself.
  func offer(for request: PictureRequest, stamp: PictureFileStamp) -> Offer? {
    let key = request.key
    guard key.file.origin == .localFile, key.look.isWhole, key.look.frame == 0,
      key.look.output != .histogram, let name = cache.name(of: key.file.path)
    else { return nil }
    let pixels = key.look.thumbnailPixels
    let file = cache.open(name, for: .atLeast(pixels) ?? .xLarge)
    let offer = ThumbnailOffer(
      uri: name.uri, modificationSeconds: stamp.modificationSeconds, byteCount: stamp.byteCount,
      hasCachedFile: file != nil,
      // An export should not fill the cache with the largest thumbnails, and looking through a folder not with all of its.
      wanted: key.look.isForScreen
        ? Self.sizeToMake(for: request.steps == .quick ? 0 : pixels) : nil)
    return Offer(offer: offer, file: file, name: name)
  }

  func write(_ png: [UInt8], as name: ThumbnailName, size: ThumbnailSize) {
    queue.async { [cache] in _ = cache.store(png, as: name, size: size) }
  }

  /// Waits until all thumbnails are written.
  func finishWriting() async {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume() }
    }
  }

  /// Never smaller than `large`, which file managers use today and which takes the same time to decode.
  private static func sizeToMake(for pixels: Int) -> ThumbnailSize? {
    switch pixels {
    case ...ThumbnailSize.large.pixels: .large
    case ...ThumbnailSize.xLarge.pixels: .xLarge
    default: nil
    }
  }
}

extension PictureLook {
  /// The approximate number of pixels on the longer side that the picture is made from.
  nonisolated var thumbnailPixels: Int {
    if case .symbols = output {
      // A character cell is matched against 8×8 pixels.
      return Int(max(target.columns, target.rows)) * 8
    }
    return Int(target.pixelsPerSide)
  }
}

extension PictureFileStamp {
  /// Whole seconds, as recorded in thumbnails.
  nonisolated var modificationSeconds: Int64 {
    let (seconds, rest) = modificationNanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return rest < 0 ? seconds - 1 : seconds
  }
}
