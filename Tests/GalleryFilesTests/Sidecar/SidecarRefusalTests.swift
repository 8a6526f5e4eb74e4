import ExpectationSupport
import GalleryDomain
import GalleryTestSupport
import Testing

@testable import GalleryFiles

@Suite(.timeLimit(.minutes(10))) struct SidecarRefusalTests {
  private static let root = "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"

  @Test(arguments: [
    ("", "it is empty"), (" \n\0", "it is empty"), ("<html></html>", "it has no XMP"),
    ("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>", "it has no XMP"),
    ("not XML at all", "text before the first element"),
    ("\(root)<a>", "unexpected end of file inside <a>"),
    ("\(root)</a>", "expected </rdf:RDF>, found </a>"),
    (
      "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/>",
      "its rdf:RDF is empty"
    ),
    ("\(root)</rdf:RDF><b/>", "there is text after its end"),
    ("\(root)</rdf:RDF><!-- ", "it is incomplete"),
    ("<a>\(root)</rdf:RDF>\(root)</rdf:RDF></a>", "it has two XMP packets"),
    ("<?xml version='1.0' encoding='ISO-8859-1'?>\(root)</rdf:RDF>", "its encoding is not UTF-8"),
    (
      "<!DOCTYPE a [<!ENTITY b 'c'>]>\(root)</rdf:RDF>", "it has a document type, which XMP forbids"
    ),
  ])
  func `documents that could be damaged are refused`(text: String, reason: String) {
    #expect(throws: SidecarFault(reason)) { try marked(text, .forSale("1")) }
  }

  @Test(arguments: [
    ([0xFF, 0xFE, 0x3C, 0x00], "it is UTF-16"), ([0xFE, 0xFF, 0x00, 0x3C], "it is UTF-16"),
    ([0x00, 0x3C], "it is UTF-16"), ([0x3C, 0x00], "it is UTF-16"),
    (Array("\(root)<!-- ".utf8) + [0xE9] + Array(" --></rdf:RDF>".utf8), "it is not UTF-8"),
  ])
  func `other encodings are refused`(bytes: [UInt8], reason: String) {
    #expect(throws: SidecarFault(reason)) { try marked(bytes, [.forSale()]) }
  }

  @Test(arguments: [UInt64](1...40))
  func `whatever the bytes, nothing traps, and accepted ones are restored`(seed: UInt64) {
    var numbers = SplitMix64(state: seed)
    for _ in 0..<60 {
      let fixture = SidecarFixture.all.randomElement(using: &numbers) ?? .darktable
      var bytes = fixture.bytes
      for _ in 0..<Int.random(in: 1...4, using: &numbers) {
        let place = Int.random(in: 0..<bytes.count, using: &numbers)
        switch Int.random(in: 0..<4, using: &numbers) {
        case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &numbers)
        case 1: bytes[place] = Array("<>/&'\" =!?-[]:".utf8).randomElement(using: &numbers) ?? 0
        case 2: bytes.removeSubrange(place..<min(bytes.count, place + 7))
        default: bytes.insert(contentsOf: bytes[place...].prefix(40), at: place)
        }
      }
      guard let once = try? marked(bytes, [.forSale("120.00")]) else {
        continue
      }
      let back = try? marked(once, [.unstated])
      expectEqual(back, bytes)
    }
  }

  @Test(arguments: [UInt64](1...20))
  func `random bytes trap nowhere`(seed: UInt64) {
    var numbers = SplitMix64(state: seed)
    for _ in 0..<200 {
      let bytes = (0..<Int.random(in: 0...80, using: &numbers)).map { _ in
        UInt8.random(in: .min ... .max, using: &numbers)
      }
      _ = try? marked(bytes, [.notForSale])
    }
  }
}
