import ExpectationSupport
import PseudoTerminalSupport
import TerminalKit
import Testing

@testable import NcursesTerminal

/// The exact bytes of the kitty graphics protocol.
struct KittyWriterTests {
  private let size = Size(columns: 20, rows: 8)

  private func writer(
    byteLimit: Int = 1 << 20, memory: TestMemory = TestMemory(), sharesMemory: Bool = false
  ) -> KittyWriter {
    KittyWriter(
      numbers: 70...79, byteLimit: byteLimit, sharing: TestSharing(memory: memory),
      sharesMemory: sharesMemory)
  }

  private func surface(_ placements: (Graphic, Int, Int)...) -> Surface {
    Surface(size: size, placing: placements)
  }

  private func graphic(
    _ id: UInt32, _ content: Graphic.Content = .png(base64: Array("QUJD".utf8)), subject: Int? = nil
  ) -> Graphic {
    Graphic(
      id: id, size: Size(columns: 4, rows: 2), pixelSize: PixelSize(width: 40, height: 41),
      content: content, subject: subject)
  }

  @Test func `a picture is sent once and placed at its cells`() {
    var writer = writer()

    let first = writer.frame(surface((graphic(1), 3, 2)))
    let second = writer.frame(surface((graphic(1), 3, 2)))

    expectEqual(first, "␛_Ga=t,f=100,i=70,q=1;QUJD␛\\␛7␛[3;4H␛_Ga=p,i=70,p=1,c=4,r=2,C=1,q=1␛\\␛8")
    expectEqual(second, "")
  }

  @Test func `a moved picture is placed again with the same numbers, and a removed one is deleted`()
  {
    var writer = writer()
    _ = writer.frame(surface((graphic(1), 3, 2), (graphic(2), 10, 2)))

    let moved = writer.frame(surface((graphic(1), 3, 1)))

    expectEqual(moved, "␛7␛_Ga=d,d=i,i=71,q=2␛\\␛[2;4H␛_Ga=p,i=70,p=1,c=4,r=2,C=1,q=1␛\\␛8")
    let back = writer.frame(surface((graphic(1), 3, 1), (graphic(2), 10, 1)))
    expectEqual(back, "␛7␛[2;11H␛_Ga=p,i=71,p=1,c=4,r=2,C=1,q=1␛\\␛8")
  }

  @Test func `pixels are sent through shared memory, or as they are`() {
    var writer = writer()
    #expect(
      writer.frame(surface((graphic(1, .pixels([65, 66, 67, 68])), 0, 0)))
        .hasPrefix("␛_Ga=t,f=32,s=40,v=41,i=70,q=1;QUJDRA==␛\\"))

