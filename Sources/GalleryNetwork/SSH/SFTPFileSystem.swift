import FeedFormats
import FolderFormats
import Foundation
import GalleryData
import GalleryDomain
import Glibc
import Logging
import Processes
import Synchronization

/// Where ssh asks for what it needs.
public enum SSHPrompts: Sendable {
  /// On the terminal, which it may use.
  case terminal
  /// Nowhere: a server that requires an answer is refused.
  case none
  /// In the program, which shows the question.
  ///
  /// - helper: The path of the program that passes questions on.
  /// - folders: For its socket, the best one first.
  /// - password: Looks up a user's password at the server; nil if there is none.
  /// - ask: Returns nil to refuse. Its task is cancelled when ssh doesn't wait any longer.
  case shown(
    helper: String, folders: [String],
    password: @Sendable (_ user: String) async throws(PhotoSourceError) -> [UInt8]?,
    ask: @Sendable (SSHQuestion) async -> String?)
}

/// A folder on an SFTP server, through ssh(1), which knows the server's key and the user's, and asks the user.
///
/// All requests go over one connection, several at a time. It is made when it is needed, and made again after it was
/// lost. If it can't be made, the user has to ask for it: only a new listing tries again, not each row.
public final class SFTPFileSystem: RemoteFileSystem, RemoteFiles {
  private struct State {
    /// The connection that was made last.
    var session: SFTPSession?
    /// Why none could be made.
    var failure: PhotoSourceError?
    /// What listens to ssh while it logs in.
    var questions: SSHQuestions?
    /// Whether the password that the user has stored was looked up, since a login succeeded.
    var hasGivenPassword = false
    /// Why there is no password.
    var passwordFault: PhotoSourceError?

    /// - Returns: Whether it is the first time since a login.
    mutating func mayGivePassword() -> Bool {
      defer { hasGivenPassword = true }
      return !hasGivenPassword
    }
  }

  /// What callers wait for while it is made.
  private let connections = SharedLoads<String, SFTPSession>()
  private let sftp: SFTPFolder
  private let configuration: TransportConfiguration
  private let server: Origin
  private let program: SSHProgram
  private let prompts: SSHPrompts
  private let state = Mutex(State())

  public let parallelReads = 16
  /// What a connection opens: ssh's pipes, the socket for its questions, and one of them.
  private static let fileCount = 8
  /// Responses with names that are requested ahead: OpenSSH's server puts 100 into each.
  private static let namesLimit = 8
  /// In bytes. Servers may send less at a time.
  private static let pieceByteCount = 32 << 10
  /// Pieces that are requested ahead: 2 MB, for connections of 100 Mbit/s and 160 ms.
  private static let pieceLimit = 64

  /// - Parameters:
  ///   - url: The folder's URL, with the scheme sftp.
  ///   - user: The user's name on the server; nil for the one of ssh's configuration.
  /// - Throws: `.notFound` for a URL without a usable host; `.connectionFailed` for a name that ssh may misread.
  package init(
    configuration: TransportConfiguration, folder url: URL, user: String?, prompts: SSHPrompts,
    program: String = "ssh"
  ) throws(PhotoSourceError) {
    let typed = url.host(percentEncoded: false)?.trimmingBrackets ?? ""
    guard let server = Origin(url, ports: Origin.sftp) else {
      throw .notFound(name: WebAddress.shown(url))
    }
    guard let program = SSHProgram(program, host: typed, port: url.port, user: user) else {
      throw .connectionFailed(host: TextCleaner.line(typed, limit: .field), cause: .unsafeName)
    }
    sftp = try SFTPFolder(url: url)
    self.configuration = configuration
    self.server = server
    self.program = program
    self.prompts = prompts
  }

  deinit { state.withLock(\.session)?.close() }

  /// Ends all requests (they throw `.cancelled`) and the connection.
  public func shutDown() {
    let (session, questions) = state.withLock {
      ($0.session, $0.questions)
    }
    questions?.end()
    connections.cancelAll()
    session?.close()
  }

