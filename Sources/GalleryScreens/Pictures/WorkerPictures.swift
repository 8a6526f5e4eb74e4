import GalleryPresentation
import PictureKit
import PictureProtocol
import TerminalKit

/// Pictures made by worker processes, in the best form that the terminal takes.
public final class WorkerPictures: PhotoPictures {
  let source: any PictureSource
  /// Fetches the pictures that are not on this computer; nil where none are to be fetched.
  let remote: RemotePictures?
  let theme: Theme
  private let options: SymbolOptions
  private let terminal: any Terminal
  private let histograms: HistogramMemory
  /// What was declared last, while something of it comes from the network.
  var remoteWishes: (visible: [PictureSpecification], next: [PictureSpecification])?
  var remoteSizes = RemoteSizes()
  public var lacksServer = false

  /// What is assumed where the terminal does not tell: most fonts are twice as high as wide.
  private static let usualCellSize = PixelSize(width: 10, height: 20)

  /// - Parameters:
  ///   - remote: Fetches pictures of photos that are no files; its changes come here.
  ///   - terminal: Asked at each layout: its font may change, and it may tell more of itself
  ///     while the program runs.
  public init(
    source: any PictureSource, remote: RemotePictures? = nil, terminal: any Terminal,
    theme: Theme, isUnicode: Bool
  ) {
    self.source = source
    self.remote = remote
    self.theme = theme
    self.terminal = terminal
    histograms = HistogramMemory(source: source)
    options = SymbolOptions(
      colorDepth: SymbolOptions.ColorDepth(terminal.colorDepth),
      symbolSet: isUnicode ? .rich : .ascii)
    source.onChange = { [weak self] in self?.picturesChanged() }
    remote?.onChange = { [weak self] in self?.picturesChanged() }
  }

  public var onChange: (() -> Void)?

  public var cellPixelSize: PixelSize {
    guard let size = terminal.cellPixelSize, size.width > 0, size.height > 0 else {
      return Self.usualCellSize
    }
    return size
  }

  public var graphicsMethod: GraphicsMethod { terminal.graphics.method }

  public var problem: String? { source.problem?.words }

  public func draw(_ wish: PictureSpecification, in rect: Rect, on surface: inout Surface) {
    guard !rect.isEmpty else { return }
    if let addresses = addresses(for: wish) {
      return drawRemote(wish, addresses, in: rect, on: &surface)
    }
    guard let key = key(for: wish) else {
      drawAbsence(of: wish.photo, in: rect, on: &surface)
      return
    }
    var state = source.picture(for: key)
    if case .loading(rough: .some(let rough)) = state {
      state = .loading(rough: adapted(rough, to: rect.size))
    }
    PictureView(state: state, theme: theme).draw(on: &surface, in: rect)
  }

  /// A picture that was made for another box, as the terminal can show it in this one; nil where it cannot.
  func adapted(_ picture: Picture, to box: Size) -> Picture? {
    if case .cells = picture.payload { return picture }
    // Only this protocol scales: to the cells that a picture is placed on.
    let picture = graphicsMethod == .kitty ? picture.fitted(in: box) : picture
    return picture.size.columns <= box.columns && picture.size.rows <= box.rows ? picture : nil
  }

  public func facts(of wish: PictureSpecification) -> PictureFacts? {
    guard let key = key(for: wish) else { return nil }
    switch source.picture(for: key) {
    case .ready(let picture):
      return PictureFacts(sourceSize: picture.sourceSize, animation: picture.animation)
    case .loading(rough: .some(let picture)):
      // Also a sharp one of another size only stands until this one is there.
      return PictureFacts(
        sourceSize: picture.sourceSize, isSharp: false, animation: picture.animation)
    case .loading, .failed, .unavailable: return nil
    }
  }

  public func prepare(visible: [PictureSpecification], next: [PictureSpecification]) {
    if prepareRemote(visible: visible, next: next) { return }
    source.setVisible(visible.compactMap(key), prefetch: next.compactMap(key))
  }

  public func refresh() {
    histograms.forgetAll()
    remote?.refresh()
    source.refresh()
  }

  public func histogram(of photo: Photo) -> PictureHistogram? {
    guard let file = pictureFile(of: photo) else { return nil }
    return histograms.histogram(of: file) { [weak self] in
      self?.onChange?()
    }
  }

