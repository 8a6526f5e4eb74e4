import TerminalKit

/// Turns bytes from a terminal into keys, clicks and pastes.
///
/// It accepts any input, in pieces of any size. Sequences that are not keys (answers, focus reports, strings) are
/// always read to their end, because late answers must not become ghost keys. Answers to our questions are passed on;
/// everything else is dropped. The states are those of ECMA-48 as implemented by xterm and the VT500.
///
/// A lone ESC and the start of a sequence look the same; only time tells them apart. Call `expire()` when nothing has
/// arrived for `pendingDelay`.
nonisolated struct InputParser: Sendable {
  enum State: Hashable, Sendable {
    case ground
    /// In a UTF-8 character: the bits so far, the number of remaining bytes, the minimum value for that length.
    case utf8(value: UInt32, remaining: Int, minimum: UInt32)
    case escape
    /// CSI; its parameters are in `parameters`.
    case sequence
    /// `CSI [`, with which the Linux console starts F1 to F5.
    case consoleFunction
    /// `CSI M`, a click in the form that was before SGR reports: three bytes follow, which aren't keys.
    case oldMouse
    /// SS3; a modifier may be in `parameters`.
    case shift3
    /// OSC, DCS, APC, PM or SOS, by the byte after ESC.
    case string(introducer: UInt8, isEmpty: Bool)
    /// ESC inside a string.
    case stringEscape(introducer: UInt8)
    case paste
  }

  private(set) var state = State.ground
  /// The key being read has Alt: ESC came right before it.
  var hasAlt = false
  /// The parameters of the sequence being read.
  var parameters: [UInt8] = []
  private var pasted: [UInt8] = []
  /// The contents of the string being read; at most one byte more than an answer may have.
  private var text: [UInt8] = []
  /// The terminal was asked and has not answered everything: input that stops half-way may be an answer on a slow line,
  /// whose second half must not become keys.
  var isAwaitingAnswers = false
  /// A lone ESC may be the first byte of an answer on a slow line.
  var mayAnswerBegin = false

  /// Longer sequences are read to their end but ignored. An input method's sentence is one sequence.
  private static let parameterLimit = 1024
  /// Pasted bytes beyond this number are dropped.
  static let pasteLimit = 1 << 16

  /// How long to wait for the next byte before `expire()`; nil if nothing is pending.
  var pendingDelay: Duration? {
    switch state {
    case .ground: nil
    case .escape: .milliseconds(mayAnswerBegin ? 200 : 25)
    // Two bytes that may be Alt with a key. Emulators send sequences in one piece; a network connection may not.
    case .sequence where parameters.isEmpty, .shift3 where parameters.isEmpty: shortDelay
    case .string(_, isEmpty: true): shortDelay
    case .utf8, .sequence, .shift3, .consoleFunction, .oldMouse:
      .seconds(isAwaitingAnswers ? 10 : 1)
    case .string, .stringEscape, .paste: .seconds(isAwaitingAnswers ? 10 : 2)
    }
  }

  private var shortDelay: Duration { .milliseconds(mayAnswerBegin ? 400 : 100) }

  mutating func feed(_ bytes: some Sequence<UInt8>) -> [TerminalInput] {
    var inputs: [TerminalInput] = []
    for byte in bytes { feed(byte, into: &inputs) }
    return inputs
  }

  /// Nothing more has arrived: pending input is a key of its own, or is dropped.
  mutating func expire() -> [TerminalInput] {
    defer { reset() }
    switch state {
    case .escape: return [.key(.escape)]
    case .sequence where parameters.isEmpty: return [altKey(UInt8(ascii: "["))]
    case .shift3 where parameters.isEmpty: return [altKey(UInt8(ascii: "O"))]
    case .string(let introducer, isEmpty: true): return [altKey(introducer)]
    case .paste: return finishedPaste()
    default: return []
    }
  }

  private mutating func feed(_ byte: UInt8, into inputs: inout [TerminalInput]) {
    switch state {
    case .ground: ground(byte, &inputs)
    case .utf8(let value, let remaining, let minimum):
      continueCharacter(byte, value, remaining, minimum, &inputs)
    case .escape: escape(byte, &inputs)
    case .sequence: sequence(byte, &inputs)
    case .consoleFunction:
      let isKey = (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(byte)
      finish(isKey ? key(.function(Int(byte - UInt8(ascii: "A")) + 1)) : nil, &inputs)
    case .oldMouse:
      parameters.append(byte)
      if parameters.count == 3 { finish(nil, &inputs) }
    case .shift3: shift3(byte, &inputs)
    case .string(let introducer, _): string(byte, introducer, &inputs)
    case .stringEscape(let introducer):
      // ESC \ ends a string; any other byte after ESC means that the string was cut off there.
      if byte == UInt8(ascii: "\\") {
        finishString(introducer, &inputs)
      } else if byte == 0x1B {
        state = .stringEscape(introducer: introducer)
      } else {
        state = .escape
        escape(byte, &inputs)
      }
    case .paste: paste(byte, &inputs)
    }
  }

  private mutating func finish(_ input: TerminalInput?, _ inputs: inout [TerminalInput]) {
    if let input { inputs.append(input) }
    reset()
  }

  mutating func reset() {
    state = .ground
    hasAlt = false
    parameters.removeAll(keepingCapacity: true)
    text.removeAll(keepingCapacity: true)
  }

  private mutating func ground(_ byte: UInt8, _ inputs: inout [TerminalInput]) {
    switch byte {
    case 0x1B: state = .escape
    case 0x20..<0x7F:
      inputs.append(key(.character(Character(Unicode.Scalar(byte)))))
      hasAlt = false
    case 0xC2...0xDF: state = .utf8(value: UInt32(byte & 0x1F), remaining: 1, minimum: 0x80)
    case 0xE0...0xEF: state = .utf8(value: UInt32(byte & 0x0F), remaining: 2, minimum: 0x800)
    case 0xF0...0xF4: state = .utf8(value: UInt32(byte & 0x07), remaining: 3, minimum: 0x1_0000)
    case 0x80...: hasAlt = false
    default:
      if let control = controlKey(byte) { inputs.append(control) }
      hasAlt = false
    }
  }

  private mutating func continueCharacter(
    _ byte: UInt8, _ value: UInt32, _ remaining: Int, _ minimum: UInt32,
    _ inputs: inout [TerminalInput]
  ) {
    guard byte & 0xC0 == 0x80 else {
      reset()
      ground(byte, &inputs)
      return
    }
    let value = value << 6 | UInt32(byte & 0x3F)
    guard remaining == 1 else {
      state = .utf8(value: value, remaining: remaining - 1, minimum: minimum)
      return
    }
    // C1 control characters are not keys, and surrogates are not characters.
    if value >= minimum, value >= 0xA0, let scalar = Unicode.Scalar(value) {
      inputs.append(key(.character(Character(scalar))))
    }
    reset()
  }

  private mutating func escape(_ byte: UInt8, _ inputs: inout [TerminalInput]) {
    switch byte {
    case UInt8(ascii: "["): state = .sequence
    case UInt8(ascii: "O"): state = .shift3
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"),
      UInt8(ascii: "X"):
      text.removeAll(keepingCapacity: true)
      state = .string(introducer: byte, isEmpty: true)
    // Esc was typed before what begins now, such as the answers after a resize.
    case 0x1B: inputs.append(.key(.escape))
    default:
      state = .ground
      hasAlt = true
      ground(byte, &inputs)
    }
  }

  private mutating func sequence(_ byte: UInt8, _ inputs: inout [TerminalInput]) {
    switch byte {
    case UInt8(ascii: "[") where parameters.isEmpty: state = .consoleFunction
    case UInt8(ascii: "M") where parameters.isEmpty: state = .oldMouse
    case 0x20..<0x40:
      if parameters.count <= Self.parameterLimit { parameters.append(byte) }
    case 0x40..<0x7F:
      let isPaste = byte == UInt8(ascii: "~") && parameters.elementsEqual("200".utf8)
      finish(parameters.count <= Self.parameterLimit ? meaning(ofFinal: byte) : nil, &inputs)
      if isPaste { state = .paste }
    default: abandon(byte, &inputs)
    }
  }

  private mutating func shift3(_ byte: UInt8, _ inputs: inout [TerminalInput]) {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: ";"):
      if parameters.count <= Self.parameterLimit { parameters.append(byte) }
    case 0x20..<0x7F: finish(meaning(ofShift3: byte), &inputs)
    default: abandon(byte, &inputs)
    }
  }

  /// Aborts a sequence at a control character or a non-ASCII byte, without effect.
  private mutating func abandon(_ byte: UInt8, _ inputs: inout [TerminalInput]) {
    finish(nil, &inputs)
    // CAN and SUB do nothing but that (ECMA-48 8.3.6).
    if byte != 0x18 && byte != 0x1A { ground(byte, &inputs) }
  }

  private mutating func string(
    _ byte: UInt8, _ introducer: UInt8, _ inputs: inout [TerminalInput]
  ) {
    switch byte {
    case 0x1B: state = .stringEscape(introducer: introducer)
    // BEL ends an OSC in xterm; in other strings it would be data, but never occurs.
    case 0x07: finishString(introducer, &inputs)
    case 0x18, 0x1A: reset()
    // No string contains Ctrl-C: the user wants to leave a program that is waiting for the end of one.
    case 0x03: abandon(byte, &inputs)
    default:
      if text.count <= TerminalAnswer.stringLimit { text.append(byte) }
      state = .string(introducer: introducer, isEmpty: false)
    }
  }

  private mutating func finishString(_ introducer: UInt8, _ inputs: inout [TerminalInput]) {
    if text.count <= TerminalAnswer.stringLimit,
      let answer = TerminalAnswer(introducer: introducer, text)
    {
      inputs.append(.answer(answer))
    }
    reset()
  }

  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  private mutating func paste(_ byte: UInt8, _ inputs: inout [TerminalInput]) {
    // The end mark may exceed the limit, so that it is always found.
    if pasted.count >= Self.pasteLimit + Self.pasteEnd.count {
      pasted.remove(at: Self.pasteLimit)
    }
    pasted.append(byte)
    guard byte == UInt8(ascii: "~"), pasted.suffix(6).elementsEqual(Self.pasteEnd) else { return }
    pasted.removeLast(6)
    inputs += finishedPaste()
    reset()
  }

  private mutating func finishedPaste() -> [TerminalInput] {
    defer { pasted.removeAll() }
    let text = pasted.prefix(Self.pasteLimit)
    return text.isEmpty ? [] : [.paste(String(decoding: text, as: UTF8.self))]
  }
}

/// The meaning of bytes from a terminal.
nonisolated enum TerminalInput: Hashable, Sendable {
  case key(Key)
  /// Before clicks are counted.
  case mouse(MouseEvent)
  /// Text between the marks of a bracketed paste, unchanged.
  case paste(String)
  /// An answer to DECRQM (xterm *ctlseqs*, `CSI ? Ps ; Pm $ y`): 0 unknown, 1 set, 2 reset, 3 and 4 permanently so.
  case privateMode(Int, value: Int)
  /// `CSI 0 n` after DSR (ECMA-48 8.3.35): the terminal has read everything that was written before the question.
  case ready
  /// `CSI I` (xterm *ctlseqs*, mode 1004): the window has received the focus.
  case focusGained
  /// An answer of the terminal about itself.
  case answer(TerminalAnswer)
}
