/// The unfinished term at the end of a filter's text, for completion.
public struct FilterTail: Hashable, Sendable {
  /// The field whose value is being typed; nil while a word or a field's name is being typed.
  public private(set) var field: FilterField?
  /// The part of the value, the word or the name that has been typed.
  public private(set) var typed = ""
  /// Whether this can be a field's name: nothing but a minus sign precedes it, and it is not quoted.
  public private(set) var mayBeName = true
  /// The text before the term.
  public private(set) var before: String
  /// The text before `typed`.
  private var head: String

  /// - Complexity: O(*text*).
  public init(_ text: String) {
    (before, head) = (text, text)
    let scalars = text.unicodeScalars
    guard let last = FilterToken.all(in: text).last, last.range.upperBound == scalars.count else {
      return
    }
    var signs = last.signs[...]
    var start = last.range.lowerBound
    /// What is typed begins behind a sign.
    func begin(behind index: Int) {
      start = signs[index].offset + 1
      signs = signs[(index + 1)...]
    }
    if signs.starts(withPlain: "-") { begin(behind: signs.startIndex) }
    if let colon = signs.firstPlain(":") {
      field = FilterField(name: signs[..<colon].text)
      if field != nil { begin(behind: colon) }
    }
    mayBeName = field == nil && !signs.contains(where: \.isQuoted)
    if let bar = signs.lastIndex(where: { $0.isPlain("|") }) {
      begin(behind: bar)
      mayBeName = false
    }
    if field?.kind == .text, signs.starts(withPlain: "=") { begin(behind: signs.startIndex) }
    typed = signs.text
    before = String(scalars.prefix(last.range.lowerBound))
    head = String(scalars.prefix(start))
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
