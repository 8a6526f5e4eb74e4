import Glibc
import PictureProtocol
import Testing

extension WorkerProcess {
  static let smallTarget = PictureTarget(
    columns: 64, rows: 64, cellPixelWidth: 1, cellPixelHeight: 1)

  /// A file of this folder's `Fixtures`.
  static func fixture(_ name: String, file: StaticString = #filePath) throws -> OwnedDescriptor {
    let own = "\(file)"
    let slash = try #require(own.lastIndex(of: "/"))
    let descriptor = open("\(own[..<slash])/Fixtures/\(name)", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure.noFixture(name) }
    return OwnedDescriptor(descriptor)
  }

  /// A file with these bytes and no name.
  static func file(_ bytes: [UInt8]) throws -> OwnedDescriptor {
    var name = Array("/tmp/vitrine-fixture-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    try #require(descriptor >= 0)
    unlink(name)
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      try #require(count > 0)
      written += count
    }
    return OwnedDescriptor(descriptor)
  }

  static func bytes(of file: OwnedDescriptor) -> [UInt8] {
    var status = stat()
    fstat(file.number, &status)
    return [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
      count = max(0, pread(file.number, buffer.baseAddress, buffer.count, 0))
    }
  }

  func send(
    _ file: OwnedDescriptor, id: UInt32 = 1, origin: PictureOrigin = .localFile,
    target: PictureTarget = smallTarget, region: PictureRegion? = nil,
    enlargement: UInt32 = 1, rotation: PictureRotation = .none,
    background: PictureBackground = .transparent,
    output: PictureOutput = .pixels, allowsLarge: Bool = true,
    steps: PictureSteps = .sharp, frame: UInt32 = 0, thumbnail: ThumbnailOffer? = nil,
    cached: OwnedDescriptor? = nil
  ) throws {
    var look = PictureLook(target: target, background: background, output: output)
    look.region = region
    look.enlargement = enlargement
    look.rotation = rotation
    look.frame = frame
    let request = PictureRequest(
      id: id, origin: origin, look: look, steps: steps, allowsLarge: allowsLarge,
      thumbnail: thumbnail)
    try socket.send(
      WorkerRequest.picture(request),
      descriptors: [file.number] + (cached.map { [$0.number] } ?? []))
  }

  /// The picture of the next answer.
  func receivePicture() throws -> PictureAnswer {
    switch try receive() {
    case .picture(let answer): return answer
    case .failure(_, let failure, _): throw failure
    case let other: throw Failure.otherAnswer("\(other)")
    }
  }

  /// The failure of the next answer, or nil for another answer.
  func receiveFailure() throws -> PictureFailure? {
    if case .failure(_, let failure, _) = try receive() { failure } else { nil }
  }

  /// The pixels of a fixture, at its own size up to 64×64.
  func pixels(of name: String, background: PictureBackground = .transparent) throws -> PixelPicture
  {
    try send(Self.fixture(name), background: background)
    guard case .pixels(let picture) = try receivePicture().payload else {
      throw Failure.otherAnswer()
    }
    return picture
  }

  func cells(
    of file: OwnedDescriptor, target: PictureTarget, options: SymbolOptions,
    background: PictureBackground = .transparent
  ) throws -> CellPicture {
    try send(file, target: target, background: background, output: .symbols(options))
    guard case .cells(let picture) = try receivePicture().payload else {
      throw Failure.otherAnswer()
    }
    return picture
  }

  func metadata(
    of name: String, sidecar: String? = nil, wantsDetails: Bool = false
  ) throws -> PhotoMetadata {
    try metadata(
      of: [name, sidecar].compactMap { try $0.map { try Self.fixture($0) } },
      wantsDetails: wantsDetails)
  }

  /// - Parameter files: A picture, and its sidecar if there is one.
  func metadata(of files: [OwnedDescriptor], wantsDetails: Bool = false) throws -> PhotoMetadata {
    let request = MetadataRequest(
      id: 1, hasSidecar: files.count > 1, wantsDetails: wantsDetails)
    try socket.send(WorkerRequest.metadata(request), descriptors: files.map(\.number))
    switch try receive() {
    case .metadata(_, let metadata): return metadata
    case .failure(_, let failure, _): throw failure
    case let other: throw Failure.otherAnswer("\(other)")
    }
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

/// The colours of the fixtures' quarters.
let upright = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 255]]
