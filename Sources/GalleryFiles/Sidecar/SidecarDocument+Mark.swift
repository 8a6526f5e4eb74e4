import FeedFormats
import GalleryData
import GalleryDomain
import PictureProtocol

extension SidecarDocument {
  /// What our fields say; nil without a known status.
  ///
  /// Fields count wherever they are and in either form, since programs that rewrite a sidecar move them around.
  var mark: SaleMark? {
    guard let text = ownText(SaleNamespace.status) else { return nil }
    switch text {
    case "forSale": break
    case "notForSale": return SaleMark(status: .notForSale)
    default: return nil
    }
    let price = ownText(SaleNamespace.price).flatMap {
      Price(amount: $0, currency: ownText(SaleNamespace.currency))
    }
    return SaleMark(status: .forSale, price: price)
  }

  /// Whether anything of ours is there.
  var isMarked: Bool {
    nodes.contains { node in
      node.attributes.contains { $0.name.isOwn } || node.children.contains { $0.name.isOwn }
    }
  }

  /// Whether `dc:subject` as a whole is as we made it.
  var isSubjectOwn: Bool {
    guard let subject, let hash = ownText(SaleNamespace.subject) else { return false }
    return hash == StableHash.hex(StableHash.hash(bytes[subject.range]))
  }

  /// The photo's own keywords in a list that we made; nil without one.
  var copiedKeywords: [String]? {
    guard isSubjectOwn, let subject else { return nil }
    var texts = subject.items.map(\.text)
    if let last = texts.last, CleanText.line(last) == ownText(SaleNamespace.keyword) {
      texts.removeLast()
    }
    return texts
  }

  /// The first that is there; cleaned.
  func ownText(_ local: String) -> String? {
    text { $0.isOwn && $0.local == local }.flatMap { CleanText.line($0) }
  }

  /// The user's stars and label, in whatever spelling.
  ///
  /// - Parameter leavesOut: Tags that don't count.
  func stated(leavesOut: Set<MarkTag> = []) -> StatedMarks {
    StatedMarks(leavesOut: leavesOut) { tag in
      for node in nodes where node.isDescription {
        if let attribute = node.attributes.first(where: { $0.name.isProperty(tag) }) {
          return [attribute.value]
        }
        if let child = node.children.first(where: { $0.name.isProperty(tag) }) {
          return child.isSimple ? [child.text] : child.items
        }
      }
      return []
    }
  }

  /// The value of a tag, cleaned; nil if there is none.
  func value(of tag: MarkTag) -> String? {
    text { $0.isProperty(tag) }.map { CleanText.line($0) ?? "" }
  }

  /// The first such property, as an attribute or as an element; as found.
  func text(where isWanted: (XMLName) -> Bool) -> String? {
    for node in nodes where node.isDescription {
      if let attribute = node.attributes.first(where: { isWanted($0.name) }) {
        return attribute.value
      }
      if let child = node.children.first(where: { isWanted($0.name) && $0.isSimple }) {
        return child.text
      }
    }
    return nil
  }
}
