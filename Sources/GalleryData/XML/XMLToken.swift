/// One step through a document.
enum XMLToken: Hashable {
  case start(XMLTag)
  /// Of the element that was started last and is not ended.
  case end
  /// Bytes between tags; several in a row where a comment or a section divides them.
  case text(Range<Int>, isCDATA: Bool)
}

/// A start tag.
struct XMLTag: Hashable {
  var name: XMLName
  var attributes: [XMLAttribute]
}

struct XMLAttribute: Hashable {
  var name: XMLName
  /// References are read.
  var value: String
}

/// A name as it is written and what its prefix stands for.
struct XMLName: Hashable {
  /// Empty without one.
  var prefix: String
  var local: String
  /// The namespace that the prefix is bound to; nil where it is bound to none. An attribute without a prefix
  /// is in no namespace (Namespaces in XML 1.0, 6.2).
  var namespace: String?
}
