/// What the benchmark's terminal reports about itself.
///
/// The answers were recorded from kitty 0.26.5.
enum TerminalKind: String {
  /// Answers nothing, as old terminals do: pictures are symbols.
  case silent
  /// Kitty on the same machine: files and shared memory reach it.
  case kitty

  /// - Parameters:
  ///   - question: From `OutputEvent.question`.
  ///   - columns: The window, of cells of 10×20 pixels.
  /// - Returns: The bytes of the answer; nil for none.
  func answer(to question: String, columns: Int, rows: Int) -> String? {
    guard self == .kitty else { return nil }
    switch question {
    case "[c", "[0c": return "\u{1B}[?62;c"
    case "[>c", "[>0c": return "\u{1B}[>1;4000;26c"
    case "[>q", "[>0q": return "\u{1B}P>|kitty(0.26.5)\u{1B}\\"
    case "[14t": return "\u{1B}[4;\(rows * 20);\(columns * 10)t"
    case "[16t": return "\u{1B}[6;20;10t"
    case "[18t": return "\u{1B}[8;\(rows);\(columns)t"
    case "[?2026$p": return "\u{1B}[?2026;2$y"
    case "]10;?": return "\u{1B}]10;rgb:dddd/dddd/dddd\u{1B}\\"
    case "]11;?": return "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\"
    case "[5n": return "\u{1B}[0n"
    default: return nil
    }
  }

  /// The answer to a kitty graphics command that asks for one (*Querying support*).
  func answer(toKitty keys: [Character: String]) -> String? {
    guard self == .kitty else { return nil }
    let action = keys["a"] ?? "t"
    guard action == "q" || action == "t" || action == "T" else { return nil }
    guard keys["i"] != nil || keys["I"] != nil, keys["m"] != "1" else { return nil }
    let names = ["i", "I", "p"].compactMap { name in
      keys[Character(name)].map { "\(name)=\($0)" }
    }.joined(separator: ",")
    guard keys["q"] == nil || keys["q"] == "0" else { return nil }
    return "\u{1B}_G\(names);OK\u{1B}\\"
  }
}
