import Foundation
import Glibc

/// OpenSSH's server on loopback, with keys of its own, for the user who runs the tests; serves SFTP only.
///
/// Its folder contains `files`, where a session starts, `home` with `.ssh`, for a client's own files, and `bin` with an `ssh` that uses
/// these: ssh(1) asks the system for the user's home, whatever `HOME` says.
public final class SSHServer: Sendable {
  public enum KeyKind: String, CaseIterable, Sendable {
    case ed25519, ecdsa, rsa
  }

  public struct NotStarted: Error {
    public var reason: String
  }

  /// Whether it is installed on this computer, together with the program that makes its keys.
  public static var isInstalled: Bool {
    [program, client, "/usr/bin/ssh-keygen"].allSatisfy { (path: String) in access(path, X_OK) == 0
    }
  }

  /// Whether a server can run with other files in the place of the computer's; only root may do that.
  public static var canReplaceFiles: Bool {
    geteuid() == 0
      && output([unshare, "-m", "/bin/sh", "-c", "mount --bind /etc/hosts /etc/hosts"]) != nil
  }

  /// Passwords of the user, as openssl-passwd(1) hashes them.
  public enum Password: String, Sendable {
    /// `s3cret`.
    case usual =
      "$6$vitrine$0DfjgI3e/FiPtw7NE4uVLTpOguS7.Zm.if7352jaKp4KgJkusE0Nm8U34W9YhMFRrGGMAOaPl3fFu4vWzh7Gz/"
    case other =
      "$6$vitrine$JVn061l8WqRMKKgy1UWcCAeY/nmCp37Ju75zmk3rvyUsIGszXaq3fj1ExwXcy37DIo2NDxL7.Js6uLNNI/8kB/"
  }

  /// A `/etc/shadow` with the user's password.
  ///
  /// - Parameter isExpired: Whether the user has to change it.
  public static func shadow(_ password: Password = .usual, isExpired: Bool = false) -> String {
    "\(NSUserName()):\(password.rawValue):\(isExpired ? 0 : 20_000):0:99999:7:::\n"
  }

  private static let program = "/usr/sbin/sshd"
  private static let client = "/usr/bin/ssh"
  private static let unshare = "/usr/bin/unshare"

  public let port: Int
  public let folder: URL
  public let user = NSUserName()
  private let hostKeys: [KeyKind]
  private let identifier: pid_t
  private let reserved: RefusingPort

