/// One step through a document.
package enum XMLToken: Hashable {
  case start(XMLTag)
  /// Of the element that was started last and is not ended.
  case end
  /// Bytes between tags; several in a row where a comment or a section divides them.
  case text(Range<Int>, isCDATA: Bool)
}

/// A start tag.
package struct XMLTag: Hashable {
  package var name: XMLName
  package var attributes: [XMLAttribute]
}

package struct XMLAttribute: Hashable {
  package var name: XMLName
  /// References are read.
  package var value: String
}

/// A name as it is written and what its prefix stands for.
package struct XMLName: Hashable {
  /// Empty without one.
  package var prefix: String
  package var local: String
  /// The namespace that the prefix is bound to; nil where it is bound to none. An attribute without a prefix
  /// is in no namespace (Namespaces in XML 1.0, 6.2).
  package var namespace: String?
}
