import GalleryDomain

/// What a feed calls itself: its name, else its feature as 500px spells it.
enum FeedTitle {
  static func text(name: String?, feature: String?) -> String? {
    if let name = CleanText.line(name, limit: .title) { return name }
    guard let feature = CleanText.line(feature, limit: .field) else { return nil }
    let words = feature.split(separator: "_").joined(separator: " ")
    guard let first = words.first else { return nil }
    return "\(first.uppercased())\(words.dropFirst()) · 500px"
  }
}
