import Foundation
import GalleryData
import GalleryDomain

/// An order as a `mailto:` address (RFC 6068).
///
/// Desktops pass such addresses as arguments, and mail programs cut long ones. All of them take 2,000 characters, so a
/// longer order names its file instead of its last items.
struct OrderMail {
  static let lengthLimit = 1_800

  /// The seller's address; nil leaves it for the user to fill in.
  let recipient: String?
  let document: OrderDocument
  let number: String
  /// The name of the text file, which is to be attached.
  let file: String

  var url: URL {
    let text = document.text(number: number)
    var count = text.items.count
    var address = address(body(text, itemCount: count))
    while address.utf8.count > Self.lengthLimit, count > 0 {
      // Each item makes it longer: drops half of those that don't fit, then one at a time.
      count = address.utf8.count > 2 * Self.lengthLimit ? count / 2 : count - 1
      address = self.address(body(text, itemCount: count))
    }
    if address.utf8.count > Self.lengthLimit {
      address = self.address(["Order \(number)", "", Self.rest(file)])
    }
    // The address has only escapes and ASCII, so the fallback is never used.
    return URL(string: address) ?? URL(filePath: file)
  }

  private func body(_ text: OrderDocument.Text, itemCount: Int) -> [String] {
    let left = text.items.count - itemCount
    guard left > 0 else { return text.lines }
    let more = left == 1 ? "1 more photo" : "\(left) more photos"
    return text.beginning + text.items.prefix(itemCount).joined()
      + ["", "and \(more). \(Self.rest(file))"] + text.ending
  }

  /// A longer one, with a long recipient, would leave no room for the rest.
  private var source: String {
    TextCleaner.line(document.source, limit: TextLimit(characters: 40))
  }

  private static func rest(_ file: String) -> String {
    "The whole order is in the attached \(file)."
  }

  private func address(_ body: [String]) -> String {
    // RFC 6068, 5: lines end with CR LF.
    "mailto:\(Self.escaped(recipient ?? "", keeps: "@"))"
      + "?subject=\(Self.escaped("Order \(number) · \(source)"))"
      + "&body=\(Self.escaped(body.joined(separator: "\r\n")))"
  }

  /// Escapes everything but unreserved characters, as UTF-8 (RFC 6068, 2 and 5).
  private static func escaped(_ text: String, keeps: String = "") -> String {
    var output = ""
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
        output.unicodeScalars.append(Unicode.Scalar(byte))
      case let byte where keeps.utf8.contains(byte):
        output.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        output += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return output
  }
}
