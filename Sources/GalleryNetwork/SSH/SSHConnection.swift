import CSSH
import FeedFormats
import Foundation
import GalleryDomain
import Glibc

/// A host to connect to, with what files on this computer say about it.
struct SSHHost: Sendable {
  /// As the user wrote it; errors use this name.
  var name: String
  /// The name to look up.
  var hostName: String
  var port: Int
  var user: String
  var knownHosts: KnownHostKeys
  /// In the order in which they are tried.
  var logins: [SSHLogin]

  /// With its port, cleaned.
  var shown: String {
    TextCleaner.line(name.contains(":") ? "[\(name)]:\(port)" : "\(name):\(port)", limit: .field)
  }

  var shownName: String { TextCleaner.line(name, limit: .field) }

  /// As ssh(1) is called.
  var shownLogin: String {
    let place = TextCleaner.line("\(user)@\(name)", limit: .field)
    return port == 22 ? place : "-p \(port) \(place)"
  }

  func unconnected(_ cause: ConnectionFault, mayPass: Bool = false) -> TransportFailure {
    TransportFailure(.connectionFailed(host: shown, cause: cause), mayPass: mayPass)
  }

  /// The error if a connection was given up from this side.
  func givenUp(_ reason: SSHInterruption.Reason) -> TransportFailure {
    switch reason {
    case .cancelled: TransportFailure(.cancelled)
    case .silent: TransportFailure(.timedOut(host: shownName))
    case .flooded: unconnected(.unrequestedData)
    }
  }
}

/// Why there is no connection.
enum SSHFault: Error, Sendable {
  case failed(TransportFailure)
  case refused(SSHRefusal)
  /// The connection has ended twice while a password was offered, and nothing says whether that is why.
  case lost(SSHLogin, TransportFailure)
  /// The connection has ended during a login.
  ///
  /// - isVerdict: Whether the server has said that it ends it, as after too many attempts, rather than vanished.
  case cut(hostIndex: Int, SSHRefusal, during: SSHLogin, isVerdict: Bool)
}

/// A server didn't let the user in with the logins that it was offered.
struct SSHRefusal: Sendable {
  var host: SSHHost
  /// Those that it accepted, in order, and that it required more than.
  var accepted: [SSHLogin]
  /// Those of a kind that it didn't ask for.
  var untried: [SSHLogin]
  /// Whether it may accept a password, now.
  var takesPasswords: Bool
  /// Whether it has asked for something other than a password.
  var hasAskedMore: Bool
}

/// A libssh session with one server. Its calls block, so it belongs to the thread of an `SSHLane` or an `SSHTunnel`.
///
/// The socket is ours: it is connected here, and another thread shuts it down to end a libssh call. The server's key is
/// checked against `known_hosts` here, before the server learns who the user is; libssh gets no known-hosts file, reads
/// no configuration and writes nothing.
final class SSHConnection {
  /// How a host is reached.
  struct Route: Sendable {
    /// The addresses of the first host, in network order.
    var addresses: [[UInt8]]
    /// The jump hosts in order; the last one is the server.
    var hosts: [SSHHost]
    var connectTimeOut: Duration
    var idleTimeOut: Duration
  }

  let host: SSHHost
  let library: vitrine_ssh
  /// The logins that the server accepted, in order. It may require several together.
  private(set) var logins: [SSHLogin] = []
  private var hasAskedMore = false
  private let session: OpaquePointer
  private let descriptor: Int32
  private let interruption: SSHInterruption
  let counter: SSHCounter
  private let inflow: SSHInflow
  private(set) var sftp: sftp_session?

  /// Connects, checks the server's key, logs in, and starts SFTP.
  ///
  /// - Parameter route: Of at least one host.
  static func open(
    _ route: Route, _ interruption: SSHInterruption, _ counter: SSHCounter
  ) throws(SSHFault) -> SSHConnection {
    var route = route
    var lostLogins: Set<SSHLogin> = []
    for _ in 0..<tryLimit {
      do throws(SSHFault) {
        return try openOnce(route, interruption, counter)
      } catch {
        guard case .cut(let index, let refusal, let login, let isVerdict) = error else {
          throw error
        }
        var left = refusal.untried
        if !isVerdict, lostLogins.insert(login).inserted {
          left.insert(login, at: 0)
        } else if !isVerdict, login.isPassword {
          // Nothing says that the login was wrong. Servers lock users out, so a password isn't offered a third time.
          throw .lost(login, refusal.host.unconnected(.closed))
        } else if !isVerdict, left.isEmpty {
          throw .failed(refusal.host.unconnected(.closed))
        } else if left.isEmpty {
          throw .refused(refusal)
        }
        route.hosts[index].logins = refusal.accepted + left
      }
    }
    throw .failed(route.hosts[0].unconnected(.closed))
  }

