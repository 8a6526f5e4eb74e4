import ExpectationSupport
import GalleryDomain
import GalleryTestSupport
import Testing

@testable import FeedFormats

@Suite struct TextEncodingTests {
  private func xml(_ bytes: [UInt8], _ contentType: String? = nil) throws -> String {
    String(
      decoding: try TextEncoding.text(
        bytes, contentType: contentType, declared: TextEncoding.declaredInXML), as: UTF8.self)
  }

  private func declared(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    Array("<?xml version=\"1.0\" encoding=\"\(name)\"?><a>".utf8) + bytes + Array("</a>".utf8)
  }

  @Test func `byte order marks and zero bytes at the beginning decide`() throws {
    let text = "<a>é😀</a>"
    let units = Array(text.utf16)
    let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }

    try expectEqual(xml([0xEF, 0xBB, 0xBF] + Array(text.utf8)), text)
    try expectEqual(xml([0xFE, 0xFF] + big), text)
    try expectEqual(xml([0xFF, 0xFE] + little, "text/xml; charset=iso-8859-1"), text)
    try expectEqual(xml(big, "text/xml; charset=utf-16le"), text)
    try expectEqual(xml(little), text)
    try expectEqual(xml(little + [0x3C]), text + "\u{FFFD}")
  }

  /// A word in each encoding.
  private static let words: [(label: String, bytes: [UInt8], text: String)] = [
    ("ISO-8859-1", [0xE9, 0x80, 0x93, 0x20, 0xFF], "é€“ ÿ"), ("latin1", [0xE9], "é"),
    ("windows-1250", [0x8E, 0x6C, 0x75, 0x9D], "Žluť"),
    ("windows-1251", [0xCA, 0xEE, 0xF2], "Кот"),
    ("windows-1253", [0xC3, 0xDC], "Γά"), ("windows-1254", [0xD0, 0xFE], "Ğş"),
    ("windows-1255", [0xF9, 0xEC], "של"), ("windows-1256", [0xE3, 0xCD], "مح"),
    ("windows-1257", [0xE0, 0xFB], "ąū"), ("windows-1258", [0x41, 0xEC], "Á"),
    ("windows-874", [0xB9, 0xC7], "นว"), ("KOI8-R", [0xEB, 0xCF, 0xD4], "Кот"),
    ("koi8-u", [0xEB, 0xA6, 0xD4], "Кіт"), ("ibm866", [0x8A, 0xAE, 0xE2], "Кот"),
    ("iso-8859-2", [0xAE, 0x6C, 0x75, 0xBB], "Žluť"), ("iso-8859-3", [0xA6], "Ĥ"),
    ("iso-8859-4", [0xBF], "ŋ"), ("iso-8859-5", [0xBA, 0xDE, 0xE2], "Кот"),
    ("iso-8859-6", [0xE5, 0xCD], "مح"), ("iso-8859-7", [0xC3, 0xDC], "Γά"),
    ("iso-8859-8", [0xF9, 0xEC], "של"), ("iso-8859-9", [0xD0, 0xFE], "Ğş"),
    ("iso-8859-10", [0xBF], "ŋ"), ("iso-8859-13", [0xE0, 0xFB], "ąū"), ("iso-8859-14", [0xAA], "Ẃ"),
    ("iso-8859-15", [0xA4, 0xE9], "€é"), ("iso-8859-16", [0xAA, 0xFE], "Șț"),
    ("gb2312", [0xD5, 0xD5, 0xC6, 0xAC], "照片"), ("GBK", [0x94, 0x5A], "擹"),
    ("gb18030", [0x81, 0x30, 0x81, 0x30], "\u{80}"), ("big5", [0xB9, 0xCF, 0xA4, 0xF9], "圖片"),
    ("Shift_JIS", [0x8E, 0xCA, 0x90, 0x5E], "写真"), ("sjis", [0x87, 0x40], "①"),
    ("euc-jp", [0xBC, 0xCC, 0xBF, 0xBF], "写真"), ("EUC-KR", [0xBB, 0xE7, 0xC1, 0xF8], "사진"),
    ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x3C, 0x4C, 0x3F, 0x3F, 0x1B, 0x28, 0x42], "写真"),
    ("x-mac-cyrillic", [0x8A, 0xEE, 0xF2], "Кот"), ("macintosh", [0x8E], "é"),
  ]

  @Test(arguments: words.indices)
  func `every encoding of the web is read, wherever it is stated`(_ index: Int) throws {
    let (label, bytes, text) = Self.words[index]
    let document = Array("<a>".utf8) + bytes + Array("</a>".utf8)

    #expect(try xml(declared(label, bytes)).hasSuffix("<a>\(text)</a>"), "\(label)")
    try expectEqual(xml(document, "text/xml; charset=\"\(label)\""), "<a>\(text)</a>", "\(label)")
    let page = Array("<meta charset='\(label)'><p>".utf8) + bytes
    let html = try TextEncoding.text(page, declared: TextEncoding.declaredInHTML)
    #expect(String(decoding: html, as: UTF8.self).hasSuffix("<p>\(text)"), "\(label)")
  }

  @Test func `the server's charset takes precedence over the document's`() throws {
    let bytes = declared("iso-8859-15", [0xA4])

    #expect(try xml(bytes, "text/xml;charset=ISO-8859-1").contains("<a>¤</a>"))
    #expect(try xml(bytes, "text/xml").contains("<a>€</a>"))
    let old = "<meta http-equiv=Content-Type content='text/html; charset=koi8-r'>"
    let page = Array(old.utf8) + [0xEB]
    let html = try TextEncoding.text(page, declared: TextEncoding.declaredInHTML)
    expectEqual(String(decoding: html, as: UTF8.self), old + "К")
  }

  @Test func `well-formed UTF-8 is always UTF-8`() throws {
    for label in ["iso-8859-1", "shift_jis", "x-foo", "iso-2022-jp", "utf-16"] {
      #expect(try xml(declared(label, Array("é".utf8))).contains("<a>é</a>"))
    }
    try expectEqual(xml(declared("utf-8", [0xE9])).contains("\u{E9}"), false)
    try expectEqual(xml(Array("<a>é</a>".utf8)), "<a>é</a>")
  }

  @Test func `bytes that are not UTF-8 in an undeclared encoding are windows-1252`() throws {
    let latin = Array("<a>Gr".utf8) + [0xFC, 0xDF, 0x65, 0x20, 0x93] + Array("</a>".utf8)

    try expectEqual(xml(latin), "<a>Grüße “</a>")
    try expectEqual(xml(latin, "text/xml"), "<a>Grüße “</a>")
    // A stated encoding is never overridden by a guess.
    #expect(try xml(declared("utf-8", [0xFC])).contains("<a>\u{FFFD}</a>"))
    try expectEqual(xml(latin, "text/xml; charset=iso-8859-2"), "<a>Grüße \u{93}</a>")
    // A malformed letter among well-formed ones, or one cut at the end, does not change the encoding.
    try expectEqual(
      xml(Array("<a>éßü".utf8) + [0xFC] + Array("</a>".utf8)), "<a>éßü\u{FFFD}</a>")
    try expectEqual(xml(Array("<a>".utf8) + [0xE2, 0x82]), "<a>\u{FFFD}")
    try expectEqual(xml(Array("<a>".utf8) + [0xE9]), "<a>\u{FFFD}")
    // The text may have the sign for what another program couldn't read.
    for text in ["<a>é</a>", "<a>e</a>", "<a>a \u{FFFD} b</a>"] {
      try expectEqual(xml(Array(text.utf8)), text)
    }
  }

  @Test func `an unknown encoding is reported by its name`() {
    #expect(throws: PhotoSourceError.encodingUnknown(name: "", encoding: "x-foo")) {
      try xml(declared("X-Foo", [0xE9]))
    }
    // Text that only looks like ASCII is not shown as ASCII.
    for label in ["utf-7", "hz-gb-2312", "iso-2022-kr", "iso-2022-cn-ext"] {
      #expect(throws: PhotoSourceError.encodingUnknown(name: "", encoding: label)) {
        try xml(declared(label, Array("+ADw-b+AD4-".utf8)))
      }
    }
    // iconv(3) would accept these; none of them is a label.
    for label in [
      "koi8-r//translit", "utf-8//IGNORE", "ucs-4", "ibm930", "char", "../../tmp/x", "//",
    ] {
      #expect(throws: PhotoSourceError.encodingUnknown(name: "", encoding: label.lowercased())) {
        try xml(Array("<a>".utf8) + [0xE9], "text/xml; charset=\(label)")
      }
    }
    #expect(throws: PhotoSourceError.encodingUnknown(name: "", encoding: "ab")) {
      try xml([0x3C, 0xE9], "text/xml; charset=a\u{1B}[31mb")
    }
  }

  @Test func `cut or malformed bytes become replacement characters, and reading continues`() throws
  {
    func text(_ label: String, _ bytes: [UInt8]) throws -> String {
      try xml(Array("<".utf8) + bytes, "text/xml; charset=\(label)")
    }
    try expectEqual(text("shift_jis", [0x8E, 0xCA, 0x90]), "<写\u{FFFD}")
    try expectEqual(text("shift_jis", [0x8E, 0x3E, 0x41]), "<\u{FFFD}>A")
    try expectEqual(text("euc-kr", [0xFF, 0xBB, 0xE7]), "<\u{FFFD}사")
    try expectEqual(text("windows-1252", [0x81, 0xE9]), "<\u{FFFD}é")
    try expectEqual(text("iso-2022-jp", [0x1B, 0x24, 0x42, 0x3C]), "<\u{FFFD}")
    #expect(try text("iso-2022-jp", [0x1B, 0x1B, 0x24, 0x42, 0x3C, 0x4C]).hasSuffix("写"))
    // A letter that is held back for a mark that does not follow.
    try expectEqual(text("windows-1258", [0x41]), "<A")
    try expectEqual(text("windows-1258", [0xE9, 0x41]), "<éA")
  }

  @Test(arguments: [
    "shift_jis", "iso-2022-jp", "gb18030", "big5", "euc-jp", "euc-kr", "windows-1255",
  ])
  func `no bytes give an empty text`(label: String) throws {
    var random = SplitMix64(state: 7)
    for length in 0..<300 {
      let bytes = (0..<length).map { _ in
        random.next() % 4 == 0 ? UInt8(0x1B) : UInt8(truncatingIfNeeded: random.next())
      }
      let text = try TextEncoding.text(
        [0x3C] + bytes + [0x1B, 0xFF], contentType: "x; charset=\(label)")
      #expect(String(validating: text, as: UTF8.self) != nil)
    }
  }

  @Test func `the limit applies to the result`() throws {
    let bytes = [0x3C] + [UInt8](repeating: 0xE9, count: 200_000)

    #expect(throws: PhotoSourceError.tooLarge(name: "", byteCount: 300_000, byteLimit: 300_000)) {
      try TextEncoding.text(bytes, contentType: "x; charset=koi8-r", byteLimit: 300_000)
    }
    let text = try TextEncoding.text(bytes, contentType: "x; charset=koi8-r", byteLimit: 400_001)
    expectEqual(text.count, 400_001)
  }

  @Test(arguments: ["iso-8859-1", "windows-1252", "us-ascii", "latin1"])
  func `UTF-8 that is declared as the servers' default stays UTF-8 with a stray byte`(
    label: String
  ) throws {
    let text = Array("Grüße aus Köln, déjà vu".utf8)

    for bytes in [text + [0xFF], [0xE9, 0x20] + text, text + [0xC3]] {
      #expect(try xml(declared(label, bytes)).contains("Grüße aus Köln, déjà vu"))
      #expect(
        try xml(Array("<a>".utf8) + bytes, "text/xml; charset=\(label)").contains("Grüße aus Köln"))
    }
    // The other way round it is what it is declared as.
    let latin: [UInt8] = [0x47, 0x72, 0xFC, 0xDF, 0x65, 0x20, 0xC3, 0xA9]
    #expect(try xml(declared(label, latin)).contains("Grüße Ã©"))
  }
}
