import GalleryDomain

/// Where to find a property of a photo: alternatives, of which the first that is not blank is used.
typealias PresetField = [PresetTerm]

extension PresetField {
  /// The texts of the first alternative that has any.
  func texts(in scope: PresetScope) -> [String] {
    lazy.map { $0.texts(in: scope) }.first { !$0.isEmpty } ?? []
  }

  func text(in scope: PresetScope) -> String? { texts(in: scope).first }

  /// A whole number, even in quotes.
  func whole(in scope: PresetScope, within range: some RangeExpression<Int>) -> Int? {
    text(in: scope).flatMap { JSONValue.text($0).whole(in: range) }
  }

  /// Of the texts of all alternatives the first one of which something can be made.
  func first<Value>(in scope: PresetScope, _ make: (String) -> Value?) -> Value? {
    lazy.flatMap { $0.texts(in: scope) }.compactMap(make).first
  }
}

/// One way to find a property.
struct PresetTerm: Hashable, Sendable {
  enum Source: Hashable, Sendable {
    case path(PresetPath, as: ValueKind = .text)
    /// Empty if one of its placeholders is empty.
    case template(PresetTemplate, paths: [String: PresetPath])
    case constant(String)
  }

  enum ValueKind: Hashable, Sendable {
    case text
    /// A text in several languages, one of which is chosen.
    case languages
    /// The sizes in which 500px provides a picture.
    case sizes(SizeChoice)
    case iiif(SizeChoice)

    fileprivate func texts(_ values: [JSONValue]) -> [String] {
      switch self {
      case .text: return values.compactMap(\.presetText)
      case .languages: return LanguageText.texts(values)
      case .sizes(let choice):
        let images = values.flatMap(\.oneOrMore).compactMap(SizedImage.init)
        let image = choice == .largest ? SizedImage.largest(of: images) : .thumbnail(of: images)
        return image.map { [$0.address] } ?? []
      case .iiif(let choice):
        let address = values.lazy.compactMap { IIIFImage($0) }.compactMap { image in
          choice == .largest ? image.largest : image.thumbnail
        }.first
        return address.map { [$0] } ?? []
      }
    }
  }

  enum SizeChoice: String, CaseIterable, Sendable {
    case largest
    case thumbnail
  }

  var source: Source
  var transforms: [PresetTransform] = []
  /// Whether it is the date of publication and not when the photo was taken.
  var isUpload = false
  /// If these do not hold, the term has no value.
  var conditions: [PresetCondition] = []

  /// Trimmed of white space.
  func texts(in scope: PresetScope) -> [String] {
    guard conditions.hold(in: scope) else { return [] }
    return transforms.reduce(sourceTexts(in: scope)) { texts, transform in
      texts.flatMap { transform.applied(to: $0) }
    }.filter { !$0.isBlank }
  }

  private func sourceTexts(in scope: PresetScope) -> [String] {
    switch source {
    case .path(let path, let kind): return kind.texts(path.values(in: scope))
    case .template(let template, let paths):
      return template.filled { paths[$0]?.text(in: scope) }.map { [$0] } ?? []
    case .constant(let text): return [text]
    }
  }

  /// Whether it looks in a member of the item.
  func reads(_ member: String) -> Bool {
    let paths: [PresetPath] =
      switch source {
      case .path(let path, _): [path]
      case .template(_, let paths): Array(paths.values)
      case .constant: []
      }
    return paths.contains { $0.origin == .item && $0.steps.first == .key(member) }
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
  func field(_ name: String) -> PresetField { node(name).map { terms($0, name) } ?? [] }

  func requiredField(_ name: String, _ expected: String) -> PresetField {
    if members[name] == nil { note(name, "required: \(expected)") }
    return field(name)
  }

  private func terms(_ node: JSONValue, _ name: String) -> PresetField {
    switch node {
    case .text(let text): return source(text, name).map { [PresetTerm(source: $0)] } ?? []
    case .array(let nodes): return nodes.flatMap { terms($0, name) }
    case .object: return inside(node.members ?? [:], of: name) { $0.terms() } ?? []
    default:
      note(
        name,
        "expected a path, e.g. \"a.b\", a template, e.g. \"https://x/{id}\", a table, e.g. "
          + "{ path = \"a\", html = true }, or a list of these")
      return []
    }
  }

  /// `{ path = "…", html = true, match = "…" }`
  private func terms() -> PresetField {
    let size = choice("take", of: PresetTerm.SizeChoice.self) ?? .largest
    let kind: PresetTerm.ValueKind = truth("languages") ?? false ? .languages : .text
    var sources = (texts("path") ?? []).compactMap { source($0, "path", as: kind) }
    sources += text("constant").map { [.constant($0)] } ?? []
    sources += paths("sizes").map { .path($0, as: .sizes(size)) }
    sources += paths("iiif").map { .path($0, as: .iiif(size)) }
    if sources.isEmpty { note("path", "required: path, constant, sizes or iiif") }
    let isUpload = truth("upload") ?? false
    let (transforms, conditions) = (transforms(), conditions("when"))
    return sources.map {
      PresetTerm(source: $0, transforms: transforms, isUpload: isUpload, conditions: conditions)
    }
  }

  private func source(
    _ text: String, _ name: String, as kind: PresetTerm.ValueKind = .text
  ) -> PresetTerm.Source? {
    made(name) { () throws(PresetSyntaxFault) in
      let template = PresetTemplate(text)
      guard !template.placeholders.isEmpty else { return .path(try PresetPath(text), as: kind) }
      var paths: [String: PresetPath] = [:]
      for name in template.placeholders {
        paths[name] = try PresetPath(name, isPlaceholder: true)
      }
      return .template(template, paths: paths)
    }
  }
}
