import CVips
import PictureProtocol

/// Makes pixels into what a terminal accepts.
struct PictureEncoder {
  let look: PictureLook
  let geometry: PictureGeometry
  /// False for a placeholder that is shown until the picture is there.
  let isSharp: Bool
  /// How many times fewer pixels, per side, are given than those of `geometry`.
  var shrink = 1
  var isInHalfBlocks = false

  /// Whether rough pictures have half the size per side, and the terminal enlarges them: for outputs whose bytes are
  /// sent to the terminal, which takes seconds over a slow connection.
  static func halvesRough(_ output: PictureOutput) -> Bool { output == .kitty(.palette) }

  /// - Parameter pixels: The picture in the size of `geometry`, not yet on its background.
  /// - Throws: `outOfMemory`, or the error that libvips reports.
  func payload(of pixels: PixelBuffer) throws(PictureFailure) -> PicturePayload {
    var pixels = pixels
    pixels.blend(over: look.background, square: square)
    switch look.output {
    case .symbols(let options):
      let renderer = SymbolRenderer(options, isQuick: isInHalfBlocks)
      return .cells(renderer.cells(of: pixels, options: options))
    case .pixels:
      let whole = inWholeCells(pixels)
      return .pixels(
        PixelPicture(
          width: UInt32(whole.width), height: UInt32(whole.height), bytes: whole.bytes))
    case .kitty(let coding):
      let isHalf = !isSharp && Self.halvesRough(look.output)
      return try kitty(isHalf ? inHalfCells(pixels) : inWholeCells(pixels), coding)
    case .sixel(let options):
      var indexed = IndexedPixels(
        inWholeCells(pixels), limit: Int(options.colorCount), shown: SixelWriter.shown)
      // The terminal doesn't enlarge it.
      if shrink > 1 { indexed = indexed.enlarged(by: shrink, to: wholeSize) }
      return encoded(.sixel, SixelWriter.data(of: indexed), indexed.width, indexed.height)
    case .iTerm2:
      return try iTerm2(pixels)
    case .jpeg, .thumbnail:
      pixels.blend(over: .color(red: 255, green: 255, blue: 255))
      return .jpeg(
        JPEGPicture(
          width: UInt32(clamping: pixels.width), height: UInt32(clamping: pixels.height),
          bytes: try pixels.jpeg(quality: Self.jpegQuality)))
    case .histogram, .fingerprint, .metadata:
      throw .unsupportedOutput
    }
  }

  /// A square of the checkerboard: as wide as a cell and half as high, whatever the cells are made from.
  private var square: CellSamples {
    var cell = CellSamples(
      horizontal: Int(look.target.cellPixelWidth), vertical: Int(look.target.cellPixelHeight))
    if case .symbols(let options) = look.output {
      cell = SymbolRenderer(options, isQuick: isInHalfBlocks).samples
    }
    return CellSamples(
      horizontal: max(1, cell.horizontal / shrink), vertical: max(1, cell.vertical / 2 / shrink))
  }

  /// Small beside what a printer needs, and without blocks that anybody sees.
  private static let jpegQuality: Int32 = 85

  /// PNG in both codings: after its filter a photo takes 40 % fewer bytes than bare compressed rows.
  private func kitty(
    _ pixels: PixelBuffer, _ coding: KittyCoding
  ) throws(PictureFailure) -> PicturePayload {
    let transparency = pixels.transparency
    let file: PNGFile
    // A palette has no soft edges.
    if coding == .palette, transparency != .partial {
      let limit = transparency == .none ? 256 : 255
      file = try PNGFile(IndexedPixels(pixels, limit: limit))
    } else {
      file = try PNGFile(pixels)
    }
    return base64(.png, file.bytes, pixels.width, pixels.height)
  }

  /// A JPEG has no transparency: without a background to fill the cells with, it stays as large as the picture, and the
  /// terminal leaves the rest of the cells as they are.
  private func iTerm2(_ pixels: PixelBuffer) throws(PictureFailure) -> PicturePayload {
    var pixels = pixels
    if look.background.surround != nil || pixels.transparency != .none {
      pixels = inWholeCells(pixels)
    }
    let file = try InlineFile(pixels)
    return base64(file.coding, file.bytes, file.width, file.height)
  }

  private func inWholeCells(_ pixels: PixelBuffer) -> PixelBuffer {
    pixels.padded(
      width: (wholeSize.width + shrink - 1) / shrink,
      height: (wholeSize.height + shrink - 1) / shrink, background: look.background)
  }

  /// The size of its cells in pixels.
  private var wholeSize: (width: Int, height: Int) {
    (
      geometry.columns * Int(look.target.cellPixelWidth),
      geometry.rows * Int(look.target.cellPixelHeight)
    )
  }

  /// Half the size per side; padded afterwards, so that its edges stay hard and fit a palette.
  private func inHalfCells(_ pixels: PixelBuffer) -> PixelBuffer {
    pixels.half.padded(
      width: wholeSize.width / 2, height: wholeSize.height / 2, background: look.background)
  }

  private func base64(
    _ coding: EncodedPicture.Coding, _ bytes: [UInt8], _ width: Int, _ height: Int
  ) -> PicturePayload {
    let text = g_base64_encode(bytes, UInt(bytes.count))
    defer { g_free(text) }
    let encodedBytes = [UInt8](
      UnsafeRawBufferPointer(start: text, count: (bytes.count + 2) / 3 * 4))
    return encoded(coding, encodedBytes, width, height)
  }

  private func encoded(
    _ coding: EncodedPicture.Coding, _ bytes: [UInt8], _ width: Int, _ height: Int
  ) -> PicturePayload {
    .encoded(
      EncodedPicture(
        coding: coding, pixelWidth: UInt32(clamping: width), pixelHeight: UInt32(clamping: height),
        columns: UInt32(clamping: geometry.columns), rows: UInt32(clamping: geometry.rows),
        bytes: bytes))
  }
}