  private func pictureFile(of photo: Photo) -> PictureFile? {
    photo.file.map { PictureFile(path: $0.path) } ?? fetchedFile(of: photo)
  }

  /// The picture that a wish means; nil while it has not been fetched, and where there is none.
  func key(for wish: PictureSpecification) -> PictureKey? {
    if let file = wish.photo.file { return key(for: wish, of: PictureFile(path: file.path)) }
    return addresses(for: wish).flatMap { key(for: wish, at: $0.shown) }
  }

  func key(for wish: PictureSpecification, of file: PictureFile) -> PictureKey? {
    let graphics = terminal.graphics
    guard wish.size.columns > 0, wish.size.rows > 0, let output = output(graphics, wish.size)
    else { return nil }
    let cell = cellPixelSize
    let box = box(wish.size, graphics)
    return PictureKey(
      file: file,
      target: PictureTarget(
        columns: UInt32(clamping: box.columns), rows: UInt32(clamping: box.rows),
        cellPixelWidth: UInt32(clamping: cell.width),
        cellPixelHeight: UInt32(clamping: cell.height)),
      output: output, fit: wish.fit, region: wish.region,
      background: PictureBackground(on: graphics), frame: UInt32(clamping: wish.frame))
  }

  /// The cells that a picture may take: not more than the largest picture of the terminal has.
  private func box(_ size: Size, _ graphics: GraphicsSupport) -> Size {
    if let limit = graphics.method.cellLimit {
      return Size(columns: min(size.columns, limit), rows: min(size.rows, limit))
    }
    guard graphics.method == .sixel, let limit = graphics.sixelPixelLimit, limit.width > 0,
      limit.height > 0
    else { return size }
    let cell = cellPixelSize
    return Size(
      columns: max(1, min(size.columns, limit.width / cell.width)),
      rows: max(1, min(size.rows, limit.height / cell.height)))
  }

  private func output(_ graphics: GraphicsSupport, _ size: Size) -> PictureOutput? {
    switch graphics.method {
    case .none: nil
    case .symbols: .symbols(options)
    case .kitty, .kittyPlaceholders:
      graphics.sharesMemory ? .pixels : .kitty(coding(size))
    case .sixel:
      .sixel(
        SixelOptions(
          colorCount: UInt16(clamping: min(1024, max(2, graphics.sixelColorCount ?? 256)))))
    case .iTerm2: .iTerm2
    }
  }

  /// What goes through the line. In all colours 90×60 pixels of a photo are 11 kB, 480×320 245 kB and
  /// 1200×800 1,060 kB (8.5 s at 1 Mbit/s); with a palette 5, 93 and 470 kB.
  private func coding(_ size: Size) -> KittyCoding {
    let cell = cellPixelSize
    let pixels = size.columns.multipliedReportingOverflow(by: size.rows * cell.width * cell.height)
    return pixels.overflow || pixels.partialValue > 200 * 200 ? .palette : .compressed
  }

  /// A photo whose picture is not a file here, or any while pictures are turned off.
  private func drawAbsence(of photo: Photo, in rect: Rect, on surface: inout Surface) {
    let separator = theme.glyphs.separator
    let words: [String] =
      if photo.file != nil || hasAddress(photo) {
        ["pictures are off"]
      } else if photo.imageURL != nil {
        ["not on this computer"]
      } else if lacksServer {
        ["no picture \(separator) no server", "no server"]
      } else {
        ["no picture"]
      }
    surface.write(
      words.first { GlyphWidth.columns(of: $0) <= rect.size.columns } ?? String(separator),
      in: Rect(
        column: rect.minColumn, row: rect.minRow + (rect.size.rows - 1) / 2,
        columns: rect.size.columns, rows: 1),
      style: theme.secondary, alignment: .center)
  }
}

extension SymbolOptions.ColorDepth {
  /// What a terminal of a depth shows.
  public init(_ depth: TerminalKit.ColorDepth) {
    self =
      switch depth {
      case .truecolor: .truecolor
      case .indexed256: .indexed256
      case .ansi16: .ansi16
      case .monochrome: .monochrome
      }
  }
}
