import CCurl
import Dispatch
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

/// ssh-agent, asked which keys it has, within a limit: libssh2 waits for one that does not answer, such as one that was
/// forwarded over a line that is gone, and cannot be called off.
enum SSHAgent {
  /// Of keys for which there is time to wait.
  private static let limit = Duration.seconds(2)
  private static let byteLimit = 256 << 10

  /// - Returns: The kind of each of its keys, such as `ssh-ed25519`; nil where none answers.
  static func kinds() async -> [String]? {
    await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .userInitiated).async {
        continuation.resume(returning: ask(until: .now + limit))
      }
    }
  }

  private static func ask(until deadline: ContinuousClock.Instant) -> [String]? {
    guard let path = getenv("SSH_AUTH_SOCK") else { return nil }
    let socket = Glibc.socket(
      AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard socket >= 0 else { return nil }
    defer { close(socket) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let length = strlen(path)
    guard length < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) {
      $0.copyMemory(from: .init(start: path, count: length))
    }
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    // SSH_AGENTC_REQUEST_IDENTITIES (RFC 9987, 3.5), behind the length of the message.
    let question: [UInt8] = [0, 0, 0, 1, 11]
    guard status == 0,
      send(socket, question, question.count, Int32(MSG_NOSIGNAL)) == question.count,
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
