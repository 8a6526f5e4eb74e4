import PictureProtocol
import TerminalKit

extension Graphic {
  /// A picture that the terminal draws itself; nil for a picture made of characters.
  ///
  /// - Complexity: O(1); the bytes are shared.
  nonisolated init?(_ picture: Picture) {
    let content: Content
    let pixelSize: PixelSize
    switch picture.payload {
    case .cells, .histogram, .jpeg: return nil
    case .pixels(let pixels):
      content = .pixels(pixels.bytes)
      pixelSize = PixelSize(width: Int(pixels.width), height: Int(pixels.height))
    case .encoded(let encoded):
      content = Content(encoded)
      pixelSize = PixelSize(width: Int(encoded.pixelWidth), height: Int(encoded.pixelHeight))
    }
    self.init(
      id: picture.id, size: picture.size, pixelSize: pixelSize, content: content,
      subject: picture.subject)
  }
}

extension Graphic.Content {
  nonisolated init(_ picture: EncodedPicture) {
    self =
      switch picture.coding {
      case .compressedRGB: .compressedPixels(base64: picture.bytes, hasAlpha: false)
      case .compressedRGBA: .compressedPixels(base64: picture.bytes, hasAlpha: true)
      case .png: .png(base64: picture.bytes)
      case .jpeg: .jpeg(base64: picture.bytes)
      case .sixel: .sixel(picture.bytes)
      }
  }
}
