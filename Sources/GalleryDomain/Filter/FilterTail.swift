/// The term at the end of a filter's text, as far as it is typed, for completion.
public struct FilterTail: Hashable, Sendable {
  /// The field whose value is being typed; nil while a word or a field's name is being typed.
  public let field: FilterField?
  /// What is typed so far of the value, the word or the name.
  public let typed: String
  /// Whether a field's name may be here: at most a minus sign is before it, and nothing is quoted.
  public let mayBeName: Bool
  /// The text before what is typed.
  private let head: String

  /// - Complexity: O(*text*).
  public init(_ text: String) {
    var tokens = FilterTokens(text)
    var last: FilterToken?
    while let token = tokens.next() { last = token }
    let scalars = Array(text.unicodeScalars)
    guard let last, last.place.upperBound == scalars.count else {
      self.init(field: nil, typed: "", mayBeName: true, head: text)
      return
    }
    var signs = last.signs[...]
    var start = last.place.lowerBound
    if let first = signs.first, first.scalar == "-", !first.isQuoted {
      signs = signs.dropFirst()
      start += 1
    }
    var field: FilterField?
    if let colon = signs.firstIndex(where: { $0.scalar == ":" && !$0.isQuoted }) {
      field = FilterField(name: FilterParser.text(signs[..<colon]))
      if field != nil {
        start = signs[colon].offset + 1
        signs = signs[(colon + 1)...]
      }
    }
    let isQuoted = signs.contains(where: \.isQuoted)
    var mayBeName = field == nil && !isQuoted
    if let bar = signs.lastIndex(where: { $0.scalar == "|" && !$0.isQuoted }) {
      start = signs[bar].offset + 1
      signs = signs[(bar + 1)...]
      mayBeName = false
    }
    if field?.kind == .text, let first = signs.first, first.scalar == "=", !first.isQuoted {
      start = first.offset + 1
      signs = signs.dropFirst()
    }
    var head = String.UnicodeScalarView()
    head.append(contentsOf: scalars[..<start])
    self.init(
      field: field, typed: FilterParser.text(signs), mayBeName: mayBeName, head: String(head))
  }

  private init(field: FilterField?, typed: String, mayBeName: Bool, head: String) {
    self.field = field
    self.typed = typed
    self.mayBeName = mayBeName
    self.head = head
  }

  /// The text with a field's name in place of what is typed, so that its value comes next.
  public func completed(with field: FilterField) -> String { "\(head)\(field.rawValue):" }

  /// The text with a value in place of what is typed, quoted if necessary, and a space for the next term.
  public func completed(with value: String) -> String {
    "\(head)\(FilterCondition.quoted(value, field == nil ? .words : .value)) "
  }
}
