import PictureProtocol

extension PictureMaker {
  /// A picture of an animation beyond its first.
  func makeFrame(
    _ descriptor: OwnedDescriptor, _ samples: CellSamples?
  ) throws(PictureFailure) -> PictureAnswer {
    guard request.steps != .roughOnly else { throw .noRough }
    let index = Int(request.frame)
    let session = try animations.session(
      of: descriptor, showing: index, origin: request.origin, decoder: decoder)
    let frame: VipsPicture
    do throws(PictureFailure) {
      frame = try session.show(index, unless: decoder.shouldStop)
    } catch {
      if error != .cancelled { animations.close() }
      throw error
    }
    let source = frame.uprightSize
    let geometry = PictureGeometry(
      source: source, target: request.target, fit: request.fit, region: request.region,
      samples: samples)
    let pixels = try decoder.pixels(
      of: PixelSource(bytes: .empty, decoded: frame.image), opened: frame, geometry: geometry)
    if decoder.shouldStop() { throw .cancelled }
    return try answer(
      .sharp, session.format, source, geometry, pixels, session.facts.frame(index))
  }
}
