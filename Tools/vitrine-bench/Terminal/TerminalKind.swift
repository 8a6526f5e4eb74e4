/// What the benchmark's terminal reports about itself.
///
/// The answers were recorded from real terminals (kitty 0.26.5, xterm 379 with `-ti vt340`).
enum TerminalKind: String {
  /// Answers nothing, as old terminals do.
  case silent
  /// Answers like a new one that shows no pixels.
  case symbols
  /// Kitty on the same machine: files and shared memory reach it.
  case kitty
  /// Kitty at the other end of a link: only its input reaches it.
  case remoteKitty
  case sixel
  /// Like one that shows iTerm2's pictures, and sixels, too.
  case inlineFiles

  var isKitty: Bool { self == .kitty || self == .remoteKitty }

  /// - Parameters:
  ///   - question: From `OutputEvent.question`.
  ///   - columns: The window, of cells of 10×20 pixels.
  /// - Returns: The bytes of the answer; nil for none.
  func answer(to question: String, columns: Int, rows: Int) -> String? {
    guard self != .silent else { return nil }
    switch question {
    case "[c", "[0c":
      if self == .symbols { return "\u{1B}[?62;22c" }
      return isKitty ? "\u{1B}[?62;c" : "\u{1B}[?63;1;2;4;6;9;15;22c"
    case "[>c", "[>0c": return isKitty ? "\u{1B}[>1;4000;26c" : "\u{1B}[>41;379;0c"
    case "[>q", "[>0q":
      if self == .symbols { return "\u{1B}P>|VTE(7006)\u{1B}\\" }
      if self == .inlineFiles { return "\u{1B}P>|WezTerm 20240203-110809-5046fc22\u{1B}\\" }
      return isKitty ? "\u{1B}P>|kitty(0.26.5)\u{1B}\\" : "\u{1B}P>|XTerm(379)\u{1B}\\"
    case "[14t": return "\u{1B}[4;\(rows * 20);\(columns * 10)t"
    case "[16t": return "\u{1B}[6;20;10t"
    case "[18t": return "\u{1B}[8;\(rows);\(columns)t"
    case "[?2026$p": return "\u{1B}[?2026;2$y"
    case "[?1;1;0S": return self == .sixel ? "\u{1B}[?1;0;256S" : nil
    case "]10;?": return "\u{1B}]10;rgb:dddd/dddd/dddd\u{1B}\\"
    case "]11;?": return "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\"
    case "[5n": return "\u{1B}[0n"
    default: return nil
    }
  }

  /// The answer to a kitty graphics command that asks for one (*Querying support*).
  func answer(toKitty keys: [Character: String]) -> String? {
    guard isKitty else { return nil }
    let action = keys["a"] ?? "t"
    guard action == "q" || action == "t" || action == "T" else { return nil }
    guard keys["i"] != nil || keys["I"] != nil, keys["m"] != "1" else { return nil }
    let names = ["i", "I", "p"].compactMap { name in
      keys[Character(name)].map { "\(name)=\($0)" }
    }.joined(separator: ",")
    let isDirect = (keys["t"] ?? "d") == "d"
    if self == .remoteKitty && !isDirect {
      return keys["q"] == "2" ? nil : "\u{1B}_G\(names);EBADF:no such file\u{1B}\\"
    }
    guard keys["q"] == nil || keys["q"] == "0" else { return nil }
    return "\u{1B}_G\(names);OK\u{1B}\\"
  }
}
