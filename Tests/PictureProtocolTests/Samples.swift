import Glibc
import PictureProtocol

/// One message of each kind and shape.
enum Samples {
  static let target = PictureTarget(columns: 40, rows: 12, cellPixelWidth: 9, cellPixelHeight: 18)

  static let outputs: [PictureOutput] = [
    .symbols(SymbolOptions()),
    .symbols(SymbolOptions(colorDepth: .monochrome, foregroundHint: 0xFFFFFF, backgroundHint: 0)),
    .pixels, .kitty(.compressed), .kitty(.palette), .sixel(SixelOptions(colorCount: 16)), .iTerm2,
    .histogram, .jpeg, .fingerprint, .thumbnail, .metadata(details: false),
    .metadata(details: true),
  ]

  static func look(_ output: PictureOutput = .pixels) -> PictureLook {
    PictureLook(target: target, output: output)
  }

  private static var partOfFrame: PictureLook {
    var look = PictureLook(target: target, background: .checkerboard, output: .pixels)
    look.region = PictureRegion(x: 0.25, y: 0, width: 0.5, height: 1)
    look.enlargement = 4
    look.rotation = .left
    look.frame = 3
    return look
  }

  private static let backgrounds: [PictureBackground] = [
    .color(red: 1, green: 2, blue: 3), .checkerboardOn(red: 4, green: 5, blue: 6),
  ]

  static let requests: [WorkerRequest] =
    outputs.map { .picture(PictureRequest(id: 7, look: look($0))) }
    + backgrounds.map {
      .picture(
        PictureRequest(id: 1, look: PictureLook(target: target, background: $0, output: .pixels)))
    } + [
      .picture(PictureRequest(id: .max, origin: .localFile, look: partOfFrame, steps: .roughOnly)),
      .picture(
        PictureRequest(
          id: 2, look: look(), allowsLarge: true,
          thumbnail: ThumbnailOffer(
            uri: "file:///a%20b.jpg", modificationSeconds: -1, byteCount: .max,
            hasCachedFile: true, wanted: .xLarge))),
      .picture(
        PictureRequest(
          id: 3, look: look(),
          thumbnail: ThumbnailOffer(uri: "", modificationSeconds: 0, byteCount: 0))),
      .metadata(id: 1),
      .metadata(id: 2, origin: .ownServer, hasSidecar: true),
      .cancel(id: 12),
    ]

  static let jpeg = JPEGPicture(
    width: 3, height: 2, bytes: [0xFF, 0xD8, 0xFF, 0xDB, 0, 1, 2, 0xFF, 0xD9])

  static let failures: [PictureFailure] = [
    .emptyFile, .notARegularFile, .notAPicture, .unsupportedFormat(name: "PSD"),
    .noPreview(name: "NEF"),
    .formatNotAllowed(.tiff), .tooLarge(width: 65535, height: 65535, memoryBytes: 1), .truncated,
    .large,
    .broken("bad Huffman code"), .unreadable(errno: 13), .unsupportedOutput, .badRequest,
    .outOfMemory, .cancelled, .timedOut, .workerDied, .noRough,
  ]

  static let cells = CellPicture(
    columns: 2, rows: 2,
    cells: [
      PictureCell(
        scalar: 0x2580, foreground: .rgb(red: 1, green: 2, blue: 3), background: .indexed(200)),
      PictureCell(scalar: 0x20),
      PictureCell(scalar: 0x1FB00),
      PictureCell(
        scalar: 0x41, foreground: .indexed(0), background: .rgb(red: 0, green: 0, blue: 0)),
    ])

  static let payloads: [PicturePayload] =
    [
      .cells(cells),
      .pixels(PixelPicture(width: 1, height: 2, bytes: [1, 2, 3, 4, 5, 6, 7, 8])),
      .encoded(
        EncodedPicture(
          coding: .png, pixelWidth: 27, pixelHeight: 18, columns: 3, rows: 1,
          bytes: Array("eJz+/0=".utf8))),
      .encoded(
        EncodedPicture(
          coding: .sixel, pixelWidth: 10, pixelHeight: 20, columns: 1, rows: 1,
          bytes: Array("\"1;1;10;20#0;2;0;0;0#0!10~$-".utf8))),
      .histogram(PictureHistogram(red: [1, 2], luminance: Array(repeating: 7, count: 64))),
      .jpeg(jpeg),
    ]
    + [
      PhotoFingerprint(
        differences: 0x8000_0000_0000_0001, contrast: 7, colors: (0..<96).map { UInt8($0) })
    ].compactMap { $0.map(PicturePayload.fingerprint) }

