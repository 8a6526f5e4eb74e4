import GalleryPresentation

/// What a contact sheet is written as.
public enum SheetFormat: String, Hashable, Sendable, CaseIterable {
  case pdf, html

  /// By the ending of a file's name, whatever its case; nil for any other.
  public init?(fileName: String) {
    let name = fileName.lowercased()
    if name.hasSuffix(".pdf") {
      self = .pdf
    } else if name.hasSuffix(".html") || name.hasSuffix(".htm") {
      self = .html
    } else {
      return nil
    }
  }

  var kind: ExportKind {
    switch self {
    case .pdf: .pdf
    case .html: .html
    }
  }
}
