/// The number of an item or a variant, as it may stand in a link.
///
/// Ids come from feeds: nothing but digits gets into an address.
struct ShopNumber: Hashable, Sendable {
  let text: String

  /// - Returns: nil for all but 1–20 ASCII digits, and for zero.
  init?(_ text: String?) {
    guard let text, (1...20).contains(text.utf8.count),
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      text.utf8.contains(where: { $0 != UInt8(ascii: "0") })
    else { return nil }
    self.text = text
  }
}
