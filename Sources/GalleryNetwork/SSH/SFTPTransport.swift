import CCurl
import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import Logging
import PictureProtocol
import Synchronization

/// Asks one SFTP server through libcurl, and answers as a server of the web would: 200 for a file and for what is in a folder
/// (an address that ends with a slash), 206 for a part, 304 and 412 for what has not changed or has, 403, 404, 405 for a file where
/// a folder was asked for, 416. An entity tag is the time of the last change.
///
/// Some transfers go on at a time, each over a connection of its own, which is kept for the next one. Who the server is, is
/// looked up in `known_hosts`; to one that is not there nothing is said, and nothing is written there. Who the user is, the
/// keys of ssh-agent and of the usual files say, else a password, which is looked for when the keys were refused. Why so:
/// `docs/decisions/0067-sftp-by-libcurl-with-known-hosts-of-our-own.md`.
public final class SFTPTransport: HTTPTransport {
  /// What is on this computer for SSH.
  public struct Environment: Sendable {
    /// The user's, with `.ssh` in it.
    public var home: String?
    /// Whether there is an ssh-agent to ask; libssh2 finds it by `SSH_AUTH_SOCK`.
    public var hasAgent: Bool
    /// Known hosts beside the user's.
    public var knownHosts: [String]

    public init(
      home: String?, hasAgent: Bool,
      knownHosts: [String] = ["/etc/ssh/ssh_known_hosts", "/etc/ssh/ssh_known_hosts2"]
    ) {
      self.home = home
      self.hasAgent = hasAgent
      self.knownHosts = knownHosts
    }
  }

  private struct State {
    /// What the server has taken.
    var login: SSHLogin?
    var hostKeys: HostKeys?
    /// A refused password is not tried again: servers shut users out.
    /// Of the keys that ssh-agent has.
    var agentKinds: [String] = []
    var isPasswordRefused = false
  }

  private let configuration: TransportConfiguration
  private let server: Origin
  private let user: String
  private let environment: Environment
  private let password: @Sendable () async throws(PhotoSourceError) -> [UInt8]?
  private let lanes = TransferLanes()
  private let state = Mutex(State())

  /// Connections at a time. A server counts those that are being made, and refuses more than ten (*MaxStartups*).
  private static let connectionLimit = 4
  public var connectionLimit: Int { Self.connectionLimit }
  private static let knownHostsByteLimit = 16 << 20

  /// - Parameters:
  ///   - url: Any address at the server, of the scheme sftp.
  ///   - user: As the server knows them.
  ///   - password: Looks for one; nil where there is none.
  /// - Throws: `.notFound` for an address without a usable host.
  public init(
    configuration: TransportConfiguration, server url: URL, user: String,
    environment: Environment,
    password: @escaping @Sendable () async throws(PhotoSourceError) -> [UInt8]?
  ) throws(PhotoSourceError) {
    guard let server = Origin(url, ports: Origin.sftp), !user.isEmpty,
      !user.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
    else { throw .notFound(name: WebAddress.shown(url)) }
    self.configuration = configuration
    self.server = server
    self.user = user
    self.environment = environment
    self.password = password
  }

  /// Ends all requests (they throw `.cancelled`) and connections.
  public func shutDown() async {
    await lanes.shutDown()
  }

  public func send(_ request: HTTPRequest) async throws(PhotoSourceError) -> HTTPResponse {
    let limit = min(request.answerByteLimit ?? .max, configuration.limits.feedByteCount)
    return try await perform(
      request, timeOut: configuration.timeOuts.feed,
      sink: BodySink(.memory, byteLimit: limit, name: host), progress: { _ in })
  }

