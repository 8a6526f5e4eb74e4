import PictureProtocol

/// Makes the answer to one request for a picture.
struct PictureMaker {
  var request: PictureRequest
  var decoder: PictureDecoder
  /// Keeps the animation that is being played.
  var animations: AnimationCache
  var thumbnails: ThumbnailExchange?
  /// Whether a large picture may be made of fewer pixels.
  var isPassing = false
  /// Whether it is made in half its size per side, as a rough picture for a slow connection.
  var isHalved = false
  /// Whether characters are half blocks: libchafa takes longer to find the best ones than decoding a thumbnail does (25 ms for 120×36
  /// cells, where half blocks take 1).
  var isInHalfBlocks = false

  func make(_ descriptor: OwnedDescriptor) throws(PictureFailure) -> Picture {
    if request.look.output == .fingerprint { return try makeFingerprint(descriptor) }
    if request.look.output == .thumbnail { return try makeThumbnail(descriptor) }
    if request.steps == .quick { return try makeQuick(descriptor) }
    if request.steps == .roughOnly, request.mayBeHalfBlocks(above: PictureRequest.quickCells),
      !isInHalfBlocks
    {
      var maker = self
      maker.isInHalfBlocks = true
      return try maker.make(descriptor)
    }
    let samples: CellSamples?
    switch request.look.output {
    case .symbols(let options):
      samples = SymbolRenderer(options, isQuick: isInHalfBlocks).samples
    case .pixels, .kitty, .sixel, .iTerm2, .jpeg, .fingerprint, .thumbnail, .metadata: samples = nil
    case .histogram: return try makeHistogram(descriptor)
    }
    if request.look.frame > 0 { return try makeFrame(descriptor, samples) }
    if request.allowsLarge { animations.close() }
    return try FileMapping.read(descriptor) { (file) throws(PictureFailure) in
      try make(file, samples)
    }
  }

  /// While a key is held, makes a cheap picture. One of many characters is made in half blocks then, and one that is
  /// drawn like text of fewer pixels: sixel is enlarged here, and iTerm2's protocol lets the terminal do that. For a
  /// slow connection the terminal enlarges one of half the size.
  private func makeQuick(_ descriptor: OwnedDescriptor) throws(PictureFailure) -> Picture {
    var maker = self
    maker.isPassing = request.isEnlargedInPassing
    maker.request.steps = .roughOnly
    do throws(PictureFailure) {
      return try maker.make(descriptor)
    } catch {
      guard error == .noRough else { throw error }
    }
    maker.request.steps = .sharp
    maker.isHalved = PictureEncoder.halvesRough(request.look.output)
    maker.isInHalfBlocks = request.mayBeHalfBlocks(above: PictureRequest.previewCells)
    do throws(PictureFailure) {
      return try maker.make(descriptor)
    } catch {
      throw error == .large ? .noRough : error
    }
  }

  private func make(
    _ file: ByteView, _ samples: CellSamples?
  ) throws(PictureFailure) -> Picture {
    if let cached = try cachedPicture(of: file, samples) { return cached }
    var decoder = decoder
    // Only what costs next to nothing is made then, however large the picture is.
    if request.steps == .roughOnly { decoder.allowsLarge = true }
    let header = try decoder.header(of: file, from: request.origin)
    if header.format == .raw {
      let previews = try RawPreviews(of: file, decoder: decoder)
      return try make(
        .raw, try previews.uprightSize(), samples, nil, rough: { previews.rough($0) },
        sharp: { (geometry) throws(PictureFailure) in try previews.sharp(geometry) })
    }
    let opened = try decoder.open(file, header)
    let animation = AnimationFacts(of: opened, format: header.format)
    let jpeg = JPEGPictures(file: file, header: header, opened: opened)
    return try make(
      header.format, opened.uprightSize, samples, animation,
      rough: { jpeg?.rough(opened: opened, geometry: $0, decoder: decoder) },
      sharp: { (geometry) throws(PictureFailure) in
        guard let jpeg else {
          return try pixels(of: file, header, opened: opened, geometry, decoder)
        }
        // Characters show no difference between two ways of scaling.
        return try jpeg.sharp(
          opened: opened, geometry: geometry, decoder: decoder, mayBeLarger: samples != nil)
      })
  }

