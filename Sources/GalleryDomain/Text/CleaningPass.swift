/// One pass over a text's scalars. What is kept depends only on what was kept before, so cleaning the output again
/// changes nothing.
struct CleaningPass {
  private static let marksPerBase = 6
  private static let joinsPerCluster = 8

  let keepsLineBreaks: Bool
  let limit: TextLimit
  private(set) var output: [Unicode.Scalar] = []
  /// Whether something did not fit any more.
  private(set) var isFull = false

  private var byteCount = 0
  private var markCount = 0
  private var joinCount = 0
  /// White space is written only when something follows it, and therefore never at the start or the end.
  private var isSpacePending = false
  private var pendingBreaks = 0
  private var pendingJoiner: Unicode.Scalar?
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
      let scalarClass = ScalarClass(scalar)
      switch scalarClass {
      case .escape:
        index = escapes.end(ofEscapeAt: index, in: scalars)
        continue
      case .controlSequence:
        index = escapes.end(ofControlSequenceAt: index, in: scalars)
        continue
      case .controlString:
        index = escapes.end(ofControlStringAt: index, in: scalars)
        continue
      case .lineBreak:
        let isCRLF =
          scalar == "\r" && index + 1 < scalars.endIndex && scalars[index + 1] == "\n"
        if isCRLF { index += 1 }
        readWhiteSpace(isBreak: keepsLineBreaks, lines: scalar.value == 0x2029 ? 2 : 1)
      default:
        read(scalar, scalarClass)
      }
      index += 1
    }
  }

  private mutating func read(_ scalar: Unicode.Scalar, _ scalarClass: ScalarClass) {
    switch scalarClass {
    case .dropped: break
    case .space: readWhiteSpace(isBreak: false, lines: 0)
    case .joiner: readJoiner(scalar)
    case .styleSelector: readStyleSelector(scalar)
    case .mark: readMark(scalar)
    case .modifier: hasBase ? readMark(scalar) : readText(scalar)
    case .replaced: readText("\u{FFFD}")
    case .text, .escape, .controlSequence, .controlString, .lineBreak: readText(scalar)
    }
  }

  /// Whether a combining mark would have a base character here.
  private var hasBase: Bool {
    !output.isEmpty && !isSpacePending && pendingBreaks == 0
  }

  private mutating func readWhiteSpace(isBreak: Bool, lines: Int) {
    pendingJoiner = nil
    if isBreak {
      pendingBreaks = min(pendingBreaks + lines, 2)
    } else {
      isSpacePending = true
    }
  }

  private mutating func readText(_ scalar: Unicode.Scalar) {
    markCount = 0
    guard isSpacePending || pendingBreaks > 0 || pendingJoiner != nil, !output.isEmpty else {
      joinCount = 0
      append(scalar)
      return
    }
    var joins = false
    var unit: [Unicode.Scalar] = []
    if pendingBreaks > 0 {
      unit = Array(repeating: "\n", count: pendingBreaks)
    } else if isSpacePending {
      unit = [" "]
    } else if let joiner = usableJoiner(before: scalar) {
      unit = [joiner]
      joins = true
    }
    append(unit + CollectionOfOne(scalar))
    joinCount = joins ? joinCount + 1 : 0
  }

  private mutating func readMark(_ scalar: Unicode.Scalar) {
    guard hasBase, markCount < Self.marksPerBase else { return }
    if let joiner = usableJoiner(before: scalar) {
      append([joiner, scalar])
      joinCount += 1
    } else {
      append(scalar)
    }
    markCount += 1
  }

  private mutating func readStyleSelector(_ scalar: Unicode.Scalar) {
    guard hasBase, pendingJoiner == nil, let last = output.last, last.properties.isEmoji,
      markCount < Self.marksPerBase
    else { return }
    append(scalar)
    markCount += 1
  }

  private mutating func readJoiner(_ scalar: Unicode.Scalar) {
    guard hasBase, pendingJoiner == nil else { return }
    pendingJoiner = scalar
  }

  private func usableJoiner(before next: Unicode.Scalar) -> Unicode.Scalar? {
    guard let joiner = pendingJoiner, let last = output.last, joinCount < Self.joinsPerCluster,
      ScalarJoining.isMeaningful(joiner, after: last, before: next)
    else { return nil }
    return joiner
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    let bytes = UTF8.width(scalar)
    guard output.count < limit.scalars, byteCount + bytes <= limit.bytes else {
      isFull = true
      return
    }
    output.append(scalar)
    byteCount += bytes
    forgetPending()
  }

  /// Writes all of `unit` or nothing, so that no sequence is cut in the middle.
  private mutating func append(_ unit: [Unicode.Scalar]) {
    let bytes = unit.reduce(0) { $0 + UTF8.width($1) }
    guard output.count + unit.count <= limit.scalars, byteCount + bytes <= limit.bytes else {
      isFull = true
      return
    }
    output += unit
    byteCount += bytes
    forgetPending()
  }

  private mutating func forgetPending() {
    isSpacePending = false
    pendingBreaks = 0
    pendingJoiner = nil
  }
}
