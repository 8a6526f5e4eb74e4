import CSSH
import FeedFormats
import FolderFormats
import Foundation
import GalleryData
import GalleryDomain
import Logging
import Synchronization

/// A folder on an SFTP server, through libssh.
///
/// Several reads run at a time, each over a connection of its own, which is kept for the next one. The URL and
/// `~/.ssh/config` say where the server is and who the user is. The server's key is checked against `known_hosts`; an
/// unknown server gets no data, and the file is never written. Keys are tried before passwords; a password is looked
/// for if the keys were refused and the server accepts passwords. The reasons are in
/// decision 89.
public final class SFTPFileSystem: RemoteFileSystem {
  /// The files and settings for SSH on this computer.
  public struct Environment: Sendable {
    /// The user's home, with `.ssh` in it.
    public var home: String?
    /// The socket of ssh-agent; nil if there is none.
    public var agent: String?
    /// The user's name on this computer.
    public var localUser: String
    /// Known hosts in addition to the user's, unless the configuration names others.
    public var knownHosts: [String]
    /// Settings in addition to the user's.
    public var configuration: [String]

    public init(
      home: String?, agent: String?, localUser: String,
      knownHosts: [String] = ["/etc/ssh/ssh_known_hosts", "/etc/ssh/ssh_known_hosts2"],
      configuration: [String] = ["/etc/ssh/ssh_config"]
    ) {
      self.home = home
      self.agent = agent
      self.localUser = localUser
      self.knownHosts = knownHosts
      self.configuration = configuration
    }
  }

  private struct State {
    /// The logins that the server has accepted together; nil if not known.
    var logins: [SSHLogin]?
    /// A refused password is not tried again: servers lock users out.
    var isPasswordRefused = false
    /// Nor are passwords whose answer was lost twice.
    var lostLogins: Set<SSHLogin> = []
  }

  private let folder: SFTPFolder
  private let configuration: TransportConfiguration
  private let server: Origin
  private let hasPort: Bool
  private let user: String?
  private let environment: Environment
  private let password: @Sendable (_ user: String) async throws(PhotoSourceError) -> [UInt8]?
  private let lanes = TransferLanes()
  private let state = Mutex(State())

  /// Connections at a time. A server counts those that are being made, and refuses more than ten (*MaxStartups*).
  public let parallelReads = 4
  private static let knownHostsByteLimit = 16 << 20
  /// What a connection opens: sockets in a race of IPv6 and IPv4, libssh's copy, and the agent's.
  private static let fileCount = 8
  /// The most jump hosts.
  private static let jumpLimit = 8

  /// - Parameters:
  ///   - url: The folder's URL, with the scheme sftp.
  ///   - user: The user's name on the server; nil for the one in `~/.ssh/config`, else the local user's.
  ///   - password: Looks up a user's password; nil if there is none.
  /// - Throws: `.notFound` for a URL without a usable host.
  public init(
    configuration: TransportConfiguration, folder url: URL, user: String?, environment: Environment,
    password: @escaping @Sendable (_ user: String) async throws(PhotoSourceError) -> [UInt8]?
  ) throws(PhotoSourceError) {
    guard let server = Origin(url, ports: Origin.sftp),
      user.map(Self.isUsable) ?? true
    else { throw .notFound(name: WebAddress.shown(url)) }
    folder = try SFTPFolder(url: url)
    self.configuration = configuration
    self.server = server
    hasPort = url.port != nil
    self.user = user
    self.environment = environment
    self.password = password
  }

  private static func isUsable(_ user: String) -> Bool {
    !user.isEmpty && !user.utf8.contains { $0 < 0x20 || $0 == 0x7F }
  }

  /// Ends all requests (they throw `.cancelled`) and connections.
  public func shutDown() async {
    await lanes.shutDown()
  }

  public var title: String { folder.title }
  public var sourceID: String { folder.sourceID }

  public func url(of path: [UInt8]) -> URL? { folder.url(of: path) }

  // MARK: Files

