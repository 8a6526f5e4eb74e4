import FeedFormats
import Foundation
import GalleryDomain
import Glibc
import Synchronization

/// A question or a notice of ssh for the user while it connects.
public struct SSHQuestion: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// A password, a passphrase or a code.
    case secret
    /// Whether to trust a key: *yes*, *no* or its fingerprint.
    case host
    /// Yes or no, which is the answer `yes` or none.
    case confirmation
    /// No answer is expected.
    case notice
  }

  /// The server of the source, cleaned.
  public let server: String
  /// In the words of ssh or of the server, cleaned; several lines.
  public let text: String
  public let kind: Kind

  /// - Parameters:
  ///   - hint: What `SSH_ASKPASS_PROMPT` says (ssh(1), *ENVIRONMENT*).
  ///   - prompt: As ssh passes it.
  init(server: String, hint: String, prompt: [UInt8]) {
    self.server = server
    text = TextCleaner.paragraphs(bytes: prompt.prefix(Self.byteLimit), limit: Self.limit)
    kind =
      switch hint {
      case "none": .notice
      case "confirm": .confirmation
      // It has no hint. Where a server asks in these words, its question gets one of these answers.
      case _ where text.contains("(yes/no") || text.contains("'yes', 'no' or the fingerprint"):
        .host
      default: .secret
      }
  }

  private static let byteLimit = 1_024
  private static let limit = TextLimit(characters: 1_024)

  /// Whether ssh understands this answer.
  public func accepts(_ answer: String) -> Bool {
    switch kind {
    case .secret: true
    case .host: answer == "yes" || answer == "no" || answer.hasPrefix("SHA256:")
    case .confirmation: answer == "yes"
    case .notice: false
    }
  }
}

/// Passes what ssh asks to the program: ssh runs a helper (`SSH_ASKPASS`) for each question, which connects to a socket in a
/// folder of the user's.
///
/// The helper sends the hint, a line feed and the prompt, and ends its side. It gets `y` and the answer, or nothing.
final class SSHQuestions: Sendable {
  /// The variable that names the socket to the helper.
  static let variable = "VITRINE_ASKPASS"
  private static let questionByteLimit = 16 << 10

  private let folder: String
  private let listener: Int32
  private let user: uid_t
  private let answer: @Sendable (_ hint: String, _ prompt: [UInt8]) async -> [UInt8]?
  private let state = Mutex(State())
  var path: String { "\(folder)/ask" }

  private struct State {
    var openCount = 0
    var hasEnded = false
  }

  /// - Parameters:
  ///   - parents: Folders to make the socket's folder in, the best one first.
  ///   - user: Whose helpers are answered.
  ///   - answer: Returns nil to refuse. Its task is cancelled when ssh doesn't wait any longer.
  /// - Returns: nil if no socket can be made.
  init?(
    in parents: [String], from user: uid_t = geteuid(),
    answer: @escaping @Sendable (_ hint: String, _ prompt: [UInt8]) async -> [UInt8]?
  ) {
    var made: (folder: String, listener: Int32)?
    for parent in parents where made == nil { made = Self.listen(in: parent) }
    guard let (folder, listener) = made else { return nil }
    self.folder = folder
    self.listener = listener
    self.user = user
    self.answer = answer
    Thread.startForNetwork { [self] in
      while true {
        let helper = accept(listener, nil, nil)
        if helper >= 0 {
          Thread.startForNetwork { [self] in serve(helper) }
        } else if errno == EINVAL {
          break
        } else {
          // No descriptor is free, for example.
          poll(nil, 0, 100)
        }
      }
      close(listener)
    }
  }

  private static func listen(in parent: String) -> (folder: String, listener: Int32)? {
    var name = Array("\(parent)/vitrine-ssh-XXXXXX".utf8CString)
    // Readable only by this user (mkdtemp(3)).
    guard mkdtemp(&name) != nil else { return nil }
    let folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(AF_UNIX, type, 0)
    let isBound = withAddress("\(folder)/ask") { bind(descriptor, $0, $1) == 0 }
    if isBound == true, Glibc.listen(descriptor, 8) == 0 { return (folder, descriptor) }
    close(descriptor)
    remove(folder)
    return nil
  }

  /// Whether an answer is awaited.
  var isOpen: Bool { state.withLock { $0.openCount > 0 } }

  /// Removes the socket. Call when ssh asks no more; questions that are open stay so until it ends.
  func end() {
    let mustEnd = state.withLock { state in
      defer { state.hasEnded = true }
      return !state.hasEnded
    }
    guard mustEnd else { return }
    Self.remove(folder)
    // Ends `accept`, whose thread closes it.
    shutdown(listener, Int32(SHUT_RDWR))
  }

  private static func remove(_ folder: String) {
    unlink("\(folder)/ask")
    rmdir(folder)
  }

  /// - Returns: nil for a path that is too long.
  private static func withAddress<Value>(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Value
  ) -> Value? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  // MARK: A question

  private func serve(_ helper: Int32) {
    defer { close(helper) }
    guard isOurs(helper), let question = Self.read(helper) else { return }
    let parts = question.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return }
    let (hint, prompt) = (String(decoding: parts[0], as: UTF8.self), Array(parts[1]))
    state.withLock { $0.openCount += 1 }
    let isAnswered = DispatchSemaphore(value: 0)
    let task = Task { [answer] in
      if let text = await answer(hint, prompt) {
        let bytes = [UInt8(ascii: "y")] + text
        _ = send(helper, bytes, bytes.count, Int32(MSG_NOSIGNAL))
      }
      shutdown(helper, Int32(SHUT_RDWR))
      isAnswered.signal()
    }
    // Both sides are closed when it has been answered, and when ssh has ended the helper.
    var waiting = pollfd(fd: helper, events: 0, revents: 0)
    while poll(&waiting, 1, -1) < 0 && errno == EINTR {}
    task.cancel()
    isAnswered.wait()
    state.withLock { $0.openCount -= 1 }
  }

  /// Whether the other side runs as the user.
  private func isOurs(_ helper: Int32) -> Bool {
    // struct ucred: the process, the user, the group (unix(7)).
    var owner: [UInt32] = [0, .max, 0]
    var size = socklen_t(MemoryLayout<UInt32>.stride * owner.count)
    return getsockopt(helper, SOL_SOCKET, SO_PEERCRED, &owner, &size) == 0 && owner[1] == user
  }

  /// What the helper sends; nil if that is too long.
  private static func read(_ helper: Int32) -> [UInt8]? {
    var (question, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 4_096))
    while question.count <= questionByteLimit {
      let count = Glibc.read(helper, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count == 0 ? question : nil }
      question += buffer.prefix(count)
    }
    return nil
  }
}
