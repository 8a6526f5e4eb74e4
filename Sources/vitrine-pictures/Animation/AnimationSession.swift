import CVips
import PictureProtocol

/// An animation that is being played: its decoder, and the picture that it stands at.
///
/// A picture of an animation is made of the one before it. A decoder that is opened for each would make
/// all of them again each time: 60 times the work for 60 pictures.
final class AnimationSession {
  let identity: FileIdentity
  let format: PictureFormat
  let facts: AnimationFacts
  private let file: FileMapping
  /// All pictures, one below the other, read from top to bottom and never kept.
  private let strip: VipsPicture
  private let region: UnsafeMutablePointer<VipsRegion>
  private let canvas: PictureHeader.Size
  /// The first line that the decoder has not passed.
  private var next = 0
  /// The picture that was shown last.
  private var held: (index: Int, memory: UnsafeMutableRawPointer, byteCount: Int)?

  /// - Throws: `badRequest` for what does not move.
  init(
    _ file: FileMapping, identity: FileIdentity, origin: PictureOrigin, decoder: PictureDecoder
  ) throws(PictureFailure) {
    let header = try decoder.header(of: file.view, from: origin)
    let first = try decoder.open(file.view, as: header.format)
    let canvas = PictureHeader.Size(width: first.width, height: first.height)
    guard let facts = AnimationFacts(of: first, format: header.format, canvas: canvas) else {
      throw .badRequest
    }
    let opened = VipsPicture(
      vitrine_vips_open_strip(file.view.bytes.baseAddress, file.view.count))
    guard let opened else { throw Vips.takeFailure() }
    guard opened.width == canvas.width, opened.height == canvas.height * facts.count,
      opened.isBytes, let region = vips_region_new(opened.image)
    else { throw .broken("pictures of different sizes") }
    self.file = file
    self.identity = identity
    self.format = header.format
    self.canvas = canvas
    self.facts = facts
    strip = opened
    self.region = region
  }

  deinit {
    g_object_unref(region)
    if let held { g_free(held.memory) }
  }

  /// Whether the picture is there, or the decoder still comes to it.
  func canShow(_ index: Int) -> Bool { index == held?.index || index >= next }

  /// One picture as it is seen, with all before it below.
  ///
  /// - Parameter index: Below `facts.count`, and one that `canShow`.
  /// - Returns: A picture that must not outlive the next call.
  func show(
    _ index: Int, unless shouldStop: () -> Bool
  ) throws(PictureFailure) -> VipsPicture {
    if held?.index != index { try decode(index, unless: shouldStop) }
    guard let held else { throw .badRequest }
    let picture = VipsPicture(
      vitrine_vips_frame(
        strip.image, held.memory, held.byteCount, Int32(canvas.width), Int32(canvas.height)))
    guard let picture else { throw Vips.takeFailure() }
    return picture
  }

  private func decode(
    _ index: Int, unless shouldStop: () -> Bool
  ) throws(PictureFailure) {
    // A line of each one that is passed over, so that it can be given up in between.
    while next < index {
      if shouldStop() { throw .cancelled }
      _ = try lines(of: next, count: 1, letGo: true)
      next += 1
    }
    let read = try lines(of: index, count: canvas.height, letGo: false)
    next = index + 1
    if let held { g_free(held.memory) }
    held = (index, read.memory, read.byteCount)
  }

  private func lines(
    of index: Int, count: Int, letGo: Bool
  ) throws(PictureFailure) -> (memory: UnsafeMutableRawPointer, byteCount: Int) {
    var byteCount = 0
    let memory = vips_region_fetch(
      region, 0, Int32(index * canvas.height), Int32(canvas.width), Int32(count), &byteCount)
    guard let memory else { throw Vips.takeFailure() }
    if letGo { g_free(memory) }
    return (UnsafeMutableRawPointer(memory), byteCount)
  }
}
