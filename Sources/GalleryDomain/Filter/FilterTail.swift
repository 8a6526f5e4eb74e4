/// The unfinished term at the end of a filter's text, for completion.
public struct FilterTail: Hashable, Sendable {
  /// The field whose value is being typed; nil while a word or a field's name is being typed.
  public let field: FilterField?
  /// The part of the value, the word or the name that has been typed.
  public let typed: String
  /// Whether this can be a field's name: nothing but a minus sign precedes it, and it is not quoted.
  public let mayBeName: Bool
  /// The text before the term.
  public let before: String
  /// The text before `typed`.
  private let head: String

  /// - Complexity: O(*text*).
  public init(_ text: String) {
    var tokens = FilterTokens(text)
    var last: FilterToken?
    while let token = tokens.next() { last = token }
    let scalars = Array(text.unicodeScalars)
    guard let last, last.place.upperBound == scalars.count else {
      self.init(field: nil, typed: "", mayBeName: true, before: text, head: text)
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
    self.init(
      field: field, typed: FilterParser.text(signs), mayBeName: mayBeName,
      before: Self.text(scalars[..<last.place.lowerBound]), head: Self.text(scalars[..<start]))
  }

  private init(field: FilterField?, typed: String, mayBeName: Bool, before: String, head: String) {
    self.field = field
    self.typed = typed
    self.mayBeName = mayBeName
    self.before = before
    self.head = head
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  /// The text with `typed` replaced by a field's name and a colon, ready for the value.
  public func completed(with field: FilterField) -> String { "\(head)\(field.rawValue):" }

  /// The text with `typed` replaced by a value (quoted if necessary) and a space, ready for the next term.
  ///
  /// - Parameter isWhole: Whether the value has to be that of the whole field.
  public func completed(with value: String, isWhole: Bool = false) -> String {
    let sign = isWhole && head.last != "=" ? "=" : ""
    return "\(head)\(sign)\(FilterCondition.quoted(value, field == nil ? .words : .value)) "
  }
}