  public func download(
    _ request: HTTPRequest, to descriptor: Int32, allowance: DownloadAllowance,
    progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(PhotoSourceError) -> HTTPResponse {
    let limit = min(configuration.limits.imageByteCount, allowance.byteLimit)
    let paced = PacedProgress(now: configuration.time.now, report: progress)
    return try await perform(
      request, timeOut: configuration.timeOuts.image,
      sink: BodySink(.file(descriptor, allowance), byteLimit: limit, name: host),
      progress: { paced.report($0) })
  }

  private func perform(
    _ request: HTTPRequest, timeOut: Duration, sink: BodySink,
    progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(PhotoSourceError) -> HTTPResponse {
    guard Origin(request.url, ports: Origin.sftp) == server, request.method == .get else {
      throw .notFound(name: WebAddress.shown(request.url))
    }
    let lane = try await lanes.enter()
    defer { lanes.leave(lane) }
    return try await RequestTries(configuration: configuration).perform(
      request, host: host, timeOut: timeOut
    ) { () async throws(TransportFailure) in
      try await self.exchange(request, on: lane, sink, progress)
    }
  }

  /// The host, as errors and the log name it.
  private var host: String { TextCleaner.line(server.host, limit: .field) }

  // MARK: One try

  private func exchange(
    _ request: HTTPRequest, on lane: CurlLoop, _ sink: BodySink,
    _ progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(TransportFailure) -> HTTPResponse {
    guard vitrine_curl_open() == nil else { throw unconnected(.libraryMissing) }
    guard vitrine_curl_has_sftp() else { throw unconnected(.sftpMissing) }
    guard configuration.mayOpenFiles(TransferLoops.fileCount) else {
      throw unconnected(.tooManyFiles)
    }
    if let tag = request.headers["If-None-Match"] {
      let nothing = BodySink(.memory, byteLimit: 0, name: host)
      let answer = try await ask(.length, request, on: lane, nothing, { _ in })
      guard answer.isSuccess, answer.headers["ETag"] != tag else {
        return answer.isSuccess ? HTTPResponse(status: 304, url: request.url) : answer
      }
    }
    let wish = wish(of: request)
    var response = try await ask(wish, request, on: lane, sink, progress)
    if let tag = request.headers["If-Match"], response.isSuccess, response.headers["ETag"] != tag {
      return HTTPResponse(status: 412, url: request.url)
    }
    if response.status == 404, let file = try await file(at: request.url, on: lane) { return file }
    // libcurl knows how long the file is, and does not tell. Of what is no JPEG other parts may be asked for, by the length.
    guard response.status == 206, case .bytes(first: 0, let last?) = wish,
      response.body.count == last + 1, PictureFormat(beginning: response.body) != .jpeg
    else { return response }
    let nothing = BodySink(.memory, byteLimit: 0, name: host)
    let whole = try await ask(.length, request, on: lane, nothing, { _ in })
    if let text = whole.headers["Content-Length"], let count = Int(text), count > last {
      response.headers["Content-Range"] = "bytes 0-\(last)/\(count)"
      response.headers["ETag"] = whole.headers["ETag"]
    }
    return response
  }

  /// The answer where a folder was asked for, and there is a file; nil for where there is nothing.
  private func file(
    at url: URL, on lane: CurlLoop
  ) async throws(TransportFailure) -> HTTPResponse? {
    let text = url.absoluteString
    guard text.hasSuffix("/"), let file = URL(string: String(text.dropLast())) else { return nil }
    let nothing = BodySink(.memory, byteLimit: 0, name: host)
    let answer = try await ask(.length, HTTPRequest(url: file), on: lane, nothing, { _ in })
    return answer.isSuccess ? HTTPResponse(status: 405, url: file) : nil
  }

  private func wish(of request: HTTPRequest) -> SSHOptions.Wish {
    if request.headers["Accept"] == SFTPFormat.namesType { return .names }
    // `bytes=0-65535` and `bytes=65536-` (RFC 9110, 14.1.2).
    guard let range = request.headers["Range"], range.hasPrefix("bytes=") else { return .all }
    let ends = range.dropFirst("bytes=".count).split(
      separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Int(ends[0]), first >= 0 else { return .all }
    let last = Int(ends[1])
    guard last != nil || ends[1].isEmpty, last.map({ $0 >= first }) ?? true else { return .all }
    return .bytes(first: first, last: last)
  }

  /// Goes through the ways to prove who the user is, until one is taken; from then on that is the only one.
  private func ask(
    _ wish: SSHOptions.Wish, _ request: HTTPRequest, on lane: CurlLoop, _ sink: BodySink,
    _ progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(TransportFailure) -> HTTPResponse {
    var known = state.withLock(\.login)
    var logins: [SSHLogin]
    if let known { logins = [known] } else { logins = await keys() }
    var refused: [SSHLogin] = []
    while true {
      while let login = logins.first {
        logins.removeFirst()
        let reader = SFTPReader(sink, cuts: request.cutsAnswer, progress)
        let end = try await transfer(wish, request, login, on: lane, reader)
        if case .code(CURLE_LOGIN_DENIED) = end.kind {
          refused.append(login)
          continue
        }
        if end.isConnected {
          state.withLock { $0.login = login }
          lanes.widen(to: Self.connectionLimit)
        }
        return try answer(end, wish, request, reader)
      }
      if let lost = known {
        // Taken before, and no more: from the beginning.
        state.withLock { state in
          if state.login == lost { state.login = nil }
        }
        known = nil
        logins = await keys()
        refused = []
      } else {
        logins = [try await passwordLogin(after: refused)]
      }
    }
  }

  private func keys() async -> [SSHLogin] {
    let kinds = environment.hasAgent ? await SSHAgent.kinds() ?? [] : []
    state.withLock { $0.agentKinds = kinds }
    return SSHLogin.keys(home: environment.home, hasAgent: !kinds.isEmpty)
  }

  /// - Throws: What is wrong where no password is left to try.
  private func passwordLogin(
    after refused: [SSHLogin]
  ) async throws(TransportFailure) -> SSHLogin {
    if refused.contains(where: { $0.password != nil }) {
      state.withLock { $0.isPasswordRefused = true }
    }
    guard !state.withLock(\.isPasswordRefused) else {
      throw TransportFailure(.passwordRefused(host: host))
    }
    do throws(PhotoSourceError) {
      if let password = try await password(), !password.contains(0) {
        return SSHLogin(password: password)
      }
    } catch {
      throw TransportFailure(error)
    }
    throw TransportFailure(
      .loginRefused(host: host, login: shownLogin, fault: fault(of: refused)))
  }

  private func fault(of refused: [SSHLogin]) -> LoginFault {
    let files = refused.compactMap(\.keyFile)
    let kinds = state.withLock(\.agentKinds)
    if files.isEmpty, kinds.isEmpty { return .nothingToOffer }
    // Servers stopped taking SHA-1 in 2021 (OpenSSH 8.8), libssh2 signs with SHA-2 since 1.11.
    let version = vitrine_curl_ssh_version().map { String(cString: $0) } ?? ""
    let isOld = version.compare("libssh2/1.11", options: .numeric) == .orderedAscending
    let areRSA =
      files.allSatisfy { $0.hasSuffix("/id_rsa") } && kinds.allSatisfy { $0 == "ssh-rsa" }
    return isOld && areRSA ? .oldSignature : .refused
  }

  /// As ssh(1) is called.
  private var shownLogin: String {
    let place = TextCleaner.line("\(user)@\(server.host)", limit: .field)
    return server.port == 22 ? place : "-p \(server.port) \(place)"
  }

  /// One connection, or one for each kind of key by which the server is known.
  private func transfer(
    _ wish: SSHOptions.Wish, _ request: HTTPRequest, _ login: SSHLogin, on lane: CurlLoop,
    _ reader: SFTPReader
  ) async throws(TransportFailure) -> TransferEnd {
    var keys = hostKeys()
    while true {
      // Another round trip, for an entity tag.
      let isTagged = wish == .all || wish == .length
      let isFile = !request.url.path(percentEncoded: true).hasSuffix("/")
      let options = SSHOptions(
        wish: wish, asksTime: isTagged && isFile || request.headers["If-Match"] != nil, user: user,
        login: login, hostKeys: keys)
      configuration.logger.debug(
        "SFTP \(LoggedAddress.text(request.url, secretNames: request.secretNames))")
      let end = await lane.perform(
        TransferRequest(
          url: address(request.url), connectTimeOut: configuration.timeOuts.connect,
          idleTimeOut: configuration.timeOuts.idle, ssh: options), reader)
      if Task.isCancelled { throw TransportFailure(.cancelled) }
      if case .code(CURLE_FAILED_INIT) = end.kind, end.message.contains(Self.noCommonMethod),
        let others = keys.withoutFirstKind
      {
        keys = others
        continue
      }
      // Where the server is not the right one, the user may do something about it before the next request.
      let isRight = end.hostKeyFault == nil
      state.withLock { $0.hostKeys = isRight ? keys : nil }
      return end
    }
  }

  /// `LIBSSH2_ERROR_KEX_FAILURE`: there is no cipher, or kind of key, that both sides know.
  private static let noCommonMethod = "ssh session: -5,"

  private func hostKeys() -> HostKeys {
    if let known = state.withLock(\.hostKeys) { return known }
    let own = ["known_hosts", "known_hosts2"].compactMap { name in
      environment.home.map { "\($0)/.ssh/\(name)" }
    }
    let files = (own + environment.knownHosts).compactMap { path in
      FileReference(path: Array(path.utf8))
        .flatMap { try? FileBytes.read($0, byteLimit: Self.knownHostsByteLimit).bytes }
    }
    return HostKeys(
      KnownHostKeys(of: server.host, port: server.port, in: files), host: server.host,
      port: server.port)
  }

  /// Put together anew from its parts, so that libcurl cannot read another host or user in it than was looked at here.
  private func address(_ url: URL) -> String {
    let host = server.host.contains(":") ? "[\(server.host)]" : server.host
    return "sftp://\(host):\(server.port)\(url.path(percentEncoded: true))"
  }

  // MARK: Answers

  private func answer(
    _ end: TransferEnd, _ wish: SSHOptions.Wish, _ request: HTTPRequest, _ reader: SFTPReader
  ) throws(TransportFailure) -> HTTPResponse {
    switch end.kind {
    case .code(CURLE_OK): return try success(end, wish, request, reader)
    case .refused(let reason) where reason is AnswerCut:
      return try success(end, wish, request, reader)
    case .code(CURLE_REMOTE_FILE_NOT_FOUND): return HTTPResponse(status: 404, url: request.url)
    case .code(CURLE_REMOTE_ACCESS_DENIED): return HTTPResponse(status: 403, url: request.url)
    case .code(CURLE_BAD_DOWNLOAD_RESUME), .code(CURLE_RANGE_ERROR):
      return HTTPResponse(status: 416, url: request.url)
    // The server itself, which has no more to say about it (SSH_FX_FAILURE). In other words it is the connection that has ended.
    case .code(CURLE_SSH)
    where end.message.hasPrefix("Could not open") && end.message.contains("Operation failed"):
      return HTTPResponse(status: 500, url: request.url)
    default: throw failure(end, reader)
    }
  }

  private func success(
    _ end: TransferEnd, _ wish: SSHOptions.Wish, _ request: HTTPRequest, _ reader: SFTPReader
  ) throws(TransportFailure) -> HTTPResponse {
    do throws(PhotoSourceError) {
      try reader.finish()
    } catch {
      throw TransportFailure(error)
    }
    var response = HTTPResponse(status: 200, body: reader.sink.bytes, url: request.url)
    if let time = end.fileTime { response.headers["ETag"] = "\"\(time)\"" }
    if wish == .length { response.headers["Content-Length"] = end.statedByteCount.map(String.init) }
    if wish == .names { response.headers["Content-Type"] = SFTPFormat.namesType }
    guard case .bytes(let first, _) = wish else { return response }
    // Of a file that it calls empty, such as those of /proc, libcurl gives all.
    if reader.statedByteCount == nil, first > 0 {
      return HTTPResponse(status: 416, url: request.url)
    }
    response.status = 206
    response.headers["Content-Range"] =
      "bytes \(first)-\(first + max(reader.sink.byteCount, 1) - 1)/*"
    return response
  }

  private func failure(_ end: TransferEnd, _ reader: SFTPReader) -> TransportFailure {
    if let fault = end.hostKeyFault {
      return TransportFailure(.hostKeyRefused(host: host, login: shownLogin, fault: fault))
    }
    switch end.kind {
    case .code(CURLE_FAILED_INIT):
      // What is overrun closes connections before it says who it is.
      if end.message.contains("banner") { return unconnected(.notSSH, mayPass: true) }
      if end.message.contains(Self.noCommonMethod) { return unconnected(.noCommonEncryption) }
      if end.message.contains("request SFTP") { return unconnected(.noSFTP) }
      return unconnected(.closed, mayPass: true)
    case .code(CURLE_SSH) where reader.hasBegun:
      return TransportFailure(.truncated(host: host), mayPass: true)
    case .code(CURLE_SSH): return unconnected(.closed, mayPass: true)
    default:
      return TransportFailure(
        end, host: host, server: server.shown, stage: reader.hasBegun ? .inBody : .beforeHead,
        hasRoute: { InternetRoute.exists })
    }
  }

  private func unconnected(_ cause: ConnectionFault, mayPass: Bool = false) -> TransportFailure {
    TransportFailure(.connectionFailed(host: server.shown, cause: cause), mayPass: mayPass)
  }
}

/// Takes the bytes of a transfer.
// @unchecked: touched on the thread of the transfer until that has ended, afterwards by the task that waited for it.
private final class SFTPReader: TransferReceiver, @unchecked Sendable {
  private(set) var sink: BodySink
  private(set) var hasBegun = false
  private(set) var statedByteCount: Int?
  private let cuts: Bool
  private let progress: @Sendable (ImageProgress) -> Void

  init(_ sink: BodySink, cuts: Bool, _ progress: @escaping @Sendable (ImageProgress) -> Void) {
    self.sink = sink
    self.cuts = cuts
    self.progress = progress
  }

  func bodyWillLeave() {}

  func take(headLine: UnsafeRawBufferPointer) -> Bool { true }

  func bodyBegins(byteCount: Int?) throws {
    statedByteCount = byteCount
    try begin()
    if let byteCount, !cuts, byteCount > sink.byteLimit {
      throw PhotoSourceError.tooLarge(
        name: sink.name, byteCount: byteCount, byteLimit: sink.byteLimit)
    }
  }

  func take(body: UnsafeRawBufferPointer) throws {
    let wanted = cuts ? min(body.count, sink.byteLimit - sink.byteCount) : body.count
    try sink.append(UnsafeRawBufferPointer(rebasing: body.prefix(wanted)))
    guard wanted == body.count else { throw AnswerCut() }
    progress(
      ImageProgress(receivedByteCount: sink.byteCount, expectedByteCount: statedByteCount))
  }

  /// Of an empty file nothing comes.
  func finish() throws(PhotoSourceError) {
    if !hasBegun { try begin() }
  }

  private func begin() throws(PhotoSourceError) {
    hasBegun = true
    try sink.begin()
  }
}
