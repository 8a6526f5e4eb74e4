import Testing

@testable import GalleryData

@Suite struct XMLEncodingTests {
  private func decoded(_ bytes: [UInt8], _ contentType: String? = nil) throws -> String {
    String(decoding: try XMLEncoding.utf8(bytes, contentType: contentType), as: UTF8.self)
  }

  private func declared(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    Array("<?xml version=\"1.0\" encoding=\"\(name)\"?><a>".utf8) + bytes + Array("</a>".utf8)
  }

  @Test func `marks at the beginning decide`() throws {
    let text = "<a>é😀</a>"
    let units = Array(text.utf16)

    #expect(try decoded([0xEF, 0xBB, 0xBF] + Array(text.utf8)) == text)
    let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(try decoded([0xFE, 0xFF] + big) == text)
    #expect(try decoded([0xFF, 0xFE] + little, "text/xml; charset=iso-8859-1") == text)
    #expect(try decoded(big) == text)
    #expect(try decoded(little) == text)
    #expect(try decoded(little + [0x3C]) == text)
  }

  @Test(arguments: [
    ("ISO-8859-1", "é€“ ÿ"), ("windows-1252", "é€“ ÿ"), ("latin1", "é€“ ÿ"),
  ])
  func `western alphabets are read`(name: String, text: String) throws {
    let bytes: [UInt8] = [0xE9, 0x80, 0x93, 0x20, 0xFF]

    #expect(try decoded(declared(name, bytes)).contains("<a>\(text)</a>"))
    #expect(
      try decoded(Array("<a>".utf8) + bytes + Array("</a>".utf8), "text/xml; charset=\"\(name)\"")
        == "<a>\(text)</a>")
  }

  @Test func `the ninth has the sign of the euro`() throws {
    #expect(try decoded(declared("ISO-8859-15", [0xA4, 0xE9])).contains("<a>€é</a>"))
  }

  @Test func `the server's word counts before the document's`() throws {
    let bytes = declared("iso-8859-15", [0xA4])

    #expect(try decoded(bytes, "text/xml;charset=ISO-8859-1").contains("<a>¤</a>"))
    #expect(try decoded(bytes, "text/xml").contains("<a>€</a>"))
  }

  @Test func `what is well-formed utf 8 is utf 8 whatever they say`() throws {
    #expect(try decoded(declared("iso-8859-1", Array("é".utf8))).contains("<a>é</a>"))
    #expect(try decoded(declared("shift_jis", Array("é".utf8))).contains("<a>é</a>"))
    #expect(try decoded(declared("utf-8", [0xE9])).contains("<a>\u{FFFD}</a>"))
    #expect(try decoded(Array("<a>é</a>".utf8)) == "<a>é</a>")
  }

  @Test func `an encoding that is not read is told`() {
    #expect(throws: XMLFault(offset: 0, reason: "the encoding koi8-r is not supported")) {
      try decoded(declared("KOI8-R", [0xE9]))
    }
  }
}