  private func pixels(
    of file: ByteView, _ header: PictureHeader, opened: borrowing VipsPicture,
    _ geometry: PictureGeometry, _ decoder: PictureDecoder
  ) throws(PictureFailure) -> PixelBuffer {
    var source = PixelSource(bytes: file)
    // Sony's own brand: its thumbnails fail, and libvips decodes them four times to find out.
    if header.format == .heic { source.takesThumbnail = !ISOMediaHeader.hasBrand("SHIF", file) }
    do throws(PictureFailure) {
      return try decoder.pixels(of: source, opened: opened, geometry: geometry)
    } catch {
      // libvips 8.14 uses the thumbnail if that is large enough, and fails ("bad image dimensions on decode") if it is
      // larger or smaller than the file states: Sony pads its own, Samsung's lacks a row.
      guard case .broken = error, source.takesThumbnail,
        header.format == .heic || header.format == .avif
      else { throw error }
      source.takesThumbnail = false
      return try decoder.pixels(of: source, opened: opened, geometry: geometry)
    }
  }

  /// - Parameters:
  ///   - rough: nil if there is none that costs next to nothing.
  ///   - sharp: The picture, of which all may have more pixels; not called if a rough one is enough.
  private func make(
    _ format: PictureFormat, _ source: PictureHeader.Size,
    _ samples: CellSamples?, _ animation: AnimationFacts?,
    rough: (PictureGeometry) -> PixelBuffer?,
    sharp: (PictureGeometry) throws(PictureFailure) -> PixelBuffer
  ) throws(PictureFailure) -> Picture {
    let geometry = madeGeometry(of: source, samples)
    if decoder.shouldStop() { throw .cancelled }
    if request.steps == .roughOnly {
      guard request.look.isWhole, let rough = rough(geometry) else { throw .noRough }
      return try answer(isSharp: false, format, source, samples, rough)
    }
    let making = thumbnails?.geometriesToMake(source: source, for: geometry)
    var pixels = try sharp(making?.decoded ?? geometry)
    if decoder.shouldStop() { throw .cancelled }
    var thumbnail: CacheThumbnail?
    if let making {
      thumbnail = thumbnails?.thumbnail(
        of: try pixels.fitted(to: making.kept, by: decoder), source: source)
      pixels = try decoder.pixels(of: pixels, geometry: geometry)
    } else {
      pixels = try pixels.fitted(to: geometry, by: decoder)
    }
    var picture = try answer(isSharp: true, format, source, samples, pixels, animation?.frame(0))
    picture.thumbnail = thumbnail
    return picture
  }

  /// What is made of a picture with this upright size, before it is rotated and enlarged.
  private func madeGeometry(
    of source: PictureHeader.Size, _ samples: CellSamples?
  ) -> PictureGeometry {
    let geometry = geometry(of: source, samples)
    return geometry.shrunk(by: shrink(geometry)).upright(from: request.look.rotation)
  }

  /// How many times smaller, per side, a picture is made: on the photo screen it has a million pixels, and making sixels of them
  /// takes longer than decoding them.
  private func shrink(_ geometry: PictureGeometry) -> Int {
    guard isPassing else { return 1 }
    let side = max(geometry.width, geometry.height)
    return Self.passingShrinks.first { side / $0 <= Self.passingSide } ?? 6
  }

  /// As large as the desktop's thumbnails.
  private static let passingSide = 256
  /// A band of sixels has six rows, and is short if they are two different ones or one.
  private static let passingShrinks = [1, 3, 6]

  /// The size of a picture with this upright size, rotated.
  private func geometry(of source: PictureHeader.Size, _ samples: CellSamples?) -> PictureGeometry {
    let source = source.rotated(by: request.look.rotation)
    if request.look.enlargement > 1 {
      return PictureGeometry(
        enlarging: request.look.region, of: source, by: Int(request.look.enlargement),
        target: request.look.target, samples: samples)
    }
    return PictureGeometry(
      source: source, target: request.look.target, region: request.look.region, samples: samples)
  }

  /// The picture made from a cached thumbnail, `rough` if that is too small; only the header of the file is read.
  private func cachedPicture(
    of file: ByteView, _ samples: CellSamples?
  ) throws(PictureFailure) -> Picture? {
    guard let thumbnails else { return nil }
    let header = try PictureHeader(of: file)
    let found = thumbnails.find(
      decoder: decoder, wantsRough: request.steps == .roughOnly,
      source: { decoder.uprightSize(of: file, header) },
      geometry: { madeGeometry(of: $0, samples) })
    guard let found else { return nil }
    return try answer(
      isSharp: found.isSharp, header.format, found.source, samples, found.pixels,
      found.isSharp ? animation(of: file, header) : nil)
  }

  /// The position of the first picture in an animation, which thumbnails do not record.
  private func animation(of file: ByteView, _ header: PictureHeader) -> AnimationFrame? {
    guard AnimationFacts.formats.contains(header.format) else { return nil }
    guard let opened = try? decoder.open(file, as: header.format) else {
      Vips.forgetErrors()
      return nil
    }
    return AnimationFacts(of: opened, format: header.format)?.frame(0)
  }

