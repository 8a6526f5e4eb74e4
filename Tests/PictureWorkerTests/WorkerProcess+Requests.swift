import Glibc
import PictureProtocol
import Testing

/// What a worker can be given: an open file, the bytes of one, or the name of one in this folder's `Fixtures`.
protocol WorkerFile { func opened() throws -> OwnedDescriptor }

extension OwnedDescriptor: WorkerFile {
  func opened() -> OwnedDescriptor { self }
}

extension [UInt8]: WorkerFile {
  /// It has no name.
  func opened() throws -> OwnedDescriptor {
    var name = [CChar]("/tmp/vitrine-fixture-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    try #require(descriptor >= 0)
    unlink(name)
    var written = 0
    while written < count {
      let step = self[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      try #require(step > 0)
      written += step
    }
    return OwnedDescriptor(descriptor)
  }
}

extension String: WorkerFile {
  func opened() throws -> OwnedDescriptor {
    let own = "\(#filePath)"
    let slash = try #require(own.lastIndex(of: "/"))
    let descriptor = open("\(own[..<slash])/Fixtures/\(self)", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw WorkerProcess.Failure.noFixture(self) }
    return OwnedDescriptor(descriptor)
  }
}

/// The bytes of a fixture.
func fixture(_ name: String) throws -> [UInt8] {
  let file = try name.opened()
  var status = stat()
  fstat(file.number, &status)
  return [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
    count = max(0, pread(file.number, buffer.baseAddress, buffer.count, 0))
  }
}

extension WorkerProcess {
  static let smallTarget = PictureTarget.pixels(64, 64)

  /// - Parameter cached: A file of the thumbnail cache.
  /// - Returns: The worker, to receive its answer.
  @discardableResult
  func send(
    _ file: some WorkerFile, id: UInt32 = 1, origin: PictureOrigin = .localFile,
    target: PictureTarget = smallTarget, region: PictureRegion? = nil,
    enlargement: UInt32 = 1, rotation: PictureRotation = .none,
    background: PictureBackground = .transparent,
    output: PictureOutput = .pixels, allowsLarge: Bool = true,
    steps: PictureSteps = .sharp, frame: UInt32 = 0, thumbnail: ThumbnailOffer? = nil,
    cached: (any WorkerFile)? = nil
  ) throws -> WorkerProcess {
    var look = PictureLook(target: target, background: background, output: output)
    look.region = region
    look.enlargement = enlargement
    look.rotation = rotation
    look.frame = frame
    let request = PictureRequest(
      id: id, origin: origin, look: look, steps: steps, allowsLarge: allowsLarge,
      thumbnail: thumbnail)
    let files = [try file.opened()] + (try cached.map { [try $0.opened()] } ?? [])
    try withExtendedLifetime(files) {
      try socket.send(WorkerRequest.picture(request), descriptors: files.map(\.number))
    }
    return self
  }

  /// The picture of the next answer.
  func receivePicture() throws -> Picture {
    switch try receive() {
    case .picture(_, let picture): return picture
    case .failure(_, let failure): throw failure
    case let other: throw Failure.otherAnswer("\(other)")
    }
  }

  /// The failure of the next answer, or nil for another answer.
  func receiveFailure() throws -> PictureFailure? {
    if case .failure(_, let failure) = try receive() { failure } else { nil }
  }

  /// The pixels of a fixture, at its own size up to 64×64.
  func pixels(of name: String, background: PictureBackground = .transparent) throws -> PixelPicture
  {
    try send(name, background: background).receivePicture().pixels
  }

  func cells(
    of file: some WorkerFile, target: PictureTarget, options: SymbolOptions
  ) throws -> CellPicture {
    try send(file, target: target, output: .symbols(options)).receivePicture().cells
  }

  func metadata(
    of file: some WorkerFile, sidecar: (any WorkerFile)? = nil, wantsDetails: Bool = false
  ) throws -> PhotoMetadata {
    try requestMetadata(of: file, sidecar: sidecar, wantsDetails: wantsDetails)
    return try receivePicture().metadata
  }

  func requestMetadata(
    of file: some WorkerFile, sidecar: (any WorkerFile)? = nil, wantsDetails: Bool = false
  ) throws {
    var request = PictureRequest(id: 1, origin: .localFile, look: .metadata(details: wantsDetails))
    request.hasSidecar = sidecar != nil
    let files = [try file.opened()] + (try sidecar.map { [try $0.opened()] } ?? [])
    try withExtendedLifetime(files) {
      try socket.send(WorkerRequest.picture(request), descriptors: files.map(\.number))
    }
  }
}

extension Picture {
  var pixels: PixelPicture {
    get throws { try part { if case .pixels(let part) = $0 { part } else { nil } } }
  }
  var cells: CellPicture {
    get throws { try part { if case .cells(let part) = $0 { part } else { nil } } }
  }
  var encoded: EncodedPicture {
    get throws { try part { if case .encoded(let part) = $0 { part } else { nil } } }
  }
  var jpeg: JPEGPicture {
    get throws { try part { if case .jpeg(let part) = $0 { part } else { nil } } }
  }
  var fingerprint: PhotoFingerprint {
    get throws { try part { if case .fingerprint(let part) = $0 { part } else { nil } } }
  }
  var metadata: PhotoMetadata {
    get throws { try part { if case .metadata(let part) = $0 { part } else { nil } } }
  }

  private func part<Part>(_ part: (PicturePayload) -> Part?) throws -> Part {
    guard let part = part(payload) else { throw WorkerProcess.Failure.otherAnswer("\(payload)") }
    return part
  }
}

extension PixelPicture {
  /// The colour at a place in fractions of the sides, as red, green, blue, alpha.
  func color(_ x: Double, _ y: Double) -> [Int] {
    let column = min(Int(width) - 1, Int(x * Double(width)))
    let row = min(Int(height) - 1, Int(y * Double(height)))
    let start = (row * Int(width) + column) * 4
    return bytes[start..<start + 4].map { Int($0) }
  }

  /// The middles of the four quarters: above left, above right, below left, below right.
  var quarters: [[Int]] {
    [color(0.25, 0.25), color(0.75, 0.25), color(0.25, 0.75), color(0.75, 0.75)]
  }
}

/// Whether colours are the same except for the effects of lossy formats and rounding.
func isNear(_ one: [Int], _ other: [Int], by tolerance: Int = 6) -> Bool {
  one.count == other.count && zip(one, other).allSatisfy { abs($0 - $1) <= tolerance }
}

func expectNear(
  _ found: [[Int]], _ expected: [[Int]], by tolerance: Int = 6,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(
    found.count == expected.count
      && zip(found, expected).allSatisfy { isNear($0, $1, by: tolerance) },
    "\(found) is not \(expected)", sourceLocation: sourceLocation)
}

extension PictureTarget {
  /// Cells of one pixel.
  static func pixels(_ width: UInt32, _ height: UInt32) -> PictureTarget {
    PictureTarget(columns: width, rows: height, cellPixelWidth: 1, cellPixelHeight: 1)
  }
}

/// The colours of the fixtures' quarters.
let upright = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 255]]
