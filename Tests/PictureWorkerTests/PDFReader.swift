/// As much of a PDF as cairo writes (ISO 32000-1, 7.5), to read its content.
struct PDFReader {
  let bytes: [UInt8]

  /// As text, one character per byte, so that positions are the same.
  let text: String

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    text = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  /// From its version to its end, with a table of objects where it says so.
  var isWhole: Bool {
    guard text.hasPrefix("%PDF-1.5"), text.hasSuffix("%%EOF\n"),
      let start = text.ranges(of: "startxref\n").last
    else { return false }
    let number = text[start.upperBound...].prefix { $0.isNumber }
    return Int(number).map { bytes.dropFirst($0).starts(with: "xref".utf8) } ?? false
  }

  var pageCount: Int {
    text.ranges(of: "/Type /Page\n").count + text.ranges(of: "/Type /Page ").count
  }

  /// Whether the file contains a piece byte by byte.
  func holds(_ piece: [UInt8]) -> Bool {
    guard let first = piece.first, bytes.count >= piece.count else { return false }
    return bytes.indices.dropLast(piece.count - 1).contains {
      bytes[$0] == first && bytes[$0..<$0 + piece.count].elementsEqual(piece)
    }
  }

  var jpegCount: Int { text.ranges(of: "/Filter /DCTDecode").count }
  var fontCount: Int { text.ranges(of: "/Type /FontDescriptor").count }
  /// Fonts that state which characters their glyphs are.
  var hasUnicode: Bool { text.contains("/ToUnicode") }

  /// The addresses of links.
  var links: [String] {
    text.ranges(of: "/URI (").map { range in
      String(text[range.upperBound...].prefix { $0 != ")" })
    }
  }
}
