import PictureProtocol

/// Makes the answer to one request for a picture.
struct PictureMaker {
  var request: PictureRequest
  var decoder: PictureDecoder
  /// Keeps the animation that is being played.
  var animations: AnimationDesk
  /// Takes the likeness that comes before the picture.
  var sendRough: (PictureAnswer) -> Void

  func make(_ descriptor: OwnedDescriptor) throws(PictureFailure) -> PictureAnswer {
    let samples: CellSamples?
    switch request.output {
    case .symbols(let options): samples = SymbolRenderer.samples(for: options)
    case .pixels: samples = nil
    case .histogram: return try makeHistogram(descriptor)
    case .kitty, .sixel, .iTerm2: throw .unsupportedOutput
    }
    if request.frame > 0 { return try makeFrame(descriptor, samples) }
    animations.noteOther()
    return try MappedFile.read(descriptor) { (file) throws(PictureFailure) in
      try make(file, samples)
    }
  }

  private func make(
    _ file: ByteView, _ samples: CellSamples?
  ) throws(PictureFailure) -> PictureAnswer {
    let header = try decoder.header(of: file, from: request.origin)
    let opened = try decoder.open(file, as: header.format)
    let source = opened.uprightSize
    let geometry = PictureGeometry(
      source: source, target: request.target, fit: request.fit, region: request.region,
      samples: samples)
    let animation = AnimationFacts(
      of: opened, format: header.format,
      canvas: PictureHeader.Size(width: opened.width, height: opened.height))
    if decoder.shouldStop() { throw .cancelled }
    let jpeg = JPEGPictures(file: file, header: header, opened: opened)
    if request.steps != .sharp, request.region == nil,
      let rough = jpeg?.rough(opened: opened, geometry: geometry, decoder: decoder)
    {
      let likeness = answer(.rough, header.format, source, rough)
      if request.steps == .roughOnly { return likeness }
      sendRough(likeness)
      if decoder.shouldStop() { throw .cancelled }
    }
    if request.steps == .roughOnly { throw .noLikeness }
    let pixels: PixelBuffer
    if let jpeg {
      pixels = try jpeg.sharp(opened: opened, geometry: geometry, decoder: decoder)
    } else {
      pixels = try decoder.pixels(
        of: PixelSource(bytes: file), opened: opened, geometry: geometry)
    }
    if decoder.shouldStop() { throw .cancelled }
    return answer(.sharp, header.format, source, pixels, animation?.frame(0))
  }

  func answer(
    _ step: PictureAnswer.Step, _ format: PictureFormat, _ source: PictureHeader.Size,
    _ pixels: PixelBuffer, _ animation: AnimationFrame? = nil
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
      animation: animation, payload: payload)
  }
}
