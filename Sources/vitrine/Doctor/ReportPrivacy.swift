import GalleryDomain

/// Makes texts fit for a report that strangers read: cleaned, with no path but those in the home folder, and no address.
///
/// Whatever is printed goes through `shown`, whether or not it should hold such things.
struct ReportPrivacy: Equatable {
  /// The home folder, without a slash at its end; nil if there is none, or if it is the root.
  private let home: String?

  /// What is shown in place of a path outside the home folder.
  static let elsewhere = "(elsewhere)"

  /// - Parameter home: `HOME`.
  init(home: String?) {
    var folder = home ?? ""
    while folder.hasSuffix("/") { folder.removeLast() }
    self.home = folder.hasPrefix("/") ? folder : nil
  }

  /// `~/.config/vitrine`, or `(elsewhere)`.
  func path(_ path: String) -> String {
    guard let home else { return Self.elsewhere }
    if path == home { return "~" }
    guard path.hasPrefix(home + "/"), !path.contains("/../") else { return Self.elsewhere }
    return "~" + path.dropFirst(home.count)
  }

  /// A text on one line, with paths as by `path`, and of addresses only the scheme.
  func shown(_ text: String) -> String {
    let text = TextCleaner.line(text, limit: .paragraphs)
    var output = ""
    var index = text.startIndex
    while index < text.endIndex {
      if let end = addressEnd(in: text, at: index) {
        output += "…"
        index = end
      } else if let end = homeEnd(in: text, at: index), beginsPath(output) {
        output += "~"
        index = end
      } else if text[index] == "/", beginsPath(output) {
        let end = wordEnd(in: text, from: index)
        // A lone slash, as in `24 / 80`.
        output += text.distance(from: index, to: end) > 1 ? Self.elsewhere : "/"
        index = end
      } else {
        output.append(text[index])
        index = text.index(after: index)
      }
    }
    return output
  }

  /// Where the name of the home folder ends that begins here. It may contain spaces.
  private func homeEnd(in text: String, at index: String.Index) -> String.Index? {
    guard let home, text[index...].hasPrefix(home) else { return nil }
    let end = text.index(index, offsetBy: home.count)
    return end == text.endIndex
      || !(text[end].isLetter || text[end].isNumber || "-_.".contains(text[end]))
      ? end : nil
  }

  /// Where an address ends that has its `//` here, after a scheme and a colon.
  private func addressEnd(in text: String, at index: String.Index) -> String.Index? {
    guard text[index...].hasPrefix("//"), index > text.startIndex,
      text[text.index(before: index)] == ":"
    else { return nil }
    return wordEnd(in: text, from: index)
  }

  /// Whether a slash after this text is the beginning of a path: not within a word, as in `OpenSSL/3.0`, and not after
  /// `~`.
  private func beginsPath(_ before: String) -> Bool {
    guard let last = before.last else { return true }
    return !(last.isLetter || last.isNumber || "~.-_…)/".contains(last))
  }

  private func wordEnd(in text: String, from index: String.Index) -> String.Index {
    let end = text[index...].firstIndex { $0.isWhitespace || "\"'<>,;".contains($0) }
    var last = end ?? text.endIndex
    while last > text.index(after: index), ".:)]".contains(text[text.index(before: last)]) {
      last = text.index(before: last)
    }
    return last
  }
}