  public func list(
    _ folder: [UInt8], isRecursive: Bool, after token: String?
  ) async throws(PhotoSourceError) -> RemoteListing {
    try await perform(at: try self.folder.listingURL(of: folder)) {
      (connection, path, name) throws(TransportFailure) in
      var listing = RemoteListing(entries: [])
      try connection.entries(of: path, name: name) {
        SFTPFolder.add($0, in: folder, to: &listing)
      }
      return listing
    }
  }

  public func beginning(
    of url: URL, byteCount: Int
  ) async throws(PhotoSourceError) -> FilePart {
    try await perform(at: url) { (connection, path, name) throws(TransportFailure) in
      try connection.beginning(of: path, byteCount: byteCount, name: name)
    }
  }

  public func contents(
    of url: URL, byteLimit: Int
  ) async throws(PhotoSourceError) -> FilePart {
    let limit = min(byteLimit, configuration.limits.feedByteCount)
    return try await perform(at: url) { (connection, path, name) throws(TransportFailure) in
      var sink = BodySink(.memory, byteLimit: limit, name: name)
      let validators = try connection.whole(
        of: path, name: name, unlessMatches: nil,
        begin: { (count) throws(PhotoSourceError) in try sink.begin(count) },
        take: { (piece) throws(PhotoSourceError) in try sink.append(piece) })
      return FilePart(
        bytes: sink.bytes, validators: validators ?? HTTPValidators())
    }
  }

