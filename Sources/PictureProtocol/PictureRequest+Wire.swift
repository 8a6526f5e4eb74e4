extension WireWriter {
  mutating func put(_ request: PictureRequest) {
    put(request.id)
    put(request.generation)
    put(request.origin.rawValue)
    put(request.target)
    put(request.fit.rawValue)
    put(optional: request.region) { writer, region in
      for value in [region.x, region.y, region.width, region.height] { writer.put(value) }
    }
    put(request.background)
    put(request.output)
    put(request.steps.rawValue)
    put(request.frame)
    put(optional: request.thumbnail) { $0.put($1) }
  }

  mutating func put(_ request: MetadataRequest) {
    put(request.id)
    put(request.generation)
    put(request.origin.rawValue)
    put(request.hasSidecar)
    put(request.wantsDetails)
  }

  mutating func put(_ configuration: WorkerConfiguration) {
    put(configuration.protocolVersion)
    put(configuration.pixelLimit)
    put(configuration.sideLimit)
    put(configuration.secondsPerRequest)
    put(configuration.loadsAllDecoders)
  }

  private mutating func put(_ target: PictureTarget) {
    put(target.columns)
    put(target.rows)
    put(target.cellPixelWidth)
    put(target.cellPixelHeight)
    put(target.pixelWidth)
    put(target.pixelHeight)
  }

  private mutating func put(_ background: PictureBackground) {
    switch background {
    case .transparent: put(UInt8(1))
    case .color(let red, let green, let blue):
      put(UInt8(2))
      put(red)
      put(green)
      put(blue)
    case .checkerboard: put(UInt8(3))
    case .checkerboardOn(let red, let green, let blue):
      put(UInt8(4))
      put(red)
      put(green)
      put(blue)
    }
  }

  private mutating func put(_ output: PictureOutput) {
    switch output {
    case .symbols(let options):
      put(UInt8(1))
      put(options.colorDepth.rawValue)
      put(options.symbolSet.rawValue)
      put(optional: options.foregroundHint) { $0.put($1) }
      put(optional: options.backgroundHint) { $0.put($1) }
    case .pixels: put(UInt8(2))
    case .kitty(let coding):
      put(UInt8(3))
      put(coding.rawValue)
    case .sixel(let options):
      put(UInt8(4))
      put(options.colorCount)
    case .iTerm2: put(UInt8(5))
    case .histogram: put(UInt8(6))
    case .jpeg: put(UInt8(7))
    }
  }
}

extension WireReader {
  mutating func pictureRequest() throws(PictureProtocolError) -> PictureRequest {
    PictureRequest(
      id: try uint32(), generation: try uint32(), origin: try choice("origin"),
      target: try target(), fit: try choice("fit"), region: try region(),
      background: try background(), output: try output(),
      steps: try choice("steps"), frame: try uint32(),
      thumbnail: try bool("thumbnail") ? try thumbnailOffer() : nil)
  }

  mutating func metadataRequest() throws(PictureProtocolError) -> MetadataRequest {
    MetadataRequest(
      id: try uint32(), generation: try uint32(), origin: try choice("origin"),
      hasSidecar: try bool("hasSidecar"), wantsDetails: try bool("wantsDetails"))
  }

  mutating func workerConfiguration() throws(PictureProtocolError) -> WorkerConfiguration {
    WorkerConfiguration(
      protocolVersion: try uint32(), pixelLimit: try uint64(), sideLimit: try uint32(),
      secondsPerRequest: try uint32(), loadsAllDecoders: try bool("loadsAllDecoders"))
  }

  private mutating func target() throws(PictureProtocolError) -> PictureTarget {
    let cells = 1...UInt32(PictureProtocolLimits.cellsPerSide)
    let pixels = 1...UInt32(PictureProtocolLimits.targetPixelsPerSide)
    return PictureTarget(
      columns: try uint32(in: cells, "columns"), rows: try uint32(in: cells, "rows"),
      cellPixelWidth: try uint32(in: 1...256, "cellPixelWidth"),
      cellPixelHeight: try uint32(in: 1...256, "cellPixelHeight"),
      pixelWidth: try uint32(in: pixels, "pixelWidth"),
      pixelHeight: try uint32(in: pixels, "pixelHeight"))
  }

  private mutating func region() throws(PictureProtocolError) -> PictureRegion? {
    guard try bool("region") else { return nil }
    let region = PictureRegion(
      x: try double("x"), y: try double("y"), width: try double("width"),
      height: try double("height"))
    guard region.isValid else { throw bad("region") }
    return region
  }

  private mutating func background() throws(PictureProtocolError) -> PictureBackground {
    switch try uint8() {
    case 1: .transparent
    case 2: .color(red: try uint8(), green: try uint8(), blue: try uint8())
    case 3: .checkerboard
    case 4: .checkerboardOn(red: try uint8(), green: try uint8(), blue: try uint8())
    default: throw bad("background")
    }
  }

  private mutating func output() throws(PictureProtocolError) -> PictureOutput {
    switch try uint8() {
    case 1:
      .symbols(
        SymbolOptions(
          colorDepth: try choice("colorDepth"), symbolSet: try choice("symbolSet"),
          foregroundHint: try colorHint(), backgroundHint: try colorHint()))
    case 2: .pixels
    case 3: .kitty(try choice("coding"))
    case 4: .sixel(try sixelOptions())
    case 5: .iTerm2
    case 6: .histogram
    case 7: .jpeg
    default: throw bad("output")
    }
  }

  private mutating func sixelOptions() throws(PictureProtocolError) -> SixelOptions {
    let count = try uint16()
    guard (2...1024).contains(count) else { throw bad("colorCount") }
    return SixelOptions(colorCount: count)
  }

  private mutating func colorHint() throws(PictureProtocolError) -> UInt32? {
    try bool("hint") ? try uint32(in: 0...0xFF_FFFF, "hint") : nil
  }
}
