import CLinux
import Glibc

/// As `SSH_ASKPASS` of the ssh that the program starts: passes a question on to the program, and prints the answer.
///
/// In this program because it is one of the program's own beside it; no library is used.
enum Askpass {
  /// The socket that the program listens at.
  static let variable = "VITRINE_ASKPASS"

  /// - Parameter prompt: The argument that ssh gives.
  /// - Returns: The exit status: 0 with an answer.
  static func run(socketPath: String, prompt: String) -> Int32 {
    // The answer may be a password.
    vitrine_forbid_looking_in()
    let program = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard socketPath.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return 1 }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: socketPath.utf8) }
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(program, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    let hint = getenv("SSH_ASKPASS_PROMPT").map { String(cString: $0) } ?? ""
    let question = Array("\(hint)\n\(prompt)".utf8)
    guard status == 0, write(program, question, question.count) == question.count else { return 1 }
    shutdown(program, Int32(SHUT_WR))
    var (answer, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 4_096))
    while true {
      let count = read(program, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      answer += buffer.prefix(count)
    }
    guard answer.first == UInt8(ascii: "y") else { return 1 }
    let line = answer.dropFirst() + [0x0A]
    return line.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) } == line.count
      ? 0 : 1
  }
}
