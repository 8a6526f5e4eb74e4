import GalleryPresentation
import TerminalKit

extension TextField {
  /// The longest path, and addresses with signatures.
  static let sourceLength = 4_096

  /// Inserts clean lines, or one without the `…` of a text that is cut: it would be part of a path or an address.
  func paste(_ text: String) {
    insert(
      isMultiline
        ? TextCleaner.paragraphs(text)
        : TextCleaner.line(text, limit: TextLimit(characters: maximumLength + 1)))
  }
}