  public var folder: any RemoteFolder { sftp }
  public var files: any RemoteFiles { self }

  // MARK: Files

  public func list(
    _ folder: [UInt8], isRecursive: Bool, after token: String?
  ) async throws(PhotoSourceError) -> RemoteListing {
    state.withLock { $0.failure = nil }
    let byteLimit = configuration.limits.feedByteCount
    return try await perform(at: try sftp.listingURL(of: folder)) {
      (session, path, name) async throws(TransportFailure) in
      let handle = try await session.handle(.openFolder(path), name)
      defer { session.ask(.close(handle)) }
      var (listing, byteCount) = (RemoteListing(), 0)
      var replies: [SFTPSession.Reply] = []
      while true {
        while replies.count < Self.namesLimit { replies.append(session.ask(.readFolder(handle))) }
        let response = try await session.response(to: replies.removeFirst())
        if response == .end { return listing }
        guard case .names(let items) = response else { throw session.failure(response, name) }
        // It would never end.
        guard !items.isEmpty else {
          throw TransportFailure(.listingBroken(name: name, fault: .isEmpty))
        }
        for item in items {
          byteCount += item.name.count + MemoryLayout<SFTPFolder.Item>.stride
          SFTPFolder.add(item, in: folder, to: &listing)
        }
        guard byteCount <= byteLimit else {
          listing.endsEarly = true
          return listing
        }
      }
    }
  }

  public func beginning(of url: URL, byteCount: Int) async throws(PhotoSourceError) -> FilePart {
    try await perform(at: url) { (session, path, name) async throws(TransportFailure) in
      let handle = try await session.handle(.open(path), name)
      defer { session.ask(.close(handle)) }
      var part = FilePart(bytes: [])
      // Getting the length would cost another round trip.
      try await Self.read(handle, in: session, upTo: byteCount, name) { part.bytes += $0 }
      return part
    }
  }

  public func contents(of url: URL, byteLimit: Int) async throws(PhotoSourceError) -> FilePart {
    let limit = min(byteLimit, configuration.limits.feedByteCount)
    return try await perform(at: url) { (session, path, name) async throws(TransportFailure) in
      var sink = BodySink(.memory, byteLimit: limit, name: name)
      let validators = try await Self.whole(path, in: session, into: &sink)
      return FilePart(bytes: sink.bytes, validators: validators ?? HTTPValidators())
    }
  }

