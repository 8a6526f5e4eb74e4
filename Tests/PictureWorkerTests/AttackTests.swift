import ExpectationSupport
import GalleryTestSupport
import Glibc
import PictureProtocol
import Testing

/// Malicious files: each costs one answer, and the worker continues.
final class AttackTests: WorkerTests {
  @Test(arguments: [
    ("GIF", Attacks.gif, UInt32(65535), UInt32(65535)),
    ("a GIF whose frame is larger than its screen", Attacks.gifFrame, 65535, 65535),
    ("WebP", Attacks.webp, 16383, 16383),
    ("SVG", Attacks.svg, 40000, 40000),
  ])
  func `a small file of a huge picture is refused by its header`(
    name: String, bytes: [UInt8], width: UInt32, height: UInt32
  ) throws {
    try worker.send(bytes)

    guard case .tooLarge(width, height, let memory) = try worker.receiveFailure() else {
      Issue.record("not refused")
      return
    }
    #expect(memory > 1_700_000_000)
    try expectEqual(worker.pixels(of: "quarters.png").width, 64)
  }

  @Test(arguments: [Attacks.png, Attacks.jpeg])
  func `a huge picture that streams is refused where the file is too short for it`(
    bytes: [UInt8]
  ) throws {
    try expectEqual(worker.send(bytes).receiveFailure(), .truncated)
    try expectEqual(worker.pixels(of: "quarters.png").width, 64)
  }

  @Test(arguments: [Attacks.webpChunk, Attacks.webpLength])
  func `a WebP with a false length has no tags, and costs nothing else`(bytes: [UInt8]) throws {
    let metadata = try worker.metadata(of: bytes)

    #expect(metadata.width != nil && metadata.title == nil)
    try expectEqual(worker.pixels(of: "quarters.png").width, 64)
  }

  @Test func `an exception of the tag reader in a sidecar costs the sidecar alone`() throws {
    let metadata = try worker.metadata(of: "metadata.jpg", sidecar: Attacks.webpLength)

    #expect(metadata.cameraMake != nil)
  }

  @Test func `a JPEG of 80,000 scans is refused by counting them`() throws {
    let file = try fixture("progressive.jpg")

    try expectEqual(
      worker.send(Attacks.repeatLastScan(of: file, times: 80_000)).receiveFailure(),
      .broken("more than 100 scans"))
    try expectEqual(worker.pixels(of: "quarters.png").width, 64)
  }

  @Test func `a picture that takes longer than allowed ends the worker`() throws {
    let worker = try WorkerProcess(["1"])

    try worker.send(Attacks.slow, target: PictureTarget(columns: 400, rows: 200))

    do {
      _ = try worker.receive()
      Issue.record("it had time enough")
    } catch WorkerProcess.Failure.ended(let status) {
      expectEqual(status & 0x7F, SIGPROF)
    }
  }

  @Test func `entities that multiply are refused`() throws {
    try worker.send(Attacks.manyEntities)

    guard case .broken = try worker.receiveFailure() else {
      Issue.record("not refused")
      return
    }
  }

  @Test(arguments: [
    ("a file", "<image xlink:href='file:///etc/passwd' width='64' height='48'/>"),
    ("a device", "<image xlink:href='file:///dev/zero' width='64' height='48'/>"),
    ("a server", "<image xlink:href='http://127.0.0.1:9/x.png' width='64' height='48'/>"),
    ("a server's style", "<style>@import url('http://127.0.0.1:9/x.css');</style>"),
    ("itself", "<g id='a'><use xlink:href='#a'/></g><use xlink:href='#a'/>"),
    (
      "itself as its pattern",
      """
      <pattern id='p' width='1' height='1'><rect width='9' height='9' fill='url(#p)'/></pattern>
      <rect width='64' height='48' fill='url(#p)'/>
      """
    ),
    ("nothing, deeply", String(repeating: "<g>", count: 100_000)),
  ])
  func `a drawing that refers to what it may not have gets an answer`(
    what: String, inside: String
  ) throws {
    let space = "xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'"
    try worker.send(Array("<svg \(space) width='64' height='48'>\(inside)</svg>".utf8))

    switch try worker.receive() {
    case .picture, .failure: break
    default: Issue.record("no answer")
    }
    try expectEqual(worker.pixels(of: "quarters.png").width, 64)
  }

