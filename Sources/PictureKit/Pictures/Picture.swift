@_exported import PictureProtocol
import TerminalKit

extension Picture {
  public nonisolated init(
    id: ID, payload: PicturePayload, size: Size, isSharp: Bool = true, format: PictureFormat,
    sourceSize: PixelSize, animation: AnimationFrame? = nil
  ) {
    self.init(
      payload, isSharp: isSharp, format: format, sourceWidth: UInt32(clamping: sourceSize.width),
      sourceHeight: UInt32(clamping: sourceSize.height), animation: animation)
    self.id = id
    self.size = size
  }

  /// The cells that it covers.
  public nonisolated var size: Size {
    get { Size(columns: columns, rows: rows) }
    set { (columns, rows) = (newValue.columns, newValue.rows) }
  }

  /// The size of the picture in the file in pixels, upright.
  public nonisolated var sourceSize: PixelSize {
    PixelSize(width: Int(sourceWidth), height: Int(sourceHeight))
  }

  /// Approximately how many bytes it takes in memory.
  nonisolated var byteCount: Int {
    let fixed = 256
    return switch payload {
    case .cells(let cells): fixed + cells.cells.count * MemoryLayout<PictureCell>.stride
    case .pixels(let pixels): fixed + pixels.bytes.count
    case .encoded(let picture): fixed + picture.bytes.count
    case .histogram: fixed + 1024
    case .fingerprint: fixed + PhotoFingerprint.colorCount
    case .jpeg(let picture): fixed + picture.bytes.count
    case .metadata: fixed + 4096
    }
  }

  /// The picture of an answer with a number and its place on the screen; nil if it is not what was requested. A worker that sends such an
  /// answer can no longer be trusted.
  nonisolated func placed(as id: ID, for key: PictureKey) -> Picture? {
    let target = key.look.target
    let covered: (columns: UInt32, rows: UInt32)
    switch (payload, key.look.output) {
    case (.cells(let cells), .symbols):
      covered = (cells.columns, cells.rows)
    case (.pixels(let pixels), .pixels):
      guard let columns = Self.cells(pixels.width, of: target.cellPixelWidth),
        let rows = Self.cells(pixels.height, of: target.cellPixelHeight)
      else { return nil }
      covered = (columns, rows)
    case (.encoded(let picture), .kitty), (.encoded(let picture), .sixel),
      (.encoded(let picture), .iTerm2):
      guard picture.coding.isAccepted(by: key.look.output) else { return nil }
      covered = (picture.columns, picture.rows)
    case (.histogram, .histogram), (.jpeg, .jpeg), (.jpeg, .thumbnail),
      (.fingerprint, .fingerprint), (.metadata, .metadata):
      covered = (1, 1)
    default: return nil
    }
    guard (1...max(1, target.columns)).contains(covered.columns),
      (1...max(1, target.rows)).contains(covered.rows)
    else { return nil }
    var picture = self
    picture.id = id
    picture.size = Size(columns: Int(covered.columns), rows: Int(covered.rows))
    var hasher = Hasher()
    hasher.combine(key.file.path)
    picture.subject = hasher.finalize()
    return picture
  }

  /// The number of cells that cover the pixels exactly; nil if there is a remainder.
  private nonisolated static func cells(_ pixels: UInt32, of cell: UInt32) -> UInt32? {
    guard cell > 0, pixels.isMultiple(of: cell) else { return nil }
    return pixels / cell
  }
}

extension EncodedPicture.Coding {
  /// Whether an output may use this coding.
  fileprivate nonisolated func isAccepted(by output: PictureOutput) -> Bool {
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
  /// It is loading. `rough` is shown until then, if available: the worker's, or the picture in a similar size.
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
    var picture = self
    picture.size = size
    picture.part = nil
    return picture
  }

  /// A rough picture of the same photo, made of these characters.
  public nonisolated func covering(_ size: Size, with cells: CellPicture) -> Picture {
    var picture = self
    picture.payload = .cells(cells)
    picture.size = size
    picture.isSharp = false
    (picture.animation, picture.part) = (nil, nil)
    return picture
  }
}

extension PictureLook {
  /// Whether it is so large that a slow line may need seconds for it; an animation's frames are not made twice.
  nonisolated var isForLine: Bool { output == .kitty(.palette) && frame == 0 }

  /// Whether a cheap, rough picture can be shown in its place.
  nonisolated var mayHaveRough: Bool {
    isWhole && frame == 0 && output != .histogram && isForScreen
  }

  /// Whether it is for the screen; other pictures are not kept, and no thumbnails are made of them.
  nonisolated var isForScreen: Bool {
    output != .jpeg && output != .fingerprint && output != .thumbnail && !isMetadata
  }
}

extension PictureKey {
  /// Whether a picture is made of the file as a whole, so that what comes of it says whether the file can be shown.
  nonisolated var isOfPicture: Bool { !isRough && !look.isMetadata }
}

extension PictureRequest {
  /// How long a worker may take. A worker ends itself at its limit of CPU time; this limit is for workers that hang
  /// without using CPU. Beside twenty busy processes a photo of 33 megapixels takes over ten seconds, however small it is shown.
  nonisolated var timeLimit: Duration {
    // A gigapixel takes several seconds of CPU time; a worker allows itself 60.
    if allowsLarge { return .seconds(90) }
    return key.isOfPicture ? .seconds(30) : .seconds(10)
  }
}

extension PictureBackground {
  /// The background of transparent pictures in a terminal: a checkerboard, whatever the colours of the theme. The Kitty
  /// protocol leaves the area around a picture unchanged; in other protocols, the picture's cells are filled with the
  /// terminal's background, if that is known.
  ///
  /// - Parameter method: How the picture is drawn, if not by the terminal's default method.
  public nonisolated init(on graphics: GraphicsSupport, method: GraphicsMethod? = nil) {
    let method = method ?? graphics.method
    self =
      if method == .sixel || method == .iTerm2, let color = graphics.background {
        .checkerboardOn(red: color.red, green: color.green, blue: color.blue)
      } else {
        .checkerboard
      }
  }
}
