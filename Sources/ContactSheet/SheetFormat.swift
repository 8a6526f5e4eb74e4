import GalleryPresentation

/// The format of a contact sheet.
public enum SheetFormat: String, Hashable, Sendable, CaseIterable {
  case pdf, html

  /// By the extension of a file name, in either case; nil for any other.
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
