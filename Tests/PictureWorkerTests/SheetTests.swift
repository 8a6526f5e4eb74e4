import ExpectationSupport
import Glibc
import PictureProtocol
import Testing

/// Documents in PDF.
struct SheetTests {
  private let document = SheetDocument(width: 595, height: 842, title: "Popular")
  private let rect = SheetRect(x: 50, y: 50, width: 200, height: 20)

  /// The whole file of these pages.
  private func pdf(_ pages: [SheetPage], from worker: WorkerProcess) throws -> PDFReader {
    var bytes = try perform(.begin(document), worker)
    for page in pages { bytes += try perform(.page(page), worker) }
    return PDFReader(bytes + (try perform(.end, worker)))
  }

  private func perform(_ step: SheetStep, _ worker: WorkerProcess) throws -> [UInt8] {
    try worker.socket.send(WorkerRequest.sheet(SheetRequest(id: 9, step: step)))
    switch try worker.receive() {
    case .sheet(let answer):
      expectEqual(answer.id, 9)
      return answer.bytes
    case .failure(let answer): throw answer.failure
    case let other: throw WorkerProcess.Failure.otherAnswer("\(other)")
    }
  }

  private func jpeg(_ worker: WorkerProcess) throws -> JPEGPicture {
    try worker.send(WorkerProcess.fixture("quarters.png"), output: .jpeg)
    guard case .jpeg(let picture) = try worker.receivePicture().payload else {
      throw WorkerProcess.Failure.otherAnswer()
    }
    return picture
  }

  @Test func `pages follow each other, and the last answer ends the file`() throws {
    let page = SheetPage(texts: [SheetText(rect: rect, text: "couple", size: 9)])
    let pdf = try pdf([page, page, SheetPage()], from: WorkerProcess())

    #expect(pdf.isWhole)
    expectEqual(pdf.pageCount, 3)
    #expect(pdf.text.contains("/Title (Popular)"))
  }

  @Test func `a JPEG is embedded unchanged, byte by byte`() throws {
    let worker = try WorkerProcess()
    let jpeg = try jpeg(worker)
    let pdf = try pdf([SheetPage(pictures: [SheetPicture(rect: rect, jpeg: jpeg)])], from: worker)

    #expect(pdf.isWhole)
    expectEqual(pdf.jpegCount, 1)
    #expect(pdf.holds(jpeg.bytes))
  }

  @Test func `text in any script can be selected`() throws {
    let words = ["couple", "Закат над Балтикой", "海上生明月", "الكثبان عند الغروب", "Sous la Voie ⛺"]
    let texts = words.map { SheetText(rect: rect, text: $0, size: 9, isBold: true) }
    let pdf = try pdf([SheetPage(texts: texts)], from: WorkerProcess())

    #expect(pdf.isWhole)
    #expect(pdf.fontCount >= 1)
    #expect(pdf.hasUnicode)
  }

  @Test(arguments: ["https://photos.example/1?a=b&c=%20d", "http://h.example/"])
  func `a picture and its title lead to the photo's page`(_ address: String) throws {
    let worker = try WorkerProcess()
    let picture = SheetPicture(rect: rect, jpeg: try jpeg(worker), link: address)
    let text = SheetText(rect: rect, text: "couple", size: 9, link: address)

    let pdf = try pdf([SheetPage(pictures: [picture], texts: [text])], from: worker)

    expectEqual(Set(pdf.links), [address])
    expectEqual(pdf.links.count, 2)
  }

  @Test func `an address cannot end its quotes`() throws {
    let text = SheetText(
      rect: rect, text: "x", size: 9, link: "https://h.example/'dest='evil\\' uri='https://evil/")
    let pdf = try pdf([SheetPage(texts: [text])], from: WorkerProcess())

    #expect(pdf.isWhole)
    #expect(pdf.links.allSatisfy { $0.hasPrefix("https://h.example/") })
  }

  @Test func `empty texts, one that is far too long and places of no size do no harm`() throws {
    let none = SheetRect(x: 0, y: 0, width: 0, height: 0)
    let texts = [
      SheetText(rect: rect, text: "", size: 9), SheetText(rect: none, text: "x", size: 9),
      SheetText(rect: rect, text: String(repeating: "word ", count: 10_000), size: 9),
    ]
    let worker = try WorkerProcess()
    let picture = SheetPicture(rect: none, jpeg: try jpeg(worker))

    let pdf = try pdf(
      [SheetPage(boxes: [SheetBox(rect: none, gray: 1)], pictures: [picture], texts: texts)],
      from: worker)

    #expect(pdf.isWhole)
  }

  @Test func `a page before its document is refused, and the worker continues`() throws {
    let worker = try WorkerProcess()

    #expect(throws: PictureFailure.badRequest) { try perform(.page(SheetPage()), worker) }
    #expect(throws: PictureFailure.badRequest) { try perform(.end, worker) }
    #expect(try pdf([SheetPage()], from: worker).isWhole)
  }

  @Test func `another document gives the first one up`() throws {
    let worker = try WorkerProcess()
    _ = try perform(.begin(document), worker)
    _ = try perform(.page(SheetPage()), worker)

    let pdf = try pdf([SheetPage()], from: worker)

    #expect(pdf.isWhole)
    expectEqual(pdf.pageCount, 1)
  }

  @Test func `a broken JPEG inside costs the document, not the worker`() throws {
    let worker = try WorkerProcess()
    let fake = JPEGPicture(
      width: 10, height: 10, bytes: [0xFF, 0xD8, 0xFF, 1, 2, 3, 4, 0xFF, 0xD9])
    _ = try perform(.begin(document), worker)

    // cairo cannot read its header, and draws the placeholder's pixels.
    _ = try? perform(.page(SheetPage(pictures: [SheetPicture(rect: rect, jpeg: fake)])), worker)

    #expect(try pdf([SheetPage()], from: worker).isWhole)
  }

  @Test func `pages are given away as they come, so that memory does not grow with them`() throws {
    let worker = try WorkerProcess()
    let jpeg = try jpeg(worker)
    let page = SheetPage(
      pictures: (0..<12).map { _ in SheetPicture(rect: rect, jpeg: jpeg) },
      texts: [SheetText(rect: rect, text: "couple", size: 9)])
    _ = try perform(.begin(document), worker)
    var counts: [Int] = []

    for _ in 0..<20 { counts.append(try perform(.page(page), worker).count) }

    // cairo holds a page back until it knows that another follows.
    #expect(counts.dropFirst(2).allSatisfy { $0 > jpeg.bytes.count })
  }
}