    let memory = TestMemory()
    var sharing = self.writer(memory: memory, sharesMemory: true)
    let shared = sharing.frame(surface((graphic(1, .pixels([65, 66, 67, 68])), 0, 0)))
    #expect(shared.hasPrefix("␛_Ga=t,t=s,f=32,s=40,v=41,i=70,q=1;L3Rlc3QtMQ==␛\\"))
    expectEqual(memory.objects["/test-1"], [65, 66, 67, 68])
    _ = sharing.leave()
    #expect(memory.objects.isEmpty)
  }

  @Test(arguments: [4096, 4097, 8192, 8193])
  func `data are sent in chunks of 4096 bytes`(_ count: Int) {
    var writer = writer()
    let data = [UInt8](repeating: UInt8(ascii: "A"), count: count)

    let bytes = writer.frame(surface((graphic(1, .png(base64: data)), 0, 0)))

    let chunks = bytes.components("␛_G").filter { !$0.hasPrefix("a=p") }
    let last = (count - 1) % 4096 + 1
    expectEqual(chunks.count, (count + 4095) / 4096)
    #expect(chunks[0].hasPrefix("a=t,f=100,i=70,q=1\(count > 4096 ? ",m=1" : "");AAAA"))
    #expect(chunks.dropFirst().dropLast().allSatisfy { $0.hasPrefix("m=1,q=1;AAAA") })
    if count > 4096 { expectEqual(chunks.last?.hasPrefix("m=0,q=1;A"), true) }
    #expect(chunks.last?.components("A").count ?? 0 > 0)
    expectEqual(chunks.last?.filter { $0 == "A" }.count, last)
  }

  @Test
  func
    `a box over the middle leaves four parts, and the whole returns without sending its bytes again`()
  {
    let picture = Graphic(
      id: 1, size: Size(columns: 8, rows: 5), pixelSize: PixelSize(width: 80, height: 101),
      content: .png(base64: Array("QUJD".utf8)))
    var writer = writer()
    _ = writer.frame(surface((picture, 2, 1)))
    var covered = surface((picture, 2, 1))
    covered.fill(Rect(column: 4, row: 2, columns: 3, rows: 2), with: Cell(character: "#"))

    let cut = writer.frame(covered)
    let whole = writer.frame(surface((picture, 2, 1)))

    expectEqual(
      cut,
      "␛7␛[2;3H␛_Ga=p,i=70,p=1,x=0,y=0,w=80,h=20,c=8,r=1,C=1,q=1␛\\"
        + "␛[3;3H␛_Ga=p,i=70,p=2,x=0,y=20,w=20,h=40,c=2,r=2,C=1,q=1␛\\"
        + "␛[3;8H␛_Ga=p,i=70,p=3,x=50,y=20,w=30,h=40,c=3,r=2,C=1,q=1␛\\"
        + "␛[5;3H␛_Ga=p,i=70,p=4,x=0,y=60,w=80,h=41,c=8,r=2,C=1,q=1␛\\␛8")
    expectEqual(
      whole,
      "␛7␛_Ga=d,d=i,i=70,p=2,q=2␛\\␛_Ga=d,d=i,i=70,p=3,q=2␛\\␛_Ga=d,d=i,i=70,p=4,q=2␛\\"
        + "␛[2;3H␛_Ga=p,i=70,p=1,c=8,r=5,C=1,q=1␛\\␛8")
  }

  @Test func `beyond the limit the least recently used picture gives up its number`() {
    // 40 × 41 × 4 bytes each.
    var writer = writer(byteLimit: 2 * 6560)
    for id: UInt32 in 1...2 { _ = writer.frame(surface((graphic(id), 0, 0))) }
    _ = writer.frame(surface((graphic(1), 0, 0)))

    let third = writer.frame(surface((graphic(3), 0, 0)))
    let again = writer.frame(surface((graphic(2), 0, 0)))

    #expect(third.hasPrefix("␛_Ga=d,d=i,i=71,q=2␛\\␛_Ga=t,f=100,i=71,q=1;QUJD␛\\"))
    #expect(again.hasPrefix("␛_Ga=d,d=i,i=70,q=2␛\\␛_Ga=t,f=100,i=70,q=1;QUJD␛\\"))
    expectEqual(writer.byteCount, 2 * 6560)
  }

  @Test
  func
    `after clearing everything is placed again and nothing sent, after a suspension everything is sent`()
  {
    var writer = writer()
    _ = writer.frame(surface((graphic(1), 3, 2)))

    writer.invalidate()
    let cleared = writer.frame(surface((graphic(1), 3, 2)))
    let left = PseudoTerminal.readable(writer.leave()[...])
    let resumed = writer.frame(surface((graphic(1), 3, 2)))

    expectEqual(cleared, "␛7␛_Ga=d,d=a,q=2␛\\␛[3;4H␛_Ga=p,i=70,p=1,c=4,r=2,C=1,q=1␛\\␛8")
    expectEqual(left, "␛_Ga=d,d=I,i=70,q=2␛\\")
    #expect(resumed.hasPrefix("␛_Ga=t,f=100,i=70,q=1;QUJD␛\\"))
  }

  @Test func `what the terminal lost is sent again, but not for ever`() {
    var writer = writer()
    let surface = surface((graphic(1), 3, 2))
    _ = writer.frame(surface)
    var transmissions = 0
    for _ in 0..<10 {
      writer.lost(70)
      if writer.frame(surface).contains("a=t") { transmissions += 1 }
    }

    expectEqual(transmissions, 2)
    writer.lost(12345)
    expectEqual(writer.frame(surface), "")
    // Until it has left the screen.
    _ = writer.frame(self.surface())
    #expect(writer.frame(surface).contains("a=t"))
  }

  @Test func `a picture can have as many placeholder cells as there are marks`() {
    let limit = PlaceholderMarks.all.count
    #expect(limit == 297 && PlaceholderMarks.all.last == "\u{1D244}")
    expectEqual(GraphicsMethod.kittyPlaceholders.cellLimit, limit)
    for (columns, isDrawn) in [(limit, true), (limit + 1, false)] {
      var writer = KittyWriter(sharesMemory: false, isPassedThrough: false)
      let picture = TestPicture(id: 1, size: Size(columns: columns, rows: 1))
      var surface = Surface(size: Size(columns: 400, rows: 3))
      surface.place(picture.graphic(.png), at: .zero)

      let bytes = writer.begin(surface, byteLimit: 1 << 20).bytes

      expectEqual(!bytes.isEmpty, isDrawn)
    }
  }

  @Test func `pictures for other protocols are not sent`() {
    var writer = writer()
    expectEqual(writer.frame(surface((graphic(1, .jpeg(base64: [65])), 0, 0))), "")
    expectEqual(writer.frame(surface((graphic(2, .sixel([65])), 0, 0))), "")
    // Nor what is covered.
    var covered = surface((graphic(1), 3, 2))
    covered.fill(Rect(column: 0, row: 0, columns: 20, rows: 8), with: .blank)
    expectEqual(writer.frame(covered), "")
  }

  @Test func `in tmux commands are wrapped and silent, and cells represent the picture`() {
    var writer = KittyWriter(
      upperBits: 2, sharing: TestSharing(memory: TestMemory()), sharesMemory: false,
      isPassedThrough: true)
    let surface = surface((graphic(1), 3, 2))

    let (bytes, cells) = writer.begin(surface, byteLimit: 1 << 20)

    expectEqual(
      PseudoTerminal.readable(bytes[...]),
      "␛Ptmux;␛␛_Ga=t,f=100,i=33554448,q=2;QUJD␛␛\\␛\\"
        + "␛Ptmux;␛␛_Ga=p,U=1,i=33554448,c=4,r=2,q=2␛␛\\␛\\")
    expectEqual(cells[3, 2].character, "\u{10EEEE}\u{305}\u{305}\u{30E}")
    expectEqual(cells[6, 3].character, "\u{10EEEE}\u{30D}\u{310}\u{30E}")
    expectEqual(cells[6, 3].style, Style(foreground: .indexed(16)))
    expectEqual(cells[7, 3], .blank)
    expectEqual(writer.finish(surface, text: [], byteLimit: 0), [])
  }

  @Test func `a part of a picture is placed by its pixels, and so is what is not covered of it`() {
    let part = Graphic.Part(x: 100, y: 50, width: 200, height: 100)
    let placement = GraphicPlacement(
      graphic: Graphic(
        id: 7, size: Size(columns: 4, rows: 2), pixelSize: PixelSize(width: 400, height: 200),
        content: .png(base64: []), part: part), origin: Point(column: 10, row: 5))

    expectEqual(KittyPart(placement.rect, of: placement).source, part)
    expectEqual(
      KittyPart(Rect(column: 12, row: 5, columns: 2, rows: 2), of: placement).source,
      Graphic.Part(x: 200, y: 50, width: 100, height: 100))
  }

  @Test func `a part has at least a pixel, within the picture, because 0 would be all of it`()
    throws
  {
    let placement = GraphicPlacement(
      graphic: Graphic(
        id: 7, size: Size(columns: 200, rows: 50), pixelSize: PixelSize(width: 400, height: 200),
        content: .png(base64: []), part: Graphic.Part(x: 100, y: 50, width: 3, height: 2)),
      origin: Point(column: 0, row: 0))

    for column in 0..<200 {
      for row in [0, 1, 24, 25, 49] {
        let cell = Rect(column: column, row: row, columns: 1, rows: 1)
        let source = try #require(KittyPart(cell, of: placement).source)
        #expect(source.width >= 1 && source.height >= 1)
        #expect(source.x >= 100 && source.x + source.width <= 103)
        #expect(source.y >= 50 && source.y + source.height <= 52)
      }
    }
  }

  @Test func `two processes use different numbers`() {
    let ranges = (0..<4).map { _ in KittyWriter.randomNumbers() }
    #expect(Set(ranges.map(\.lowerBound)).count > 1)
    #expect(ranges.allSatisfy { $0.lowerBound > 0 && $0.count == 4095 })
  }

  // MARK: A rough picture that is being sent on a slow line

  private func rough(_ id: UInt32, bytes: Int, subject: Int? = 5, columns: Int = 4) -> Graphic {
    Graphic(
      id: id, size: Size(columns: columns, rows: 2), pixelSize: PixelSize(width: 40, height: 41),
      content: .png(base64: [UInt8](repeating: 65, count: bytes)), subject: subject)
  }

  private func show(_ writer: inout KittyWriter, _ graphic: Graphic?) -> String {
    let surface = graphic.map { self.surface(($0, 3, 2)) } ?? Surface(size: size)
    return writer.frame(surface, byteLimit: 2000)
  }

  /// Continues until the next picture has arrived.
  private func send(_ writer: inout KittyWriter) -> String {
    var bytes: [UInt8] = []
    while writer.isWaiting, !writer.needsFrame { bytes += writer.nextPiece(byteLimit: 4096) }
    return PseudoTerminal.readable(bytes[...])
  }

  @Test func `it is sent completely and shown, then the picture`() {
    var writer = writer()
    let rough = rough(1, bytes: 9000)
    let sharp = self.rough(2, bytes: 40_000)
    expectEqual(show(&writer, rough), "")
    let first = PseudoTerminal.readable(writer.nextPiece(byteLimit: 4096)[...])
    #expect(first.hasPrefix("␛_Ga=t,f=100,i=70,q=1,m=1;"))

    for _ in 0..<3 { expectEqual(show(&writer, sharp), "") }
    let rest = send(&writer)
    expectEqual((first + rest).filter { $0 == "A" }.count, 9000)
    #expect(rest.hasPrefix("␛_Gm=1,q=1;") && !rest.contains("i=71"))
    expectEqual(show(&writer, sharp), "␛7␛[3;4H␛_Ga=p,i=70,p=1,c=4,r=2,C=1,q=1␛\\␛8")

    #expect(send(&writer).hasPrefix("␛_Ga=t,f=100,i=71,q=1,m=1;"))
    expectEqual(
      show(&writer, sharp), "␛7␛_Ga=d,d=i,i=70,q=2␛\\␛[3;4H␛_Ga=p,i=71,p=1,c=4,r=2,C=1,q=1␛\\␛8")
    #expect(!writer.isWaiting)
  }

  /// Another subject, none, and another size: the picture is sent directly.
  @Test(arguments: [(6, 4), (nil, 4), (5, 3)] as [(Int?, Int)])
  func `it is abandoned if it does not help, or the picture is no longer needed`(
    _ subject: Int?, _ columns: Int
  ) {
    var writer = writer()
    _ = show(&writer, rough(1, bytes: 9000, subject: subject, columns: columns))
    _ = writer.nextPiece(byteLimit: 4096)

    let given = show(&writer, rough(2, bytes: 40_000))

    #expect(given.hasPrefix("␛_Gm=0,q=2;␛\\"))
    let sent = given + send(&writer)
    #expect(sent.filter { $0 == "A" }.count > 40_000)

    writer = self.writer()
    _ = show(&writer, rough(1, bytes: 9000))
    _ = writer.nextPiece(byteLimit: 4096)
    _ = show(&writer, rough(2, bytes: 40_000))
    #expect(show(&writer, nil).hasPrefix("␛_Gm=0,q=2;␛\\"))
    #expect(!writer.isWaiting)
  }
}

extension String {
  func components(_ separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: true).map(String.init)
  }
}
