import Foundation
import PictureProtocol
import Testing

extension WorkerProcess {
  /// A picture as a terminal would receive it.
  func encoded(
    _ picture: PixelPicture, target: PictureTarget, background: PictureBackground = .transparent,
    output: PictureOutput, steps: PictureSteps = .sharp
  ) throws -> EncodedPicture {
    try send(picture.tiff, target: target, background: background, output: output, steps: steps)
    return try receivePicture().encoded
  }

  /// The content of a file that a worker made, read by libvips; black where it is transparent.
  func decoded(_ encoded: EncodedPicture) throws -> PixelPicture {
    let target = PictureTarget(
      columns: max(1, encoded.pixelWidth), rows: max(1, encoded.pixelHeight), cellPixelWidth: 1,
      cellPixelHeight: 1)
    try send(base64(encoded.bytes), target: target)
    var pixels = try receivePicture().pixels
    for start in stride(from: 0, to: pixels.bytes.count, by: 4) where pixels.bytes[start + 3] == 0 {
      for place in start..<start + 3 { pixels.bytes[place] = 0 }
    }
    return pixels
  }
}

/// RFC 4648, strictly.
func base64(_ text: [UInt8]) throws -> [UInt8] {
  [UInt8](try #require(Data(base64Encoded: Data(text))))
}
