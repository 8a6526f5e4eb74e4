import Foundation
import GalleryData
import GalleryDomain

/// An order in the state folder.
struct OrderRecord: Hashable, Sendable {
  /// What became of it.
  enum Outcome: Hashable, Sendable {
    /// It is this file, and goes by mail.
    case file
    case checkout([URL])
    /// Sent, and no answer yet: the server may have it.
    case sending(host: String)
    /// There was nobody to send it to.
    case unsent(host: String)
    case accepted(host: String, OrderAnswer)
    case refused(host: String, status: Int, message: String?)
  }

  let number: String
  let json: FileReference
  let text: FileReference
  /// The text's name without its folder.
  let textName: String
}

extension OrderRecord.Outcome {
  /// The member `placed` of the JSON file.
  var json: String {
    let members: [(String, String)] =
      switch self {
      case .file: [("by", JSONOutput.text("file"))]
      case .checkout(let links):
        [
          ("by", JSONOutput.text("checkout")),
          (
            "links",
            "[" + links.map { JSONOutput.text($0.absoluteString) }.joined(separator: ", ") + "]"
          ),
        ]
      case .sending(let host):
        [
          ("by", JSONOutput.text("server")), ("host", JSONOutput.text(host)),
          ("status", JSONOutput.text("sent")),
        ]
      case .unsent(let host):
        [
          ("by", JSONOutput.text("server")), ("host", JSONOutput.text(host)),
          ("status", JSONOutput.text("unsent")),
        ]
      case .accepted(let host, let answer):
        [
          ("by", JSONOutput.text("server")), ("host", JSONOutput.text(host)),
          ("status", JSONOutput.text("accepted")), ("number", JSONOutput.text(answer.number)),
          ("message", JSONOutput.text(answer.message)),
          ("page", JSONOutput.text(answer.page?.absoluteString)),
        ]
      case .refused(let host, let status, let message):
        [
          ("by", JSONOutput.text("server")), ("host", JSONOutput.text(host)),
          ("status", JSONOutput.text("refused")), ("answer", "\(status)"),
          ("message", JSONOutput.text(message)),
        ]
      }
    return OrderDocument.object(members, indent: 2)
  }

  /// Lines below the text; none for what is nothing but the file.
  var lines: [String] {
    switch self {
    case .file: []
    case .checkout(let links): ["", "Goes on in the shop:"] + links.map(\.absoluteString)
    case .sending(let host):
      ["", "Sent to \(host). If nothing follows here, it may or may not have arrived."]
    case .unsent(let host): ["", "Not sent: can't reach \(host)."]
    case .accepted(let host, let answer):
      ["", "Accepted by \(host)" + (answer.number.map { " as \($0)" } ?? "")]
        + [answer.message, answer.page?.absoluteString].compactMap(\.self)
    case .refused(let host, let status, let message):
      ["", "Refused by \(host) (\(status))" + (message.map { ": \($0)" } ?? "")]
    }
  }
}
