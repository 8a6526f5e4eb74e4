/// Where to find a property of a photo: alternatives, of which the first that is not blank is used.
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

  /// A whole number, even in quotes.
  func whole(in scope: PresetScope) -> Int? {
    text(in: scope).flatMap { JSONValue.text($0).lenientInt }
  }
}

/// One way to find a property.
struct PresetTerm: Hashable, Sendable {
  enum Source: Hashable, Sendable {
    case path(PresetPath)
    /// Empty if one of its places is empty.
    case template(PresetTemplate, placeholders: [String: PresetPlaceholder])
    case constant(String)
    /// One of the sizes in which 500px provides a picture.
    case sizes(PresetPath, take: SizeChoice)
    /// A IIIF image, from the first path that has one.
    case iiif([PresetPath], take: SizeChoice)
  }

  enum SizeChoice: String, CaseIterable, Sendable {
    case largest
    case thumbnail
  }

  var source: Source
  /// Whether the value is a text in several languages, one of which is chosen (`LanguageText`).
  var isInLanguages = false
  var transforms: [PresetTransform] = []
  /// Whether it is the date of publication and not when the photo was taken.
  var isUpload = false
  /// If this does not hold, the term has no value.
  var condition: PresetCondition?

  /// Trimmed of white space.
  func texts(in scope: PresetScope) -> [String] {
    if let condition, !(condition.holds(in: scope) ?? condition.isOptional) { return [] }
    var texts = sourceTexts(in: scope)
    for transform in transforms where !texts.isEmpty {
      texts = texts.flatMap { transform.applied(to: $0, memory: scope.memory) }
    }
    return texts.filter { !$0.isBlank }
  }

  /// Whether it looks in a member of the item.
  func reads(_ member: String) -> Bool {
    let paths: [PresetPath] =
      switch source {
      case .path(let path), .sizes(let path, _): [path]
      case .iiif(let paths, _): paths
      case .template(_, let placeholders):
        placeholders.values.compactMap { if case .path(let path) = $0 { path } else { nil } }
      case .constant: []
      }
    return paths.contains { $0.origin == .item && $0.steps.first == .key(member) }
  }

  private func sourceTexts(in scope: PresetScope) -> [String] {
    switch source {
    case .path(let path):
      let values = path.values(in: scope)
      return isInLanguages ? LanguageText.texts(values) : values.compactMap(\.presetText)
    case .template(let template, let placeholders):
      return template.filled { placeholders[$0]?.text(in: scope) }.map { [$0] } ?? []
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

/// The value of a place in a template.
enum PresetPlaceholder: Hashable, Sendable {
  case path(PresetPath)
  /// `@base`: a variable of the request.
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
  /// A text or a number; for Booleans their names, for maps and conditions.
  var presetText: String? {
    if case .bool(let value) = self { return value ? "true" : "false" }
    return lenientText
  }
}

// MARK: - From a file

extension PresetTable {
  func field(_ name: String) -> PresetField? {
    node(name).map { PresetField(alternatives: terms($0, name)) }
  }

  private func terms(_ node: PresetNode, _ name: String) -> [PresetTerm] {
    switch node {
    case .text(let text): return source(text, name).map { [PresetTerm(source: $0)] } ?? []
    case .list(let nodes): return nodes.flatMap { terms($0, name) }
    case .table(let members): return inside(members, of: name) { $0.terms() } ?? []
    default:
      note(
        name,
        "expected a path, e.g. \"a.b\", a template, e.g. \"https://x/{id}\", a table, e.g. "
          + "{ path = \"a\", html = true }, or a list of these")
      return []
    }
  }

  /// `{ path = "…", html = true, match = "…" }`
  private func terms() -> [PresetTerm] {
    let take = choice("take", of: PresetTerm.SizeChoice.self) ?? .largest
    let iiif = paths("iiif")
    var sources = (texts("path") ?? []).compactMap { source($0, "path") }
    sources += text("constant").map { [.constant($0)] } ?? []
    sources += paths("sizes").prefix(1).map { .sizes($0, take: take) }
    if !iiif.isEmpty { sources.append(.iiif(iiif, take: take)) }
    if sources.isEmpty { note("path", "required: path, constant, sizes or iiif") }
    var term = PresetTerm(source: .constant(""))
    term.isInLanguages = truth("languages") ?? false
    term.isUpload = truth("upload") ?? false
    term.transforms = transforms()
    term.condition = conditions("when").first
    return sources.map { source in
      term.source = source
      return term
    }
  }

  private func source(_ text: String, _ name: String) -> PresetTerm.Source? {
    made(name) { () throws(PresetSyntaxFault) in
      let template = PresetTemplate(text)
      guard !template.placeholders.isEmpty else { return .path(try PresetPath(text)) }
      var placeholders: [String: PresetPlaceholder] = [:]
      for placeholder in template.placeholders {
        placeholders[placeholder] = try PresetPlaceholder(placeholder)
      }
      return .template(template, placeholders: placeholders)
    }
  }
}
