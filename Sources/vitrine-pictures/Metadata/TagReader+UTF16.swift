extension TagReader {
  /// A text of Windows' own tags (`XPTitle`, `XPKeywords`): UTF-16, little end first, as bytes.
  ///
  /// Not as exiv2 words it: it knows UCS-2 only and answers the bytes as numbers as soon as one
  /// emoji is in the text (exiv2 0.27).
  func utf16Text(_ tag: String) -> String? {
    guard let numbers = text(tag) else { return nil }
    let parts = numbers.split(separator: " ")
    let bytes = parts.compactMap { UInt8($0) }
    guard bytes.count == parts.count, bytes.count > 1 else { return interpreted(tag) }
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map {
      UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8
    }
    let text = String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
    return text.isEmpty ? nil : text
  }
}