  /// How many connections may be closed: one each for a login too many, and some that are lost.
  private static let tryLimit = 6

  private static func openOnce(
    _ route: Route, _ interruption: SSHInterruption, _ counter: SSHCounter
  ) throws(SSHFault) -> SSHConnection {
    let first = route.hosts[0]
    guard let library = vitrine_ssh_open()?.pointee else {
      throw .failed(first.unconnected(.sshLibraryMissing))
    }
    var descriptor: Int32
    do throws(SSHSocket.Errno) {
      descriptor = try SSHSocket.connect(
        to: route.addresses, port: first.port, timeOut: route.connectTimeOut, interruption)
    } catch {
      throw .failed(
        interruption.reason.map(first.givenUp)
          ?? TransportFailure(connecting: error.code, host: first.shownName, server: first.shown))
    }
    // The caller has the last one, which follows the others.
    let counters = route.hosts.dropLast().map { _ in SSHCounter() } + [counter]
    for (jump, next) in zip(counters, counters.dropFirst()) { next.follow(jump) }
    for (index, host) in route.hosts.enumerated() {
      let connection = try SSHConnection(
        host, index, over: descriptor, route, library, interruption, counters[index])
      guard index < route.hosts.count - 1 else {
        try connection.beginSFTP()
        return connection
      }
      let next = route.hosts[index + 1]
      guard let end = SSHTunnel.open(over: connection, to: next, interruption) else {
        throw .failed(next.unconnected(.refused, mayPass: true))
      }
      descriptor = end
    }
    throw .failed(TransportFailure(.cancelled))
  }

  /// - Parameter descriptor: The connection closes it, even if it can't be made.
  private init(
    _ host: SSHHost, _ index: Int, over descriptor: Int32, _ route: Route, _ library: vitrine_ssh,
    _ interruption: SSHInterruption, _ counter: SSHCounter
  ) throws(SSHFault) {
    self.host = host
    self.library = library
    self.descriptor = descriptor
    self.interruption = interruption
    self.counter = counter
    inflow = SSHInflow(library, interruption, counter)
    guard let session = library.ssh_new() else {
      SSHSocket.close(descriptor, interruption)
      throw .failed(host.unconnected(.tooManyFiles))
    }
    self.session = session
    library.ssh_set_counters(session, counter.counter, nil)
    // Refuses what a server may ask of a client, such as channels; without it libssh keeps each of these requests.
    library.ssh_set_message_callback(session, { _, _, _ in 1 }, nil)
    set(route.connectTimeOut)
    try shakeHands()
    set(route.idleTimeOut)
    try logIn(index)
  }

  deinit {
    inflow.sftp = nil
    if let sftp { library.sftp_free(sftp) }
    library.ssh_disconnect(session)
    library.ssh_free(session)
    SSHSocket.close(descriptor, interruption)
  }

  private func set(_ timeOut: Duration) {
    var seconds = max(1, Int(timeOut.components.seconds))
    _ = library.ssh_options_set(session, SSH_OPTIONS_TIMEOUT, &seconds)
  }

  private func set(_ option: ssh_options_e, _ text: String) {
    _ = library.ssh_options_set(session, option, text)
  }

  /// Whether the connection is still up.
  private var isAlive: Bool { library.ssh_is_connected(session) != 0 && !isGivenUp }

  /// Whether it was ended from this side.
  var isGivenUp: Bool { interruption.isGivenUp }

  /// Ends it from this side.
  func giveUp(_ reason: SSHInterruption.Reason) { interruption.giveUp(reason) }

  // MARK: Server key

