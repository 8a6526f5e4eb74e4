import ExpectationSupport
import Files
import Foundation
import GalleryData
import GalleryDomain
import GalleryFiles
import GalleryTestSupport
import Glibc
import PictureProtocol
import Testing

/// Sidecars as they are edited, and as the worker reads them afterwards.
@Suite(.timeLimit(.minutes(10))) struct SidecarEditTests {
  private let folder = "/tmp/vitrine-edits-\(UInt64.random(in: .min ... .max))"
  private let reader: SidecarReading
  private let sut: FileSidecarRepository

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    reader = SidecarReading(worker: try WorkerProcess())
    let file = try #require(FileReference(path: folder))
    sut = FileSidecarRepository(folder: FolderRepository(folder: file, reader: nil), reader: reader)
  }

  /// Writes a photo with a sidecar, and reads it.
  private func photo(_ name: String, _ sidecar: [UInt8]) async throws -> Photo {
    let picture = Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0, 0x3B]
    try Data(picture).write(to: URL(filePath: "\(folder)/\(name)"))
    try Data(sidecar).write(to: URL(filePath: "\(folder)/\(name).xmp"))
    var photo = Photo(id: name, name: name, file: FileReference(path: "\(folder)/\(name)"))
    photo.isFileName = true
    return await read(photo)
  }

  private func read(_ photo: Photo) async -> Photo {
    var photo = photo
    guard let file = photo.file, let sidecar = FileReference(path: file.path + ".xmp".utf8),
      let metadata = await reader.metadata(of: file, sidecar: sidecar, urgency: .visible)
    else { return photo }
    photo.userRating = PhotoRating(stars: metadata.rating, label: PhotoLabel(metadata.label))
    return CaptionEdit(
      texts: [
        .title: metadata.title ?? "", .caption: metadata.description ?? "",
        .creator: metadata.author ?? "", .copyright: metadata.copyright ?? "",
        .alt: metadata.altText ?? "",
      ], keywords: metadata.keywords
    ).applied(to: photo)
  }

  private func sidecar(_ photo: Photo) -> [UInt8]? {
    (try? Data(contentsOf: URL(filePath: "\(folder)/\(photo.id).xmp"))).map { Array($0) }
  }

  /// - Returns: Whether the edit was made.
  @discardableResult
  private func checkEdit(
    of sidecar: [UInt8], _ name: String = "a.gif", _ change: (inout Photo) -> Void
  ) async throws -> Bool {
    let former = try await photo(name, sidecar)
    var now = former
    change(&now)
    do throws(SidecarError) {
      _ = try await sut.write(now, over: former)
    } catch {
      expectEqual(self.sidecar(former), sidecar)
      // Nobody has: it is only read otherwise.
      if case .changedElsewhere = error { Issue.record("changed by another program") }
      return false
    }
    let shown = await read(now)
    expectEqual(shown.userRating, now.userRating)
    expectEqual(PhotoCaption(of: shown), PhotoCaption(of: now))

    let edited = self.sidecar(former)
    do throws(SidecarError) {
      _ = try await sut.write(former, over: now)
      expectEqual(self.sidecar(former), sidecar)
    } catch {
      expectEqual(self.sidecar(former), edited)
    }
    return true
  }

  // MARK: Documents

  private static let xmp = "xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\""
  private static let rdf = "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\""

  private static func packet(
    _ nodes: String, _ start: String = "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">",
    _ end: String = "</x:xmpmeta>", rdf: String = rdf
  ) -> String {
    "\(start)\n<rdf:RDF \(rdf)>\n\(nodes)\n</rdf:RDF>\n\(end)\n"
  }

  private static func node(_ attributes: String, _ elements: String = "") -> String {
    "<rdf:Description rdf:about=\"\" \(attributes)>\(elements)</rdf:Description>"
  }

  private static let rated = node("\(xmp) xmp:Rating=\"2\"")

  /// exiv2 rejects these, whole.
  private static let rejected = [
    packet(rated + rated),
    packet(node(xmp, "<xmp:Rating>2</xmp:Rating><xmp:Rating>2</xmp:Rating>")),
    packet(node("\(xmp) xmp:Rating=\"2\"", "<xmp:Rating>2</xmp:Rating>")),
    packet(node("\(xmp) xmp:Rating=\"2\" xmp:Rating=\"2\"")),
    packet(node("\(xmp) xmp:Nickname=\"a\"", "<xmp:Nickname>a</xmp:Nickname>")),
    packet(rated, "", ""),
    packet(rated, "<?xml version=\"1.0\"?>", ""),
    packet(rated, "<x:xapmeta xmlns:x=\"adobe:ns:meta/\">", "</x:xapmeta>"),
    packet(rated, "<y:xmpmeta xmlns:y=\"adobe:ns:meta/\">", "</y:xmpmeta>"),
    packet(rated, "<album>", "</album>"),
    "\n" + packet(rated),
    packet(node("\(xmp) xmp:Rating=\"2\" a:b=\"c\"")),
    packet(node("\(xmp) xmp:Rating=\"2\"", "<a:b>c</a:b>")),
    packet(node("xmp:Rating=\"2\"")),
    packet(rated, "<x:xmpmeta>"),
    packet(node("\(xmp) xmp:Rating=\"2\" xmp:Nickname=\"a\u{1}b\"")),
    packet(node("\(xmp) xmp:Rating=\"2\"", "<xmp:Nickname>a\u{0}b</xmp:Nickname>")),
    packet(node("\(xmp) xmp:Rating=\"2\"", "\u{C}")),
    packet("<!-- \u{1} -->" + rated),
    packet(node("\(xmp) xmp:Rating=\"2\" xmp:Nickname=\"a&#1;\"")),
    packet(node("\(xmp) xmp:Rating=\"2\" xmp:Nickname=\"a\u{FFFE}\"")),
    packet(node("\(xmp) xmp:Rating=\"2\" xmp:Nickname=\"a & b\"")),
    packet(node("\(xmp) xmp:Rating=\"2\" xmp:Nickname=\"a < b\"")),
    packet(node("\(xmp) xmp:Rating=\"2\"", "text")),
    packet("text" + rated),
    packet(node("\(xmp) xmp:Rating=\"2\" a=\"b\"")),
    packet(node("\(xmp) xmp:Rating=\"2\"", "<a>b</a>")),
    packet(node("\(xmp) xmp:Rating=\"2\"", "<rdf:li>b</rdf:li>")),
    packet(
      "<rdf:Description rdf:about=\"a\" \(xmp) xmp:Rating=\"2\"/>"
        + "<rdf:Description rdf:about=\"b\" \(xmp) xmp:Nickname=\"c\"/>"),
    packet(rated + "<xmp:Thing \(xmp) rdf:about=\"\"/>"),
    packet(rated, rdf: rdf + " rdf:about=\"\""),
    packet(node(xmp, "<xmp:Rating rdf:parseType=\"Literal\">2</xmp:Rating>")),
    packet("<!-- a -- b -->" + rated),
  ]

  /// Other programs read them otherwise.
  private static let ambiguous = [
    packet(node("xmlns:xmp=\"http://a.b/\" xmp:Rating=\"2\"")),
    packet(
      node("xmlns:xap=\"http://ns.adobe.com/xap/1.0/\" xmlns:xmp=\"http://a.b/\" xap:Rating=\"2\"")),
    packet(rated, "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><b>", "</b></x:xmpmeta>"),
    packet(
      node(
        "xmlns=\"http://ns.adobe.com/xap/1.0/\"", "<Rating>2</Rating><Label>Red</Label>")),
  ]

  /// Programs write some of these.
  private static let accepted = [
    packet(rated),
    packet(
      rated, "<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>",
      "<?xpacket end=\"w\"?>"),
    packet(node(xmp, "<xmp:Rating>\n 2\n</xmp:Rating>")),
    packet(node(xmp, "<xmp:Rating><!-- a -->2</xmp:Rating>")),
    packet(node(xmp, "<xmp:Rating rdf:value=\"2\"/>")),
    packet(node("xmlns:xap=\"http://ns.adobe.com/xap/1.0/\" xap:Rating=\"2\"")),
    packet(node("xmlns:xmp=\"http://ns.adobe.com/xap/1.0\" xmp:Rating=\"2\"")),
    packet(node("xmp:Rating=\"2\""), rdf: rdf + " " + xmp),
    packet("<rdf:Description \(xmp) xmp:Rating=\"2\"/>"),
    packet(node("xmlns:a=\"http://a.b/\" a:b=\"c\"")),
    packet(""),
    packet(
      node(
        dc,
        title("<rdf:li xml:lang=\"x-default\">a</rdf:li><rdf:li xml:lang=\"x-default\">b</rdf:li>"))
    ),
    packet(
      node(dc, title("<rdf:li xml:lang=\"de-AT\">a</rdf:li><rdf:li xml:lang=\"de-at\">b</rdf:li>"))),
    packet(node(dc, title("<rdf:li>a</rdf:li><rdf:li xml:lang=\"de\">b</rdf:li>"))),
    packet(node(dc, title("<rdf:li>a</rdf:li><rdf:li>b</rdf:li>").replacing("Alt", with: "Bag"))),
    packet(node(dc, "<dc:title xml:lang=\"de\">a</dc:title>")),
    packet(node(dc, "<dc:title rdf:parseType=\"Resource\"><rdf:value>a</rdf:value></dc:title>")),
    packet(node(dc, "<dc:title rdf:value=\"a\"/>")),
    packet(
      node(
        dc,
        "<dc:subject><rdf:Alt><rdf:li xml:lang=\"en\">a</rdf:li><rdf:li>b</rdf:li></rdf:Alt></dc:subject>"
      )),
  ]

  /// Read, and more than a text: that would be lost.
  private static let described = [
    "<dc:title rdf:parseType=\"Resource\"><rdf:value>a</rdf:value><dc:type>b</dc:type></dc:title>",
    "<dc:title><rdf:Description><rdf:value>a</rdf:value><dc:type>b</dc:type></rdf:Description></dc:title>",
    "<dc:title rdf:resource=\"http://a.b/\"/>",
    title(
      "<rdf:li xml:lang=\"x-default\" rdf:parseType=\"Resource\"><rdf:value>a</rdf:value><dc:type>b</dc:type></rdf:li>"
    ),
    title(
      "<rdf:li rdf:parseType=\"Resource\"><rdf:value>a</rdf:value><xml:lang>x-default</xml:lang></rdf:li>"
    ),
  ]

  private static let dc = "xmlns:dc=\"http://purl.org/dc/elements/1.1/\""

  private static func title(_ items: String) -> String {
    "<dc:title><rdf:Alt>\(items)</rdf:Alt></dc:title>"
  }

  // MARK: Tests

  @Test(arguments: rejected + ambiguous)
  func `a sidecar that other programs reject or read otherwise is left as it is`(
    text: String
  ) async throws {
    #expect(try await !checkEdit(of: Array(text.utf8)) { $0.rating = 3 })
    #expect(try await !checkEdit(of: Array(text.utf8)) { $0.label = PhotoLabel(.green) })
    guard Self.rejected.contains(text) else { return }
    #expect(
      try await !checkEdit(of: Array(text.utf8)) { $0 = Self.caption.applied(to: $0) })
    #expect(
      try await !checkEdit(of: Array(text.utf8)) { $0.saleMark = SaleMark(status: .notForSale) })
  }

  @Test(arguments: described)
  func `a title that others describe is left as it is, and is not said to be changed`(
    title: String
  ) async throws {
    let sidecar = Array(Self.packet(Self.node(Self.dc, title)).utf8)
    #expect(try await !checkEdit(of: sidecar) { $0 = Self.caption.applied(to: $0) })
    #expect(try await checkEdit(of: sidecar, "b.gif") { $0.copyright = "b" })
  }

  @Test(arguments: accepted)
  func `a sidecar in any form that is read can be edited, and the edit undone`(
    text: String
  ) async throws {
    #expect(try await checkEdit(of: Array(text.utf8), "r.gif") { $0.rating = 3 })
    #expect(try await checkEdit(of: Array(text.utf8), "l.gif") { $0.label = PhotoLabel(.green) })
    #expect(
      try await checkEdit(of: Array(text.utf8), "m.gif") {
        $0.saleMark = SaleMark(status: .notForSale)
      })
    #expect(
      try await checkEdit(of: Array(text.utf8), "c.gif") { $0 = Self.caption.applied(to: $0) })
  }

  private static let caption = CaptionEdit(
    texts: [
      .title: "Low <tide>", .caption: "Two\nlines & more", .creator: "Ana Sol; B, C",
      .copyright: "© 2026 Ana Sol", .alt: "A boat \"on\" the sand",
    ], keywords: ["Ebbe", "日本"])

  @Test(arguments: [UInt64](1...8))
  func `whatever the sidecar, an edit is read afterwards and can be undone, or nothing changes`(
    seed: UInt64
  ) async throws {
    var numbers = SplitMix64(state: seed)
    var editCount = 0
    for number in 0..<40 {
      let text = (Self.accepted + Self.rejected).randomElement(using: &numbers) ?? ""
      var bytes = Array(text.utf8)
      for _ in 0..<Int.random(in: 0...2, using: &numbers) {
        let place = Int.random(in: 0..<bytes.count, using: &numbers)
        switch Int.random(in: 0..<4, using: &numbers) {
        case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &numbers)
        case 1: bytes[place] = Array("<>/&'\" =!?-:".utf8).randomElement(using: &numbers) ?? 0
        case 2: bytes.removeSubrange(place..<min(bytes.count, place + 7))
        default: bytes.insert(contentsOf: bytes[place...].prefix(40), at: place)
        }
      }
      let stars = Int.random(in: -1...5, using: &numbers)
      let label = PhotoLabel.Color.allCases.randomElement(using: &numbers) ?? .red
      let kind = Int.random(in: 0...2, using: &numbers)
      let isEdited = try await checkEdit(of: bytes, "\(number).gif") { photo in
        switch kind {
        case 0: photo.label = PhotoLabel(label)
        case 1: photo.rating = stars
        default:
          photo = CaptionEdit(texts: [.title: "T\(number)"], addedKeywords: ["k"]).applied(
            to: photo)
        }
      }
      if isEdited { editCount += 1 }
    }
    #expect((1..<40).contains(editCount))
  }
}

/// The worker as the program's reader.
private actor SidecarReading: PhotoMetadataReader {
  private let worker: WorkerProcess

  init(worker: sending WorkerProcess) { self.worker = worker }

  func metadata(
    of file: FileReference, sidecar: FileReference?, urgency: ReadingUrgency
  ) async -> PhotoMetadata? {
    func opened(_ file: FileReference) -> OwnedDescriptor? {
      (try? FileReader.open(file.path).descriptor).map { OwnedDescriptor($0) }
    }
    guard let file = opened(file) else { return nil }
    return try? worker.metadata(of: file, sidecar: sidecar.flatMap(opened))
  }
}