  /// - Parameters:
  ///   - source: The upright picture's size.
  ///   - pixels: Upright; they are rotated here and nowhere else.
  private func answer(
    isSharp: Bool, _ format: PictureFormat, _ source: PictureHeader.Size,
    _ samples: CellSamples?, _ pixels: PixelBuffer, _ animation: AnimationFrame? = nil
  ) throws(PictureFailure) -> Picture {
    let geometry = geometry(of: source, samples)
    let shrink = shrink(geometry)
    let isSharp = isSharp && shrink == 1 && !isHalved && !isInHalfBlocks
    let encoder = PictureEncoder(
      look: request.look, geometry: geometry, isSharp: isSharp, shrink: shrink,
      isInHalfBlocks: isInHalfBlocks)
    let payload = try encoder.payload(of: pixels.rotated(by: request.look.rotation))
    let source = source.rotated(by: request.look.rotation)
    return Picture(
      payload, isSharp: isSharp, format: format, source: source, animation: animation)
  }
}

extension Picture {
  /// - Parameter source: The upright size of the picture in the file; nil if unknown.
  init(
    _ payload: PicturePayload, isSharp: Bool = true, format: PictureFormat,
    source: PictureHeader.Size?, animation: AnimationFrame? = nil
  ) {
    self.init(
      payload, isSharp: isSharp, format: format, sourceWidth: UInt32(clamping: source?.width ?? 0),
      sourceHeight: UInt32(clamping: source?.height ?? 0), animation: animation)
  }
}

extension PixelBuffer {
  /// All of the picture in the size of a geometry, unless it has that already.
  fileprivate func fitted(
    to geometry: PictureGeometry, by decoder: PictureDecoder
  ) throws(PictureFailure) -> PixelBuffer {
    guard geometry.isWhole, width != geometry.width || height != geometry.height else {
      return self
    }
    return try decoder.pixels(of: self, geometry: geometry)
  }
}

extension PictureRequest {
  /// Whether it is a picture of so many characters that finding the best takes long.
  fileprivate func mayBeHalfBlocks(above cellCount: UInt64) -> Bool {
    guard case .symbols(let options) = look.output else { return false }
    return options.colorDepth == .truecolor && look.target.cellCount > cellCount
  }

  /// Whether a whole picture is drawn like text, so that it can be enlarged on the way.
  fileprivate var isEnlargedInPassing: Bool {
    guard look.isWhole, look.frame == 0 else { return false }
    return switch look.output {
    case .sixel, .iTerm2: true
    case .symbols, .pixels, .kitty, .jpeg, .histogram, .fingerprint, .thumbnail, .metadata: false
    }
  }

  /// The thumbnails of rows and grids have fewer, and are sharp immediately if they are in the cache.
  fileprivate static var quickCells: UInt64 { 400 }
  /// The preview's box at 120×40 has 1,215, whose characters take 5 ms.
  fileprivate static var previewCells: UInt64 { 1600 }
}

extension PictureMaker {
  /// A picture of an animation after its first.
  private func makeFrame(
    _ descriptor: OwnedDescriptor, _ samples: CellSamples?
  ) throws(PictureFailure) -> Picture {
    guard request.steps != .roughOnly else { throw .noRough }
    let index = Int(request.look.frame)
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
    let pixels = try decoder.pixels(
      of: PixelSource(bytes: .empty, decoded: frame.image), opened: frame,
      geometry: geometry(of: source, samples).upright(from: request.look.rotation))
    if decoder.shouldStop() { throw .cancelled }
    return try answer(
      isSharp: true, session.format, source, samples, pixels, session.facts.frame(index))
  }

  /// The distribution of brightness, counted in a small copy of the whole picture; for an animation, of the first one.
  private func makeHistogram(_ descriptor: OwnedDescriptor) throws(PictureFailure) -> Picture {
    let maker = PictureMaker(
      request: wholePicture(side: PictureHistogram.sidePixels), decoder: decoder,
      animations: animations)
    var answer = try maker.make(descriptor)
    guard case .pixels(let pixels) = answer.payload else { throw .unsupportedOutput }
    answer.payload = .histogram(PictureHistogram(of: pixels))
    return answer
  }

  /// The request for the pixels of the whole picture, unrotated.
  private func wholePicture(side: UInt32) -> PictureRequest {
    var whole = request
    whole.look = PictureLook(side: side, output: .pixels)
    whole.steps = .sharp
    return whole
  }

