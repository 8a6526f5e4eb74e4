import PictureProtocol
import TerminalKit

extension Graphic {
  /// A picture that the terminal draws itself; nil for a picture made of characters.
  ///
  /// - Complexity: O(1); the bytes are shared.
  public nonisolated init?(_ picture: Picture) {
    let content: Content
    let pixelSize: PixelSize
    switch picture.payload {
    case .cells, .histogram, .jpeg, .fingerprint, .metadata: return nil
    case .pixels(let pixels):
      content = .pixels(pixels.bytes)
      pixelSize = PixelSize(width: Int(pixels.width), height: Int(pixels.height))
    case .encoded(let encoded):
      content = Content(encoded)
      pixelSize = PixelSize(width: Int(encoded.pixelWidth), height: Int(encoded.pixelHeight))
    }
    self.init(
      id: picture.id, size: picture.size, pixelSize: pixelSize, content: content,
      subject: picture.subject, part: picture.part.map { Part($0, of: picture, pixelSize) })
  }
}

extension Graphic.Part {
  /// The pixels of a part of a photo; those that fill the last cells of its picture are not the photo's.
  fileprivate nonisolated init(_ part: PictureRegion, of picture: Picture, _ pixels: PixelSize) {
    let source = (
      width: Double(max(1, picture.sourceSize.width)),
      height: Double(max(1, picture.sourceSize.height))
    )
    let scale = min(Double(pixels.width) / source.width, Double(pixels.height) / source.height)
    func edge(_ fraction: Double, of length: Double) -> Int {
      Int((min(1, max(0, fraction)) * length * scale).rounded())
    }
    let (x, y) = (edge(part.x, of: source.width), edge(part.y, of: source.height))
    self.init(
      x: x, y: y, width: max(1, edge(part.x + part.width, of: source.width) - x),
      height: max(1, edge(part.y + part.height, of: source.height) - y))
  }
}

extension Graphic.Content {
  nonisolated init(_ picture: EncodedPicture) {
    self =
      switch picture.coding {
      case .png: .png(base64: picture.bytes)
      case .jpeg: .jpeg(base64: picture.bytes)
      case .sixel: .sixel(picture.bytes)
      }
  }
}