  private func shakeHands() throws(SSHFault) {
    // libssh closes its own.
    var copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw .failed(host.unconnected(.tooManyFiles)) }
    _ = library.ssh_options_set(session, SSH_OPTIONS_FD, &copy)
    var no = false
    _ = library.ssh_options_set(session, SSH_OPTIONS_PROCESS_CONFIG, &no)
    set(SSH_OPTIONS_USER, host.user)
    set(SSH_OPTIONS_KNOWNHOSTS, "/dev/null")
    set(SSH_OPTIONS_GLOBAL_KNOWNHOSTS, "/dev/null")
    set(SSH_OPTIONS_HOSTKEYS, host.knownHosts.algorithms)
    guard library.ssh_connect(session) == SSH_OK else { throw .failed(handshakeFailure()) }
    let key = serverKey()
    guard let key else { throw .failed(host.unconnected(.closed, mayPass: true)) }
    if let fault = host.knownHosts.fault(of: key) {
      throw .failed(
        TransportFailure(
          .hostKeyRefused(host: host.shownName, login: host.shownLogin, fault: fault)))
    }
  }

  private func handshakeFailure() -> TransportFailure {
    if let reason = interruption.reason { return host.givenUp(reason) }
    let banner = library.ssh_get_serverbanner(session).map { String(cString: $0) } ?? ""
    guard banner.hasPrefix("SSH-") else {
      // An overloaded server closes connections before it identifies itself.
      return counter.receivedByteCount == 0 && !isTimedOut
        ? host.unconnected(.closed, mayPass: true)
        : host.unconnected(isTimedOut ? .timedOut : .notSSH, mayPass: true)
    }
    // Distinguished by libssh's messages, which are never shown: they may quote the server.
    if message.contains("no match for method") { return host.unconnected(.noCommonEncryption) }
    return host.unconnected(isTimedOut ? .timedOut : .closed, mayPass: true)
  }

  /// What libssh says of the last failure. Never shown: it may quote the server.
  var message: String {
    library.ssh_get_error(UnsafeMutableRawPointer(session)).map { String(cString: $0) } ?? ""
  }

  private var isTimedOut: Bool { message.contains("Timeout") }

  /// In the form that known_hosts has in base64.
  private func serverKey() -> [UInt8]? {
    var key: ssh_key?
    guard library.ssh_get_server_publickey(session, &key) == SSH_OK else { return nil }
    defer { library.ssh_key_free(key) }
    var text: UnsafeMutablePointer<CChar>?
    guard library.ssh_pki_export_pubkey_base64(key, &text) == SSH_OK, let text else { return nil }
    defer { library.ssh_string_free_char(text) }
    return Data(base64Encoded: String(cString: text)).map(Array.init)
  }

  // MARK: Login

  /// Logins that a server may require together.
  private static let acceptedLimit = 8

  /// Tries the logins until the server is satisfied. It may accept one and require another: then those of the kinds
  /// that it names next are tried, too.
  private func logIn(_ index: Int) throws(SSHFault) {
    guard answered({ library.ssh_userauth_none(session, nil) }) != SSH_AUTH_SUCCESS.rawValue else {
      logins = [.nothing]
      return
    }
    var untried = host.logins
    while logins.count < Self.acceptedLimit,
      let position = untried.firstIndex(where: { $0.isOf(methods) })
    {
      let login = untried.remove(at: position)
      switch ssh_auth_e(prove(login)) {
      case SSH_AUTH_SUCCESS:
        logins.append(login)
        return
      case SSH_AUTH_PARTIAL:
        logins.append(login)
        // It may have a second key.
        if case .agent = login { untried.insert(login, at: position) }
      case SSH_AUTH_DENIED: break
      default:
        guard !isAlive, !isGivenUp else { break }
        // Read before anything else changes it. Never shown: it quotes the server.
        let isVerdict = message.hasPrefix("Received SSH_MSG_DISCONNECT")
        throw .cut(hostIndex: index, refusal(untried), during: login, isVerdict: isVerdict)
      }
    }
    guard isAlive else { throw .failed(lost()) }
    throw .refused(refusal(untried))
  }

  private func refusal(_ untried: [SSHLogin]) -> SSHRefusal {
    SSHRefusal(
      host: host, accepted: logins, untried: untried,
      takesPasswords: SSHLogin.password([]).isOf(methods), hasAskedMore: hasAskedMore)
  }

  /// What the server takes now.
  private var methods: UInt32 { UInt32(bitPattern: library.ssh_userauth_list(session, nil)) }

  /// Waits for the server's answer to a login. libssh 0.10 itself keeps waiting after the server has closed the
  /// connection.
  private func answered(_ ask: () -> Int32) -> Int32 {
    library.ssh_set_blocking(session, 0)
    defer { library.ssh_set_blocking(session, 1) }
    while true {
      let status = ask()
      guard status == SSH_AUTH_AGAIN.rawValue, isAlive else { return status }
      var polled = pollfd(fd: pollDescriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&polled, 1, 1_000)
    }
  }

  private func prove(_ login: SSHLogin) -> Int32 {
    switch login {
    case .nothing: return SSH_AUTH_DENIED.rawValue
    case .agent(let path): return askAgent(at: path)
    case .key(let file): return sign(with: file)
    case .password(let password):
      let text = password.map { CChar(bitPattern: $0) } + [0]
      // One method only: a wrong password counts twice if the server offers both.
      return methods & SSH_AUTH_METHOD_PASSWORD != 0
        ? answered { library.ssh_userauth_password(session, nil, text) } : answer(text)
    }
  }

  private func askAgent(at path: String) -> Int32 {
    guard let socket = SSHAgent.connect(to: path) else { return SSH_AUTH_DENIED.rawValue }
    defer { SSHSocket.close(socket, interruption) }
    guard interruption.watch(socket) else { return SSH_AUTH_DENIED.rawValue }
    // A duplicate for libssh to close, since ours must be known to be open when it is shut down.
    let copy = fcntl(socket, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { return SSH_AUTH_DENIED.rawValue }
    guard library.ssh_set_agent_socket(session, copy) == SSH_OK else {
      Glibc.close(copy)
      return SSH_AUTH_DENIED.rawValue
    }
    return answered { library.ssh_userauth_agent(session, nil) }
  }

  private func sign(with file: SSHKeyFile) -> Int32 {
    var key: ssh_key?
    let isRead = file.text.withUnsafeBytes { text in
      library.ssh_pki_import_privkey_base64(
        text.baseAddress?.assumingMemoryBound(to: CChar.self), nil, vitrine_ssh_no_passphrase, nil,
        &key)
    }
    guard isRead == SSH_OK else { return SSH_AUTH_DENIED.rawValue }
    defer { library.ssh_key_free(key) }
    if let certificate = file.certificate {
      var signed: ssh_key?
      let kind = library.ssh_key_type_from_name(certificate.kind)
      guard
        library.ssh_pki_import_cert_base64(certificate.base64, kind, &signed) == SSH_OK
      else { return SSH_AUTH_DENIED.rawValue }
      defer { library.ssh_key_free(signed) }
      guard library.ssh_pki_copy_cert_to_privkey(signed, key) == SSH_OK else {
        return SSH_AUTH_DENIED.rawValue
      }
    }
    return answered { library.ssh_userauth_publickey(session, nil, key) }
  }

  /// Many servers ask for a password in a dialogue with one question.
  private func answer(_ password: [CChar]) -> Int32 {
    var isAsked = false
    for _ in 0..<8 {
      let status = answered { library.ssh_userauth_kbdint(session, nil, nil) }
      guard status == SSH_AUTH_INFO.rawValue else { return status }
      let count = library.ssh_userauth_kbdint_getnprompts(session)
      guard count > 0 else { continue }
      var isShown: CChar = 0
      _ = library.ssh_userauth_kbdint_getprompt(session, 0, &isShown)
      // A second question, or one whose answer may be visible, asks for something else.
      guard count == 1, isShown == 0, !isAsked else {
        hasAskedMore = true
        return SSH_AUTH_DENIED.rawValue
      }
      isAsked = true
      guard library.ssh_userauth_kbdint_setanswer(session, 0, password) >= 0 else {
        return SSH_AUTH_DENIED.rawValue
      }
    }
    return SSH_AUTH_DENIED.rawValue
  }

  // MARK: Channels

  private func beginSFTP() throws(SSHFault) {
    guard let channel = newChannel() else { throw .failed(lost()) }
    counter.beginRequest()
    guard library.ssh_channel_open_session(channel) == SSH_OK,
      library.ssh_channel_request_sftp(channel) == SSH_OK,
      let sftp = library.sftp_new_channel(session, channel)
    else {
      library.ssh_channel_free(channel)
      throw .failed(isAlive ? host.unconnected(.noSFTP) : lost())
    }
    self.sftp = sftp
    inflow.sftp = sftp
    guard library.sftp_init(sftp) == SSH_OK else {
      throw .failed(isAlive ? host.unconnected(.noSFTP) : lost())
    }
  }

  private func newChannel() -> OpaquePointer? {
    guard let channel = library.ssh_channel_new(session) else { return nil }
    _ = library.ssh_set_channel_callbacks(channel, inflow.callbacks)
    return channel
  }

  /// Call before each call that waits for the server.
  func beginRequest() { counter.beginRequest() }

  /// - Returns: A channel to a port as seen from the server; nil if it can't be opened.
  func openForward(to host: SSHHost) -> OpaquePointer? {
    guard let channel = newChannel() else { return nil }
    let port = Int32(host.port)
    guard
      library.ssh_channel_open_forward(channel, host.hostName, port, "localhost", 0) == SSH_OK
    else {
      library.ssh_channel_free(channel)
      return nil
    }
    return channel
  }

  /// The session's descriptor, for `poll`.
  var pollDescriptor: Int32 { library.ssh_get_fd(session) }

  /// Whether SFTP still works: the server may end its program and keep the connection.
  var isUsable: Bool {
    guard isAlive, let sftp else { return false }
    return library.ssh_channel_is_open(sftp.pointee.channel) != 0
      && library.ssh_channel_is_eof(sftp.pointee.channel) == 0
  }

  /// The error if the connection has ended.
  func lost() -> TransportFailure {
    interruption.reason.map(host.givenUp) ?? host.unconnected(.closed, mayPass: true)
  }
}

