import PictureProtocol
import Testing

/// An invalid page is rejected before it is drawn.
struct SheetBytesTests {
  private func isRefused(_ step: SheetStep) -> Bool {
    var decoder = MessageDecoder<WorkerRequest>()
    decoder.feed(WorkerRequest.sheet(SheetRequest(id: 1, step: step)).frame()[...])
    do {
      return try decoder.next() == nil
    } catch {
      return true
    }
  }

  private func text(_ change: (inout SheetText) -> Void) -> SheetStep {
    var text = Samples.page.texts[0]
    change(&text)
    return .page(SheetPage(texts: [text]))
  }

  @Test(arguments: [0, 71.9, 5_000.1, -.infinity, .nan, .infinity])
  func `paper has a size`(_ side: Double) {
    #expect(isRefused(.begin(SheetDocument(width: side, height: 800, title: ""))))
    #expect(isRefused(.begin(SheetDocument(width: 800, height: side, title: ""))))
  }

  @Test func `positions are numbers on or near the page`() {
    #expect(isRefused(text { $0.rect.x = .nan }))
    #expect(isRefused(text { $0.rect.y = 1e300 }))
    #expect(isRefused(text { $0.rect.width = -1 }))
    #expect(isRefused(text { $0.size = 0 }))
    #expect(isRefused(text { $0.size = 201 }))
    #expect(!isRefused(text { $0.size = 200 }))
  }

  @Test func `the number of things on a page is limited`() {
    let box = SheetBox(rect: SheetRect(x: 0, y: 0, width: 1, height: 1), gray: 0)

    #expect(!isRefused(.page(SheetPage(boxes: Array(repeating: box, count: 1_000)))))
    #expect(isRefused(.page(SheetPage(boxes: Array(repeating: box, count: 1_001)))))
  }

  @Test(
    arguments: [
      [], [0xFF, 0xD8, 0xFF, 0xD9].dropLast(), [0x89, 0x50, 0x4E, 0x47],
      [0xFF, 0xD8, 0xFF, 0xDB, 0, 0], [0xFF, 0xD8, 0, 0, 0xFF, 0xD9],
    ].map(Array.init) as [[UInt8]])
  func `a picture is a JPEG from beginning to end`(_ bytes: [UInt8]) {
    var picture = Samples.page.pictures[0]
    picture.jpeg.bytes = bytes

    #expect(isRefused(.page(SheetPage(pictures: [picture]))))
  }

  @Test func `a picture has sides, within the limits`() {
    var picture = Samples.page.pictures[0]
    picture.jpeg.width = 0
    #expect(isRefused(.page(SheetPage(pictures: [picture]))))

    var jpeg = Samples.jpeg
    let rest = [UInt8](repeating: 0, count: PictureProtocolLimits.jpegBytes - 5)
    jpeg.bytes = [0xFF, 0xD8, 0xFF] + rest + [0xFF, 0xD9]
    #expect(jpeg.isWhole)
    jpeg.bytes.insert(0, at: 3)
    #expect(!jpeg.isWhole)
  }
}
