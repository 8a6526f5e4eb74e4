import ExpectationSupport
import Foundation
import Testing

@testable import GalleryOrders

/// The draft that a mail program opens.
struct OrderDraftTests {
  private func draft(
    recipient: String? = "shop@photos.example", subject: String = "Order V-1",
    text: String = "1. couple\n"
  ) -> OrderDraft {
    OrderDraft(
      recipient: recipient, subject: subject, text: text, json: "{\n}\n", jsonName: "V-1.json")
  }

  /// The headers of a draft, unfolded.
  private func headers(_ draft: OrderDraft) -> [String] {
    let head = draft.file.prefix(
      upTo: draft.file.firstRange(of: "\r\n\r\n")?.lowerBound ?? draft.file.endIndex)
    return head.replacing("\r\n ", with: " ").split(separator: "\r\n").map(String.init)
  }

  /// The decoded parts.
  private func parts(_ draft: OrderDraft) -> [String] {
    draft.file.components(separatedBy: "\r\nContent-Transfer-Encoding: base64\r\n\r\n").dropFirst()
      .map {
        let body = $0.components(separatedBy: "\r\n--")[0]
        return String(
          decoding: Data(base64Encoded: body, options: .ignoreUnknownCharacters) ?? Data(),
          as: UTF8.self)
      }
  }

  @Test func `a draft has the whole order in words, and the document attached`() {
    let text = (1...500).map { "\($0). 灯台 🗼 · 80.00 EUR\n" }.joined()
    let draft = draft(text: text)

    expectEqual(parts(draft), [text.replacing("\n", with: "\r\n"), "{\n}\n"])
    #expect(draft.file.contains("Content-Disposition: attachment; filename=\"V-1.json\""))
    #expect(draft.file.hasSuffix("--\r\n"))
  }

  @Test func `mail programs treat it as a message to be sent`() {
    expectEqual(
      headers(draft()).prefix(3),
      ["X-Unsent: 1", "To: shop@photos.example", "Subject: Order V-1"])
    #expect(!headers(draft(recipient: nil)).contains { $0.hasPrefix("To:") })
  }

  @Test(arguments: [
    "Order · Ann's photos", String(repeating: "灯台🗼", count: 40), String(repeating: "a", count: 300),
  ])
  func `a subject in any script and length is encoded in words of at most 75 characters`(
    subject: String
  ) throws {
    let header = try #require(headers(draft(subject: subject)).first { $0.hasPrefix("Subject: ") })
    let words = header.dropFirst("Subject: ".count).split(separator: " ")

    #expect(words.allSatisfy { $0.count <= 75 })
    let text = words.compactMap { word in
      Data(base64Encoded: String(word.dropFirst("=?UTF-8?B?".count).dropLast(2))).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    expectEqual(text.joined(), subject)
  }

  @Test func `no line is too long for mail, and each ends with CR LF`() {
    let file = draft(
      subject: String(repeating: "é", count: 400), text: String(repeating: "word ", count: 2_000)
    ).file

    #expect(
      file.components(separatedBy: "\r\n").allSatisfy { $0.utf8.count <= 78 && !$0.contains("\n") })
  }
}
