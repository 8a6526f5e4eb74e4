import CPangoCairo
import PictureProtocol

/// A PDF that is written page by page; finished bytes can be taken at any time, so that no more than a page is ever in
/// memory.
final class PDFDocument {
  /// Receives what cairo writes.
  private final class Sink {
    var bytes: [UInt8] = []
  }

  private let sink = Sink()
  private let surface: OpaquePointer
  private let context: OpaquePointer
  private let text: SheetTextLayout

  init(_ sheet: SheetDocument) throws(PictureFailure) {
    let target = Unmanaged.passUnretained(sink).toOpaque()
    let write: cairo_write_func_t = { target, bytes, count in
      guard let target, let bytes else { return CAIRO_STATUS_WRITE_ERROR }
      // The surface is finished before its document releases the sink.
      let sink = Unmanaged<Sink>.fromOpaque(target).takeUnretainedValue()
      sink.bytes.append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
      return CAIRO_STATUS_SUCCESS
    }
    // Never NULL: a failure is in its status.
    guard
      let surface = cairo_pdf_surface_create_for_stream(write, target, sheet.width, sheet.height),
      let context = cairo_create(surface)
    else { throw .outOfMemory }
    self.surface = surface
    self.context = context
    text = SheetTextLayout(context)
    cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_5)
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, sheet.title)
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "Vitrine")
    try check()
  }

  deinit {
    cairo_destroy(context)
    cairo_surface_finish(surface)
    cairo_surface_destroy(surface)
  }

  func takeBytes() -> [UInt8] {
    defer { sink.bytes = [] }
    return sink.bytes
  }

  func add(_ page: SheetPage) throws(PictureFailure) {
    for box in page.boxes {
      setGray(box.gray)
      cairo_rectangle(context, box.rect.x, box.rect.y, box.rect.width, box.rect.height)
      cairo_fill(context)
    }
    for picture in page.pictures { try add(picture) }
    for piece in page.texts {
      setGray(piece.gray)
      linked(piece.link) { text.draw(piece) }
    }
    cairo_show_page(context)
    try check()
  }

  func finish() throws(PictureFailure) {
    cairo_surface_finish(surface)
    let status = cairo_surface_status(surface)
    guard status == CAIRO_STATUS_SUCCESS else { throw Self.failure(status) }
  }

  /// The JPEG is embedded unchanged: nothing is decoded here, cairo reads only its header.
  private func add(_ picture: SheetPicture) throws(PictureFailure) {
    let jpeg = picture.jpeg
    guard picture.rect.width > 0, picture.rect.height > 0 else { return }
    let side = UInt32(2_048)
    guard (1...side).contains(jpeg.width), (1...side).contains(jpeg.height) else {
      throw .badRequest
    }
    // Nothing reads its pixels or writes them, so they take no memory.
    guard
      let image = cairo_image_surface_create(
        CAIRO_FORMAT_RGB24, Int32(jpeg.width), Int32(jpeg.height))
    else { throw .outOfMemory }
    defer { cairo_surface_destroy(image) }
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: jpeg.bytes.count)
    _ = bytes.initialize(from: jpeg.bytes)
    let status = cairo_surface_set_mime_data(
      image, CAIRO_MIME_TYPE_JPEG, bytes.baseAddress, UInt(bytes.count),
      { $0?.deallocate() }, bytes.baseAddress)
    guard status == CAIRO_STATUS_SUCCESS else {
      bytes.deallocate()
      throw Self.failure(status)
    }
    linked(picture.link) {
      cairo_save(context)
      cairo_translate(context, picture.rect.x, picture.rect.y)
      cairo_scale(
        context, picture.rect.width / Double(jpeg.width),
        picture.rect.height / Double(jpeg.height))
      // If a paint without a clip comes first on a page, cairo 1.16 forgets everything before it, including the
      // beginning of its link, and the end of the link then fails.
      cairo_rectangle(context, 0, 0, Double(jpeg.width), Double(jpeg.height))
      cairo_clip(context)
      cairo_set_source_surface(context, image, 0, 0)
      cairo_paint(context)
      cairo_restore(context)
    }
    try check()
  }

  /// Makes what is drawn a link. cairo wants the address in quotes ("Tags and links" of its reference), so quotes and
  /// everything beyond plain ASCII are removed from addresses.
  private func linked(_ address: String, _ draw: () -> Void) {
    let isPlain = address.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    guard !address.isEmpty, isPlain else { return draw() }
    let quoted = address.replacing("\\", with: "%5C").replacing("'", with: "%27")
    cairo_tag_begin(context, CAIRO_TAG_LINK, "uri='\(quoted)'")
    draw()
    cairo_tag_end(context, CAIRO_TAG_LINK)
  }

  private func setGray(_ gray: UInt8) {
    let part = Double(gray) / 255
    cairo_set_source_rgb(context, part, part, part)
  }

  private func check() throws(PictureFailure) {
    let status = cairo_status(context)
    guard status == CAIRO_STATUS_SUCCESS else { throw Self.failure(status) }
  }

  private static func failure(_ status: cairo_status_t) -> PictureFailure {
    status == CAIRO_STATUS_NO_MEMORY
      ? .outOfMemory : .broken(String(cString: cairo_status_to_string(status)))
  }
}
