import PictureProtocol
import Testing

extension WorkerProcess {
  /// A picture as a terminal would receive it.
  func encoded(
    _ picture: PixelPicture, target: PictureTarget,
    background: PictureBackground = .transparent, output: PictureOutput,
    steps: PictureSteps = .sharp
  ) throws -> EncodedPicture {
    try send(
      Self.file(TinyPNG.file(picture)), target: target, background: background,
      output: output, steps: steps)
    return try receivePicture().encoded
  }

  /// The content of a file that a worker made, read by libvips; black where it is transparent.
  func decoded(_ encoded: EncodedPicture) throws -> PixelPicture {
    let target = PictureTarget(
      columns: max(1, encoded.pixelWidth), rows: max(1, encoded.pixelHeight), cellPixelWidth: 1,
      cellPixelHeight: 1)
    try send(Self.file(try base64(encoded.bytes)), target: target)
    var pixels = try receivePicture().pixels
    for start in stride(from: 0, to: pixels.bytes.count, by: 4) where pixels.bytes[start + 3] == 0 {
      for place in start..<start + 3 { pixels.bytes[place] = 0 }
    }
    return pixels
  }
}

/// RFC 4648, strictly.
func base64(_ text: [UInt8]) throws -> [UInt8] {
  try #require(text.count % 4 == 0)
  let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  let padding = text.suffix(2).count { $0 == UInt8(ascii: "=") }
  var bytes: [UInt8] = []
  var word: UInt32 = 0
  for (place, character) in text.enumerated() {
    let isPadding = place >= text.count - padding
    let value = isPadding ? 0 : try #require(alphabet.firstIndex(of: character))
    word = word << 6 | UInt32(value)
    guard place % 4 == 3 else { continue }
    bytes += [UInt8(word >> 16 & 255), UInt8(word >> 8 & 255), UInt8(word & 255)]
    word = 0
  }
  return Array(bytes.dropLast(padding))
}
