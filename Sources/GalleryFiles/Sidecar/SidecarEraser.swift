import FeedFormats
import GalleryData

/// Removes everything of ours from a sidecar, with the blanks that we put before it, and nothing else.
struct SidecarEraser {
  private let document: SidecarDocument
  private var edits = ByteEdits()

  private init(_ document: SidecarDocument) {
    self.document = document
  }

  static func erased(_ document: SidecarDocument) -> [UInt8] {
    var eraser = SidecarEraser(document)
    eraser.eraseKeyword()
    for node in document.nodes { eraser.erase(node) }
    return eraser.edits.applied(to: document.bytes)
  }

  private var isSubjectOwn: Bool { document.isSubjectOwn }

  private mutating func eraseKeyword() {
    guard let subject = document.subject else { return }
    if isSubjectOwn {
      edits.remove(withBlanksBefore(subject.range))
    } else if let keyword = document.ownText(SaleNamespace.keyword),
      let item = subject.items.last(where: { CleanText.line($0.text) == keyword })
    {
      edits.remove(withBlanksBefore(item.range))
    }
  }

  private mutating func erase(_ node: SidecarDocument.Node) {
    let attributes = node.attributes.filter(\.name.isOwn)
    let children = node.children.filter(\.name.isOwn)
    guard node.isDescription, !attributes.isEmpty || !children.isEmpty else { return }
    if isWhollyOwn(node) {
      edits.remove(withBlanksBefore(node.range))
      return
    }
    for attribute in attributes { edits.remove(withBlanksBefore(attribute.range)) }
    for child in children { edits.remove(withBlanksBefore(child.range)) }
    guard !document.isUsedDeeper else { return }
    for attribute in node.attributes where isOwnDeclaration(attribute) {
      edits.remove(withBlanksBefore(attribute.range))
    }
  }

  /// Whether an element has nothing from other programs.
  private func isWhollyOwn(_ node: SidecarDocument.Node) -> Bool {
    let ownSubject = isSubjectOwn ? document.subject?.range : nil
    let areAttributesOwn = node.attributes.allSatisfy { attribute in
      attribute.name.isOwn || attribute.name.isAbout || isOwnDeclaration(attribute)
        || (attribute.name.isDeclaration
          && [SaleNamespace.rdf, SaleNamespace.dublinCore].contains(attribute.value))
    }
    guard areAttributesOwn else { return false }
    var place = node.tag.upperBound
    for child in node.children {
      guard child.name.isOwn || child.range == ownSubject, isBlank(place..<child.range.lowerBound)
      else { return false }
      place = child.range.upperBound
    }
    return isBlank(place..<max(place, node.contentEnd))
  }

  private func isOwnDeclaration(_ attribute: SidecarDocument.Attribute) -> Bool {
    attribute.name.isDeclaration && attribute.value == SaleNamespace.uri
  }

  private func isBlank(_ range: Range<Int>) -> Bool {
    document.bytes[range].allSatisfy { $0 <= 0x20 }
  }

  private func withBlanksBefore(_ range: Range<Int>) -> Range<Int> {
    document.blanks(before: range.lowerBound).lowerBound..<range.upperBound
  }
}

extension SidecarDocument {
  /// Blanks and line ends directly before a position.
  func blanks(before place: Int) -> Range<Int> {
    var start = place
    while start > 0, [0x09, 0x0A, 0x0D, 0x20].contains(bytes[start - 1]) { start -= 1 }
    return start..<place
  }
}
