import Files
import Foundation
import GalleryDomain
import Glibc

/// `~/.netrc`: names and passwords by host, as ftp(1) and curl(1) read them.
enum Netrc {
  /// The entry of a machine; a name or a password may be missing.
  private struct Entry {
    /// nil for `default`.
    var machine: String?
    var login: String?
    var password: [UInt8]?
  }

  /// - Parameters:
  ///   - host: In lower case.
  ///   - user: The user whose password is needed; nil for the first entry's.
  ///   - usesDefault: Whether the `default` entry applies to this host.
  /// - Returns: Those of the host's first entry that has a password and is the user's; else those of `default`.
  static func credentials(
    for host: String, user: String?, in bytes: [UInt8], usesDefault: Bool = true
  ) -> ServerCredentials? {
    let entries = entries(in: bytes)
    let fitting =
      entries.filter { $0.machine == host }
      + (usesDefault ? entries.filter { $0.machine == nil } : [])
    for entry in fitting {
      guard let password = entry.password, let login = entry.login ?? user,
        user == nil || user == login
      else { continue }
      return ServerCredentials(user: login, password: password)
    }
    return nil
  }

  private static func entries(in bytes: [UInt8]) -> [Entry] {
    var scanner = Scanner(bytes)
    var entries: [Entry] = []
    while let word = scanner.next() {
      switch String(decoding: word, as: UTF8.self) {
      case "machine":
        entries.append(
          Entry(
            machine: scanner.next().map { String(decoding: $0, as: UTF8.self).lowercased() } ?? ""))
      case "default": entries.append(Entry())
      case "login":
        let login = scanner.next().map { String(decoding: $0, as: UTF8.self) }
        if !entries.isEmpty { entries[entries.count - 1].login = login }
      case "password":
        let password = scanner.next()
        if !entries.isEmpty { entries[entries.count - 1].password = password }
      case "account": _ = scanner.next()
      case "macdef": scanner.skipMacro()
      default: break
      }
    }
    return entries
  }

  /// Words between blanks, or in quotation marks; lines that begin with `#` are skipped.
  private struct Scanner {
    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
    }

    mutating func next() -> [UInt8]? {
      skipBlanks()
      guard index < bytes.count else { return nil }
      return bytes[index] == UInt8(ascii: "\"") ? quoted() : plain()
    }

    private mutating func skipBlanks() {
      var isLineStart = index == 0 || bytes[index - 1] == UInt8(ascii: "\n")
      while index < bytes.count {
        if bytes[index] == UInt8(ascii: "\n") {
          isLineStart = true
        } else if isLineStart, bytes[index] == UInt8(ascii: "#") {
          skipLine()
          continue
        } else if bytes[index] > 0x20 {
          return
        }
        index += 1
      }
    }

    private mutating func skipLine() {
      while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
    }

    private mutating func plain() -> [UInt8] {
      let start = index
      while index < bytes.count, bytes[index] > 0x20 { index += 1 }
      return Array(bytes[start..<index])
    }

    /// With `\"`, `\\`, `\n`, `\r` and `\t`, as curl has it.
    private mutating func quoted() -> [UInt8] {
      var word: [UInt8] = []
      index += 1
      while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
        if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count {
          index += 1
          switch bytes[index] {
          case UInt8(ascii: "n"): word.append(0x0A)
          case UInt8(ascii: "r"): word.append(0x0D)
          case UInt8(ascii: "t"): word.append(0x09)
          case let byte: word.append(byte)
          }
        } else {
          word.append(bytes[index])
        }
        index += 1
      }
      index = min(index + 1, bytes.count)
      return word
    }

    /// A macro ends with an empty line.
    mutating func skipMacro() {
      while index < bytes.count {
        skipLine()
        guard index + 1 < bytes.count else {
          index = bytes.count
          return
        }
        index += 1
        if bytes[index] == UInt8(ascii: "\n") || bytes[index...].starts(with: "\r\n".utf8) {
          return
        }
      }
    }
  }
}

/// The user's own `.netrc`.
public enum NetrcFile {
  /// A larger file can't be a `.netrc`.
  private static let byteLimit = 1 << 20

  /// - Parameter environment: `NETRC` names the file; else it is `.netrc` in `HOME`.
  /// - Returns: nil if there is none, if it belongs to another user, or if others may write it.
  public static func content(environment: (String) -> String?) -> [UInt8]? {
    let named = environment("NETRC").flatMap { $0.isEmpty ? nil : $0 }
    guard let path = named ?? environment("HOME").map({ $0 + "/.netrc" }) else { return nil }
    guard let (bytes, status) = try? FileReader.read(path.utf8, byteLimit: byteLimit),
      status.st_uid == geteuid(), status.st_mode & (S_IWGRP | S_IWOTH) == 0
    else { return nil }
    return bytes
  }
}
