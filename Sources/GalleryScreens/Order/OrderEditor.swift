import GalleryPresentation
import TerminalKit

/// The editor of a field.
enum OrderEditor {
  case line(TextField)
  case lines(TextArea)
  case choice

  /// - Parameter changed: Called with the text after each change.
  init(_ field: OrderField, theme: Theme, changed: @escaping (String) -> Void) {
    // Accepts more than is allowed, so that the reason can say so and no character is lost silently.
    let limit = 5_000
    switch field.entry {
    case .line:
      let view = TextField(maximumLength: limit, theme: theme)
      view.text = field.text
      view.onChange = changed
      self = .line(view)
    case .lines:
      let view = TextArea(
        placeholder: field.isRequired ? "" : "optional", maximumLength: limit, theme: theme)
      view.text = field.text
      view.onChange = changed
      self = .lines(view)
    case .choice: self = .choice
    }
  }

  /// - Returns: Whether the key was used.
  func handle(_ key: Key) -> Bool {
    switch self {
    case .line(let view): view.handle(key)
    case .lines(let view): view.handle(key)
    case .choice: false
    }
  }

  func paste(_ text: String) {
    switch self {
    case .line(let view): view.paste(text)
    case .lines(let view): view.insert(TextCleaner.paragraphs(text))
    case .choice: break
    }
  }
}
