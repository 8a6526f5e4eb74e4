import Foundation

/// Keywords in a line, as they are typed: `harbour, "Lisboa, Portugal"`, or `+sea, -boat` to add and to take away.
package enum KeywordLine {
  /// One that could be read as something else is in quotes, with its own doubled.
  static func text(_ words: [String], sign: String = "") -> String {
    words.map { word in
      let isPlain = word.wholeMatch(of: /[^+\-",;\s][^",;]*/) != nil
      return sign + (isPlain ? word : "\"\(word.replacing("\"", with: "\"\""))\"")
    }.joined(separator: ", ")
  }

  /// A sign alone is left out.
  package static func parts(_ line: String) -> [(sign: Substring, word: String)] {
    let part = /\s*([+\-]?)\s*(?:"((?:[^"]|"")+)"|([^,;\s"][^,;]*))/
    return line.matches(of: part).compactMap { match -> (sign: Substring, word: String)? in
      let (_, sign, quoted, plain) = match.output
      let text = quoted.map { $0.replacing("\"\"", with: "\"") } ?? plain ?? ""
      let word = text.trimmingCharacters(in: .whitespaces)
      if quoted == nil, ["+", "-"].contains(word) { return nil }
      return (sign, word)
    }
  }

  /// Where the keyword begins that is being typed at the end of a line.
  static func lastStart(in line: String) -> String.Index {
    let start = line.lastIndex { ",;".contains($0) }.map(line.index(after:)) ?? line.startIndex
    return line[start...].firstIndex { !" +-".contains($0) } ?? line.endIndex
  }
}
