import PictureProtocol

/// A failure as an entry below `fail` keeps it: those that cost a decode to find out, nothing else.
enum ThumbnailFailure {
  static func text(of failure: PictureFailure) -> String? {
    switch failure {
    case .truncated: "truncated"
    case .broken(let words): "broken: \(words)"
    default: nil
    }
  }

  static func failure(of text: String) -> PictureFailure? {
    if text == "truncated" { return .truncated }
    guard text.hasPrefix("broken: ") else { return nil }
    return .broken(FailureText.short(String(text.dropFirst("broken: ".count))))
  }
}
