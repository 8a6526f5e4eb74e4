import FeedFormats
import GalleryDomain
import GalleryPresentation
import GalleryScreens
import TOMLKit

/// A caption as TOML, for the user's editor.
@MainActor
struct CaptionFile {
  let editor: TextEditor

  func edit(_ caption: CaptionEdit) -> EditedCaption { edit(Array(Self.text(of: caption).utf8)) }

  private func edit(_ text: [UInt8]) -> EditedCaption {
    switch editor.edit(text) {
    case .failure(let failure): return .failed(failure)
    case .success(let text):
      do throws(TOMLText.Fault) {
        guard let valid = String(validating: text, as: UTF8.self) else {
          throw TOMLText.Fault(line: nil, reason: "it is not UTF-8")
        }
        return .read(try Self.caption(in: valid))
      } catch {
        let line = error.line.map { "Line \($0): " } ?? ""
        let reason = TextCleaner.line(line + error.reason, limit: .field)
        return .faulty(Complaint(reason)) { edit(text) }
      }
    }
  }

  private nonisolated static let added = "add_keywords"
  private nonisolated static let removed = "remove_keywords"

  /// A field that differs from photo to photo is a comment.
  nonisolated static func text(of caption: CaptionEdit) -> String {
    func line(_ name: String, _ words: [String]) -> String {
      "\(name) = [\(words.map(quoted).joined(separator: ", "))]"
    }
    let texts = PhotoCaption.Field.allCases.filter { $0 != .keywords }.map { field in
      caption.texts[field].map { "\(field.rawValue) = \(quoted($0))" }
        ?? "# \(field.rawValue) = \"\"  # differs from photo to photo"
    }
    let keywords =
      caption.keywords.map { [line(PhotoCaption.Field.keywords.rawValue, $0)] } ?? [
        "# keywords = []  # differ from photo to photo; to add some, and to take some away:",
        line(added, caption.addedKeywords), line(removed, caption.removedKeywords),
      ]
    let advice = "# An empty text empties a field; without its line it stays as it is."
    return ([advice] + texts + keywords).map { $0 + "\n" }.joined()
  }

  /// A basic string, or one of several lines (TOML 1.0, *String*).
  private nonisolated static func quoted(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return text.contains("\n") ? "\"\"\"\n\(escaped)\"\"\"" : "\"\(escaped)\""
  }

  nonisolated static func caption(in text: String) throws(TOMLText.Fault) -> CaptionEdit {
    let toml = try TOMLText(text)
    var edit = CaptionEdit()
    for key in toml.table.keys.sorted() {
      let field = fields.first { $0.name == key }
      guard let value = toml.table[key], field?.read(value, &edit) != true else { continue }
      let hint = Misspelling.hint(key, among: fields.map(\.name))
      let reason = field?.advice ?? "there is no such field\(hint)"
      throw TOMLText.Fault(line: toml.line(of: key), reason: "\(key): \(reason)")
    }
    // Beside a list the others change that.
    if let keywords = edit.keywords {
      edit.keywords =
        keywords.filter { !edit.removedKeywords.contains($0) }
        + edit.addedKeywords.filter { !keywords.contains($0) }
      (edit.addedKeywords, edit.removedKeywords) = ([], [])
    }
    return edit
  }

  private nonisolated static var fields: [Setting<CaptionEdit>] {
    let texts = PhotoCaption.Field.allCases.filter { $0 != .keywords }.map { field in
      let limit = field.limit.characters
      return Setting<CaptionEdit>(
        field.rawValue, "a text in quotes, of at most \(limit) characters",
        { $0.string.flatMap { $0.count > limit ? nil : $0 } }, change: { $0.texts[field] = $1 })
    }
    func words(
      _ name: String, _ change: @escaping (inout CaptionEdit, [String]) -> Void
    ) -> Setting<CaptionEdit> {
      let limit = PhotoCaption.Field.keywords.limit.characters
      let form = #"a list of words, such as ["sea", "boat"], of at most \#(limit) characters each"#
      return Setting<CaptionEdit>(
        name, form,
        { value -> [String]? in
          let words = SettingValue.words(value)
          return words?.contains { $0.count > limit } == true ? nil : words
        }, change: change)
    }
    return texts + [
      words(PhotoCaption.Field.keywords.rawValue) { $0.keywords = $1 },
      words(added) { $0.addedKeywords = $1 }, words(removed) { $0.removedKeywords = $1 },
    ]
  }
}
