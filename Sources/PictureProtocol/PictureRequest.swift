/// A request for a picture. The first descriptor with it is the file, open for reading; a second one may be a file of
/// the thumbnail cache.
///
/// The answer is one `PictureAnswer` with `step == .sharp`, perhaps after one with `.rough`, or one `FailureAnswer`;
/// with `roughOnly` and `quick` one answer of any of the three. A worker makes one picture after the other in the order of the
/// requests.
public struct PictureRequest: Hashable, Sendable {
  /// Chosen by the main process, unique among unfinished requests.
  public var id: UInt32
  public var origin: PictureOrigin
  public var target: PictureTarget
  /// A part of the picture, or nil for all of it.
  public var region: PictureRegion?
  /// How many of the terminal's pixels each pixel of the picture takes per side, all of the same colour: 1...16. With 1
  /// the picture is not enlarged by whole pixels, but scaled to its box.
  public var enlargement: UInt32
  /// How the picture is rotated; boxes and regions are those of the rotated picture, thumbnails stay as they are.
  public var rotation: PictureRotation
  public var background: PictureBackground
  public var output: PictureOutput
  public var steps: PictureSteps
  /// Whether the picture may be so large that it has to be decoded alone; otherwise such a picture fails as `large`.
  public var allowsLarge: Bool
  /// Which picture of an animation, from 0.
  public var frame: UInt32
  /// What the thumbnail cache may provide and wants; nil if it is not used.
  public var thumbnail: ThumbnailOffer?

  public init(
    id: UInt32, origin: PictureOrigin = .network, target: PictureTarget,
    region: PictureRegion? = nil, enlargement: UInt32 = 1,
    rotation: PictureRotation = .none,
    background: PictureBackground = .transparent, output: PictureOutput,
    steps: PictureSteps = .sharp, allowsLarge: Bool = false, frame: UInt32 = 0,
    thumbnail: ThumbnailOffer? = nil
  ) {
    self.id = id
    self.origin = origin
    self.target = target
    self.region = region
    self.enlargement = enlargement
    self.rotation = rotation
    self.background = background
    self.output = output
    self.steps = steps
    self.allowsLarge = allowsLarge
    self.frame = frame
    self.thumbnail = thumbnail
  }
}

/// The steps in which a picture arrives.
public enum PictureSteps: UInt8, Hashable, Sendable, CaseIterable {
  /// The picture only.
  case sharp = 1
  /// Only a cheap rough picture (an embedded thumbnail, a first scan): one answer of either step, or the failure `noRough`. It costs little or is not made.
  case roughOnly
  /// Before the picture, one with half as many pixels per side, for a connection that takes seconds for all of them;
  /// for outputs without such a form (`EncodedPicture.pixelWidth`), only the picture.
  case halfThenSharp
  /// One answer, as soon as possible, while a key is held: the rough picture that costs little; else the picture, if
  /// it is small; else a rough one, made from the smallest decode. It fails with `noRough` if the picture is `large`.
  case quick

  /// Whether the only answer may be a rough picture.
  public var endsWithRough: Bool { self == .roughOnly || self == .quick }
}

/// A request for the metadata of a photo. Descriptors: the file and, if `hasSidecar`, an XMP file.
///
/// The answer is one `MetadataAnswer` or one `FailureAnswer`.
public struct MetadataRequest: Hashable, Sendable {
  public var id: UInt32
  public var origin: PictureOrigin
  public var hasSidecar: Bool
  /// Whether `PhotoMetadata.details` are wanted as well; rows of a list do without.
  public var wantsDetails: Bool

  public init(
    id: UInt32, origin: PictureOrigin = .localFile,
    hasSidecar: Bool = false, wantsDetails: Bool = false
  ) {
    self.id = id
    self.origin = origin
    self.hasSidecar = hasSidecar
    self.wantsDetails = wantsDetails
  }
}

extension WireWriter {
  mutating func put(_ request: PictureRequest) {
    put(request.id)
    put(request.origin.rawValue)
    put(request.target)
    put(optional: request.region) { writer, region in
      for value in [region.x, region.y, region.width, region.height] { writer.put(value) }
    }
    put(request.enlargement)
    put(request.rotation.rawValue)
    put(request.background)
    put(request.output)
    put(request.steps.rawValue)
    put(request.allowsLarge)
    put(request.frame)
    put(optional: request.thumbnail) { $0.put($1) }
  }

  mutating func put(_ request: MetadataRequest) {
    put(request.id)
    put(request.origin.rawValue)
    put(request.hasSidecar)
    put(request.wantsDetails)
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
    case .fingerprint: put(UInt8(8))
    case .thumbnail: put(UInt8(9))
    }
  }
}

extension WireReader {
  mutating func pictureRequest() throws(PictureProtocolError) -> PictureRequest {
    PictureRequest(
      id: try uint32(), origin: try choice("origin"),
      target: try target(), region: try region(),
      enlargement: try uint32(in: 1...PictureProtocolLimits.enlargement, "enlargement"),
      rotation: try choice("rotation"), background: try background(), output: try output(),
      steps: try choice("steps"), allowsLarge: try bool("allowsLarge"), frame: try uint32(),
      thumbnail: try bool("thumbnail") ? try thumbnailOffer() : nil)
  }

  mutating func metadataRequest() throws(PictureProtocolError) -> MetadataRequest {
    MetadataRequest(
      id: try uint32(), origin: try choice("origin"),
      hasSidecar: try bool("hasSidecar"), wantsDetails: try bool("wantsDetails"))
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
    case 8: .fingerprint
    case 9: .thumbnail
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
