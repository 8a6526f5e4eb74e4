import GalleryDomain

/// Captions in words.
public enum CaptionText {
  static let unchanged = "Nothing to change"
  static let notOwn = "Only photos in your own folders can be captioned"
  public static let mixed = "mixed"
  public static let discardTitle = "Discard what you typed?"
  public static let faulty = "Can't read what you wrote"
  public static let discard = "Nothing of it has been written"

  public static func label(_ field: PhotoCaption.Field) -> String {
    field == .alt ? "Alt text" : field.rawValue.capitalized
  }

  /// `Wrote title, keywords of 12 photos`.
  static func done(_ photos: [Photo], _ edit: CaptionEdit) -> String {
    let fields = PhotoCaption.Field.allCases.filter {
      $0 == .keywords ? edit != CaptionEdit(texts: edit.texts) : edit.texts[$0] != nil
    }
    let names = fields.map { label($0).lowercased() }.joined(separator: ", ")
    return "Wrote \(names) of \(SaleMarkText.subject(photos))"
  }

  /// `→ lisbon 120 · lissabon 3`.
  static func suggestions(_ counts: [PhotoCount]) -> String {
    let words = counts.map { "\($0.value ?? "") \(CountText.grouped($0.count))" }
    return "→ \(words.joined(separator: " · "))"
  }

  static func tooLong(_ limit: Int) -> String { "a keyword has at most \(limit) characters" }

  static func lines(_ keys: KeyHints) -> String { "\(keys.captionEditor) for several lines" }

  /// What becomes of a field of photos that differ; `text` is nil if it is left as it is.
  ///
  /// - Parameter isReplaced: Whether what is typed replaces what the photos have.
  static func mixed(_ field: PhotoCaption.Field, _ text: String?, isReplaced: Bool) -> String {
    guard let text else {
      return field == .keywords
        ? "+word adds, -word takes away, a list replaces, a space empties"
        : "typing replaces it, a space empties it"
    }
    if text.allSatisfy(\.isWhitespace) { return "emptied in all of them" }
    return isReplaced ? "replaced in all of them" : ""
  }
}
