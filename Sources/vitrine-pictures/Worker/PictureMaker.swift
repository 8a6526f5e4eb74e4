import PictureProtocol

/// Makes the answer to one request for a picture.
struct PictureMaker {
  var request: PictureRequest
  var decoder: PictureDecoder
  var thumbnails: ThumbnailExchange?
  /// Takes the likeness that comes before the picture.
  var sendRough: (PictureAnswer) -> Void

  func make(_ descriptor: OwnedDescriptor) throws(PictureFailure) -> PictureAnswer {
    let samples: CellSamples?
    switch request.output {
    case .symbols(let options): samples = SymbolRenderer.samples(for: options)
    case .pixels: samples = nil
    case .kitty, .sixel, .iTerm2, .histogram: throw .unsupportedOutput
    }
    return try MappedFile.read(descriptor) { (file) throws(PictureFailure) in
      try make(file, samples)
    }
  }

  private func make(
    _ file: ByteView, _ samples: CellSamples?
  ) throws(PictureFailure) -> PictureAnswer {
    let cached = try cachedPicture(of: file, samples)
    if let cached, cached.step == .sharp || request.steps == .roughOnly { return cached }
    let header = try decoder.header(of: file, from: request.origin)
    let opened = try decoder.open(file, as: header.format)
    let source = opened.uprightSize
    let geometry = PictureGeometry(
      source: source, target: request.target, fit: request.fit, region: request.region,
      samples: samples)
    if decoder.shouldStop() { throw .cancelled }
    let jpeg = JPEGPictures(file: file, header: header, opened: opened)
    if request.steps == .roughThenSharp, let cached {
      sendRough(cached)
      if decoder.shouldStop() { throw .cancelled }
    } else if request.steps != .sharp, request.region == nil,
      let rough = jpeg?.rough(opened: opened, geometry: geometry, decoder: decoder)
    {
      let likeness = answer(.rough, header.format, source, rough)
      if request.steps == .roughOnly { return likeness }
      sendRough(likeness)
      if decoder.shouldStop() { throw .cancelled }
    }
    if request.steps == .roughOnly { throw .noLikeness }
    let thumbnail = thumbnails?.geometryToMake(source: source, for: geometry)
    var pixels: PixelBuffer
    if let jpeg {
      pixels = try jpeg.sharp(
        opened: opened, geometry: thumbnail ?? geometry, decoder: decoder)
    } else {
      pixels = try decoder.pixels(
        of: PixelSource(bytes: file), opened: opened, geometry: thumbnail ?? geometry)
    }
    if decoder.shouldStop() { throw .cancelled }
    if thumbnail != nil {
      thumbnails?.keep(pixels, of: source)
      pixels = try decoder.pixels(of: pixels, geometry: geometry)
    }
    return answer(.sharp, header.format, source, pixels)
  }

  /// The picture made of a cached thumbnail, `rough` where that is too small; nothing of the file but its
  /// header is read.
  private func cachedPicture(
    of file: ByteView, _ samples: CellSamples?
  ) throws(PictureFailure) -> PictureAnswer? {
    guard let thumbnails else { return nil }
    let header = try PictureHeader(of: file)
    let found = try thumbnails.find(
      decoder: decoder, source: { decoder.uprightSize(of: file, header) },
      geometry: { size in
        PictureGeometry(
          source: size, target: request.target, fit: request.fit, region: request.region,
          samples: samples)
      })
    return found.map {
      answer($0.isSharp ? .sharp : .rough, header.format, $0.source, $0.pixels)
    }
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
