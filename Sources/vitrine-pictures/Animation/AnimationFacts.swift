import CVips
import PictureProtocol

/// What the header of an animation says about all its pictures.
struct AnimationFacts: Equatable {
  let count: Int
  /// Milliseconds for each picture.
  let delays: [Int]
  /// How often all are played; 0 means for ever.
  let loopCount: UInt32

  /// The most pictures: 6 minutes at 25 a second.
  static let countLimit = 10_000
  /// The most pixels of one picture: about what three buffers of 64 MB in the decoder hold.
  private static let canvasPixelLimit = 16_000_000
  /// The most pixels of all together: half a minute of CPU if the last picture is requested first.
  private static let totalPixelLimit = 4_000_000_000
  /// libvips' own limit, because it puts all pictures one below the other (`VIPS_MAX_COORD`).
  private static let heightLimit = 10_000_000

  /// The formats that can be animated.
  static let formats: Set<PictureFormat> = [.gif, .webp]

  /// - Parameter picture: One page of the file: the header describes all of them.
  /// - Returns: nil for a still picture, and for an animation that would take too much to play: it is shown as a still.
  init?(of picture: borrowing VipsPicture, format: PictureFormat) {
    guard Self.formats.contains(format) else { return nil }
    let count = Int(vips_image_get_n_pages(picture.image))
    let pixels = picture.width.multipliedReportingOverflow(by: picture.height)
    guard count > 1, count <= Self.countLimit, !pixels.overflow,
      pixels.partialValue <= Self.canvasPixelLimit,
      pixels.partialValue * count <= Self.totalPixelLimit,
      picture.height * count <= Self.heightLimit
    else { return nil }
    self.count = count
    delays = picture.integers("delay")
    loopCount = UInt32(exactly: picture.integer("loop") ?? 0) ?? 0
  }

  /// - Parameter index: Below `count`.
  func frame(_ index: Int) -> AnimationFrame {
    AnimationFrame(
      index: UInt32(clamping: index), count: UInt32(clamping: count),
      milliseconds: Self.milliseconds(of: index < delays.count ? delays[index] : 0),
      loopCount: loopCount)
  }

  /// How long a picture is shown.
  ///
  /// Up to 10 ms means 100 ms, as in browsers: old programs wrote 0 or 1 (hundredths of a second) and
  /// relied on slow machines (Chromium, *image_frame_generator* and *deferred_image_decoder*: "We follow
  /// Firefox's behavior and use a duration of 100 ms for any frames that specify a duration of <= 10 ms";
  /// the GIF89a specification takes 0 for "no delay"). So a GIF's 20 ms are the shortest that are obeyed.
  static func milliseconds(of delay: Int) -> UInt32 {
    delay <= 10 ? 100 : UInt32(min(delay, 65_535))
  }
}

extension VipsPicture {
  fileprivate func integer(_ name: String) -> Int? {
    var value: Int32 = 0
    guard vips_image_get_typeof(image, name) != 0, vips_image_get_int(image, name, &value) == 0
    else { return nil }
    return Int(value)
  }

  fileprivate func integers(_ name: String) -> [Int] {
    var values: UnsafeMutablePointer<Int32>?
    var count: Int32 = 0
    guard vips_image_get_typeof(image, name) != 0,
      vips_image_get_array_int(image, name, &values, &count) == 0, let values, count > 0
    else { return [] }
    return UnsafeBufferPointer(start: values, count: Int(count)).map { Int($0) }
  }
}
