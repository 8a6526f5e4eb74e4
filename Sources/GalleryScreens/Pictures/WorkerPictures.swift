import GalleryPresentation
import PictureKit
import PictureProtocol
import TerminalKit

/// Pictures made by worker processes, as cells of a colour depth.
public final class WorkerPictures: PhotoPictures {
  private let source: any PictureSource
  private let options: SymbolOptions
  private let theme: Theme
  private let knownCellSize: () -> PixelSize?

  /// What is assumed where the terminal does not tell: most fonts are twice as high as wide.
  private static let usualCellSize = PixelSize(width: 10, height: 20)

  /// - Parameter cellPixelSize: Asked at each layout: a font may change while the program runs.
  public init(
    source: any PictureSource, colorDepth: TerminalKit.ColorDepth, theme: Theme,
    isUnicode: Bool, cellPixelSize: @escaping () -> PixelSize?
  ) {
    self.source = source
    self.theme = theme
    knownCellSize = cellPixelSize
    options = SymbolOptions(
      colorDepth: SymbolOptions.ColorDepth(colorDepth), symbolSet: isUnicode ? .rich : .ascii)
  }

  public var onChange: (() -> Void)? {
    get { source.onChange }
    set { source.onChange = newValue }
  }

  public var cellPixelSize: PixelSize {
    guard let size = knownCellSize(), size.width > 0, size.height > 0 else {
      return Self.usualCellSize
    }
    return size
  }

  public var problem: String? { source.problem?.words }

  public func draw(_ photo: Photo, in rect: Rect, on surface: inout Surface) {
    guard !rect.isEmpty else { return }
    guard let key = key(for: photo, size: rect.size) else {
      drawAbsence(of: photo, in: rect, on: &surface)
      return
    }
    PictureView(state: source.picture(for: key), theme: theme).draw(on: &surface, in: rect)
  }

  public func prepare(visible: [PictureWish], next: [PictureWish]) {
    source.setVisible(
      visible.compactMap { key(for: $0.photo, size: $0.size) },
      prefetch: next.compactMap { key(for: $0.photo, size: $0.size) })
  }

  public func refresh() { source.refresh() }

  private func key(for photo: Photo, size: Size) -> PictureKey? {
    guard let file = photo.file, size.columns > 0, size.rows > 0 else { return nil }
    let cell = cellPixelSize
    return PictureKey(
      file: PictureFile(path: file.path),
      target: PictureTarget(
        columns: UInt32(clamping: size.columns), rows: UInt32(clamping: size.rows),
        cellPixelWidth: UInt32(clamping: cell.width),
        cellPixelHeight: UInt32(clamping: cell.height)),
      output: .symbols(options))
  }

  /// A photo whose picture is not a file here.
  private func drawAbsence(of photo: Photo, in rect: Rect, on surface: inout Surface) {
    let words = photo.imageURL == nil ? "no picture" : "not on this computer"
    let fits = GlyphWidth.columns(of: words) <= rect.size.columns
    surface.write(
      fits ? words : String(theme.glyphs.separator),
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