  public func download(
    _ url: URL, unlessMatches validators: HTTPValidators?, to descriptor: Int32,
    byteLimit: Int, progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(PhotoSourceError) -> HTTPValidators? {
    let limit = min(configuration.limits.imageByteCount, byteLimit)
    let paced = PacedProgress(now: configuration.time.now, report: progress)
    return try await perform(at: url, timeOut: configuration.timeOuts.image) {
      (session, path, name) async throws(TransportFailure) in
      var sink = BodySink(.file(descriptor), byteLimit: limit, name: name)
      return try await Self.whole(
        path, in: session, into: &sink, unlessMatches: validators?.entityTag
      ) { received, expected in
        paced.report(ImageProgress(receivedByteCount: received, expectedByteCount: expected))
      }
    }
  }

  /// - Parameters:
  ///   - tag: The tag of the known version; nil for none.
  ///   - report: Called with the number of bytes received, and the number expected.
  /// - Returns: nil if the known version is still current.
  private static func whole(
    _ path: [UInt8], in session: SFTPSession, into sink: inout BodySink,
    unlessMatches tag: String? = nil, report: (Int, Int?) -> Void = { _, _ in }
  ) async throws(TransportFailure) -> HTTPValidators? {
    let name = sink.name
    let handle = try await session.handle(.open(path), name)
    defer { session.ask(.close(handle)) }
    let response = try await session.response(to: .factsOfFile(handle))
    guard case .facts(let facts) = response else { throw session.failure(response, name) }
    var validators = HTTPValidators()
    if let modified = facts.modified {
      let seconds = Int(modified.timeIntervalSince1970)
      validators.entityTag = "\"\(seconds)-\(facts.byteCount ?? -1)\""
    }
    if let tag, validators.entityTag == tag { return nil }
    if let count = facts.byteCount, count > sink.byteLimit {
      throw TransportFailure(.tooLarge(name: name, byteCount: count, byteLimit: sink.byteLimit))
    }
    do throws(PhotoSourceError) { try sink.begin() } catch { throw TransportFailure(error) }
    try await read(handle, in: session, upTo: facts.byteCount ?? .max, name) {
      (piece) throws(PhotoSourceError) in
      let written = piece.withUnsafeBytes { bytes in
        Result { () throws(PhotoSourceError) in try sink.append(bytes) }
      }
      try written.get()
      report(sink.byteCount, facts.byteCount)
    }
    // The file became shorter while it was read.
    if let count = facts.byteCount, sink.byteCount < count { throw session.truncated }
    return validators
  }

  /// Reads a file in pieces that are requested ahead.
  private static func read(
    _ handle: [UInt8], in session: SFTPSession, upTo byteCount: Int, _ name: String,
    receive: ([UInt8]) throws(PhotoSourceError) -> Void
  ) async throws(TransportFailure) {
    typealias Piece = (offset: Int, byteCount: Int, reply: SFTPSession.Reply)
    func ask(_ offset: Int, _ byteCount: Int) -> Piece {
      (offset, byteCount, session.ask(.read(handle, offset: offset, byteCount: byteCount)))
    }
    var pieces: [Piece] = []
    var requested = 0
    while true {
      while requested < byteCount, pieces.count < pieceLimit {
        let count = min(pieceByteCount, byteCount - requested)
        pieces.append(ask(requested, count))
        requested += count
      }
      guard let piece = pieces.first else { return }
      let response = try await session.response(to: piece.reply)
      pieces.removeFirst()
      if response == .end { return }
      guard case .data(let bytes) = response else { throw session.failure(response, name) }
      guard (1...piece.byteCount).contains(bytes.count) else {
        session.refuse()
        throw session.truncated
      }
      do throws(PhotoSourceError) {
        try receive(bytes)
      } catch {
        throw TransportFailure(error)
      }
      // The rest of the piece comes before the next one.
      if bytes.count < piece.byteCount {
        pieces.insert(ask(piece.offset + bytes.count, piece.byteCount - bytes.count), at: 0)
      }
    }
  }

  // MARK: One request

  private typealias Work<Value> =
    @Sendable (_ session: SFTPSession, _ path: [UInt8], _ name: String)
    async throws(TransportFailure) -> Value

  /// - Parameter work: Repeated after a connection was lost.
  private func perform<Value: Sendable>(
    at url: URL, timeOut: Duration? = nil, _ work: @escaping Work<Value>
  ) async throws(PhotoSourceError) -> Value {
    let name = WebAddress.shown(url)
    guard Origin(url, ports: Origin.sftp) == server, let path = SFTPFolder.path(of: url) else {
      throw .notFound(name: name)
    }
    configuration.logger.debug("SFTP \(LoggedAddress.text(url, secretNames: []))")
    return try await RequestTries(configuration: configuration, host: shownHost).perform(
      timeOut: timeOut ?? configuration.timeOuts.feed,
      begin: { () async throws(TransportFailure) in try await self.connected() },
      exchange: { (session) async throws(TransportFailure) in
        try await work(session, path, name)
      })
  }

  private var shownHost: String { TextCleaner.line(program.host, limit: .field) }

  // MARK: The connection

  /// The connection, or a new one, which all callers wait for.
  private func connected() async throws(TransportFailure) -> SFTPSession {
    let (failure, session) = state.withLock { ($0.failure, $0.session) }
    if let failure { throw TransportFailure(failure) }
    if let session, !session.hasEnded { return session }
    do throws(PhotoSourceError) {
      return try await connections.value(of: program.host) {
        [weak self] () async throws(PhotoSourceError) in
        guard let self else { throw .cancelled }
        return try await logIn()
      }
    } catch {
      throw TransportFailure(error)
    }
  }

  private func logIn() async throws(PhotoSourceError) -> SFTPSession {
    let known = state.withLock { state in
      state.passwordFault = nil
      return state.session
    }
    // Made while the caller began to wait.
    if let known, !known.hasEnded { return known }
    guard configuration.mayOpenFiles(Self.fileCount) else {
      throw .connectionFailed(host: shownHost, cause: .tooManyFiles)
    }
    var questions: SSHQuestions?
    // Also for the ssh of a jump host, to which options aren't passed.
    var variables: [String: [UInt8]?] = ["SSH_ASKPASS_REQUIRE": Array("never".utf8)]
    var (asksNothing, sharesTerminal) = (false, false)
    switch prompts {
    case .terminal: sharesTerminal = true
    case .none: asksNothing = true
    case .shown(let helper, let folders, let password, let ask):
      questions = SSHQuestions(in: folders) { [weak self] hint, prompt in
        await self?.answer(hint, prompt, password, ask)
      }
      asksNothing = questions == nil
      variables = [
        "SSH_ASKPASS": Array(helper.utf8), "SSH_ASKPASS_REQUIRE": Array("force".utf8),
        SSHQuestions.variable: questions.map { Array($0.path.utf8) },
      ]
    }
    // No longer than ssh logs in.
    defer { questions?.end() }
    state.withLock { [questions] in $0.questions = questions }
    do throws(TransportFailure) {
      let session = try SFTPSession(
        program.command(asksNothing: asksNothing),
        environment: ChildProcess.environment(replacing: variables), sharesTerminal: sharesTerminal,
        host: shownHost, timeOuts: configuration.timeOuts,
        isAsking: { [questions] in questions?.isOpen == true })
      do throws(TransportFailure) {
        _ = try await session.response(to: session.beginning)
      } catch {
        session.close(error)
        throw error
      }
      state.withLock { ($0.session, $0.hasGivenPassword) = (session, false) }
      return session
    } catch {
      let display = configuration.environment["DISPLAY"]
      let found = questions == nil ? error.error : program.explained(error.error, display: display)
      throw state.withLock { state in
        let failure = state.passwordFault ?? found
        if error.error != .cancelled { state.failure = failure }
        return failure
      }
    }
  }

  /// Answers ssh: once with the password of the server that the user has stored, then as the user says.
  private func answer(
    _ hint: String, _ prompt: [UInt8],
    _ password: @Sendable (String) async throws(PhotoSourceError) -> [UInt8]?,
    _ ask: @Sendable (SSHQuestion) async -> String?
  ) async -> [UInt8]? {
    let question = SSHQuestion(server: shownHost, hint: hint, prompt: prompt)
    if question.kind == .secret, let user = await program.userOfPassword(in: prompt),
      state.withLock({ $0.mayGivePassword() })
    {
      do throws(PhotoSourceError) {
        if let found = try await password(user), !found.contains(0), !found.contains(0x0A) {
          return found
        }
      } catch {
        state.withLock { $0.passwordFault = error }
        return nil
      }
    }
    guard let answer = await ask(question), question.accepts(answer) else { return nil }
    return Array(answer.utf8)
  }
}

extension SFTPSession {
  fileprivate func handle(
    _ request: SFTPRequest, _ name: String
  ) async throws(TransportFailure) -> [UInt8] {
    let response = try await response(to: request)
    guard case .handle(let handle) = response else { throw failure(response, name) }
    return handle
  }

  /// What a response means that isn't of the requested kind (the draft, 7).
  fileprivate func failure(_ response: SFTPResponse, _ name: String) -> TransportFailure {
    switch response {
    case .status(2): return TransportFailure(.notFound(name: name))
    case .status(3): return TransportFailure(.permissionDenied(name: name))
    case .status(6), .status(7): return truncated
    // The server gives no further reason (SSH_FX_FAILURE).
    case .status: return TransportFailure(.unreadable(name: name, code: EIO))
    default:
      refuse()
      return truncated
    }
  }
}
