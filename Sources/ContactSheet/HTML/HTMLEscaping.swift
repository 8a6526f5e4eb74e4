/// Text for HTML, between tags and in quoted attributes.
enum HTMLEscaping {
  /// HTML 5, *Escaping a string*, with both kinds of quotes. Characters that a page must not contain (control characters,
  /// noncharacters) become U+FFFD.
  static func text(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\u{A0}": result += "&nbsp;"
      case "\n": result.unicodeScalars.append(scalar)
      default:
        result.unicodeScalars.append(isAllowed(scalar) ? scalar : "\u{FFFD}")
      }
    }
    return result
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x20, 0x7F...0x9F, 0xFDD0...0xFDEF: false
    default: scalar.value & 0xFFFE != 0xFFFE
    }
  }
}
