import CChafa
import PictureProtocol

/// Makes characters from pixels, with libchafa where it is best: in all colours.
enum SymbolRenderer {
  /// How hard libchafa looks for the best character: 1 tries all.
  ///
  /// At 107×40 cells, two pictures, PSNR against the pixels and CPU. Half blocks: 31.9 and 26.6 dB at any effort, 30 ms
  /// at 0.5, 5 ms at 1. Quadrants: 33.4 and 27.8 dB in 32 ms at 0.5, 33.5 and 27.9 dB in 20 ms at 1. Block elements:
  /// 33.8 and 30.0 dB in 33 ms, 33.8 and 30.1 dB in 33 ms. Box drawing on top gains nothing and takes 122 ms at 1.
  private static let workFactor: Float = 1

  /// The pixels to make for a cell: a picture with exactly these is not scaled again.
  static func samples(for options: SymbolOptions) -> CellSamples {
    if HalfBlocks.canDraw(options) { return HalfBlocks.samples }
    if DitheredBlocks.canDraw(options) { return DitheredBlocks.samples }
    return CellSamples(horizontal: 8, vertical: 8)
  }

  /// - Parameter pixels: `samples(for: options)` times the cells in each direction.
  static func cells(of pixels: PixelBuffer, options: SymbolOptions) -> CellPicture {
    if HalfBlocks.canDraw(options) { return HalfBlocks.cells(of: pixels) }
    if DitheredBlocks.canDraw(options) { return DitheredBlocks.cells(of: pixels, options: options) }
    let samples = samples(for: options)
    let columns = pixels.width / samples.horizontal
    let rows = pixels.height / samples.vertical
    let config = config(columns: columns, rows: rows, options: options)
    defer { chafa_canvas_config_unref(config) }
    let canvas = chafa_canvas_new(config)
    defer { chafa_canvas_unref(canvas) }
    pixels.bytes.withUnsafeBufferPointer { bytes in
      chafa_canvas_draw_all_pixels(
        canvas, CHAFA_PIXEL_RGBA8_UNASSOCIATED, bytes.baseAddress, Int32(pixels.width),
        Int32(pixels.height), Int32(pixels.width * 4))
    }
    var cells: [PictureCell] = []
    cells.reserveCapacity(columns * rows)
    for row in 0..<rows {
      for column in 0..<columns {
        cells.append(cell(canvas, column, row, options.colorDepth))
      }
    }
    return CellPicture(columns: UInt32(columns), rows: UInt32(rows), cells: cells)
  }

  private static func cell(
    _ canvas: OpaquePointer?, _ column: Int, _ row: Int, _ depth: SymbolOptions.ColorDepth
  ) -> PictureCell {
    var foreground: Int32 = -1
    var background: Int32 = -1
    let found = chafa_canvas_get_char_at(canvas, Int32(column), Int32(row))
    chafa_canvas_get_raw_colors_at(canvas, Int32(column), Int32(row), &foreground, &background)
    let scalar = found < 0x20 || (0x7F...0x9F).contains(found) ? 0x20 : found
    if depth == .monochrome {
      // Pens here: 0 is the foreground, 1 the background.
      return PictureCell(scalar: scalar, isReversed: foreground == 1 || background == 0)
    }
    return PictureCell(
      scalar: scalar, foreground: color(foreground, depth), background: color(background, depth))
  }

  private static func color(_ raw: Int32, _ depth: SymbolOptions.ColorDepth) -> PictureColor {
    guard raw >= 0 else { return .terminalDefault }
    let value = UInt32(raw)
    if depth != .truecolor { return .indexed(UInt8(truncatingIfNeeded: value)) }
    return .rgb(
      red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8),
      blue: UInt8(truncatingIfNeeded: value))
  }

  private static func config(
    columns: Int, rows: Int, options: SymbolOptions
  ) -> OpaquePointer? {
    let config = chafa_canvas_config_new()
    chafa_canvas_config_set_geometry(config, Int32(columns), Int32(rows))
    chafa_canvas_config_set_canvas_mode(config, mode(options.colorDepth))
    chafa_canvas_config_set_pixel_mode(config, CHAFA_PIXEL_MODE_SYMBOLS)
    chafa_canvas_config_set_work_factor(config, workFactor)
    chafa_canvas_config_set_optimizations(config, CHAFA_OPTIMIZATION_NONE)
    if let hint = options.foregroundHint { chafa_canvas_config_set_fg_color(config, hint) }
    if let hint = options.backgroundHint { chafa_canvas_config_set_bg_color(config, hint) }
    let map = symbolMap(options.symbolSet)
    chafa_canvas_config_set_symbol_map(config, map)
    chafa_symbol_map_unref(map)
    return config
  }

  private static func mode(_ depth: SymbolOptions.ColorDepth) -> ChafaCanvasMode {
    switch depth {
    case .truecolor: CHAFA_CANVAS_MODE_TRUECOLOR
    case .indexed256: CHAFA_CANVAS_MODE_INDEXED_240
    case .ansi16: CHAFA_CANVAS_MODE_INDEXED_16
    case .monochrome: CHAFA_CANVAS_MODE_FGBG_BGFG
    }
  }

  private static func symbolMap(_ set: SymbolOptions.SymbolSet) -> OpaquePointer? {
    let tags: [ChafaSymbolTags] =
      switch set {
      case .halfBlocks: [CHAFA_SYMBOL_TAG_SPACE, CHAFA_SYMBOL_TAG_HHALF]
      case .rich: [CHAFA_SYMBOL_TAG_SPACE, CHAFA_SYMBOL_TAG_BLOCK]
      }
    let map = chafa_symbol_map_new()
    for tag in tags { chafa_symbol_map_add_by_tags(map, tag) }
    return map
  }
}
