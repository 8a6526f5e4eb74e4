import FeedFormats
import Foundation
import GalleryDomain
import Processes

/// What the user's `config.toml` says about a server.
public struct ServerAccess: Hashable, Sendable {
  public var user: String?
  /// A program that prints the password, and its arguments.
  public var passwordCommand: [String]

  public init(user: String? = nil, passwordCommand: [String] = []) {
    self.user = user
    self.passwordCommand = passwordCommand
  }
}

/// Finds passwords where users keep them: in the environment, by a program, in `~/.netrc`; in this order, and not
/// before a server asks for one.
///
/// One instance for the whole program. The password from the environment is for one server: the first that asks, which
/// is the one that was named at the start. A server that is opened later, such as a bookmark, doesn't get it.
public final actor ServerSecrets {
  public static let userVariable = "VITRINE_DAV_USER"
  public static let passwordVariable = "VITRINE_DAV_PASSWORD"

  private let environment: @Sendable (String) -> String?
  private let servers: [String: ServerAccess]
  private let netrc: @Sendable () -> [UInt8]?
  private let run: @Sendable ([String]) async throws(ProgramFault) -> [UInt8]
  private var serverOfEnvironment: String?
  /// A program is not run twice for one server: some ask the user.
  private var printed: [String: [UInt8]] = [:]

  /// - Parameters:
  ///   - environment: The value of a variable.
  ///   - servers: By host, or host and port, in lower case.
  ///   - netrc: The contents of the user's `.netrc`; nil for none.
  ///   - run: Runs a program and returns the first line that it prints.
  public init(
    environment: @escaping @Sendable (String) -> String?, servers: [String: ServerAccess] = [:],
    netrc: @escaping @Sendable () -> [UInt8]? = { nil },
    run: @escaping @Sendable ([String]) async throws(ProgramFault) -> [UInt8] = {
      (command) async throws(ProgramFault) in
      try await PasswordCommand.firstLine(of: command)
    }
  ) {
    self.environment = environment
    self.servers = servers
    self.netrc = netrc
    self.run = run
  }

  /// The user at a server according to `config.toml`; nil if it doesn't say.
  public nonisolated func user(at server: URL) -> String? { access(to: server).access?.user }

  /// The user at a server that isn't necessarily the user's own, without looking for a password; nil if none is known.
  public nonisolated func account(at server: URL) -> String? {
    let (host, _, access) = access(to: server)
    return access?.user
      ?? netrc().flatMap {
        Netrc.credentials(for: host, user: nil, in: $0, usesDefault: false)?.user
      }
  }

  private nonisolated func access(
    to server: URL
  ) -> (host: String, hostAndPort: String, access: ServerAccess?) {
    let host = server.host(percentEncoded: false)?.lowercased() ?? ""
    let hostAndPort = server.port.map { "\(host):\($0)" } ?? host
    return (host, hostAndPort, servers[hostAndPort] ?? servers[host])
  }

  /// - Parameters:
  ///   - user: As named in the URL; nil if it isn't.
  ///   - isOwn: Whether the kind of source implies that the server is the user's own. Other servers get neither the
  ///     environment's password nor netrc's `default` one.
  /// - Returns: nil if there are none for the server.
  /// - Throws: `.passwordUnavailable` if a program that should print the password doesn't.
  public func credentials(
    for server: URL, user: String?, isOwn: Bool = true
  ) async throws(PhotoSourceError) -> ServerCredentials? {
    let (host, hostAndPort, access) = access(to: server)
    let user = user ?? access?.user
    // These variables are for WebDAV: no server of another kind gets them.
    if isOwn, WebAddress.isWeb(server),
      let found = ofEnvironment(for: "\(server.scheme ?? "")://\(hostAndPort)", user: user)
    {
      return found
    }
    // It prints the password of the user who is named next to it.
    if let command = access?.passwordCommand, !command.isEmpty, let user,
      access?.user == nil || access?.user == user
    {
      return ServerCredentials(user: user, password: try await password(of: hostAndPort, command))
    }
    return netrc().flatMap { Netrc.credentials(for: host, user: user, in: $0, usesDefault: isOwn) }
  }

  /// - Parameter server: Its origin.
  private func ofEnvironment(for server: String, user: String?) -> ServerCredentials? {
    guard let password = environment(Self.passwordVariable), !password.isEmpty,
      serverOfEnvironment == nil || serverOfEnvironment == server
    else { return nil }
    let named = environment(Self.userVariable).flatMap { $0.isEmpty ? nil : $0 }
    guard let name = user ?? named, named == nil || named == name else { return nil }
    serverOfEnvironment = server
    return ServerCredentials(user: name, password: Array(password.utf8))
  }

  private func password(
    of server: String, _ command: [String]
  ) async throws(PhotoSourceError) -> [UInt8] {
    if let known = printed[server] { return known }
    do throws(ProgramFault) {
      let password = try await run(command)
      printed[server] = password
      return password
    } catch {
      // The setting's value must not appear on the screen: it may contain a password.
      throw .passwordUnavailable(
        host: TextCleaner.line(server, limit: .field), program: "password_command", fault: error)
    }
  }
}

/// A program of the user's that prints a password, such as `pass show cloud`. No shell is involved.
public enum PasswordCommand {
  /// Time to type a passphrase into a window.
  public static let limit = Duration.seconds(30)
  /// A longer line can't be a password.
  private static let byteLimit = 4_096

  /// - Returns: What it prints before the first line break; not empty.
  public static func firstLine(
    of command: [String], within limit: Duration = limit
  ) async throws(ProgramFault) -> [UInt8] {
    let process: ChildProcess
    do throws(ChildProcess.Failure) {
      // It has no terminal: it can ask the user only in a window.
      process = try ChildProcess(command.map { Array($0.utf8) }, output: .standard)
    } catch {
      throw ProgramFault(error)
    }
    let (output, end) = await process.output(upTo: 4 * byteLimit, until: .now + limit)
    guard let end else {
      process.end()
      throw .timedOut(seconds: Int(limit.components.seconds))
    }
    if let fault = ProgramFault(end) { throw fault }
    let line = output.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    guard !line.isEmpty, line.count <= byteLimit else { throw .printedNothing }
    return Array(line)
  }
}