  /// What the picture looks like: from a thumbnail, or from a decode that costs little.
  private func makeFingerprint(
    _ descriptor: OwnedDescriptor
  ) throws(PictureFailure) -> Picture {
    if let answer = try makeFingerprintOfThumbnail(descriptor) { return answer }
    var maker = self
    maker.request = wholePicture(side: PhotoFingerprint.sidePixels)
    maker.request.look.background = .color(red: 255, green: 255, blue: 255)
    maker.request.steps = .roughOnly
    var answer: Picture
    do throws(PictureFailure) {
      answer = try maker.make(descriptor)
    } catch {
      guard error == .noRough, try costsLittle(descriptor) else { throw error }
      maker.request.steps = .sharp
      maker.decoder.allowsLarge = false
      do throws(PictureFailure) {
        answer = try maker.make(descriptor)
      } catch {
        throw error == .large ? .noRough : error
      }
    }
    guard case .pixels(let pixels) = answer.payload else { throw .unsupportedOutput }
    let buffer = PixelBuffer(
      width: Int(pixels.width), height: Int(pixels.height), bytes: pixels.bytes)
    guard let fingerprint = PhotoFingerprint(of: buffer) else { throw .broken("no pixels") }
    answer.isSharp = true
    answer.payload = .fingerprint(fingerprint)
    return answer
  }

  /// The thumbnail in a JPEG, or the preview in a raw file that is nearest to the target.
  private func makeThumbnail(_ descriptor: OwnedDescriptor) throws(PictureFailure) -> Picture {
    try FileMapping.read(descriptor) { (file) throws(PictureFailure) in
      let header = try PictureHeader(of: file)
      guard header.format.isAllowed(from: request.origin) else {
        throw .formatNotAllowed(header.format)
      }
      var pixels: PixelBuffer?
      if let jpeg = header.jpeg {
        pixels = try EmbeddedThumbnail.pixels(in: jpeg, decoder: decoder)
      } else if header.format == .raw {
        let previews = try RawPreviews(of: file, decoder: decoder)
        pixels = try previews.sharp(geometry(of: try previews.uprightSize(), nil))
      }
      guard let pixels else { throw .noRough }
      return try answer(
        isSharp: true, header.format,
        PictureHeader.Size(width: pixels.width, height: pixels.height), nil, pixels)
    }
  }

  /// From the thumbnail in a JPEG.
  private func makeFingerprintOfThumbnail(
    _ descriptor: OwnedDescriptor
  ) throws(PictureFailure) -> Picture? {
    try FileMapping.read(descriptor) { (file) throws(PictureFailure) in
      guard try PictureHeader(of: file).format == .jpeg else { return nil }
      var decoder = decoder
      decoder.allowsLarge = true
      let header = try decoder.header(of: file, from: request.origin)
      guard let jpeg = header.jpeg,
        let pixels = try EmbeddedThumbnail.pixels(in: jpeg, decoder: decoder),
        let fingerprint = PhotoFingerprint(of: pixels),
        let source = decoder.uprightSize(of: file, header)
      else { return nil }
      return Picture(.fingerprint(fingerprint), format: .jpeg, source: source)
    }
  }

  /// Whether the smallest decode is far from a decode of all pixels: a JPEG's at an eighth, the preview of a raw file, the
  /// thumbnail of a HEIC, or a small picture.
  private func costsLittle(_ descriptor: OwnedDescriptor) throws(PictureFailure) -> Bool {
    let header = try FileMapping.read(descriptor) { (file) throws(PictureFailure) in
      try PictureHeader(of: file)
    }
    switch header.format {
    case .jpeg, .raw, .heic: return true
    default: return header.size.map { $0.width * $0.height <= Self.smallPixels } ?? false
    }
  }

  /// Some ten milliseconds in any format.
  private static let smallPixels = 2 << 20
}

extension PictureHistogram {
  /// The copy's longer side: 65,536 pixels distinguish 64 steps as well as millions do.
  static let sidePixels: UInt32 = 256

  /// - Parameter pixels: Pixels that are more than half transparent are not counted: their colour is not visible.
  init(of pixels: PixelPicture) {
    self.init()
    let step = 256 / Self.stepCount
    pixels.bytes.withUnsafeBufferPointer { bytes in
      for start in stride(from: 0, to: bytes.count - 3, by: 4) where bytes[start + 3] >= 128 {
        let (red, green, blue) = (Int(bytes[start]), Int(bytes[start + 1]), Int(bytes[start + 2]))
        // Rec. 709, in 10,000ths; at most 255.
        let light = (2126 * red + 7152 * green + 722 * blue + 5000) / 10_000
        self.red[red / step] += 1
        self.green[green / step] += 1
        self.blue[blue / step] += 1
        luminance[light / step] += 1
      }
    }
  }
}
