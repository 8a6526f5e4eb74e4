/// The body of a request: JSON with places.
///
/// A place in quotation marks is text, and one outside is a value. A member whose name ends in `?` (which is removed) is
/// dropped if a place in it is empty; an object in a list that loses all its members in this way is dropped from the
/// list.
indirect enum PresetBody: Hashable, Sendable {
  struct Member: Hashable, Sendable {
    var name: String
    /// Whether it is dropped if a place in it is empty.
    var isOptional: Bool
    var value: PresetBody
  }

  case object([Member])
  case array([PresetBody])
  case text(PresetTemplate)
  case placeholder(String)
  /// A number, a Boolean or null, as written.
  case plain(String)

  /// Marks a place outside quotation marks for `JSONReader`; this character never occurs in JSON.
  private static let mark: Character = "\u{1}"

  init(_ text: String) throws(PresetSyntaxFault) {
    let bytes = Array(Self.marked(text).utf8)
    var reader = JSONReader(bytes)
    do throws(JSONFault) {
      let value = try reader.readValue()
      guard reader.peek() == nil else { throw reader.fault("text after the end") }
      self = Self(value)
    } catch {
      throw PresetSyntaxFault("not valid JSON with placeholders: \(error.reason)")
    }
  }

  private init(_ value: JSONValue) {
    switch value {
    case .object(let members):
      self = .object(
        members.map { member in
          let isOptional = member.name.count > 1 && member.name.hasSuffix("?")
          return Member(
            name: isOptional ? String(member.name.dropLast()) : member.name,
            isOptional: isOptional, value: Self(member.value))
        })
    case .array(let elements): self = .array(elements.map { Self($0) })
    case .text(let text) where text.first == Self.mark:
      self = .placeholder(String(text.dropFirst()))
    case .text(let text): self = .text(PresetTemplate(text))
    case .null, .bool, .number: self = .plain(value.written)
    }
  }

  /// The text with its places outside quotation marks turned into texts that are recognised by their first character.
  private static func marked(_ text: String) -> String {
    var output = ""
    var isInText = false
    var isEscaped = false
    var rest = text[...]
    while let character = rest.first {
      if !isInText, character == "{", let name = PresetTemplate.placeName(at: rest),
        name.allSatisfy({ $0.isLetter || $0.isNumber || "_-".contains($0) })
      {
        output += "\"\\u0001\(name)\""
        rest = rest.dropFirst(name.count + 2)
        continue
      }
      if isInText {
        if isEscaped {
          isEscaped = false
        } else if character == "\\" {
          isEscaped = true
        } else if character == "\"" {
          isInText = false
        }
      } else if character == "\"" {
        isInText = true
      }
      output.append(character)
      rest = rest.dropFirst()
    }
    return output
  }

  var placeholders: Set<String> {
    switch self {
    case .object(let members): members.reduce(into: []) { $0.formUnion($1.value.placeholders) }
    case .array(let elements): elements.reduce(into: []) { $0.formUnion($1.placeholders) }
    case .text(let template): Set(template.placeholders)
    case .placeholder(let name): [name]
    case .plain: []
    }
  }

  func filled(_ placeholders: PresetPlaceholderValues) -> String {
    text(placeholders) ?? "{}"
  }

  /// - Returns: nil for an object that has become empty.
  private func text(_ placeholders: PresetPlaceholderValues) -> String? {
    switch self {
    case .object(let members):
      var texts: [String] = []
      for member in members {
        if member.isOptional, member.value.hasEmptyPlaceholder(placeholders) { continue }
        // A required object stays, even if it is empty.
        let value = member.value.filled(placeholders)
        texts.append("\"\(JSONValue.escaped(member.name))\":\(value)")
      }
      return texts.isEmpty && !members.isEmpty ? nil : "{\(texts.joined(separator: ","))}"
    case .array(let elements):
      return "[\(elements.compactMap { $0.text(placeholders) }.joined(separator: ","))]"
    case .text(let template):
      return JSONValue.text(template.withEmptyPlaceholders { placeholders[$0] ?? "" }).written
    case .placeholder(let name): return placeholders.value(name) ?? "null"
    case .plain(let text): return text
    }
  }

  private func hasEmptyPlaceholder(_ values: PresetPlaceholderValues) -> Bool {
    placeholders.contains { values[$0] == nil && values.json[$0] == nil }
  }
}
