import GalleryDomain

/// Marks in the bytes of a sidecar. Everything that isn't ours is kept byte for byte, and removing a mark restores the
/// previous bytes.
enum SidecarEditor {
  /// - Parameters:
  ///   - bytes: nil if there is no sidecar.
  ///   - keywords: The photo's own, which a sidecar with keywords would hide; called only if the sidecar has none. nil
  ///     if they are unknown: no list is made then.
  /// - Returns: nil if no sidecar is needed.
  /// - Complexity: O(*bytes*).
  static func marked(
    _ bytes: [UInt8]?, as mark: SaleMark, keywords: () async -> [String]? = { [] }
  ) async throws(SidecarFault) -> [UInt8]? {
    let mark = normal(mark)
    var document: SidecarDocument?
    if let bytes { document = try SidecarReader.document(bytes) }
    if let document, isSame(document, mark) { return document.bytes }
    var remaining = document
    if let document, document.isMarked {
      remaining = try SidecarReader.document(SidecarEraser.erased(document))
    }
    guard mark.status != .unstated else { return remaining.flatMap(needed) }
    let base: SidecarDocument
    if let remaining {
      base = remaining
    } else {
      base = try SidecarReader.document(Array(SidecarText.emptyDocument.utf8))
    }
    var own: [String]? = []
    if !base.hasSubject {
      // Readers would return the list that is there now, including our own keyword.
      own = document?.copiedKeywords
      if own == nil { own = await keywords() }
    }
    let output = try SidecarInserter.inserted(mark, keywords: own, into: base)
    // Never write anything that couldn't be read back.
    guard try SidecarReader.document(output).mark == mark else {
      throw SidecarFault("its form is not supported")
    }
    return output
  }

  /// Only a photo that is for sale has a price, in a single form.
  private static func normal(_ mark: SaleMark) -> SaleMark {
    let price = mark.status == .forSale ? mark.price : nil
    return SaleMark(
      status: mark.status, price: price.flatMap { Price(amount: $0.amount, currency: $0.currency) })
  }

  private static func isSame(_ document: SidecarDocument, _ mark: SaleMark) -> Bool {
    guard mark.status != .unstated else { return !document.isMarked }
    return document.mark == mark
  }

  /// A sidecar that was created for a mark is deleted with it.
  private static func needed(_ document: SidecarDocument) -> [UInt8]? {
    document.bytes.elementsEqual(SidecarText.emptyDocument.utf8) ? nil : document.bytes
  }
}
