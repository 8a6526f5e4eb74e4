/// What photos can be exported as.
public enum ExportKind: String, Hashable, Sendable, CaseIterable {
  /// A contact sheet to print.
  case pdf
  /// A contact sheet as one web page.
  case html
  /// The files themselves, in a folder.
  case originals

  /// The name in the chooser and in the question for the path.
  public var name: String {
    switch self {
    case .pdf: "PDF"
    case .html: "HTML"
    case .originals: "copy originals"
    }
  }
}
