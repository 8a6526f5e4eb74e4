/// Where and why a text is not XML.
package struct XMLFault: Error, Hashable {
  /// In bytes of UTF-8, from 0; the count of bytes where they end too early.
  package var offset: Int
  /// For people, in lower case, such as `<item> is not closed`.
  package var reason: String
}