  static let answers: [WorkerAnswer] =
    payloads.map {
      .picture(
        id: 5, Picture($0, isSharp: false, format: .webp, sourceWidth: 6000, sourceHeight: 4000))
    } + [
      .picture(id: 5, ofAnimation(thumbnail: CacheThumbnail(size: .large, png: [1, 2, 3]))),
      .picture(id: .max, ofAnimation(thumbnail: nil)),
    ]
    + failures.map { .failure(id: 1, $0) } + [
      .hello(WorkerHello()),
      .hello(fullHello),
      .unlistedCall(435),
      .metadata(id: 1, PhotoMetadata()),
      .metadata(id: 1, fullMetadata),
    ]
    + [OrientationLocation.absent, .unstated, .entry(offset: 0, isBigEndian: false)].map { place in
      var metadata = PhotoMetadata()
      metadata.orientationLocation = place
      return .metadata(id: 1, metadata)
    }

  private static func ofAnimation(thumbnail: CacheThumbnail?) -> Picture {
    var picture = Picture(
      .cells(cells), format: .gif, sourceWidth: 60, sourceHeight: 40,
      animation: AnimationFrame(index: 3, count: 12, milliseconds: 100, loopCount: 2))
    picture.thumbnail = thumbnail
    return picture
  }

  private static var fullHello: WorkerHello {
    var hello = WorkerHello()
    hello.versionText = "1.0 (libvips 8.14.1)"
    hello.readableFormats = [.svg, .jpeg]
    hello.cell = WorkerCell(filtersCalls: false, landlockVersion: 7)
    return hello
  }

  static var fullMetadata: PhotoMetadata {
    var metadata = PhotoMetadata()
    (metadata.width, metadata.height, metadata.orientation) = (4000, 6000, 6)
    metadata.orientationLocation = .entry(offset: .max, isBigEndian: true)
    metadata.title = "Вена"
    metadata.description = "two lines\nof text"
    metadata.headline = "At the lake"
    metadata.copyright = "© A. Lens"
    metadata.altText = "A lake between hills"
    metadata.author = "A. Lens"
    metadata.licence = "CC BY 4.0"
    metadata.keywords = ["for sale", "Wien", ""]
    metadata.places = ["Am Hof", "", "Wien", "Österreich"]
    metadata.rating = -1
    metadata.label = "Red"
    metadata.dates = [.init("2017:10:01 12:34:56", offset: "+02:00"), .init("1958")]
    metadata.cameraMake = "NIKON"
    metadata.cameraModel = "D500"
    metadata.lens = "50 mm"
    metadata.focalLength = 50
    metadata.aperture = 1.8
    metadata.exposureTime = 0.005
    metadata.iso = 100
    metadata.position = GeoPosition(latitude: 48.2, longitude: 16.37)
    metadata.details = PhotoDetail.Kind.allCases.map { PhotoDetail(kind: $0, text: "of \($0)") }
    return metadata
  }

  /// Open descriptors that a message can carry.
  static func descriptors(_ count: Int) -> [OwnedDescriptor] {
    (0..<count).map { _ in OwnedDescriptor(open("/dev/null", O_RDONLY)) }
  }
}

extension WorkerRequest {
  static func metadata(
    id: UInt32, origin: PictureOrigin = .localFile, hasSidecar: Bool = false
  ) -> WorkerRequest {
    var request = PictureRequest(id: id, origin: origin, look: .metadata(details: false))
    request.hasSidecar = hasSidecar
    return .picture(request)
  }
}

extension WorkerAnswer {
  static func metadata(id: UInt32, _ metadata: PhotoMetadata) -> WorkerAnswer {
    .picture(id: id, Picture(.metadata(metadata), format: .jpeg, sourceWidth: 0, sourceHeight: 0))
  }
}

extension PictureMessage {
  /// The first message in bytes, with which so many files have come.
  static func first(
    in bytes: some Sequence<UInt8>, descriptors: Int = 0
  ) throws(PictureProtocolError) -> ReceivedMessage<Self>? {
    var received = ReceivedBytes()
    (received.bytes, received.descriptors) = (Array(bytes), Samples.descriptors(descriptors))
    return try received.take(Self.self)
  }
}
