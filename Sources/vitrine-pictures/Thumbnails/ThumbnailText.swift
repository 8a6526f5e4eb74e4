import PictureProtocol

/// The texts in a thumbnail (Thumbnail Managing Standard 0.9.0, section 5.1).
enum ThumbnailText {
  static let uri = "Thumb::URI"
  private static let modificationTime = "Thumb::MTime"
  static let byteCount = "Thumb::Size"
  static let width = "Thumb::Image::Width"
  static let height = "Thumb::Image::Height"
  static let software = "Software"
  static let program = "Vitrine"

  /// Whether a thumbnail with these texts matches the file in its current state.
  static func belong(_ texts: [String: String], to offer: ThumbnailOffer) -> Bool {
    guard texts[uri] == offer.uri, let time = texts[modificationTime],
      // Some programs write fractions of a second.
      Int64(time.prefix { $0 != "." }) == offer.modificationSeconds
    else { return false }
    // ImageMagick writes `2996BB`.
    guard let size = texts[byteCount].flatMap({ Int64($0) }) else { return true }
    return size == offer.byteCount
  }

  /// The texts that Vitrine writes with a picture.
  static func make(
    for offer: ThumbnailOffer, source: PictureHeader.Size
  ) -> [(keyword: String, text: String)] {
    [
      (uri, offer.uri), (modificationTime, "\(offer.modificationSeconds)"),
      (byteCount, "\(offer.byteCount)"), (software, "\(program) \(Hello.version)"),
      (width, "\(source.width)"), (height, "\(source.height)"),
    ]
  }
}
