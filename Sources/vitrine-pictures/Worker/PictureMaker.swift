import PictureProtocol

/// Makes the answer to one request for a picture.
struct PictureMaker {
  var request: PictureRequest
  var decoder: PictureDecoder
  /// Takes the likeness that comes before the picture.
  var sendRough: (PictureAnswer) -> Void

  func make(_ descriptor: OwnedDescriptor) throws(PictureFailure) -> PictureAnswer {
    let samplesPerCell: Int?
    switch request.output {
    case .symbols: samplesPerCell = SymbolRenderer.samplesPerCell
    case .pixels: samplesPerCell = nil
    case .kitty, .sixel, .iTerm2: throw .unsupportedOutput
    }
    let file = try MappedFile(descriptor)
    let header = try decoder.header(of: file, from: request.origin)
    let opened = try decoder.open(file.view, as: header.format)
    let source = opened.uprightSize
    let geometry = PictureGeometry(
      source: source, target: request.target, fit: request.fit, region: request.region,
      samplesPerCell: samplesPerCell)
    if decoder.shouldStop() { throw .cancelled }
    let pixels = try decoder.pixels(of: file.view, opened: opened, geometry: geometry)
    if decoder.shouldStop() { throw .cancelled }
    return answer(.sharp, header.format, source, pixels)
  }

  private func answer(
    _ step: PictureAnswer.Step, _ format: PictureFormat, _ source: PictureHeader.Size,
    _ pixels: PixelBuffer
  ) -> PictureAnswer {
    var pixels = pixels
    pixels.blend(over: request.background)
    let payload: PicturePayload
    if case .symbols(let options) = request.output {
      payload = .cells(SymbolRenderer.cells(of: pixels, options: options))
    } else {
      payload = .pixels(
        PixelPicture(
          width: UInt32(pixels.width), height: UInt32(pixels.height), bytes: pixels.bytes))
    }
    return PictureAnswer(
      id: request.id, generation: request.generation, step: step, format: format,
      sourceWidth: UInt32(clamping: source.width), sourceHeight: UInt32(clamping: source.height),
      payload: payload)
  }
}
