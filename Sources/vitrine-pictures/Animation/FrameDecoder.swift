import PictureProtocol

/// Makes the pictures of an animation one after the other, each with what those before left.
protocol FrameDecoder: AnyObject {
  /// Makes the next picture.
  /// - Returns: Its pixels, until the next call.
  func next() throws(PictureFailure) -> FramePixels

  /// Goes past the next picture.
  func skip() throws(PictureFailure)
}

/// A picture in memory that belongs to its decoder: rows without padding.
struct FramePixels {
  var memory: UnsafeRawPointer
  var byteCount: Int
  /// 3, or 4 with alpha; of grey ones 1 or 2.
  var bands: Int
}
