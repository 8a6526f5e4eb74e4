import CCurl
import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import Glibc

/// One way to prove to an SSH server who the user is: what a connection offers.
struct SSHLogin: Hashable, Sendable {
  /// Whether the keys of ssh-agent are offered, after that in the file.
  var usesAgent = false
  /// A private key without a passphrase.
  var keyFile: String?
  var password: [UInt8]?

  /// `CURLSSH_AUTH_…`.
  var types: Int32 {
    var types: Int32 = 0
    if usesAgent { types |= CURLSSH_AUTH_AGENT }
    if keyFile != nil { types |= CURLSSH_AUTH_PUBLICKEY }
    // Many servers ask for a password in a dialogue of one question.
    if password != nil { types |= CURLSSH_AUTH_PASSWORD | CURLSSH_AUTH_KEYBOARD }
    return types
  }

  /// The keys of the user: of the agent, and the usual files.
  ///
  /// Few, as each is a connection: servers shut out who is refused often.
  ///
  /// - Parameters:
  ///   - home: The user's.
  ///   - hasAgent: Whether there is one to ask.
  /// - Returns: At least one, which may offer nothing: there are servers that let everyone in.
  static func keys(home: String?, hasAgent: Bool) -> [SSHLogin] {
    let files = ["id_ed25519", "id_ecdsa", "id_rsa"].compactMap { name in
      home.map { "\($0)/.ssh/\(name)" }
    }.filter(isUsable)
    return [SSHLogin(usesAgent: hasAgent, keyFile: files.first)]
      + files.dropFirst().map { SSHLogin(keyFile: $0) }
  }

  /// Whether a file holds a private key without a passphrase.
  private static func isUsable(_ path: String) -> Bool {
    guard let file = FileReference(path: Array(path.utf8)),
      let bytes = try? FileBytes.read(file, byteLimit: 64 << 10).bytes
    else { return false }
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix("-----BEGIN "), !text.prefix(200).contains("ENCRYPTED") else {
      return false
    }
    guard text.hasPrefix("-----BEGIN OPENSSH PRIVATE KEY-----") else { return true }
    // openssh-key-v1: the magic, and the name of the cipher (PROTOCOL.key of OpenSSH).
    let body = text.split(separator: "\n").dropFirst().first.map(String.init) ?? ""
    let beginning = Data(base64Encoded: String(body.prefix(64))) ?? Data()
    return beginning.starts(
      with: Array("openssh-key-v1\0".utf8) + [0, 0, 0, 4] + Array("none".utf8))
  }
}