  @Test func `an empty or unreadable file, a folder and a pipe each have a failure`() throws {
    var pipe: [Int32] = [-1, -1]
    try #require(Glibc.pipe(&pipe) == 0)
    let ends = pipe.map { OwnedDescriptor($0) }
    let folder = OwnedDescriptor(open("/", O_RDONLY | O_CLOEXEC))
    let unreadable = OwnedDescriptor(open("/etc/passwd", pathOnly | O_CLOEXEC))
    let cases: [(OwnedDescriptor, PictureFailure)] = [
      (try [UInt8]().opened(), .emptyFile),
      (ends[0], .notARegularFile),
      (folder, .notARegularFile),
      (unreadable, .unreadable(errno: EBADF)),
      (try [UInt8]("hello, world\n".utf8).opened(), .notAPicture),
      (try [UInt8]("8BPS\0\u{1}".utf8).opened(), .unsupportedFormat(name: "PSD")),
    ]

    for (file, failure) in cases {
      try expectEqual(worker.send(file).receiveFailure(), failure)
    }
  }

  @Test(arguments: [
    "quarters.tiff", "quarters.heic", "quarters.svg", "quarters.jxl", "quarters.jp2", "raw.nef",
    "raw.cr3",
  ])
  func `some formats are for local files only`(name: String) throws {
    try worker.send(name, origin: .network)

    guard case .formatNotAllowed = try worker.receiveFailure() else {
      Issue.record("allowed")
      return
    }
  }

  @Test(arguments: [
    "quarters.jpg", "quarters.png", "quarters.webp", "quarters.gif", "quarters.avif",
    "quarters.tiff", "quarters.heic", "quarters.svg", "progressive.jpg", "metadata.jpg",
    "quarters.jxl", "quarters.jp2", "raw.cr2", "raw.cr3", "raw.nef", "raw.arw", "raw.raf",
    "raw.orf", "raw.rw2", "raw.pef", "raw.dng", "raw.srw",
  ])
  func `a file cut anywhere gets an answer`(name: String) throws {
    let whole = try fixture(name)

    for length in stride(from: 1, to: whole.count, by: max(1, whole.count / 25)) {
      try worker.send(Array(whole.prefix(length)))
      switch try worker.receive() {
      case .picture, .failure: break
      default: Issue.record("no answer at \(length) bytes")
      }
    }
    try expectEqual(worker.pixels(of: "quarters.png").width, 64)
  }

  @Test(arguments: [
    "quarters.jpg", "quarters.png", "quarters.webp", "quarters.gif", "quarters.tiff",
    "progressive.jpg", "metadata.jpg", "metadata.avif", "quarters.heic", "quarters.jxl",
    "quarters.jp2", "raw.cr2", "raw.cr3", "raw.nef", "raw.arw", "raw.raf", "raw.orf", "raw.rw2",
    "raw.pef", "raw.dng", "raw.srw",
  ])
  func `a file with wrong bytes gets answers, or costs its worker alone`(name: String) throws {
    var worker = try WorkerProcess()
    let whole = try fixture(name)
    var random = SplitMix64(state: 1)

    for _ in 0..<60 {
      var bytes = whole
      for _ in 0..<3 {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      do {
        _ = try worker.send(bytes).receive()
        try worker.requestMetadata(of: bytes)
        _ = try worker.receive()
      } catch WorkerProcess.Failure.ended(let status) {
        // Some decoders abort (they may: that is what the process is for), but never by our own code:
        // a Swift trap is SIGILL or SIGTRAP.
        #expect(status & 0x7F != SIGILL && status & 0x7F != SIGTRAP, "status \(status)")
        worker = try WorkerProcess()
      }
    }
    try expectEqual(worker.pixels(of: "quarters.png").width, 64)
  }
}

/// `O_PATH`, which Swift's Glibc lacks.
private let pathOnly: Int32 = 0o10000000
