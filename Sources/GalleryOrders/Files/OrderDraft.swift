import Foundation
import GalleryDomain

/// An order as a draft that mail programs open, addressed to the seller: all of it as text, with the JSON document
/// attached.
///
/// RFC 5322 and MIME (RFC 2045 to 2047). `X-Unsent: 1` makes Outlook and others treat it as a message to be sent. The
/// mail program adds `From` and `Date`.
struct OrderDraft {
  /// The seller's address; nil leaves it for the buyer to fill in.
  let recipient: String?
  let subject: String
  let text: String
  /// The name of the attached document.
  let json: String
  let jsonName: String

  /// The boundary between the parts. It can't occur in them: they are Base64, which has no underscore.
  private static let boundary = "vitrine_order_part"

  /// The whole file; its lines end with CR LF.
  var file: String {
    let header = [
      "X-Unsent: 1", recipient.map { "To: \($0)" }, "Subject: \(Self.encodedWords(subject))",
      "MIME-Version: 1.0",
      "Content-Type: multipart/mixed; boundary=\"\(Self.boundary)\"",
    ]
    let parts = [
      part(
        text.replacing("\n", with: "\r\n"), type: "text/plain; charset=utf-8", disposition: "inline"
      ),
      part(json, type: "application/json", disposition: "attachment; filename=\"\(jsonName)\""),
    ]
    let lines =
      header.compactMap(\.self) + [""] + parts.flatMap(\.self) + ["--\(Self.boundary)--", ""]
    return lines.joined(separator: "\r\n")
  }

  private func part(_ text: String, type: String, disposition: String) -> [String] {
    let data = Data(text.utf8).base64EncodedString(options: [
      .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
    ])
    return [
      "--\(Self.boundary)", "Content-Type: \(type)", "Content-Disposition: \(disposition)",
      "Content-Transfer-Encoding: base64", "", data,
    ]
  }

  /// A header's text by RFC 2047: encoded words of at most 75 characters, none of which splits a character.
  private static func encodedWords(_ text: String) -> String {
    if text.unicodeScalars.allSatisfy({ (0x20...0x7E).contains($0.value) }), text.utf8.count <= 60 {
      return text
    }
    var words: [String] = []
    var word = ""
    for scalar in text.unicodeScalars {
      // 39 bytes are 52 letters, with 12 more around them; `Subject: ` comes before the first.
      if word.utf8.count + String(scalar).utf8.count > 39 {
        words.append(word)
        word = ""
      }
      word.unicodeScalars.append(scalar)
    }
    words.append(word)
    return words.map { "=?UTF-8?B?\(Data($0.utf8).base64EncodedString())?=" }.joined(
      separator: "\r\n ")
  }
}
