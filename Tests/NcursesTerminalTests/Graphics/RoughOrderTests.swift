import ExpectationSupport
import PseudoTerminalSupport
import TerminalKit
import Testing

@testable import NcursesTerminal

/// On a slow line, a rough picture that is being sent is not abandoned for the picture that follows it.
struct RoughOrderTests {
  private static let place = "␛[3;4H"

  private func graphic(_ id: UInt32, bytes: Int, subject: Int? = 5, columns: Int = 4) -> Graphic {
    Graphic(
      id: id, size: Size(columns: columns, rows: 2), pixelSize: PixelSize(width: 40, height: 41),
      content: .png(base64: [UInt8](repeating: 65, count: bytes)), subject: subject)
  }

  private func frame(
    _ writer: inout KittyWriter, _ graphic: Graphic?, byteLimit: Int = 2000
  ) -> String {
    var surface = Surface(size: Size(columns: 20, rows: 8))
    if let graphic { surface.place(graphic, at: Point(column: 3, row: 2)) }
    let before = writer.begin(surface, byteLimit: byteLimit).bytes
    let after = writer.finish(surface, text: [], byteLimit: byteLimit)
    return PseudoTerminal.readable((before + after)[...])
  }

  /// Numbers from 70, in the order of sending.
  private func writer() -> KittyWriter {
    KittyWriter(
      numbers: 70...79, sharing: TestSharing(memory: TestMemory()), sharesMemory: false)
  }

  /// Continues until the next picture has arrived.
  private func send(_ writer: inout KittyWriter) -> String {
    var bytes: [UInt8] = []
    while writer.isWaiting, !writer.needsFrame { bytes += writer.nextPiece(byteLimit: 4096) }
    return PseudoTerminal.readable(bytes[...])
  }

  @Test func `it is sent completely and shown, then the picture`() {
    var writer = writer()
    let rough = graphic(1, bytes: 9000)
    let sharp = graphic(2, bytes: 40_000)
    expectEqual(frame(&writer, rough), "")
    let first = PseudoTerminal.readable(writer.nextPiece(byteLimit: 4096)[...])
    #expect(first.hasPrefix("␛_Ga=t,f=100,i=70,q=1,m=1;"))

    expectEqual(frame(&writer, sharp), "")
    let rest = send(&writer)
    #expect(rest.hasPrefix("␛_Gm=1,q=1;") && !rest.contains("i=71"))
    expectEqual(frame(&writer, sharp), "␛7\(Self.place)␛_Ga=p,i=70,p=1,c=4,r=2,C=1,q=1␛\\␛8")

    #expect(send(&writer).hasPrefix("␛_Ga=t,f=100,i=71,q=1,m=1;"))
    expectEqual(
      frame(&writer, sharp),
      "␛7␛_Ga=d,d=i,i=70,q=2␛\\\(Self.place)␛_Ga=p,i=71,p=1,c=4,r=2,C=1,q=1␛\\␛8")
    #expect(!writer.isWaiting)
  }

  @Test func `frames in between change nothing`() {
    var writer = writer()
    _ = frame(&writer, graphic(1, bytes: 9000))
    let first = PseudoTerminal.readable(writer.nextPiece(byteLimit: 4096)[...])
    for _ in 0..<3 { expectEqual(frame(&writer, graphic(2, bytes: 40_000)), "") }

    expectEqual((first + send(&writer)).filter { $0 == "A" }.count, 9000)
  }

  @Test func `if the picture is no longer needed its rough picture is abandoned`() {
    var writer = writer()
    _ = frame(&writer, graphic(1, bytes: 9000))
    _ = writer.nextPiece(byteLimit: 4096)
    _ = frame(&writer, graphic(2, bytes: 40_000))

    #expect(frame(&writer, nil).hasPrefix("␛_Gm=0,q=2;␛\\"))

    #expect(!writer.isWaiting)
  }

  /// Cases that do not apply: the picture is sent directly.
  /// Another subject, none, and another size.
  @Test(arguments: [(6, 4), (nil, 4), (5, 3)] as [(Int?, Int)])
  func `it is abandoned if it does not help`(_ subject: Int?, _ columns: Int) {
    var writer = writer()
    _ = frame(&writer, graphic(1, bytes: 9000, subject: subject, columns: columns))
    _ = writer.nextPiece(byteLimit: 4096)

    let given = frame(&writer, graphic(2, bytes: 40_000))

    #expect(given.hasPrefix("␛_Gm=0,q=2;␛\\"))
    let sent = given + send(&writer)
    #expect(sent.filter { $0 == "A" }.count > 40_000)
  }
}
