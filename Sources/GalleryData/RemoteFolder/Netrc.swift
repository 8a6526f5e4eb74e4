import FeedFormats
import Files
import Foundation
import GalleryDomain
import Glibc

/// `~/.netrc`: names and passwords by host, as ftp(1) and curl(1) read them.
///
/// Not left to libcurl, which takes `default` for any server, reads files that others can write to, and doesn't say
/// whether it found anything; and SFTP needs the passwords, too.
public enum Netrc {
  /// A larger file can't be a `.netrc`.
  private static let byteLimit = 1 << 20

  /// The user's own file.
  ///
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

  /// - Parameters:
  ///   - host: In lower case.
  ///   - user: The user whose password is needed; nil for the first entry's.
  ///   - usesDefault: Whether the `default` entry applies to this host.
  /// - Returns: Those of the host's first entry that has a password and is the user's; else those of `default`.
  static func credentials(
    for host: String, user: String?, in bytes: [UInt8], usesDefault: Bool = true
  ) -> ServerCredentials? {
    var words = words(in: bytes)[...]
    func text() -> String? { words.popFirst().map { String(decoding: $0, as: UTF8.self) } }
    var (own, ofDefault): (ServerCredentials?, ServerCredentials?)
    // Of the entry that is read.
    var (isOwn, isDefault) = (false, false)
    var (login, password): (String?, [UInt8]?)
    while true {
      switch text() {
      case "login": login = text()
      case "password": password = words.popFirst()
      case "account": _ = text()
      case let word where word == nil || word == "machine" || word == "default":
        if isOwn || isDefault, let password, let login = login ?? user,
          user == nil || user == login
        {
          let found = ServerCredentials(user: login, password: password)
          if isOwn { own = own ?? found } else { ofDefault = ofDefault ?? found }
        }
        guard let word else { return own ?? (usesDefault ? ofDefault : nil) }
        (isDefault, login, password) = (word == "default", nil, nil)
        isOwn = !isDefault && text()?.lowercased() == host
      default: break
      }
    }
  }

  /// Words between blanks, or in quotation marks; without lines that begin with `#`, and without macros, which end with an
  /// empty line.
  private static func words(in bytes: [UInt8]) -> [[UInt8]] {
    var words: [[UInt8]] = []
    var isMacro = false
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      var rest = line.drop { $0 <= 0x20 }
      isMacro = isMacro ? !rest.isEmpty : rest.starts(with: "macdef ".utf8)
      guard !isMacro, rest.first != UInt8(ascii: "#") else { continue }
      while let first = rest.first {
        if first == UInt8(ascii: "\"") {
          words.append(quoted(&rest))
        } else {
          words.append(Array(rest.prefix { $0 > 0x20 }))
          rest = rest.drop { $0 > 0x20 }
        }
        rest = rest.drop { $0 <= 0x20 }
      }
    }
    return words
  }

  /// With `\"`, `\\`, `\n`, `\r` and `\t`, as curl has it.
  private static func quoted(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
    let signs: [UInt8: UInt8] = [
      UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
    ]
    var word: [UInt8] = []
    rest.removeFirst()
    while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
      if byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() {
        word.append(signs[escaped] ?? escaped)
      } else {
        word.append(byte)
      }
    }
    return word
  }
}
