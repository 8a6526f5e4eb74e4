/// In which order a packet has the languages of a text, which exiv2 doesn't tell.
enum LanguageOrder {
  /// More is not searched: a packet without its usual beginning may be anywhere in a file.
  private static let byteLimit = 4 << 20

  /// The languages of the first property that has exactly these.
  ///
  /// - Parameters:
  ///   - name: The property's, without a prefix: the same languages are enough to tell it from others.
  ///   - languages: In lower case.
  /// - Returns: Empty if there is none.
  /// - Complexity: O(*bytes*); only for texts in several languages of which none is the default.
  static func languages(
    of name: String, among languages: Set<String>, in part: ByteView
  ) -> [String] {
    let packet = XMPPacket.find(in: part)
    let bytes = (packet.count > 0 ? packet : part.part(from: 0, count: byteLimit)).bytes
    let wanted = Array(":\(name)".utf8)
    var rest = bytes[...]
    while let found = rest.firstRange(of: wanted) {
      rest = rest[found.upperBound...]
      guard let next = rest.first, next == UInt8(ascii: ">") || next <= 0x20,
        let end = rest.firstRange(of: wanted + [UInt8(ascii: ">")])
      else { continue }
      let found = Self.languages(in: rest[..<end.lowerBound])
      // `x-repair` is what exiv2 calls an alternative without a language.
      if Set(found).union(["x-repair"]) == languages.union(["x-repair"]) { return found }
    }
    return []
  }

  /// The values of `xml:lang`, in either quotes.
  private static func languages(in text: Slice<UnsafeRawBufferPointer>) -> [String] {
    var languages: [String] = []
    var rest = text
    while let found = rest.firstRange(of: "xml:lang".utf8) {
      rest = rest[found.upperBound...].drop { $0 <= 0x20 || $0 == UInt8(ascii: "=") }
      guard let quote = rest.first, let end = rest.dropFirst().firstIndex(of: quote) else { break }
      languages.append(String(decoding: rest.dropFirst()[..<end], as: UTF8.self).lowercased())
      rest = rest[end...].dropFirst()
    }
    return languages
  }
}
