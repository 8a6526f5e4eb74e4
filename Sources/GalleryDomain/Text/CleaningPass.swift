/// One pass over a text's scalars. What is kept depends only on what was kept before, so cleaning the output again
/// changes nothing.
struct CleaningPass {
  private static let marksPerBase = 6
  private static let joinsPerCluster = 8

  /// What is written only when something follows it, and therefore never at the start or the end.
  private enum Pending {
    case nothing, space
    case lineBreaks(Int)
    case joiner(Unicode.Scalar)
  }

  let keepsLineBreaks: Bool
  let limit: TextLimit
  private(set) var output: [Unicode.Scalar] = []
  /// Whether something did not fit any more.
  private(set) var isFull = false

  private var pending = Pending.nothing
  private var byteCount = 0
  private var markCount = 0
  private var joinCount = 0
  private var escapes = EscapeSequence()

  init(keepsLineBreaks: Bool, limit: TextLimit) {
    self.keepsLineBreaks = keepsLineBreaks
    self.limit = limit
    output.reserveCapacity(64)
  }

  mutating func read(_ scalars: ArraySlice<Unicode.Scalar>) {
    var index = scalars.startIndex
    while index < scalars.endIndex, !isFull {
      let scalar = scalars[index]
      var next = index + 1
      switch ScalarClass(scalar) {
      case .escape: next = escapes.end(ofEscapeAt: index, in: scalars)
      case .controlSequence: next = escapes.end(ofControlSequenceAt: index, in: scalars)
      case .controlString: next = escapes.end(ofControlStringAt: index, in: scalars)
      case .lineBreak:
        if scalar == "\r", next < scalars.endIndex, scalars[next] == "\n" { next += 1 }
        readWhiteSpace(lines: !keepsLineBreaks ? 0 : scalar.value == 0x2029 ? 2 : 1)
      case .dropped: break
      case .space: readWhiteSpace(lines: 0)
      case .joiner: if !output.isEmpty, case .nothing = pending { pending = .joiner(scalar) }
      case .styleSelector:
        if case .nothing = pending, output.last?.properties.isEmoji ?? false { readMark(scalar) }
      case .mark: readMark(scalar)
      case .modifier: if hasBase { readMark(scalar) } else { readText(scalar) }
      case .replaced: readText("\u{FFFD}")
      case .text: readText(scalar)
      }
      index = next
    }
  }

  /// Whether a combining mark would have a base character here.
  private var hasBase: Bool {
    switch pending {
    case .nothing, .joiner: !output.isEmpty
    case .space, .lineBreaks: false
    }
  }

  private mutating func readWhiteSpace(lines: Int) {
    if case .lineBreaks(let count) = pending {
      pending = .lineBreaks(min(count + lines, 2))
    } else {
      pending = lines > 0 ? .lineBreaks(lines) : .space
    }
  }

  private mutating func readText(_ scalar: Unicode.Scalar) {
    markCount = 0
    let joiner = usableJoiner(before: scalar)
    joinCount = joiner == nil ? 0 : joinCount + 1
    switch pending {
    case _ where output.isEmpty: append(scalar)
    case .space: append(scalar, after: [" "])
    case .lineBreaks(let count): append(scalar, after: Array(repeating: "\n", count: count))
    case .nothing, .joiner: append(scalar, after: joiner.map { [$0] } ?? [])
    }
  }

  private mutating func readMark(_ scalar: Unicode.Scalar) {
    guard hasBase, markCount < Self.marksPerBase else { return }
    let joiner = usableJoiner(before: scalar)
    append(scalar, after: joiner.map { [$0] } ?? [])
    if joiner != nil { joinCount += 1 }
    markCount += 1
  }

  private func usableJoiner(before next: Unicode.Scalar) -> Unicode.Scalar? {
    guard case .joiner(let joiner) = pending, let last = output.last,
      joinCount < Self.joinsPerCluster,
      ScalarJoining.isMeaningful(joiner, after: last, before: next)
    else { return nil }
    return joiner
  }

  /// Writes both or nothing, so that no sequence is cut in the middle.
  private mutating func append(_ scalar: Unicode.Scalar, after signs: [Unicode.Scalar] = []) {
    let bytes = signs.reduce(UTF8.width(scalar)) { $0 + UTF8.width($1) }
    guard output.count + signs.count < limit.scalars, byteCount + bytes <= limit.bytes else {
      isFull = true
      return
    }
    output += signs
    output.append(scalar)
    byteCount += bytes
    pending = .nothing
  }
}
