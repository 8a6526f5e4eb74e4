import GalleryDomain
import Glibc

/// Converts a text in any encoding known on the web to UTF-8.
///
/// These count, in this order: a byte order mark; zero bytes in the positions typical of UTF-16; the server's
/// `charset`; what the document itself states. Well-formed UTF-8 is always taken as UTF-8: servers declare a default,
/// and text in another encoding is not well-formed by chance. (ISO-2022-JP uses seven bits and would always be
/// well-formed; there, its escape sequences count.) That default is ISO-8859-1: with it, a stray byte does not change the
/// encoding of a UTF-8 document. If nothing is stated, text that is not well-formed UTF-8 is windows-1252, as in
/// browsers.
///
/// The labels are those of the Encoding Standard, and glibc's `iconv` decodes. It never receives a label, only the name
/// that this table has for it (decision 35).
package enum TextEncoding {
  /// In bytes of UTF-8: twice the maximum size of a feed.
  package static let byteLimit = 128 << 20

  /// - Parameters:
  ///   - contentType: The server's; nil for a file.
  ///   - name: Of the host or the file, for errors.
  ///   - declared: What the document states; called only if the server states nothing.
  /// - Returns: The text in UTF-8. Malformed bytes become U+FFFD, including a character that is cut at the end; UTF-8 bytes are returned
  ///   unchanged, without a byte order mark. If nothing is stated, a stray byte does not change the encoding of a UTF-8 document:
  ///   more of its non-ASCII bytes have to be malformed than well-formed.
  /// - Throws: `.encodingUnknown`, and `.tooLarge` if the UTF-8 text is larger than the limit.
  /// - Complexity: O(*bytes*); copies only text that is not UTF-8 without a mark.
  package static func text(
    _ bytes: [UInt8], contentType: String? = nil, name: String = "",
    byteLimit: Int = Self.byteLimit, declared: ([UInt8]) -> String? = { _ in nil }
  ) throws(PhotoSourceError) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
    if let wide = wideName(bytes) { return try converted(bytes, from: wide, name, byteLimit) }
    let (good, bad, isCut) = charactersBeyondASCII(in: bytes)
    guard let label = contentType.flatMap(charset) ?? declared(bytes) else {
      return bad > good ? try converted(bytes, from: "CP1252", name, byteLimit) : bytes
    }
    let encoding = names[label]
    let isUTF8 =
      switch encoding {
      case "UTF-8", "UTF-16": true
      case "ISO-2022-JP": !bytes.contains(0x1B)
      case nil where sevenBitLabels.contains(label): false
      case "CP1252" where good > 0 && bad * 2 <= good: true
      default: bad == 0 && (good > 0 || !isCut)
      }
    if isUTF8 { return bytes }
    guard let encoding else {
      throw .encodingUnknown(
        name: name, encoding: TextCleaner.line(label, limit: TextLimit(characters: 40)))
    }
    return try converted(bytes, from: encoding, name, byteLimit)
  }

  /// `text/xml; charset="utf-8"`.
  private static func charset(_ contentType: String) -> String? {
    for parameter in contentType.split(separator: ";").dropFirst() {
      let parts = parameter.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, CleanText.line(String(parts[0]))?.lowercased() == "charset" else {
        continue
      }
      return label(String(parts[1]))
    }
    return nil
  }

  /// In the table's form: without surrounding blanks and quotes, in lower case.
  private static func label(_ raw: String) -> String? {
    CleanText.line(raw.filter { $0 != "\"" && $0 != "'" })?.lowercased()
  }

  // MARK: What documents state

  /// `<?xml version="1.0" encoding="ISO-8859-1"?>` (XML 1.0, 4.3.3).
  package static func declaredInXML(_ bytes: [UInt8]) -> String? {
    let beginning = bytes.prefix(200).drop { $0 <= 0x20 }
    guard beginning.starts(with: "<?xml".utf8),
      let end = beginning.firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    let text = String(decoding: beginning[..<end], as: UTF8.self).lowercased()
    guard let position = text.firstRange(of: "encoding") else { return nil }
    let parts = text[position.upperBound...].split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "\"" || $0 == "'" })
    return parts.count >= 3 ? label(String(parts[1])) : nil
  }

  /// `<meta charset="…">`, or its older form, within the first 1,024 bytes (HTML, *Determining the character encoding*).
  package static func declaredInHTML(_ bytes: [UInt8]) -> String? {
    for tag in HTMLTag.all("meta", in: String(decoding: bytes.prefix(1_024), as: UTF8.self)) {
      let attributes = tag.attributes
      if let name = attributes["charset"] { return label(name) }
      if attributes["http-equiv"]?.lowercased() == "content-type",
        let name = attributes["content"].flatMap(charset)
      {
        return name
      }
    }
    return nil
  }

  // MARK: Reading

  /// Texts start with an ASCII character, which in UTF-16 is a zero byte and another byte (XML 1.0, appendix F).
  private static func wideName(_ bytes: [UInt8]) -> String? {
    guard bytes.count >= 2 else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0xFE, 0xFF), (0, 0x09...0x7E): return "UTF-16BE"
    case (0xFF, 0xFE), (0x09...0x7E, 0): return "UTF-16LE"
    default: return nil
    }
  }

  /// How many characters beyond ASCII are well-formed UTF-8, and how many bytes are not; a character that is cut at the end
  /// is neither.
  private static func charactersBeyondASCII(
    in bytes: [UInt8]
  ) -> (good: Int, bad: Int, isCut: Bool) {
    guard bytes.contains(where: { $0 >= 0x80 }) else { return (0, 0, false) }
    var (good, bad) = (0, 0)
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars where !scalar.isASCII {
      if scalar == "\u{FFFD}" { bad += 1 } else { good += 1 }
    }
    // The text's own signs for what couldn't be read are well-formed.
    let own = bytes.indices.dropLast(2).count {
      bytes[$0] == 0xEF && bytes[$0 + 1] == 0xBF && bytes[$0 + 2] == 0xBD
    }
    (good, bad) = (good + own, bad - own)
    let lead = bytes.suffix(3).lastIndex { !(0x80...0xBF).contains($0) }
    let isCut =
      lead.map {
        (0xC2...0xF4).contains(bytes[$0]) && String(validating: bytes[$0...], as: UTF8.self) == nil
      } ?? false
    return (good, isCut ? bad - 1 : bad, isCut)
  }

  /// - Parameter encoding: A name in this table.
  private static func converted(
    _ bytes: [UInt8], from encoding: String, _ name: String, _ byteLimit: Int
  ) throws(PhotoSourceError) -> [UInt8] {
    guard let descriptor = iconv_open("UTF-8", encoding), descriptor != iconv_t(bitPattern: -1)
    else {
      // Some systems have glibc's rarer encodings in a separate package.
      throw .encodingUnknown(name: name, encoding: encoding.lowercased())
    }
    defer { iconv_close(descriptor) }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + bytes.count / 2)
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    var position = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) ? 2 : 0
    while position < bytes.count {
      let step = step(descriptor, bytes, from: position, into: &piece)
      output.append(contentsOf: piece[..<step.written])
      position += step.read
      switch step.code {
      case 0: continue
      // The buffer is full.
      case E2BIG where step.written > 0: break
      // Cut at the end.
      case EINVAL:
        output.append(contentsOf: replacement)
        position = bytes.count
      // Not a character in this encoding: the next byte may start one.
      default:
        output.append(contentsOf: replacement)
        position += 1
      }
      guard output.count <= byteLimit else {
        throw .tooLarge(name: name, byteCount: byteLimit, byteLimit: byteLimit)
      }
    }
    // Some decoders hold a letter back in case a mark follows it.
    let last = step(descriptor, [], from: 0, into: &piece)
    output.append(contentsOf: piece[..<last.written])
    return output
  }

  private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

  /// One call of iconv(3); without bytes, it returns what was held back.
  ///
  /// - Returns: `code` is 0 or an errno.
  private static func step(
    _ descriptor: iconv_t, _ bytes: [UInt8], from position: Int, into piece: inout [UInt8]
  ) -> (read: Int, written: Int, code: Int32) {
    bytes.withUnsafeBytes { input in
      piece.withUnsafeMutableBytes { output in
        var left = input.count - position
        var room = output.count
        var target = output.baseAddress?.assumingMemoryBound(to: CChar.self)
        guard left > 0, let start = input.baseAddress else {
          let result = iconv(descriptor, nil, nil, &target, &room)
          return (0, output.count - room, result == -1 ? errno : 0)
        }
        // iconv(3) does not write there; its declaration is older than `const`.
        let text = UnsafeMutableRawPointer(mutating: start + position)
        var source: UnsafeMutablePointer? = text.assumingMemoryBound(to: CChar.self)
        let result = iconv(descriptor, &source, &left, &target, &room)
        let code = result == -1 ? errno : 0
        return (input.count - position - left, output.count - room, code)
      }
    }
  }

  // MARK: Labels

  /// Encodings that look like ASCII but are not: error messages show their names rather than garbage. The Encoding
  /// Standard rejects them, too, because hidden contents (`+ADw-` is `<`) have fooled filters.
  private static let sevenBitLabels: Set<String> = [
    "utf-7", "unicode-1-1-utf-7", "csunicode11utf7", "hz-gb-2312", "csiso2022kr", "iso-2022-kr",
    "iso-2022-cn", "iso-2022-cn-ext",
  ]

  /// glibc's names by label, in lower case. Its names for Microsoft's character sets are used where browsers use these
  /// (`shift_jis` is Windows-31J, `gb2312` is GB 18030, `iso-8859-1` is windows-1252).
  private static let names: [String: String] = {
    var names: [String: String] = [:]
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ")
      for label in words.dropFirst() { names[String(label)] = String(words[0]) }
    }
    return names
  }()

  /// A glibc name, then its labels (Encoding Standard, 4.2), and a few more that feeds use.
  private static let table = """
    UTF-8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8
    UTF-16 utf-16 utf-16le utf-16be csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff unicodefffe
    CP866 866 cp866 csibm866 ibm866
    ISO-8859-2 csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2
    ISO-8859-3 csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3
    ISO-8859-4 csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4
    ISO-8859-5 csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988
    ISO-8859-6 arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e
    ISO-8859-6 iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987
    ISO-8859-7 csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 iso_8859-7
    ISO-8859-7 iso_8859-7:1987 sun_eu_greek
    ISO-8859-8 csiso88598e csiso88598i csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-8859-8-i iso-ir-138
    ISO-8859-8 iso8859-8 iso88598 iso_8859-8 iso_8859-8:1988 visual logical
    ISO-8859-10 csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6
    ISO-8859-13 iso-8859-13 iso8859-13 iso885913
    ISO-8859-14 iso-8859-14 iso8859-14 iso885914
    ISO-8859-15 csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9 latin9 latin-9
    ISO-8859-16 iso-8859-16 iso8859-16
    KOI8-R cskoi8r koi koi8 koi8-r koi8_r
    KOI8-U koi8-ru koi8-u
    MACINTOSH csmacintosh mac macintosh x-mac-roman
    MAC-CYRILLIC x-mac-cyrillic x-mac-ukrainian
    CP874 dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874
    CP1250 cp1250 windows-1250 x-cp1250
    CP1251 cp1251 windows-1251 x-cp1251 windows1251 win-1251
    CP1252 ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591
    CP1252 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252
    CP1253 cp1253 windows-1253 x-cp1253
    CP1254 cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5
    CP1254 windows-1254 x-cp1254
    CP1255 cp1255 windows-1255 x-cp1255
    CP1256 cp1256 windows-1256 x-cp1256
    CP1257 cp1257 windows-1257 x-cp1257
    CP1258 cp1258 windows-1258 x-cp1258
    GB18030 chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk gb18030
    BIG5-HKSCS big5 big5-hkscs cn-big5 csbig5 x-x-big5
    EUC-JP-MS cseucpkdfmtjapanese euc-jp x-euc-jp
    ISO-2022-JP csiso2022jp iso-2022-jp
    CP932 csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis
    UHC cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949
    """
}
