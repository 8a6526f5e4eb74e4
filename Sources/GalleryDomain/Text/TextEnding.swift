/// Cuts a cleaned text to its limit in characters; a cut text ends with `…`.
enum TextEnding {
  private static let ellipsis: Unicode.Scalar = "…"
  /// The longest real clusters (families with skin tones, Tibetan stacks) take about a dozen;
  /// jamo, conjuncts and number signs can be chained without end.
  private static let scalarsPerCharacter = 24

  static func bounded(_ scalars: [Unicode.Scalar], isCut: Bool, limit: TextLimit) -> String {
    let text = string(scalars[...])
    // There are never more characters than scalars, so most texts need not be divided into clusters.
    if !isCut, scalars.count <= min(limit.characters, scalarsPerCharacter) { return text }
    var isCut = isCut
    var kept: [Unicode.Scalar] = []
    var bytes = UTF8.width(ellipsis)
    var (count, scalarCount) = (0, 0)
    for character in text {
      let scalars = character.unicodeScalars
      count += 1
      bytes += character.utf8.count
      scalarCount += scalars.count
      guard count <= limit.characters, scalars.count <= scalarsPerCharacter else {
        isCut = true
        break
      }
      // With room for the `…`, in case more follows than the limit allows.
      if count < limit.characters, bytes <= limit.bytes, scalarCount < limit.scalars {
        kept += scalars
      } else if isCut {
        break
      }
    }
    guard isCut else { return text }
    while let last = kept.last, isLeftOver(last) { kept.removeLast() }
    if kept.last != ellipsis { kept.append(ellipsis) }
    return string(kept[...])
  }

  /// Whether a scalar must not precede the `…`: white space, joiners, and signs that would include the `…` in their
  /// cluster.
  private static func isLeftOver(_ scalar: Unicode.Scalar) -> Bool {
    switch ScalarClass(scalar) {
    case .space, .lineBreak, .joiner: true
    case .text: ScalarClass.isVisibleFormat(scalar.value)
    default: false
    }
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}
