import PictureProtocol
import TerminalKit

/// A picture that is ready to be drawn on a surface.
nonisolated public struct Picture: Hashable, Sendable {
  /// Identifies a picture within this process; terminals that store pictures use this number.
  public typealias ID = UInt32

  public let id: ID
  public let payload: PicturePayload
  /// The cells that it covers.
  public let size: Size
  /// False for a rough picture that is shown until the real one has arrived.
  public let isSharp: Bool
  public let format: PictureFormat
  /// The size of the picture in the file in pixels, upright.
  public let sourceSize: PixelSize
  /// Its position in an animation; nil for a still picture.
  public let animation: AnimationFrame?
  /// Equal for all pictures of a photo that appear in the same place: rough and sharp ones, and the frames of an
  /// animation. Terminals keep one until the next has arrived. nil if unknown.
  public var subject: Int?
  /// What is shown of it; nil for all. Only for terminals that scale.
  public var part: PictureRegion?

  public init(
    id: ID, payload: PicturePayload, size: Size, isSharp: Bool = true, format: PictureFormat,
    sourceSize: PixelSize, animation: AnimationFrame? = nil
  ) {
    self.id = id
    self.payload = payload
    self.size = size
    self.isSharp = isSharp
    self.format = format
    self.sourceSize = sourceSize
    self.animation = animation
  }

  /// Approximately how many bytes it takes in memory.
  public var byteCount: Int {
    let fixed = 256
    return switch payload {
    case .cells(let cells): fixed + cells.cells.count * MemoryLayout<PictureCell>.stride
    case .pixels(let pixels): fixed + pixels.bytes.count
    case .encoded(let picture): fixed + picture.bytes.count
    case .histogram: fixed + 1024
    case .fingerprint: fixed + PhotoFingerprint.colorCount
    case .jpeg(let picture): fixed + picture.bytes.count
    }
  }
}

extension Picture {
  /// The picture in an answer; nil if it is not what the key requested. A worker that sends such an answer can no
  /// longer be trusted.
  nonisolated init?(id: ID, answer: PictureAnswer, for key: PictureKey) {
    let target = key.look.target
    let covered: (columns: UInt32, rows: UInt32)
    switch (answer.payload, key.look.output) {
    case (.cells(let cells), .symbols):
      guard UInt64(cells.columns) * UInt64(cells.rows) == UInt64(cells.cells.count) else {
        return nil
      }
      covered = (cells.columns, cells.rows)
    case (.pixels(let pixels), .pixels):
      guard let columns = Self.cells(pixels.width, of: target.cellPixelWidth),
        let rows = Self.cells(pixels.height, of: target.cellPixelHeight)
      else { return nil }
      covered = (columns, rows)
    case (.encoded(let picture), .kitty), (.encoded(let picture), .sixel),
      (.encoded(let picture), .iTerm2):
      guard picture.coding.isOne(of: key.look.output) else { return nil }
      covered = (picture.columns, picture.rows)
    case (.histogram, .histogram), (.jpeg, .jpeg), (.jpeg, .thumbnail),
      (.fingerprint, .fingerprint):
      covered = (1, 1)
    default: return nil
    }
    guard (1...max(1, target.columns)).contains(covered.columns),
      (1...max(1, target.rows)).contains(covered.rows)
    else { return nil }
    self.init(
      id: id, payload: answer.payload,
      size: Size(columns: Int(covered.columns), rows: Int(covered.rows)),
      isSharp: answer.step == .sharp, format: answer.format,
      sourceSize: PixelSize(width: Int(answer.sourceWidth), height: Int(answer.sourceHeight)),
      animation: answer.animation)
    var hasher = Hasher()
    hasher.combine(key.file.path)
    subject = hasher.finalize()
  }

  /// The number of cells that cover the pixels exactly; nil if there is a remainder.
  private nonisolated static func cells(_ pixels: UInt32, of cell: UInt32) -> UInt32? {
    guard cell > 0, pixels.isMultiple(of: cell) else { return nil }
    return pixels / cell
  }
}

extension EncodedPicture.Coding {
  /// Whether an output may use this coding.
  fileprivate nonisolated func isOne(of output: PictureOutput) -> Bool {
    switch (self, output) {
    case (.png, .kitty), (.sixel, .sixel): true
    case (.jpeg, .iTerm2), (.png, .iTerm2): true
    default: false
    }
  }
}

/// The state of a picture.
nonisolated public enum PictureState: Hashable, Sendable {
  /// The picture, sharp.
  case ready(Picture)
  /// It is loading. `rough` is a preview, if available: the worker's, or the picture in a similar size.
  case loading(rough: Picture?)
  /// There is no picture, and asking again does not help until the next refresh.
  case failed(PictureFailure)
  /// There are no pictures at all: no worker is running. `PictureSource.problem` has the reason.
  case unavailable
}

extension Picture {
  /// The same picture on as many cells as fit into a box, keeping its aspect ratio, for a terminal that scales
  /// pictures. Never enlarged; a picture made of characters is returned unchanged.
  ///
  /// For temporary use: a picture of the right size is sharper.
  public nonisolated func fitted(in box: Size) -> Picture {
    if case .cells = payload { return self }
    guard size.columns > box.columns || size.rows > box.rows, size.columns > 0, size.rows > 0,
      box.columns > 0, box.rows > 0
    else { return self }
    let scale = min(
      Double(box.columns) / Double(size.columns), Double(box.rows) / Double(size.rows))
    func scaled(_ cells: Int, atMost limit: Int) -> Int {
      min(max(1, Int((Double(cells) * scale).rounded())), limit)
    }
    return covering(
      Size(
        columns: scaled(size.columns, atMost: box.columns),
        rows: scaled(size.rows, atMost: box.rows)))
  }

  /// The same picture on other cells, for a terminal that scales pictures; one made of characters is returned
  /// unchanged.
  public nonisolated func covering(_ size: Size) -> Picture {
    if case .cells = payload { return self }
    var picture = Picture(
      id: id, payload: payload, size: size, isSharp: isSharp, format: format,
      sourceSize: sourceSize, animation: animation)
    picture.subject = subject
    return picture
  }

  /// A rough picture of the same photo, made of these characters.
  public nonisolated func covering(_ size: Size, with cells: CellPicture) -> Picture {
    var picture = Picture(
      id: id, payload: .cells(cells), size: size, isSharp: false, format: format,
      sourceSize: sourceSize)
    picture.subject = subject
    return picture
  }
}
