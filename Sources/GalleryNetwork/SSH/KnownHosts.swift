import Digests
import Foundation
import GalleryDomain

/// The keys by which an SSH server is known, out of `known_hosts` (sshd(8), *SSH_KNOWN_HOSTS FILE FORMAT*).
///
/// Read here rather than by libssh, which ignores `@revoked` and accepts a key that another line revokes. The files are
/// never written.
struct KnownHostKeys: Hashable, Sendable {
  struct Key: Hashable, Sendable {
    /// Such as `ssh-ed25519`.
    var kind: String
    var bytes: [UInt8]
  }

  private(set) var keys: [Key] = []
  private(set) var revoked: [Key] = []
  /// Whether the keys are those of the host's default port, which don't disprove a different key on another port.
  private var areOfAnotherPort = false

  /// - Parameters:
  ///   - host: A name or an address without brackets.
  ///   - isAlias: Whether it is a `HostKeyAlias`, which has no port.
  ///   - files: The contents of the files, the user's before the system's. They are never written.
  /// - Complexity: O(*bytes*), and a SHA-1 for each hashed name.
  init(of host: String, port: Int, isAlias: Bool = false, in files: [[UInt8]]) {
    let host = host.lowercased()
    let isUsualPort = port == 22 || isAlias
    let names = isUsualPort ? [host] : ["[\(host)]:\(port)"]
    read(files, names)
    // As in ssh(1): a server on another port may be known without its port.
    if !isUsualPort, keys.isEmpty {
      read(files, [host])
      areOfAnotherPort = true
    }
  }

  /// Algorithms of keys, separated by commas, the preferred one first: those by which the server is known, in the order
  /// of ssh(1), then the others, so that a server that has lost a key can still show which one it has.
  var algorithms: String {
    let known = Self.order.filter { kind in keys.contains { $0.kind == kind.kind } }
    let others = Self.order.filter { kind in !keys.contains { $0.kind == kind.kind } }
    return (known + others).map(\.algorithms).joined(separator: ",")
  }

  /// For RSA keys the signatures of RFC 8332: those with SHA-1 are refused, as by ssh(1).
  private static let order = [
    (kind: "ssh-ed25519", algorithms: "ssh-ed25519"),
    (kind: "ecdsa-sha2-nistp256", algorithms: "ecdsa-sha2-nistp256"),
    (kind: "ecdsa-sha2-nistp384", algorithms: "ecdsa-sha2-nistp384"),
    (kind: "ecdsa-sha2-nistp521", algorithms: "ecdsa-sha2-nistp521"),
    (kind: "ssh-rsa", algorithms: "rsa-sha2-512,rsa-sha2-256"),
  ]

  /// What is wrong with the key that a server shows; nil if nothing is.
  func fault(of key: [UInt8]) -> HostKeyFault? {
    if revoked.contains(where: { $0.bytes == key }) { return .revoked }
    if keys.contains(where: { $0.bytes == key }) { return nil }
    let kind = Self.kind(of: key)
    return !areOfAnotherPort && keys.contains { $0.kind == kind } ? .changed : .unknown
  }

  private mutating func read(_ files: [[UInt8]], _ names: [String]) {
    for file in files {
      for line in file.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == 0x0D }) {
        read(line, names)
      }
    }
  }

  private mutating func read(_ line: ArraySlice<UInt8>, _ names: [String]) {
    var words = line.split(maxSplits: 5) { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }[
      ...]
    guard let first = words.first, first.first != UInt8(ascii: "#") else { return }
    var isRevoked = false
    if first.first == UInt8(ascii: "@") {
      // libssh doesn't support host certificates.
      guard first.elementsEqual("@revoked".utf8) else { return }
      isRevoked = true
      words = words.dropFirst()
    }
    guard words.count >= 3 else { return }
    let pattern = words[words.startIndex]
    guard names.contains(where: { Self.matches(pattern, $0) }),
      let data = Data(base64Encoded: Data(words[words.startIndex + 2]))
    else { return }
    let bytes = Array(data)
    let kind = String(decoding: words[words.startIndex + 1], as: UTF8.self)
    guard Self.kind(of: bytes) == kind else { return }
    if isRevoked {
      revoked.append(Key(kind: kind, bytes: bytes))
    } else {
      keys.append(Key(kind: kind, bytes: bytes))
    }
  }

  /// The name at the beginning of a key (RFC 4253, 6.6).
  private static func kind(of key: [UInt8]) -> String {
    guard key.count > 4 else { return "" }
    let count = key[..<4].reduce(0) { $0 << 8 | Int($1) }
    return count <= key.count - 4 ? String(decoding: key[4..<4 + count], as: UTF8.self) : ""
  }

  // MARK: Names

  /// A list of patterns, of which a matching one with `!` excludes the host; or a hashed name.
  private static func matches(_ patterns: ArraySlice<UInt8>, _ name: String) -> Bool {
    if patterns.first == UInt8(ascii: "|") { return matchesHash(patterns, name) }
    let name = Array(name.utf8)
    var isFound = false
    for pattern in patterns.split(separator: UInt8(ascii: ",")) {
      let isNegative = pattern.first == UInt8(ascii: "!")
      let text = pattern.dropFirst(isNegative ? 1 : 0).map {
        (0x41...0x5A).contains($0) ? $0 | 0x20 : $0
      }
      guard fits(name, text) else { continue }
      if isNegative { return false }
      isFound = true
    }
    return isFound
  }

  /// `*` for any text, `?` for a character; takes at most the product of the two lengths in steps.
  static func fits(_ name: [UInt8], _ pattern: [UInt8]) -> Bool {
    var (at, place) = (0, 0)
    var star: (pattern: Int, name: Int)?
    while at < name.count {
      if place < pattern.count, pattern[place] == UInt8(ascii: "*") {
        star = (place, at)
        place += 1
      } else if place < pattern.count,
        pattern[place] == name[at] || pattern[place] == UInt8(ascii: "?")
      {
        place += 1
        at += 1
      } else if let last = star {
        star = (last.pattern, last.name + 1)
        place = last.pattern + 1
        at = last.name + 1
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == UInt8(ascii: "*") }
  }

  /// `|1|salt|hash`: HMAC-SHA1.
  private static func matchesHash(_ text: ArraySlice<UInt8>, _ name: String) -> Bool {
    let parts = text.split(separator: UInt8(ascii: "|"))
    guard parts.count == 3, parts[0].elementsEqual("1".utf8),
      let salt = Data(base64Encoded: Data(parts[1])), let hash = Data(base64Encoded: Data(parts[2]))
    else { return false }
    return Digest.sha1.code(of: Array(name.utf8), key: Array(salt)) == Array(hash)
  }
}