  public func download(
    _ url: URL, unlessMatches validators: HTTPValidators?, to descriptor: Int32,
    byteLimit: Int, progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(PhotoSourceError) -> HTTPValidators? {
    let limit = min(configuration.limits.imageByteCount, byteLimit)
    let paced = PacedProgress(now: configuration.time.now, report: progress)
    return try await perform(at: url, timeOut: configuration.timeOuts.image) {
      (connection, path, name) throws(TransportFailure) in
      var sink = BodySink(.file(descriptor), byteLimit: limit, name: name)
      var statedByteCount: Int?
      return try connection.whole(
        of: path, name: name, unlessMatches: validators?.entityTag,
        begin: { (count) throws(PhotoSourceError) in
          statedByteCount = count
          try sink.begin(count)
        },
        take: { (piece) throws(PhotoSourceError) in
          try sink.append(piece)
          paced.report(
            ImageProgress(
              receivedByteCount: sink.byteCount, expectedByteCount: statedByteCount))
        })
    }
  }

  // MARK: One request

  private typealias Work<Value> =
    @Sendable (_ connection: SSHConnection, _ path: [UInt8], _ name: String)
    throws(TransportFailure)
    -> Value

  /// The result of work on a lane.
  private enum Outcome<Value: Sendable>: Sendable {
    /// - logins: Those that the server has accepted.
    case done(Result<Value, TransportFailure>, logins: [SSHLogin])
    case unconnected(SSHFault)
    /// The existing connection has ended.
    case lost
  }

  /// - Parameter work: Runs on a thread that may block; repeated after a temporary failure.
  private func perform<Value: Sendable>(
    at url: URL, timeOut: Duration? = nil, _ work: @escaping Work<Value>
  ) async throws(PhotoSourceError) -> Value {
    let name = WebAddress.shown(url)
    guard Origin(url, ports: Origin.sftp) == server, var path = SFTPFolder.path(of: url) else {
      throw .notFound(name: name)
    }
    path.append(0)
    let remotePath = path
    configuration.logger.debug("SFTP \(LoggedAddress.text(url, secretNames: []))")
    let lane = try await lanes.enter()
    defer { lanes.leave(lane) }
    return try await RequestTries(configuration: configuration).perform(
      host: shownHost,
      timeOut: timeOut ?? configuration.timeOuts.feed
    ) { () async throws(TransportFailure) in
      try await self.exchange(on: lane) { (connection) throws(TransportFailure) in
        try work(connection, remotePath, name)
      }
    }
  }

  /// One try: over the existing connection, or a new one.
  private func exchange<Value: Sendable>(
    on lane: SSHLane,
    _ work: @escaping @Sendable (SSHConnection) throws(TransportFailure) -> Value
  ) async throws(TransportFailure) -> Value {
    var knownLogins = state.withLock(\.logins)
    var (logins, password) = (knownLogins, SSHLogin?.none)
    var isKept = lane.isConnected
    while true {
      let route = isKept ? nil : try await route(logins)
      switch await watched(lane, { Self.run(work, in: $0, route) }) {
      case nil: throw TransportFailure(.cancelled)
      case .done(let result, let accepted):
        if route != nil {
          state.withLock { $0.logins = accepted }
          lanes.widen(to: parallelReads)
        }
        return try result.get()
      case .lost: isKept = false
      case .unconnected(.refused(let refusal)) where knownLogins != nil:
        // Accepted before, but no longer: start over, without a password that was refused now.
        let kept = refusal.accepted + refusal.untried
        let isPasswordRefused = knownLogins?.contains { $0.isPassword && !kept.contains($0) }
        state.withLock { state in
          state.logins = nil
          if isPasswordRefused == true { state.isPasswordRefused = true }
        }
        (knownLogins, logins) = (nil, nil)
      case .unconnected(.refused(let refusal)):
        let found = try await askForPassword(after: refusal, tried: password)
        password = found
        logins = refusal.accepted + [found] + refusal.untried
      case .unconnected(.lost(let login, let failure)):
        state.withLock { state in
          state.lostLogins.insert(login)
          if state.logins?.contains(login) == true { state.logins = nil }
        }
        throw failure
      case .unconnected(.failed(let failure)): throw failure
      case .unconnected(.cut): throw TransportFailure(.cancelled)
      }
    }
  }

  /// Runs on the lane's thread.
  private static func run<Value: Sendable>(
    _ work: (SSHConnection) throws(TransportFailure) -> Value, in slot: SSHLane.Slot,
    _ route: SSHConnection.Route?
  ) -> Outcome<Value> {
    if let route {
      do throws(SSHFault) {
        try slot.connect { (interruption, counter) throws(SSHFault) in
          try SSHConnection.open(route, interruption, counter)
        }
      } catch {
        return .unconnected(error)
      }
    }
    guard let connection = slot.connection else { return .lost }
    let result: Result<Value, TransportFailure>
    do throws(TransportFailure) {
      guard connection.isUsable else { throw connection.lost() }
      result = .success(try work(connection))
    } catch {
      result = .failure(error)
    }
    let (logins, isUsable) = (connection.logins, connection.isUsable)
    // A kept connection may have ended long ago.
    let isOld = route == nil && !connection.isGivenUp
    if !isUsable { slot.close() }
    if case .failure = result, !isUsable, isOld { return .lost }
    return .done(result, logins: logins)
  }

  /// Work with limits: a server that sends nothing for a while is given up, and one that sends much without an end.
  private func watched<Value: Sendable>(
    _ lane: SSHLane, _ work: @escaping @Sendable (SSHLane.Slot) -> Outcome<Value>
  ) async -> Outcome<Value>? {
    let idle = configuration.timeOuts.idle
    return await withTaskGroup(of: Outcome<Value>?.self) { group in
      group.addTask { await lane.perform(work) }
      group.addTask {
        var last = (count: lane.counter.receivedByteCount, time: ContinuousClock.now)
        while (try? await Task.sleep(for: .seconds(1))) != nil {
          let counter = lane.counter
          let count = counter.receivedByteCount
          if count != last.count { last = (count, .now) }
          if ContinuousClock.now - last.time >= idle { lane.giveUp(.silent) }
          // Outside of channels, where nothing is kept.
          if counter.isExceeded { lane.giveUp(.flooded) }
        }
        return nil
      }
      // The work ends first, or the task is cancelled.
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
  }

  private var shownHost: String { TextCleaner.line(server.host, limit: .field) }

  // MARK: Authentication

  /// - Parameter tried: The password that was offered before; nil for none.
  /// - Returns: The password to try.
  /// - Throws: The error if none is left.
  private func askForPassword(
    after refusal: SSHRefusal, tried: SSHLogin?
  ) async throws(TransportFailure) -> SSHLogin {
    let host = refusal.host
    func refused(_ fault: LoginFault) -> TransportFailure {
      TransportFailure(
        .loginRefused(host: host.shownName, login: host.shownLogin, fault: fault))
    }
    // What was asked isn't what the password was for, so the password may be right.
    guard !refusal.hasAskedMore else { throw refused(.questionAsked) }
    if let tried, !(refusal.accepted + refusal.untried).contains(tried) {
      state.withLock { $0.isPasswordRefused = true }
    }
    let isServer = host.name == server.host
    guard !(isServer && state.withLock(\.isPasswordRefused)) else {
      throw TransportFailure(.passwordRefused(host: host.shownName))
    }
    // For jump hosts, only keys are used.
    let mayAsk = refusal.takesPasswords && isServer && tried == nil
    var login: SSHLogin?
    do throws(PhotoSourceError) {
      if mayAsk, let found = try await password(host.user), !found.contains(0) {
        login = .password(found)
      }
    } catch {
      throw TransportFailure(error)
    }
    if let login {
      guard !state.withLock({ $0.lostLogins.contains(login) }) else {
        throw host.unconnected(.closed)
      }
      return login
    }
    guard refusal.accepted.isEmpty else { throw refused(mayAsk ? .passwordNeeded : .moreNeeded) }
    throw refused(refusal.untried.count == host.logins.count ? .nothingToOffer : .refused)
  }

  /// How the server is reached, according to the files on this computer now.
  ///
  /// - Parameter logins: Those to try at the server; nil for all keys.
  private func route(_ logins: [SSHLogin]?) async throws(TransportFailure) -> SSHConnection.Route {
    guard configuration.mayOpenFiles(Self.fileCount) else {
      throw TransportFailure(.connectionFailed(host: server.shown, cause: .tooManyFiles))
    }
    var hosts = try await hosts(
      server.host, user: user, port: hasPort ? server.port : nil, followedBy: 0)
    if let logins, let last = hosts.indices.last { hosts[last].logins = logins }
    let addresses = await HostAddresses.all(of: hosts[0].hostName)
    guard !Task.isCancelled else { throw TransportFailure(.cancelled) }
    guard !addresses.isEmpty else {
      throw TransportFailure(.hostNotFound(host: hosts[0].shownName))
    }
    return SSHConnection.Route(
      addresses: addresses, hosts: hosts, connectTimeOut: configuration.timeOuts.connect,
      idleTimeOut: configuration.timeOuts.idle)
  }

  /// A host, after its jump hosts.
  private func hosts(
    _ name: String, user: String?, port: Int?, followedBy count: Int
  ) async throws(TransportFailure) -> [SSHHost] {
    func refusal(_ cause: ConnectionFault) -> TransportFailure {
      TransportFailure(
        .connectionFailed(host: TextCleaner.line(name, limit: .field), cause: cause))
    }
    let home = environment.home
    let own = home.map { ["\($0)/.ssh/config"] } ?? []
    let settings: SSHConfiguration
    do throws(SSHConfiguration.Refusal) {
      settings = try SSHConfiguration(
        of: SSHConfiguration.Subject(
          host: name, user: user, port: port, home: home, localUser: environment.localUser),
        userFiles: own, systemFiles: environment.configuration)
    } catch {
      switch error {
      case .matchExec: throw refusal(.matchExec)
      case .writableByOthers(let path):
        let isInHome = home.map { path.hasPrefix("\($0)/") } ?? false
        let shown = isInHome ? "~" + path.dropFirst(home?.count ?? 0) : path
        throw refusal(.writableByOthers(file: TextCleaner.line(shown, limit: .field)))
      }
    }
    guard !settings.hasProxyCommand else { throw refusal(.proxyCommand) }
    // A file of these may be a list in a binary form. A key in it must not be accepted, so no key is.
    guard settings.revokedHostKeys?.lowercased() ?? "none" == "none" else {
      throw refusal(.revokedHostKeys)
    }
    let user = user ?? settings.user ?? environment.localUser
    let (hostName, port) = (settings.hostName ?? name, port ?? settings.port ?? 22)
    guard Self.isUsable(user), hostName.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
      throw TransportFailure(.notFound(name: TextCleaner.line(name, limit: .field)))
    }
    var way: [SSHHost] = []
    for (index, jump) in settings.proxyJump.enumerated() {
      guard count + settings.proxyJump.count <= Self.jumpLimit, let place = Jump(jump) else {
        throw refusal(.proxyCommand)
      }
      let hosts = try await hosts(
        place.host, user: place.user, port: place.port,
        followedBy: count + settings.proxyJump.count)
      // Only the first of several jump hosts may have jump hosts of its own: those come in between.
      way += index == 0 ? hosts : hosts.suffix(1)
    }
    let known = KnownHostKeys(
      of: settings.hostKeyAlias ?? hostName, port: port, isAlias: settings.hostKeyAlias != nil,
      in: knownHostsFiles(settings).compactMap { path in
        FileReference(path: Array(path.utf8))
          .flatMap { try? FileBytes.read($0, byteLimit: Self.knownHostsByteLimit).bytes }
      })
    let host = SSHHost(
      name: name, hostName: hostName, port: port, user: user, knownHosts: known,
      logins: await logins(settings))
    return way + [host]
  }

  private func knownHostsFiles(_ settings: SSHConfiguration) -> [String] {
    let usual = ["known_hosts", "known_hosts2"].compactMap { name in
      environment.home.map { "\($0)/.ssh/\(name)" }
    }
    return (settings.knownHostsFiles ?? usual)
      + (settings.globalKnownHostsFiles ?? environment.knownHosts)
  }

  /// The user's keys: from files that `~/.ssh/config` names, from the agent, and from the usual files.
  private func logins(_ settings: SSHConfiguration) async -> [SSHLogin] {
    let usual = SSHKeyFile.usualNames.compactMap { name in
      environment.home.map { "\($0)/.ssh/\(name)" }
    }
    let files = SSHKeyFile.all(
      at: settings.identityFiles ?? usual, certificates: settings.certificateFiles
    ).map { SSHLogin.key($0) }
    var agent: String?
    switch settings.identityAgent {
    case "none"?: break
    case nil, "SSH_AUTH_SOCK"?: agent = environment.agent
    case let path?: agent = path
    }
    guard let agent, await SSHAgent.kinds(at: agent)?.isEmpty == false else { return files }
    // The agent has all the user's keys, and some servers close the connection after the third or sixth: the keys for
    // this host come first.
    let isNamed = settings.identityFiles != nil || settings.identitiesOnly == true
    return isNamed ? files + [.agent(agent)] : [.agent(agent)] + files
  }

  /// `[user@]host[:port]`
  private struct Jump {
    var user: String?
    var host: String
    var port: Int?

    init?(_ text: String) {
      var rest = text[...]
      if let at = rest.lastIndex(of: "@") {
        user = String(rest[..<at])
        rest = rest[rest.index(after: at)...]
      }
      let isAddress = rest.hasPrefix("[") || rest.filter { $0 == ":" }.count > 1
      let end = rest.lastIndex(of: "]") ?? rest.startIndex
      if let colon = rest[end...].lastIndex(of: ":"), !isAddress || rest.hasPrefix("[") {
        guard let port = Int(rest[rest.index(after: colon)...]), (1...65_535).contains(port) else {
          return nil
        }
        self.port = port
        rest = rest[..<colon]
      }
      host = String(rest).trimmingBrackets
      guard !host.isEmpty else { return nil }
    }
  }
}

extension BodySink {
  /// Starts over, with the file's length if it is known.
  fileprivate func begin(_ statedByteCount: Int?) throws(PhotoSourceError) {
    try begin()
    if let statedByteCount, statedByteCount > byteLimit {
      throw .tooLarge(name: name, byteCount: statedByteCount, byteLimit: byteLimit)
    }
  }
}
