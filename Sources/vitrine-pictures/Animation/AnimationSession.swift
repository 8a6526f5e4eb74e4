import CVips
import PictureProtocol

/// An animation that is being played: its decoder, and the picture that the decoder has reached.
///
/// Each picture of an animation is made from the previous picture. A decoder that is opened for each would make all of
/// them again each time: 30 times the work for 60 pictures.
final class AnimationSession {
  let identity: MappedFileIdentity
  let format: PictureFormat
  let facts: AnimationFacts
  /// Provides orientation and profile; its own pixels are never read.
  private let first: VipsPicture
  private let frames: any FrameDecoder
  private let canvas: PictureHeader.Size
  /// Declared after what reads it, so that it is released last.
  private let file: FileMapping
  /// The picture that the decoder makes next.
  private var next = 0
  /// The picture that was made last.
  private var held: FramePixels?

  /// - Throws: `badRequest` for a still picture.
  init(
    _ file: FileMapping, identity: MappedFileIdentity, origin: PictureOrigin,
    decoder: PictureDecoder
  ) throws(PictureFailure) {
    let header = try decoder.header(of: file.view, from: origin)
    let first = try decoder.open(file.view, header)
    let canvas = PictureHeader.Size(width: first.width, height: first.height)
    guard let facts = AnimationFacts(of: first, format: header.format) else {
      throw .badRequest
    }
    if header.format == .gif {
      frames = try GIFFrames(file.view, count: facts.count, canvas: canvas)
    } else {
      frames = try WebPFrames(file.view, count: facts.count, canvas: canvas)
    }
    self.file = file
    self.identity = identity
    self.format = header.format
    self.canvas = canvas
    self.facts = facts
    self.first = first
  }

  /// Whether the picture is there, or the decoder has not passed it yet.
  func canShow(_ index: Int) -> Bool { index >= next || (held != nil && index == next - 1) }

  /// One picture as it is seen, on top of all those before it.
  ///
  /// - Parameter index: Below `facts.count`, and one that `canShow` allows.
  /// - Returns: A picture that must not outlive the next call.
  func show(
    _ index: Int, unless shouldStop: () -> Bool
  ) throws(PictureFailure) -> VipsPicture {
    if index >= next { try decode(index, unless: shouldStop) }
    guard let held else { throw .badRequest }
    let picture = VipsPicture(
      vitrine_vips_frame(
        first.image, held.memory, held.byteCount, Int32(canvas.width), Int32(canvas.height),
        Int32(held.bands)))
    guard let picture else { throw Vips.takeFailure() }
    return picture
  }

  private func decode(
    _ index: Int, unless shouldStop: () -> Bool
  ) throws(PictureFailure) {
    held = nil
    while next < index {
      if shouldStop() { throw .cancelled }
      try frames.skip()
      next += 1
    }
    held = try frames.next()
    next += 1
  }
}

/// Makes the pictures of an animation one after the other, each on top of the previous ones.
protocol FrameDecoder: AnyObject {
  /// Makes the next picture.
  /// - Returns: Its pixels, valid until the next call.
  func next() throws(PictureFailure) -> FramePixels

  /// Skips the next picture.
  func skip() throws(PictureFailure)
}

/// A picture in memory that belongs to its decoder: rows without padding.
struct FramePixels {
  var memory: UnsafeRawPointer
  var byteCount: Int
  /// 3, or 4 with alpha; 1 or 2 for grey.
  var bands: Int
}

/// Keeps the animation that was played last open between requests: its three or four buffers take less than what the worker has beside a
/// picture, and an idle worker ends.
final class AnimationCache {
  private var session: AnimationSession?

  /// The session of a file that is at or before a picture; a new one if there is none.
  ///
  /// - Throws: `badRequest` for a picture that the file does not have.
  func session(
    of descriptor: OwnedDescriptor, showing index: Int, origin: PictureOrigin,
    decoder: PictureDecoder
  ) throws(PictureFailure) -> AnimationSession {
    let identity = try MappedFileIdentity(descriptor)
    if let session, session.identity == identity, session.format.isAllowed(from: origin) {
      guard index < session.facts.count else { throw .badRequest }
      if session.canShow(index) { return session }
    }
    // The previous buffers are freed before new ones are allocated.
    session = nil
    let opened = try AnimationSession(
      FileMapping(descriptor), identity: identity, origin: origin, decoder: decoder)
    session = opened
    guard index < opened.facts.count else { throw .badRequest }
    return opened
  }

  /// Releases an animation: one that failed halfway, because the position of its decoder is unknown, or for a picture that needs all memory.
  func close() { session = nil }
}
