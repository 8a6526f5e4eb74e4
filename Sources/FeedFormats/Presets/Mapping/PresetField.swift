/// Where a fact of a photo comes from: alternatives, of which the first that is not blank wins.
struct PresetField: Hashable, Sendable {
  var alternatives: [PresetTerm]

  /// The texts of the first alternative that has any.
  func texts(in scope: PresetScope) -> [String] {
    for term in alternatives {
      let texts = term.texts(in: scope)
      if !texts.isEmpty { return texts }
    }
    return []
  }

  func text(in scope: PresetScope) -> String? { texts(in: scope).first }

  /// A whole number, also one in quotes.
  func whole(in scope: PresetScope) -> Int? {
    text(in: scope).flatMap { JSONValue.text($0).lenientInt }
  }
}

/// One way to find a fact.
struct PresetTerm: Hashable, Sendable {
  enum Source: Hashable, Sendable {
    case path(PresetPath)
    /// Empty where one of its places is.
    case template(PresetTemplate, places: [String: PresetPlace])
    case constant(String)
    /// One of the sizes in which 500px gives a picture.
    case sizes(PresetPath, take: SizeChoice)
    /// An image of IIIF, the first of the paths that has one.
    case iiif([PresetPath], take: SizeChoice)
  }

  enum SizeChoice: String, CaseIterable, Sendable {
    case largest
    case thumbnail
  }

  var source: Source
  /// Whether the value at the path is a text in several languages, one of which is chosen (`LanguageText`).
  var isInLanguages = false
  var transforms: [PresetTransform] = []
  /// Whether what it finds is when a photo was published, in place of when it was taken.
  var isUpload = false
  /// The term is nothing where this does not hold.
  var condition: PresetCondition?

  /// Trimmed of what is blank.
  func texts(in scope: PresetScope) -> [String] {
    if let condition, !(condition.holds(in: scope) ?? condition.isOptional) { return [] }
    var texts = sourceTexts(in: scope)
    for transform in transforms where !texts.isEmpty {
      texts = texts.flatMap { transform.applied(to: $0, faults: scope.faults) }
    }
    return texts.filter { !$0.isBlank }
  }

  private func sourceTexts(in scope: PresetScope) -> [String] {
    switch source {
    case .path(let path):
      let values = path.values(in: scope)
      return isInLanguages ? LanguageText.texts(values) : values.compactMap(\.presetText)
    case .template(let template, let places):
      return template.filled { places[$0]?.text(in: scope) }.map { [$0] } ?? []
    case .constant(let text):
      return [text]
    case .sizes(let path, let take):
      let images = path.values(in: scope).flatMap { value in
        if case .array(let elements) = value { elements } else { [value] }
      }.compactMap(FeedImageDTO.init)
      let image =
        take == .largest ? FeedImageChoice.image(images) : FeedImageChoice.thumbnail(images)
      return image.map { [$0.url] } ?? []
    case .iiif(let paths, let take):
      let images = paths.lazy.flatMap { $0.values(in: scope) }.compactMap { IIIFImage($0) }
      return images.compactMap { image in
        take == .largest ? image.largest : image.thumbnail
      }.first.map { [$0] } ?? []
    }
  }
}

/// What a place of a template stands for.
enum PresetPlace: Hashable, Sendable {
  case path(PresetPath)
  /// `@base`: a value of the request.
  case variable(String)

  init(_ name: String) throws(PresetSyntaxFault) {
    self = name.first == "@" ? .variable(String(name.dropFirst())) : .path(try PresetPath(name))
  }

  func text(in scope: PresetScope) -> String? {
    switch self {
    case .path(let path): path.values(in: scope).lazy.compactMap(\.presetText).first
    case .variable(let name): scope.variables[name]
    }
  }
}

extension JSONValue {
  /// A text or a number; of truth values their words, for maps and conditions.
  var presetText: String? {
    if case .bool(let value) = self { return value ? "true" : "false" }
    return lenientText
  }
}
