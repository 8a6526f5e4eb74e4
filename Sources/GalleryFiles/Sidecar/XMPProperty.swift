import FeedFormats

/// A property of XMP's basic schema with a single text as its value (ISO 16684-1, 8.4).
enum XMPProperty: String, CaseIterable, Sendable {
  /// `-1` for rejected, `0` to `5`.
  case rating = "Rating"
  case label = "Label"

  static let uri = "http://ns.adobe.com/xap/1.0/"
  /// For documents that don't declare one.
  static let prefix = "xmp"

  func isNamed(_ name: XMLName) -> Bool { name.local == rawValue && name.namespace == Self.uri }
}

extension SidecarDocument {
  /// The value in the document, cleaned; nil if there is none.
  func value(of property: XMPProperty) -> String? {
    text(where: property.isNamed).map { CleanText.line($0) ?? "" }
  }
}
