import PictureProtocol

/// Keeps the document that is being typeset.
final class SheetDesk {
  private var document: PDFDocument?

  /// - Returns: The bytes of the file that are finished; most bytes of a page come with the page.
  func perform(_ step: SheetStep) throws(PictureFailure) -> [UInt8] {
    do throws(PictureFailure) {
      switch step {
      case .begin(let sheet):
        document = nil
        let document = try PDFDocument(sheet)
        self.document = document
        return document.takeBytes()
      case .page(let page):
        guard let document else { throw .badRequest }
        try document.add(page)
        return document.takeBytes()
      case .end:
        guard let document else { throw .badRequest }
        self.document = nil
        try document.finish()
        return document.takeBytes()
      }
    } catch {
      document = nil
      throw error
    }
  }
}
