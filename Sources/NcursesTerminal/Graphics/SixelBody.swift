/// The data of a sixel picture (VT330/VT340 *Programmer Reference*, chapter 14).
nonisolated enum SixelBody {
  /// The body with only the top lines of a picture, in whole bands of six; if there are none, the original body.
  ///
  /// - Complexity: O(*bytes*).
  static func cut(_ body: [UInt8], toHeight height: Int) -> [UInt8] {
    let bands = max(1, height / 6)
    var seen = 0
    guard
      let end = body.firstIndex(where: { byte in
        // Graphics new line: the next six lines start.
        if byte == UInt8(ascii: "-") { seen += 1 }
        return seen == bands
      })
    else { return body }
    return withHeight(bands * 6, Array(body[..<end]))
  }

  /// Replaces the height in the raster attributes: `" Pan ; Pad ; Ph ; Pv`; the last one is the height.
  private static func withHeight(_ height: Int, _ body: [UInt8]) -> [UInt8] {
    guard body.first == UInt8(ascii: "\"") else { return body }
    let end = body.dropFirst().firstIndex { !(0x30...0x39).contains($0) && $0 != 0x3B }
    let attributes = body[1..<(end ?? body.endIndex)]
      .split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    guard attributes.count == 4 else { return body }
    let kept = attributes.prefix(3).joined(separator: [UInt8(ascii: ";")])
    return Array("\"".utf8) + kept + Array(";\(height)".utf8) + body[(end ?? body.endIndex)...]
  }
}
