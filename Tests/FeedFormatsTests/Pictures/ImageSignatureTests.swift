import Testing

@testable import FeedFormats

/// The beginning of a picture's file.
struct ImageSignatureTests {
  @Test func `the formats that are taken from the network are known by their first bytes`() {
    let avif = [0, 0, 0, 28] + Array("ftypavif".utf8) + [0, 0, 0, 0] + Array("avifmif1".utf8)
    let mif1 = [0, 0, 0, 28] + Array("ftypmif1".utf8) + [0, 0, 0, 0] + Array("miafavif".utf8)
    let samples: [([UInt8], ImageSignature)] = [
      ([0xFF, 0xD8, 0xFF, 0xDB], .jpeg), ([0x89] + Array("PNG\r\n\u{1A}\n".utf8), .png),
      (Array("GIF89a".utf8), .gif), (Array("GIF87a".utf8), .gif),
      (Array("RIFF....WEBPVP8L".utf8), .webp), (avif, .avif), (mif1, .avif),
    ]
    for (bytes, signature) in samples { #expect(ImageSignature(bytes) == signature) }
  }

  @Test func `no shorter beginning of one is taken for it, and nothing traps`() {
    for text in ["", "G", "GIF8", "RIFF....WEB", "RIFF", "....ftyp", "....ftypavi", "<html>"] {
      #expect(ImageSignature(Array(text.utf8)) == nil)
    }
    #expect(ImageSignature([0xFF, 0xD8]) == nil)
    // The minor version is no brand.
    #expect(ImageSignature([0, 0, 0, 16] + Array("ftypheicavif".utf8)) == nil)
  }
}
