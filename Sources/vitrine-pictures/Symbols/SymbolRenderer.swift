import CChafa
import PictureProtocol

/// Makes characters from pixels, with libchafa where it is best: in all colours.
enum SymbolRenderer {
  /// Few colours are mixed.
  case dithered
  /// Where there is nothing to choose.
  case halfBlocks
  /// Block elements, in eighths and quarters, which common fonts have: closest to the picture.
  case chafa

  /// - Parameter isQuick: Whether time counts more than how close it is.
  init(_ options: SymbolOptions, isQuick: Bool) {
    self = options.colorDepth != .truecolor ? .dithered : isQuick ? .halfBlocks : .chafa
  }

  /// The pixels to make for a cell: a picture with exactly these is not scaled again.
  var samples: CellSamples {
    switch self {
    case .dithered: DitheredBlocks.samples
    case .halfBlocks: HalfBlocks.samples
    case .chafa: CellSamples(horizontal: 8, vertical: 8)
    }
  }

  /// - Parameter pixels: `samples` times the cells in each direction.
  func cells(of pixels: PixelBuffer, options: SymbolOptions) -> CellPicture {
    switch self {
    case .dithered: DitheredBlocks.cells(of: pixels, options: options)
    case .halfBlocks: HalfBlocks.cells(of: pixels)
    case .chafa: chafaCells(of: pixels, options: options)
    }
  }

  /// How hard libchafa looks for the best character: 1 tries all.
  ///
  /// At 107×40 cells, two pictures, PSNR against the pixels and CPU. Quadrants: 33.4 and 27.8 dB in 32 ms at 0.5, 33.5 and 27.9 dB in
  /// 20 ms at 1. Block elements: 33.8 and 30.0 dB in 33 ms, 33.8 and 30.1 dB in 33 ms. Box drawing on top gains nothing and takes
  /// 122 ms at 1.
  private static let workFactor: Float = 1

  private func chafaCells(of pixels: PixelBuffer, options: SymbolOptions) -> CellPicture {
    let columns = pixels.width / samples.horizontal
    let rows = pixels.height / samples.vertical
    let config = chafa_canvas_config_new()
    defer { chafa_canvas_config_unref(config) }
    chafa_canvas_config_set_geometry(config, Int32(columns), Int32(rows))
    chafa_canvas_config_set_canvas_mode(config, CHAFA_CANVAS_MODE_TRUECOLOR)
    chafa_canvas_config_set_pixel_mode(config, CHAFA_PIXEL_MODE_SYMBOLS)
    chafa_canvas_config_set_work_factor(config, Self.workFactor)
    chafa_canvas_config_set_optimizations(config, CHAFA_OPTIMIZATION_NONE)
    if let hint = options.foregroundHint { chafa_canvas_config_set_fg_color(config, hint) }
    if let hint = options.backgroundHint { chafa_canvas_config_set_bg_color(config, hint) }
    let map = chafa_symbol_map_new()
    defer { chafa_symbol_map_unref(map) }
    chafa_symbol_map_add_by_tags(map, CHAFA_SYMBOL_TAG_SPACE)
    chafa_symbol_map_add_by_tags(map, CHAFA_SYMBOL_TAG_BLOCK)
    chafa_canvas_config_set_symbol_map(config, map)
    let canvas = chafa_canvas_new(config)
    defer { chafa_canvas_unref(canvas) }
    pixels.bytes.withUnsafeBufferPointer { bytes in
      chafa_canvas_draw_all_pixels(
        canvas, CHAFA_PIXEL_RGBA8_UNASSOCIATED, bytes.baseAddress, Int32(pixels.width),
        Int32(pixels.height), Int32(pixels.width * 4))
    }
    let cells = (0..<columns * rows).map { index in
      Self.cell(canvas, Int32(index % columns), Int32(index / columns))
    }
    return CellPicture(columns: UInt32(columns), rows: UInt32(rows), cells: cells)
  }

  private static func cell(_ canvas: OpaquePointer?, _ column: Int32, _ row: Int32) -> PictureCell {
    var foreground: Int32 = -1
    var background: Int32 = -1
    let found = chafa_canvas_get_char_at(canvas, column, row)
    chafa_canvas_get_raw_colors_at(canvas, column, row, &foreground, &background)
    return PictureCell(
      scalar: found < 0x20 || (0x7F...0x9F).contains(found) ? 0x20 : found,
      foreground: color(foreground), background: color(background))
  }

  private static func color(_ raw: Int32) -> PictureColor {
    guard raw >= 0 else { return .terminalDefault }
    return .rgb(
      red: UInt8(truncatingIfNeeded: raw >> 16), green: UInt8(truncatingIfNeeded: raw >> 8),
      blue: UInt8(truncatingIfNeeded: raw))
  }
}