  /// - Parameters:
  /// - hostKeys: The types of its host keys.
  /// - settings: Lines of sshd_config(5), which precede those of every test: the first one of a kind counts.
  /// - replacements: What the server finds at paths of the computer; see `canReplaceFiles`.
  public init(
    hostKeys: [KeyKind] = [.ed25519], settings: [String] = [], replacements: [String: String] = [:]
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "vitrine-\(UUID().uuidString)")
    self.folder = folder
    self.hostKeys = hostKeys
    for name in ["bin", "files", "home/.ssh", "keys"] {
      try FileManager.default.createDirectory(
        at: folder.appending(path: name), withIntermediateDirectories: true)
    }
    reserved = try RefusingPort()
    port = Int(reserved.port)
    for kind in hostKeys { try Self.makeKey(kind, at: folder.appending(path: "keys/host_\(kind)")) }
    let path = folder.path(percentEncoded: false)
    let lines =
      settings + [
        "Port \(port)", "ListenAddress 127.0.0.1", "PidFile none", "StrictModes no", "UsePAM no",
        "AuthorizedKeysFile \(path)/keys/authorized", "PermitRootLogin yes",
        "TrustedUserCAKeys \(path)/keys/authority.pub",
        "PasswordAuthentication no", "KbdInteractiveAuthentication no",
        "LogLevel ERROR",
      ] + hostKeys.map { "HostKey \(path)/keys/host_\($0)" }
      // Two of them are an error.
      + (settings.contains { $0.hasPrefix("Subsystem") }
        ? [] : ["Subsystem sftp internal-sftp -d \(path)/files"])
    try Data(lines.joined(separator: "\n").utf8).write(to: folder.appending(path: "config"))
    try Self.writeProgram(
      "exec \(Self.client) -F '\(path)/home/.ssh/config' \"$@\"", to: "\(path)/bin/ssh")
    try Self.configuration("", in: path).write(to: folder.appending(path: "home/.ssh/config"))
    // For privilege separation; only root has privileges.
    if geteuid() == 0 { mkdir("/run/sshd", 0o755) }
    var words = [Self.program, "-D", "-f", "\(path)/config", "-E", "\(path)/log"]
    if !replacements.isEmpty {
      var script = ""
      for (target, text) in replacements {
        let file = Self.replacement(of: target, in: folder).path(percentEncoded: false)
        try Data(text.utf8).write(to: URL(filePath: file))
        chmod(file, 0o600)
        script += "mount --bind '\(file)' '\(target)' && "
      }
      // For this process and those that it starts.
      words = [Self.unshare, "-m", "/bin/sh", "-c", script + "exec \"$@\"", "sh"] + words
    }
    identifier = try Self.start(words)
    let deadline = ContinuousClock.now + .seconds(20)
    while !isAnswering {
      guard ContinuousClock.now < deadline, waitpid(identifier, nil, WNOHANG) == 0 else {
        throw NotStarted(reason: log)
      }
      sched_yield()
    }
  }

  deinit {
    stop()
    waitpid(identifier, nil, 0)
    try? FileManager.default.removeItem(at: folder)
  }

  public var log: String {
    (try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)) ?? ""
  }

  /// For example `sftp://127.0.0.1:40001/~/a.jpg`.
  ///
  /// - Parameter path: Encoded.
  public func address(_ path: String = "") -> String { "sftp://127.0.0.1:\(port)\(path)" }

  public func path(_ name: String) -> String {
    folder.appending(path: name).path(percentEncoded: false)
  }

  public func write(_ bytes: [UInt8], to name: String) throws {
    let file = folder.appending(path: "files/\(name)")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  /// Lines for `known_hosts`.
  public func knownHosts(_ kinds: [KeyKind]? = nil) throws -> String {
    try (kinds ?? hostKeys).map { kind in
      let key = try String(
        contentsOf: folder.appending(path: "keys/host_\(kind).pub"), encoding: .utf8)
      return "[127.0.0.1]:\(port) " + key.split(separator: " ").prefix(2).joined(separator: " ")
    }.joined(separator: "\n") + "\n"
  }

  /// Makes a key that the server accepts.
  ///
  /// - Parameters:
  /// - name: The name of the file in `home/.ssh`.
  /// - passphrase: The passphrase of the file.
  /// - Returns: The private key's path.
  @discardableResult
  public func makeUserKey(
    _ kind: KeyKind = .ed25519, named name: String? = nil, passphrase: String = "",
    isTaken: Bool = true
  ) throws -> String {
    let file = folder.appending(path: "home/.ssh/\(name ?? "id_\(kind)")")
    try Self.makeKey(kind, at: file, passphrase: passphrase)
    if isTaken {
      let key = try Data(contentsOf: file.appendingPathExtension("pub"))
      let list = folder.appending(path: "keys/authorized")
      try (((try? Data(contentsOf: list)) ?? Data()) + key).write(to: list)
    }
    return file.path(percentEncoded: false)
  }

  /// Takes the keys that another server takes.
  public func accept(userOf other: SSHServer) throws {
    try FileManager.default.copyItem(
      atPath: other.path("keys/authorized"), toPath: path("keys/authorized"))
  }

  /// Makes a key that the server takes only with its certificate.
  ///
  /// - Returns: The certificate's path, beside that of the key.
  @discardableResult
  public func makeCertifiedKey(_ kind: KeyKind = .ed25519) throws -> String {
    let key = try makeUserKey(kind, isTaken: false)
    let authority = folder.appending(path: "keys/authority")
    try Self.makeKey(.ed25519, at: authority)
    try Self.run([
      "/usr/bin/ssh-keygen", "-q", "-s", authority.path(percentEncoded: false), "-I", "test", "-n",
      user, "\(key).pub",
    ])
    return "\(key)-cert.pub"
  }

  /// A program for `ssh` in `PATH`.
  public var client: String { path("bin/ssh") }

  /// Writes what comes before the settings of every test in the user's configuration: the first one of a kind counts.
  public func writeConfiguration(_ text: String) throws {
    try Self.configuration(text, in: folder.path(percentEncoded: false))
      .write(to: folder.appending(path: "home/.ssh/config"))
  }

  private static func configuration(_ text: String, in path: String) -> Data {
    var lines = [text, "Host *", "UserKnownHostsFile \(path)/home/.ssh/known_hosts"]
    lines += ["GlobalKnownHostsFile /dev/null", "IdentityAgent none"]
    lines += KeyKind.allCases.map { "IdentityFile \(path)/home/.ssh/id_\($0)" }
    return Data(lines.joined(separator: "\n").appending("\n").utf8)
  }

  /// The hosts that ssh knows.
  public var writtenKnownHosts: String {
    let file = folder.appending(path: "home/.ssh/known_hosts")
    return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }

  /// How ssh names a key, such as `SHA256:…`.
  public func fingerprint(_ kind: KeyKind = .ed25519) -> String? {
    Self.output([
      "/usr/bin/ssh-keygen", "-l", "-f",
      path("keys/host_\(kind).pub"),
    ])?.split(separator: " ").dropFirst().first.map(String.init)
  }

  public func writeKnownHosts(_ text: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: "home/.ssh/known_hosts"))
  }

  /// The files of a user who has logged in here before, with ssh(1).
  public func makeUserKnown() throws {
    try makeUserKey()
    try writeKnownHosts(knownHosts())
  }

  private static func replacement(of target: String, in folder: URL) -> URL {
    folder.appending(path: "keys/replacement-\(target.replacing("/", with: "-"))")
  }

  /// Changes what the server finds at a path that was given as a replacement.
  public func replace(_ target: String, by text: String) throws {
    // The same file: it is mounted there.
    try Data(text.utf8).write(to: Self.replacement(of: target, in: folder))
  }

  /// Closes all connections as a crash would.
  public func endSessions() { signalSessions(SIGKILL) }

  /// Closes all connections, and accepts no more.
  public func stop() {
    kill(identifier, SIGSTOP)
    endSessions()
    kill(identifier, SIGKILL)
  }

  public func signalSessions(_ signal: Int32) {
    for process in descendants(of: identifier) { kill(process, signal) }
  }

  /// Ends the programs of a name that connections have started, and leaves these.
  ///
  /// - Returns: How many there were.
  public func endPrograms(named name: String) -> Int {
    let found = descendants(of: identifier).filter { process in
      let text = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
      return text?.trimmingCharacters(in: .newlines) == name
    }
    for process in found { kill(process, SIGKILL) }
    return found.count
  }

  /// Open connections: one process each, which may have children.
  public var connectionCount: Int { children(of: [identifier]).count }

  // MARK: Setting it up

  private static func makeKey(_ kind: KeyKind, at file: URL, passphrase: String = "") throws {
    try run([
      "/usr/bin/ssh-keygen", "-q", "-t", kind.rawValue, "-N", passphrase, "-C", "test", "-f",
      file.path(percentEncoded: false),
    ])
  }

  /// Writes a shell script that can be run.
  ///
  /// Not in this process: a program that another test starts just then would have it open, and until that has been started itself
  /// the file would be busy.
  public static func writeProgram(_ script: String, to path: String) throws {
    try run([
      "/bin/sh", "-c", "printf '#!/bin/sh\\n%s\\n' \"$1\" >\"$2\" && chmod 700 \"$2\"", "sh",
      script,
      path,
    ])
  }

  /// Not Foundation's `Process`, which waits in a run loop and blocks one of the tests' threads.
  private static func run(_ words: [String]) throws {
    var status: Int32 = 0
    guard waitpid(try start(words), &status, 0) > 0, status == 0 else {
      throw NotStarted(reason: words.joined(separator: " "))
    }
  }

  /// What a program prints; nil where it isn't installed, or fails.
  public static func output(_ words: [String]) -> String? {
    let file = FileManager.default.temporaryDirectory.appending(
      path: "vitrine-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    var status: Int32 = 0
    guard let process = try? start(words, output: file.path(percentEncoded: false)),
      waitpid(process, &status, 0) > 0, status == 0
    else { return nil }
    return try? String(contentsOf: file, encoding: .utf8)
  }

  private static func start(_ words: [String], output: String = "/dev/null") throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in 0...2 as ClosedRange<Int32> {
      posix_spawn_file_actions_addopen(
        &actions, descriptor, descriptor == 1 ? output : "/dev/null", O_RDWR | O_CREAT, 0o600)
    }
    let arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    guard posix_spawn(&process, words[0], &actions, nil, arguments, environ) == 0 else {
      throw NotStarted(reason: words.joined(separator: " "))
    }
    return process
  }

  private func descendants(of process: pid_t) -> [pid_t] {
    var all: [pid_t] = []
    var next = children(of: [process])
    while !next.isEmpty {
      all += next
      next = children(of: next)
    }
    return all
  }

  /// As listed by the system.
  private func children(of processes: [pid_t]) -> [pid_t] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap(pid_t.init).filter { id in
      guard let text = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8),
        // After the name, which may contain anything: the state and the parent.
        let fields = text.lastIndex(of: ")").map({ text[$0...].split(separator: " ") }),
        fields.count > 2, fields[1] != "Z", let parent = pid_t(fields[2])
      else { return false }
      return processes.contains(parent)
    }
  }

  private var isAnswering: Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}
