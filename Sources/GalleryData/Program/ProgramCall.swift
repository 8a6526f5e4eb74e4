import Foundation
import GalleryDomain
import Glibc

/// A program that prints photos, and its arguments, as `exec:PROGRAM ARGS` names them.
///
/// No shell is involved: words are separated by spaces, and quotes keep a space in a word, nothing else. Two calls are
/// equal if they run the same program with the same words.
public struct ProgramCall: Hashable, Sendable {
  /// The program and its arguments; not empty.
  public let words: [[UInt8]]

  private static let shellSigns = Array("$`;|<>()".utf8)

  /// - Parameters:
  ///   - text: What follows `exec:`.
  ///   - workingDirectory: The base for a relative program name with a slash, so that it is the same program from
  ///     everywhere.
  ///   - home: For words that begin with `~`.
  public init(
    _ text: some Collection<UInt8>, workingDirectory: [UInt8], home: String?
  ) throws(Complaint) {
    var words = try Self.words(of: Array(text), home: home)
    guard let program = words.first, !program.isEmpty else {
      throw Complaint(
        "exec: names no program; e.g. 'exec:photos --album summer', quoted as one argument")
    }
    if program.contains(FilePath.separator), program.first != FilePath.separator {
      let isHere = program.starts(with: "./".utf8)
      words[0] = FilePath.join(workingDirectory, program.dropFirst(isHere ? 2 : 0))
    }
    self.words = words
  }

  /// The same call as one line.
  public var text: String {
    words.map { Self.quoted(String(decoding: $0, as: UTF8.self)) }.joined(separator: " ")
  }

  /// What messages call it: the program's name without its folder, cleaned.
  public var name: String {
    let name = TextCleaner.line(bytes: FilePath.lastComponent(words[0]), limit: .field)
    return name.isEmpty ? "?" : name
  }

  /// The files and folders among the arguments, both as named and with links resolved: the photos may be in these.
  /// Accesses the disk.
  func namedPaths(in workingDirectory: [UInt8]) -> [[UInt8]] {
    var paths: [[UInt8]] = []
    for word in words.dropFirst() where !word.isEmpty {
      let path = Array(
        FilePath.withoutTrailingSeparators(FilePath.absolute(word, in: workingDirectory)))
      guard
        let resolved = FileAnswer.within(FileAnswer.pause, at: path, { FilePath.real(path) }) ?? nil
      else { continue }
      let parts = path.split(separator: FilePath.separator)
      // `.` and `..` occur only in what was typed.
      if !parts.contains(where: { $0.elementsEqual("..".utf8) || $0.elementsEqual(".".utf8) }) {
        paths.append(path)
      }
      if !paths.contains(resolved) { paths.append(resolved) }
    }
    return paths
  }

  // MARK: Words

  /// - Parameter home: For `~`.
  private static func words(of text: [UInt8], home: String?) throws(Complaint) -> [[UInt8]] {
    guard !text.contains(0) else { throw Complaint("exec: a word can't hold a zero byte") }
    var words: [[UInt8]] = []
    var word: [UInt8]?
    var index = 0
    while index < text.count {
      let byte = text[index]
      switch byte {
      case 0x09, 0x0A, 0x0D, 0x20:
        if let word { words.append(word) }
        word = nil
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        var quoted = word ?? []
        index += 1
        while index < text.count, text[index] != byte {
          // As in a shell: in double quotes a backslash is one before anything else.
          if byte == UInt8(ascii: "\""), text[index] == UInt8(ascii: "\\"), index + 1 < text.count,
            text[index + 1] == byte || text[index + 1] == text[index]
          {
            index += 1
          }
          quoted.append(text[index])
          index += 1
        }
        guard index < text.count else { throw Complaint("exec: a quote has no end") }
        word = quoted
      case UInt8(ascii: "\\") where index + 1 < text.count:
        index += 1
        word = (word ?? []) + [text[index]]
      case UInt8(ascii: "~") where word == nil:
        let end = text[index...].firstIndex { $0 == 0x20 || $0 == FilePath.separator } ?? text.count
        let name = String(decoding: text[index..<end], as: UTF8.self)
        word = Array((FilePath.expandingHome(name, home: home) ?? name).utf8)
        index = end - 1
      case let sign where shellSigns.contains(sign):
        throw Complaint(
          "exec: no shell reads \(Character(Unicode.Scalar(sign))); quote it, or write a script")
      default:
        word = (word ?? []) + [byte]
      }
      index += 1
    }
    if let word { words.append(word) }
    return words
  }

  private static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || ("0"..."9").contains($0)
          || "-_./:=,@%+".unicodeScalars.contains($0)
      }
    if isPlain { return word }
    return word.contains("'")
      ? word.split(separator: "'", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "" : "'\($0)'" }.joined(separator: "\\'") : "'\(word)'"
  }
}
