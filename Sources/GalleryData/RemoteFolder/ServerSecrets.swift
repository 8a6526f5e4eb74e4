import FeedFormats
import Foundation
import GalleryDomain

/// A user's name and password for one server. Never stored; its texts do not tell it.
public struct ServerCredentials: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  public var user: String
  /// As it was found: not everything is UTF-8.
  public var password: [UInt8]

  public init(user: String, password: [UInt8]) {
    self.user = user
    self.password = password
  }

  public var description: String { "ServerCredentials(…)" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// What the user says of a server in `config.toml`.
public struct ServerAccess: Hashable, Sendable {
  public var user: String?
  /// A program and its arguments, which prints the password.
  public var passwordCommand: [String]

  public init(user: String? = nil, passwordCommand: [String] = []) {
    self.user = user
    self.passwordCommand = passwordCommand
  }
}

/// Finds passwords where users keep them: in the environment, by a program, in `~/.netrc`; in this order, and not before
/// a server asks for one.
///
/// One for the whole program. What the environment says is for one server: the first that asks, which is the one that
/// was named at the start. Another one that is opened later, such as a bookmark, does not get it.
public actor ServerSecrets {
  public static let userVariable = "VITRINE_DAV_USER"
  public static let passwordVariable = "VITRINE_DAV_PASSWORD"

  private let environment: @Sendable (String) -> String?
  private let servers: [String: ServerAccess]
  private let netrc: @Sendable () -> [UInt8]?
  private let run: @Sendable ([String]) async throws(PasswordCommand.Failure) -> [UInt8]
  private var serverOfEnvironment: String?
  /// A program is not run twice for one server: some ask the user.
  private var printed: [String: [UInt8]] = [:]

  /// - Parameters:
  ///   - environment: Answers a variable's value.
  ///   - servers: By host, or host and port, in lower case.
  ///   - netrc: The content of the user's `.netrc`; nil for none.
  ///   - run: Runs a program and returns the first line that it prints.
  public init(
    environment: @escaping @Sendable (String) -> String?, servers: [String: ServerAccess] = [:],
    netrc: @escaping @Sendable () -> [UInt8]? = { nil },
    run: @escaping @Sendable ([String]) async throws(PasswordCommand.Failure) -> [UInt8] = {
      (command) async throws(PasswordCommand.Failure) in
      try await PasswordCommand.firstLine(of: command)
    }
  ) {
    self.environment = environment
    self.servers = servers
    self.netrc = netrc
    self.run = run
  }

  /// Who the user is at a server by `config.toml`; nil where it does not say.
  public nonisolated func user(at server: URL) -> String? { access(to: server).access?.user }

  private nonisolated func access(
    to server: URL
  ) -> (host: String, place: String, access: ServerAccess?) {
    let host = server.host(percentEncoded: false)?.lowercased() ?? ""
    let place = server.port.map { "\(host):\($0)" } ?? host
    return (host, place, servers[place] ?? servers[host])
  }

  /// - Parameters:
  ///   - user: As the address names it; nil where it does not.
  ///   - isOwn: Whether the user has said that the server is theirs, by a kind of source that only those have. Others get neither
  ///     the environment's password nor netrc's for all hosts.
  /// - Returns: nil where nothing is known of the server.
  /// - Throws: `.passwordUnavailable` where a program that should print the password does not.
  public func credentials(
    for server: URL, user: String?, isOwn: Bool = true
  ) async throws(PhotoSourceError) -> ServerCredentials? {
    let (host, place, access) = access(to: server)
    let user = user ?? access?.user
    // What is in these variables is for WebDAV: no server of another kind gets it.
    if isOwn, WebAddress.isWeb(server),
      let found = ofEnvironment(for: "\(server.scheme ?? "")://\(place)", user: user)
    {
      return found
    }
    // What it prints is the password of the user who is named beside it.
    if let command = access?.passwordCommand, !command.isEmpty, let user,
      access?.user == nil || access?.user == user
    {
      return ServerCredentials(user: user, password: try await password(of: place, command))
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
    of place: String, _ command: [String]
  ) async throws(PhotoSourceError) -> [UInt8] {
    if let known = printed[place] { return known }
    do throws(PasswordCommand.Failure) {
      let password = try await run(command)
      printed[place] = password
      return password
    } catch {
      // What the setting says is not for the screen: somebody may have written a password into it.
      throw .passwordUnavailable(
        host: TextCleaner.line(place, limit: .field), reason: "password_command \(error.words)")
    }
  }
}
