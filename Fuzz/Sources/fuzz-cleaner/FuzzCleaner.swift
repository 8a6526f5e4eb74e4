import GalleryDomain

@testable import FeedFormats

/// Cleaning cleaned text changes nothing; it keeps its limits and contains nothing that a terminal obeys.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCleaner(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let bytes = UnsafeBufferPointer(start: start, count: count)
  let limit = TextLimit(characters: count > 0 ? Int(bytes[0]) : 1)
  let text = String(decoding: bytes, as: UTF8.self)
  check(TextCleaner.line(text, limit: limit), limit, hasLines: false)
  check(TextCleaner.line(bytes: bytes, limit: limit), limit, hasLines: false)
  check(TextCleaner.paragraphs(text, limit: limit), limit, hasLines: true)
  check(HTMLText.plain(text, limit: limit), limit, hasLines: true)
  return 0
}

private func check(_ text: String, _ limit: TextLimit, hasLines: Bool) {
  precondition(TextCleaner.paragraphs(text, limit: limit).utf8.elementsEqual(text.utf8))
  if !hasLines { precondition(TextCleaner.line(text, limit: limit).utf8.elementsEqual(text.utf8)) }
  precondition(text.count <= limit.characters && text.utf8.count <= limit.bytes)
  for scalar in text.unicodeScalars {
    switch scalar.value {
    case 0x0A: precondition(hasLines)
    case 0...0x1F, 0x7F...0x9F, 0xA0, 0xAD, 0x61C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E,
      0x2060...0x206F, 0xFEFF, 0xE000...0xF8FF:
      preconditionFailure("U+\(String(scalar.value, radix: 16))")
    default: break
    }
  }
}
