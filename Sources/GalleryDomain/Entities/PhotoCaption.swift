/// What the user says in words about a photo of their own, in the fields of IPTC Photo Metadata 2023.2.
public struct PhotoCaption: Hashable, Sendable {
  /// nil if none is stated, whatever the file is called.
  public var title: String?
  /// May have several lines.
  public var description: String?
  public var keywords: [String]
  /// Several are separated by `; `.
  public var creator: String?
  public var copyright: String?
  /// What the photo shows, for those who can't see it.
  public var altText: String?

  /// In the order in which they are edited.
  public enum Field: String, CaseIterable, Sendable {
    case title, caption, keywords, creator, copyright, alt
  }

  /// Its text; nil of `keywords`, which are several.
  public subscript(field: Field) -> String? {
    get { Self.texts[field].flatMap { self[keyPath: $0] } }
    set { if let text = Self.texts[field] { self[keyPath: text] = newValue } }
  }

  private static let texts: [Field: any WritableKeyPath<PhotoCaption, String?> & Sendable] = [
    .title: \.title, .caption: \.description, .creator: \.creator, .copyright: \.copyright,
    .alt: \.altText,
  ]

  /// The names in a text of creators.
  public static func names(in creator: String?) -> [String] {
    (creator ?? "").split(separator: ";").map { TextCleaner.line(String($0)) }
      .filter { !$0.isEmpty }
  }

  public init(of photo: Photo) {
    title = photo.isFileName ? nil : photo.title
    description = photo.description
    keywords = photo.tags
    creator = photo.author
    copyright = photo.copyright
    altText = photo.altText
  }

  /// The photo with these texts; without a title it is called by its file.
  public func applied(to photo: Photo) -> Photo {
    var photo = photo
    if title == PhotoCaption(of: photo).title {
      // The name stays as it is.
    } else if let title {
      (photo.name, photo.isUntitled, photo.isFileName) = (title, false, false)
    } else if let path = photo.file?.path ?? photo.remotePath {
      photo.setFileName(FilePath.stem(FilePath.lastComponent(path)))
    } else {
      (photo.name, photo.isUntitled, photo.isFileName) = (Photo.untitled, true, false)
    }
    photo.description = description
    photo.tags = keywords
    photo.author = creator
    photo.copyright = copyright
    photo.altText = altText
    return photo
  }
}

/// What changes of a photo's words, for one photo or for many.
public struct CaptionEdit: Hashable, Sendable {
  /// A field that is there is set, an empty text empties it. Never of `keywords`.
  public var texts: [PhotoCaption.Field: String]
  /// Replaces all of them.
  public var keywords: [String]?
  public var addedKeywords: [String]
  public var removedKeywords: [String]

  public init(
    texts: [PhotoCaption.Field: String] = [:], keywords: [String]? = nil,
    addedKeywords: [String] = [], removedKeywords: [String] = []
  ) {
    self.texts = texts
    self.keywords = keywords
    self.addedKeywords = addedKeywords
    self.removedKeywords = removedKeywords
  }

  /// The photo as it will be read again, with texts that are cleaned and cut as those of files are.
  public func applied(to photo: Photo) -> Photo {
    var caption = PhotoCaption(of: photo)
    for (field, text) in texts { caption[field] = Self.cleaned(text, field) }
    var keywords = keywords ?? caption.keywords
    keywords.removeAll(where: removedKeywords.contains)
    keywords = (keywords + addedKeywords).compactMap { Self.cleaned($0, .keywords) }
    // Keywords that are there stay in their order.
    var rest = Set(keywords)
    caption.keywords = (caption.keywords + keywords).filter { rest.remove($0) != nil }
    return caption.applied(to: photo)
  }

  private static func cleaned(_ text: String, _ field: PhotoCaption.Field) -> String? {
    var text = text
    if field == .creator { text = PhotoCaption.names(in: text).joined(separator: "; ") }
    text =
      field == .caption
      ? TextCleaner.paragraphs(text, limit: field.limit)
      : TextCleaner.line(text, limit: field.limit)
    return text.isEmpty ? nil : text
  }
}

extension PhotoCaption.Field {
  /// How long its text may be, of `keywords` each; what is longer is cut when it is read.
  public var limit: TextLimit {
    switch self {
    case .title: .title
    case .caption: .paragraphs
    case .keywords: .tag
    case .creator: .field
    case .copyright: .notice
    case .alt: .alternativeText
    }
  }
}
