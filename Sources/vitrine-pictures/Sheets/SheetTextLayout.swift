import CPangoCairo
import PictureProtocol

/// Draws text in any script for which there is a font.
final class SheetTextLayout {
  private let context: OpaquePointer
  private let layout: OpaquePointer?
  private let font = pango_font_description_new()

  /// - Parameter context: Lives at least as long as this.
  init(_ context: OpaquePointer) {
    self.context = context
    // Paper has no pixels to which glyphs would have to be aligned.
    let options = cairo_font_options_create()
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    layout = pango_cairo_create_layout(context)
    if let layout {
      pango_cairo_context_set_font_options(pango_layout_get_context(layout), options)
    }
    cairo_font_options_destroy(options)
    pango_font_description_set_family_static(font, "sans-serif")
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
  }

  deinit {
    pango_font_description_free(font)
    if let layout { g_object_unref(UnsafeMutableRawPointer(layout)) }
  }

  /// Draws a text into its place, in the colour of the context.
  func draw(_ piece: SheetText) {
    guard let layout else { return }
    let scale = Double(PANGO_SCALE)
    pango_font_description_set_absolute_size(font, piece.size * scale)
    pango_font_description_set_weight(
      font, piece.isBold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)
    pango_layout_set_font_description(layout, font)
    pango_layout_set_width(layout, Int32(piece.rect.width * scale))
    // A positive height is in units: as many lines as fit, and at least one.
    pango_layout_set_height(layout, Int32(piece.rect.height * scale))
    let alignment =
      switch piece.alignment {
      case .left: PANGO_ALIGN_LEFT
      case .center: PANGO_ALIGN_CENTER
      case .right: PANGO_ALIGN_RIGHT
      }
    pango_layout_set_alignment(layout, alignment)
    let bytes = Array(piece.text.utf8)
    bytes.withUnsafeBytes { bytes in
      pango_layout_set_text(
        layout, bytes.bindMemory(to: CChar.self).baseAddress, Int32(clamping: bytes.count))
    }
    cairo_move_to(context, piece.rect.x, piece.rect.y)
    pango_cairo_show_layout(context, layout)
  }
}
