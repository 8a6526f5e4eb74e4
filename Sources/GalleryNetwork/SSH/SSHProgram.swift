import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import Processes

/// ssh(1) to the server of a source. It knows the server, its key, and how the user logs in: from its own configuration.
struct SSHProgram: Sendable {
  /// Found in `PATH`.
  let program: String
  /// As it was typed: the configuration may have a block for it.
  let host: String
  private let port: Int?
  /// nil for the one of the configuration.
  private let user: String?

  /// - Returns: nil for a host or a user with characters that ssh, the shell of a `ProxyCommand` or a configuration file could
  ///   read as something else.
  init?(_ program: String, host: String, port: Int?, user: String?) {
    guard Self.isSafe(host), user.map(Self.isSafe) != false else { return nil }
    self.program = program
    self.host = host
    self.port = port
    self.user = user
  }

  private static func isSafe(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix("-")
      && name.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "._-:[]%".utf8.contains(byte)
        }
      }
  }

  /// The arguments that name the server.
  private var destination: [String] {
    (port.map { ["-p", "\($0)"] } ?? []) + (user.map { ["-l", $0] } ?? []) + ["--", host]
  }

  /// For a subsystem of a server: no terminal, no forwarding, and nothing of the configuration that would run anything else,
  /// or hand it to another process.
  ///
  /// - Parameter asksNothing: Whether a login that needs an answer fails.
  func command(asksNothing: Bool) -> [[UInt8]] {
    let settings =
      [
        "RemoteCommand=none", "PermitLocalCommand=no", "ClearAllForwardings=yes",
        "ControlMaster=no", "ServerAliveInterval=15",
      ] + (asksNothing ? ["BatchMode=yes"] : [])
    let words =
      [program, "-x", "-a", "-T"] + settings.flatMap { ["-o", $0] } + ["-s"] + destination
      + ["sftp"]
    return words.map { Array($0.utf8) }
  }

  /// The user whose password ssh asks for in these words, `USER@HOST's password:`; nil if it asks for something else, or for the
  /// password of a host on the way to the server.
  func userOfPassword(in prompt: [UInt8]) async -> String? {
    let text = String(decoding: prompt, as: UTF8.self)
    guard text.hasSuffix("'s password: ") || text.hasSuffix("'s password:"),
      let end = text.range(of: "'s password:", options: .backwards)?.lowerBound,
      let at = text[..<end].lastIndex(of: "@")
    else { return nil }
    let (user, host) = (String(text[..<at]), String(text[text.index(after: at)..<end]))
    guard self.user == nil || self.user == user, await names().contains(host.lowercased())
    else { return nil }
    return user
  }

  /// What ssh may call the server: it asks for the password of the name to connect to.
  private func names() async -> Set<String> {
    var names: Set = [host.trimmingBrackets.lowercased()]
    let words = [program, "-G"] + destination
    guard let process = try? ChildProcess(words.map { Array($0.utf8) }, output: .standard)
    else { return names }
    let output = await process.output(upTo: 1 << 18, until: .now + .seconds(5)).bytes
    for line in output.split(separator: 0x0A) {
      let parts = String(decoding: line, as: UTF8.self).split(separator: " ", maxSplits: 1)
      if parts.count == 2, parts[0] == "hostname" || parts[0] == "hostkeyalias" {
        names.insert(parts[1].lowercased())
      }
    }
    return names
  }

  /// Such as `9.2p1`; nil for another ssh, and for none.
  static func version(of program: String = "ssh") -> String? {
    guard
      let process = try? ChildProcess(
        [program, "-V"].map { Array($0.utf8) }, output: .joined)
    else { return nil }
    var output: [UInt8] = []
    _ = process.read(until: .now + .seconds(5)) { _, bytes in
      output += bytes
      return output.count < 1_024
    }
    let words = TextCleaner.line(bytes: output, limit: .field).split { " ,_".contains($0) }
    return words.count > 1 && words[0] == "OpenSSH" ? String(words[1]) : nil
  }

  /// What a refused login in the gallery means: OpenSSH asks outside of a terminal since 8.4, and before only where `DISPLAY` is
  /// set (`SSH_ASKPASS_REQUIRE`, ssh(1)).
  func explained(_ error: PhotoSourceError, display: String?) -> PhotoSourceError {
    guard case .connectionFailed(let host, .ssh(let words)) = error, display?.isEmpty != false,
      words.contains("Permission denied") || words.contains("Host key verification failed"),
      let version = Self.version(of: program),
      case let numbers = version.split(whereSeparator: { !$0.isNumber }).compactMap({ Int($0) }),
      numbers.count > 1,
      (numbers[0], numbers[1]) < (8, 4)
    else { return error }
    return .connectionFailed(host: host, cause: .sshTooOld(version: version))
  }
}
