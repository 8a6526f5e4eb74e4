import FeedFormats

/// A property of XMP's basic schema that is one text (ISO 16684-1, 8.4).
enum XMPProperty: String, CaseIterable, Sendable {
  /// `-1` for rejected, `0` to `5`.
  case rating = "Rating"
  case label = "Label"

  static let uri = "http://ns.adobe.com/xap/1.0/"
  /// For documents that know none.
  static let prefix = "xmp"

  func isNamed(_ name: XMLName) -> Bool { name.local == rawValue && name.namespace == Self.uri }
}

extension SidecarDocument {
  /// What the document says, cleaned; nil where it says nothing.
  func value(of property: XMPProperty) -> String? {
    text(where: property.isNamed).map { CleanText.line($0) ?? "" }
  }
}