/// Forwards data through a jump host: a thread between the channel there and a socket here. @unchecked: the connection
/// and its channel are used on the tunnel's thread alone once that is started.
final class SSHTunnel: @unchecked Sendable {
  private let connection: SSHConnection
  private let channel: OpaquePointer
  private let descriptor: Int32
  private let interruption: SSHInterruption

  private init(
    _ connection: SSHConnection, _ channel: OpaquePointer, _ descriptor: Int32,
    _ interruption: SSHInterruption
  ) {
    self.connection = connection
    self.channel = channel
    self.descriptor = descriptor
    self.interruption = interruption
  }

  /// - Returns: The end of it that leads to the next host; the caller closes it, and the tunnel ends.
  static func open(
    over connection: SSHConnection, to host: SSHHost, _ interruption: SSHInterruption
  ) -> Int32? {
    guard let channel = connection.openForward(to: host) else { return nil }
    var ends: [Int32] = [-1, -1]
    let isMade = socketpair(
      AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
    let tunnel = SSHTunnel(connection, channel, ends[1], interruption)
    guard isMade == 0 else {
      connection.library.ssh_channel_free(channel)
      return nil
    }
    guard interruption.watch(ends[0]), interruption.watch(ends[1]) else {
      for end in ends { SSHSocket.close(end, interruption) }
      connection.library.ssh_channel_free(channel)
      return nil
    }
    Thread.startForNetwork { tunnel.run() }
    return ends[0]
  }

  private func run() {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while pass(&buffer) {}
    SSHSocket.close(descriptor, interruption)
    connection.library.ssh_channel_free(channel)
  }

  /// - Returns: Whether both sides are still there.
  private func pass(_ buffer: inout [UInt8]) -> Bool {
    let library = connection.library
    while true {
      let count = buffer.withUnsafeMutableBytes {
        library.ssh_channel_read_nonblocking(channel, $0.baseAddress, UInt32($0.count), 0)
      }
      if count == 0 { break }
      guard count > 0, write(buffer[..<Int(count)]) else { return false }
      connection.counter.notePassedOn(byteCount: Int(count))
    }
    if connection.counter.isExceeded { interruption.giveUp(.flooded) }
    guard library.ssh_channel_is_eof(channel) == 0, library.ssh_channel_is_open(channel) != 0
    else { return false }
    var polled = [connection.pollDescriptor, descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    guard poll(&polled, 2, -1) > 0 || errno == EINTR else { return false }
    guard polled[1].revents != 0 else { return true }
    let count = recv(descriptor, &buffer, buffer.count, 0)
    guard count > 0 else { return false }
    return buffer.withUnsafeBytes {
      library.ssh_channel_write(channel, $0.baseAddress, UInt32(count)) == count
    }
  }

  private func write(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

extension SSHLogin {
  var isPassword: Bool { if case .password = self { true } else { false } }

  /// - Parameter methods: libssh's `SSH_AUTH_METHOD_…`.
  fileprivate func isOf(_ methods: UInt32) -> Bool {
    switch self {
    case .nothing: false
    case .agent, .key: methods & SSH_AUTH_METHOD_PUBLICKEY != 0
    case .password: methods & (SSH_AUTH_METHOD_PASSWORD | SSH_AUTH_METHOD_INTERACTIVE) != 0
    }
  }
}
