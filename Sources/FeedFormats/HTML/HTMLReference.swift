/// Character references: `&eacute;`, `&#233;`, `&#xE9;` (HTML Living Standard, 13.5).
enum HTMLReference {
  /// In bytes, between `&` and `;`, including leading zeros of a number.
  private static let longestName = 12

  /// A text in HTML, or in XML, where feeds use these names, too. Each reference becomes one character, which is not decoded
  /// again. Anything that isn't a reference stays as it is.
  ///
  /// - Complexity: O(*bytes*).
  static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    var output: [UInt8] = []
    var rest = bytes
    while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
      output += rest[..<start]
      rest = rest[(start + 1)...]
      if let end = rest.prefix(longestName + 1).firstIndex(of: UInt8(ascii: ";")),
        let text = text(of: rest[..<end])
      {
        output += text.utf8
        rest = rest[(end + 1)...]
      } else {
        output.append(UInt8(ascii: "&"))
      }
    }
    return String(decoding: output + rest, as: UTF8.self)
  }

  /// - Parameter body: The bytes between `&` and `;`.
  /// - Returns: nil for an unknown name, which is left as it is.
  private static func text(of body: ArraySlice<UInt8>) -> String? {
    guard body.first == UInt8(ascii: "#") else {
      return names[String(decoding: body, as: UTF8.self)]
    }
    let digits = body.dropFirst()
    let isHexadecimal = digits.first.map { $0 | 0x20 } == UInt8(ascii: "x")
    let text = String(decoding: isHexadecimal ? digits.dropFirst() : digits, as: UTF8.self)
    // `UInt32` would accept a sign, which a reference cannot have.
    guard text.first?.isHexDigit == true, let value = UInt32(text, radix: isHexadecimal ? 16 : 10)
    else { return isOutOfRange(text) ? "\u{FFFD}" : nil }
    return String(scalar(value))
  }

  private static func isOutOfRange(_ digits: String) -> Bool {
    !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  private static func scalar(_ value: UInt32) -> Character {
    if (0x80...0x9F).contains(value) { return Character(windows1252[Int(value - 0x80)]) }
    guard value != 0, let scalar = Unicode.Scalar(value) else { return "\u{FFFD}" }
    return Character(scalar)
  }

  /// What the numbers 128–159 mean in browsers: the bytes of windows-1252.
  private static let windows1252: [Unicode.Scalar] = [
    "\u{20AC}", "\u{FFFD}", "\u{201A}", "\u{0192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}",
    "\u{02C6}", "\u{2030}", "\u{0160}", "\u{2039}", "\u{0152}", "\u{FFFD}", "\u{017D}", "\u{FFFD}",
    "\u{FFFD}", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}",
    "\u{02DC}", "\u{2122}", "\u{0161}", "\u{203A}", "\u{0153}", "\u{FFFD}", "\u{017E}", "\u{0178}",
  ]

  /// U+00A0–U+00FF in order.
  private static let latin1 = """
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn \
    sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave \
    Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml \
    ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN \
    szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute \
    icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml \
    yacute thorn yuml
    """

  private static let names: [String: String] = {
    var names = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "AMP": "&", "LT": "<",
      "GT": ">", "QUOT": "\"", "OElig": "Œ", "oelig": "œ", "Scaron": "Š", "scaron": "š",
      "Yuml": "Ÿ", "fnof": "ƒ", "circ": "ˆ", "tilde": "˜", "ensp": " ", "emsp": " ",
      "thinsp": " ", "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "sbquo": "‚",
      "ldquo": "“", "rdquo": "”", "bdquo": "„", "dagger": "†", "Dagger": "‡", "bull": "•",
      "hellip": "…", "permil": "‰", "prime": "′", "Prime": "″", "lsaquo": "‹", "rsaquo": "›",
      "euro": "€", "trade": "™", "larr": "←", "uarr": "↑", "rarr": "→", "darr": "↓",
      "harr": "↔", "minus": "−", "infin": "∞", "asymp": "≈", "ne": "≠", "le": "≤", "ge": "≥",
      "hearts": "♥", "spades": "♠", "clubs": "♣", "diams": "♦", "star": "☆", "starf": "★",
      "check": "✓", "zwj": "\u{200D}", "zwnj": "\u{200C}", "lrm": "", "rlm": "", "zwsp": "",
    ]
    for (offset, name) in latin1.split(separator: " ").enumerated() {
      guard let scalar = Unicode.Scalar(0xA0 + UInt32(offset)) else { continue }
      names[String(name)] = String(Character(scalar))
    }
    return names
  }()
}
