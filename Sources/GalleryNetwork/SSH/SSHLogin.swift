import CCurl
import Dispatch
import Foundation
import GalleryData
import GalleryDomain
import Glibc

/// A way to log in to an SSH server.
enum SSHLogin: Hashable, Sendable {
  /// The server accepts anyone.
  case nothing
  /// The keys of ssh-agent, at this socket.
  case agent(String)
  case key(SSHKeyFile)
  case password([UInt8])
}

/// A private key without a passphrase, and a certificate for it.
struct SSHKeyFile: Hashable, Sendable {
  /// As in the file, with a NUL at its end.
  var text: [UInt8]
  /// Its kind and its base64; nil without one.
  var certificate: Certificate?

  struct Certificate: Hashable, Sendable {
    /// Such as `ssh-ed25519-cert-v01@openssh.com`.
    var kind: String
    var base64: String

    /// - Parameter bytes: Of a file like `id_ed25519-cert.pub`.
    init?(_ bytes: [UInt8]) {
      let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      guard words.count >= 2, words[0].hasSuffix("-cert-v01@openssh.com") else { return nil }
      (kind, base64) = (String(words[0]), String(words[1]))
    }
  }

  private static let byteLimit = 64 << 10
  /// In the order of ssh(1), of the kinds that libssh signs with by itself.
  static let usualNames = ["id_ed25519", "id_ecdsa", "id_rsa"]

  /// The keys in files.
  ///
  /// - Parameters:
  ///   - paths: Of private keys; missing ones and those with a passphrase are skipped.
  ///   - certificates: In addition to those in `…-cert.pub`; each is tried with every key, since they don't say which
  ///     key they belong to.
  static func all(at paths: [String], certificates: [String]) -> [SSHKeyFile] {
    let others = certificates.compactMap { read($0).flatMap(Certificate.init) }
    return paths.prefix(20).flatMap { path -> [SSHKeyFile] in
      guard var text = read(path), isUsable(text) else { return [] }
      text.append(0)
      let own = read("\(path)-cert.pub").flatMap(Certificate.init).map { [$0] } ?? []
      return (own + others).map { SSHKeyFile(text: text, certificate: $0) }
        + [SSHKeyFile(text: text)]
    }
  }

  private static func read(_ path: String) -> [UInt8]? {
    FileReference(path: Array(path.utf8))
      .flatMap { try? FileBytes.read($0, byteLimit: byteLimit).bytes }
  }

  /// Whether a file contains a private key without a passphrase.
  private static func isUsable(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix("-----BEGIN "), !text.prefix(200).contains("ENCRYPTED"),
      !bytes.contains(0)
    else { return false }
    guard text.hasPrefix("-----BEGIN OPENSSH PRIVATE KEY-----") else { return true }
    // openssh-key-v1: the magic, and the name of the cipher (PROTOCOL.key of OpenSSH).
    let body = text.split(separator: "\n").dropFirst().first.map(String.init) ?? ""
    let beginning = Data(base64Encoded: String(body.prefix(64))) ?? Data()
    return beginning.starts(
      with: Array("openssh-key-v1\0".utf8) + [0, 0, 0, 4] + Array("none".utf8))
  }
}

/// Asks ssh-agent which keys it has, within a time limit: an agent that doesn't answer, such as one forwarded over a
/// dead connection, is skipped.
enum SSHAgent {
  /// How long to wait for the agent's keys.
  private static let limit = Duration.seconds(2)
  private static let byteLimit = 256 << 10

  /// - Parameter path: The path of its socket.
  /// - Returns: The kind of each of its keys, such as `ssh-ed25519`; nil if no agent answers.
  static func kinds(at path: String) async -> [String]? {
    await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .userInitiated).async {
        continuation.resume(returning: ask(path, until: .now + limit))
      }
    }
  }

  /// - Returns: A descriptor that the caller closes; nil if no agent is listening.
  static func connect(to path: String) -> Int32? {
    let socket = Glibc.socket(
      AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard socket >= 0 else { return nil }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
      close(socket)
      return nil
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard status == 0 else {
      close(socket)
      return nil
    }
    return socket
  }

  private static func ask(
    _ path: String, until deadline: ContinuousClock.Instant
  ) -> [String]? {
    guard let socket = connect(to: path) else { return nil }
    defer { close(socket) }
    // SSH_AGENTC_REQUEST_IDENTITIES (RFC 9987, 3.5), behind the length of the message.
    let question: [UInt8] = [0, 0, 0, 1, 11]
    guard send(socket, question, question.count, Int32(MSG_NOSIGNAL)) == question.count,
      let head = read(4, from: socket, until: deadline)
    else { return nil }
    let count = number(head[...])
    guard count > 0, count <= byteLimit, let body = read(count, from: socket, until: deadline)
    else { return nil }
    return kinds(in: body)
  }

  /// SSH_AGENT_IDENTITIES_ANSWER: how many, and of each the key, which begins with its kind, and a comment.
  static func kinds(in body: [UInt8]) -> [String]? {
    guard body.first == 12, body.count >= 5 else { return nil }
    var rest = body[5...]
    func field(_ bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
      guard bytes.count >= 4 else { return nil }
      let count = number(bytes.prefix(4))
      guard count <= bytes.count - 4 else { return nil }
      defer { bytes = bytes.dropFirst(4 + count) }
      return bytes.dropFirst(4).prefix(count)
    }
    var kinds: [String] = []
    while var key = field(&rest), field(&rest) != nil {
      guard let kind = field(&key) else { return nil }
      kinds.append(String(decoding: kind, as: UTF8.self))
    }
    return kinds
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  private static func read(
    _ count: Int, from socket: Int32, until deadline: ContinuousClock.Instant
  ) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let left = deadline - .now
      guard left > .zero else { return nil }
      var ready = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      let (seconds, attoseconds) = left.components
      _ = poll(
        &ready, 1, Int32(clamping: seconds * 1_000 + attoseconds / 1_000_000_000_000_000 + 1))
      let got = bytes.withUnsafeMutableBytes {
        recv(socket, $0.baseAddress.map { $0 + done }, count - done, 0)
      }
      if got < 0, errno == EAGAIN || errno == EINTR { continue }
      guard got > 0 else { return nil }
      done += got
    }
    return bytes
  }
}
