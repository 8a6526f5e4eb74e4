import Dispatch
import FeedFormats
import Foundation
import GalleryDomain
import Glibc
import Processes
import Synchronization

/// `ssh` with an SFTP server at its other end. Requests are sent without waiting for the responses to earlier ones.
///
/// It runs until it is closed, or ends by itself. Its end is that of the process: a master of `ControlPersist` may keep
/// its standard error open for ever.
final class SFTPSession: Sendable {
  /// The response to a request, which needn't be waited for; none comes after the end.
  typealias Reply = AsyncStream<SFTPResponse>

  private struct State {
    /// By the numbers of the requests that haven't got a response.
    var open: [UInt32: Reply.Continuation] = [:]
    var lastNumber: UInt32 = 0
    /// When the server last sent something, or got a request after a pause.
    var lastSign = ContinuousClock.now
    var hasBegun = false
    /// The end of what ssh and the server's programs say.
    var words: [UInt8] = []
    /// Why the session has ended.
    var failure: TransportFailure?
  }

  /// The server's name in errors.
  private let host: String
  private let process: ChildProcess
  /// Our end of ssh's standard input.
  private let input: Int32
  /// ssh may not read while the server doesn't.
  private let writing = DispatchQueue(label: "vitrine.sftp")
  private let state = Mutex(State())
  private let timeOuts: TransportConfiguration.TimeOuts
  private let sharesTerminal: Bool
  private let isAsking: @Sendable () -> Bool
  /// That of the server's first packet, which has number 0.
  let beginning: Reply

  /// What is kept of standard error.
  private static let wordByteLimit = 8 << 10
  /// How long ssh may take to restore the terminal.
  private static let patience = Duration.seconds(1)

  /// Starts ssh, and sends the first packet.
  ///
  /// - Parameters:
  ///   - sharesTerminal: Whether ssh may ask on the terminal.
  ///   - isAsking: Whether ssh waits for the user elsewhere.
  init(
    _ command: [[UInt8]], environment: [[UInt8]], sharesTerminal: Bool, host: String,
    timeOuts: TransportConfiguration.TimeOuts = .init(),
    isAsking: @escaping @Sendable () -> Bool = { false }
  ) throws(TransportFailure) {
    self.host = host
    self.timeOuts = timeOuts
    self.sharesTerminal = sharesTerminal
    self.isAsking = isAsking
    func failed(_ cause: ConnectionFault) -> TransportFailure {
      TransportFailure(.connectionFailed(host: host, cause: cause))
    }
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw failed(.tooManyFiles) }
    input = ends[0]
    defer { Glibc.close(ends[1]) }
    do throws(ChildProcess.Failure) {
      process = try ChildProcess(
        command, environment: environment, input: .descriptor(ends[1]), output: .both,
        sharesTerminal: sharesTerminal)
    } catch {
      Glibc.close(ends[0])
      throw failed(error.isMissing ? .sshMissing : .ssh(SystemError.reason(error.code)))
    }
    let (beginning, continuation) = Reply.makeStream()
    self.beginning = beginning
    state.withLock { $0.open[0] = continuation }
    Thread.startForNetwork { self.run() }
    send(SFTPRequest.beginning)
  }

  deinit { Glibc.close(input) }

  // MARK: Requests

  @discardableResult func ask(_ request: SFTPRequest) -> Reply {
    let (reply, continuation) = Reply.makeStream()
    let number: UInt32? = state.withLock { state in
      guard state.failure == nil else { return nil }
      if state.open.isEmpty { state.lastSign = .now }
      state.lastNumber &+= 1
      state.open[state.lastNumber] = continuation
      return state.lastNumber
    }
    if let number { send(request.bytes(number: number)) } else { continuation.finish() }
    return reply
  }

  func response(to request: SFTPRequest) async throws(TransportFailure) -> SFTPResponse {
    try await response(to: ask(request))
  }

  func response(to reply: Reply) async throws(TransportFailure) -> SFTPResponse {
    for await response in reply { return response }
    throw state.withLock(\.failure) ?? TransportFailure(.cancelled)
  }

  private func send(_ bytes: [UInt8]) {
    writing.async { [self] in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          Glibc.send(input, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        if count < 0, errno == EINTR { continue }
        // ssh has ended, as its process will show.
        guard count > 0 else { return }
        rest.removeFirst(count)
      }
    }
  }

  // MARK: Its life

  var hasEnded: Bool { state.withLock { $0.failure != nil } }

  /// Whether the server has sent nothing for too long since a request, while the user isn't asked for anything.
  private var isSilent: Bool {
    let isAsking = isAsking()
    return state.withLock { state in
      if isAsking || sharesTerminal && !state.hasBegun { state.lastSign = .now }
      let limit = state.hasBegun ? timeOuts.idle : timeOuts.connect + timeOuts.idle
      return !state.open.isEmpty && ContinuousClock.now - state.lastSign >= limit
    }
  }

  /// The failure of a request whose response broke off.
  var truncated: TransportFailure {
    state.withLock(\.failure) ?? TransportFailure(.truncated(host: host), mayPass: true)
  }

  /// Ends it, and all requests.
  ///
  /// - Parameter failure: What they throw.
  func close(_ failure: TransportFailure = TransportFailure(.cancelled)) {
    finish(failure)
    process.end(within: Self.patience)
  }

  /// The server broke the rules.
  func refuse() {
    close(TransportFailure(.connectionFailed(host: host, cause: .unrequestedData)))
  }

  private func finish(_ failure: TransportFailure) {
    let waiting = state.withLock { state in
      state.failure = state.failure ?? failure
      defer { state.open = [:] }
      return state.open
    }
    shutdown(input, Int32(SHUT_RDWR))
    for reply in waiting.values { reply.finish() }
  }

  private func run() {
    var responses = SFTPResponses()
    var end: ChildProcess.End?
    while end == nil, !hasEnded {
      end = process.read(until: .now + .seconds(1)) { stream, bytes in
        stream == .output ? receive(bytes, &responses) : listen(to: bytes)
      }
      if end == nil, isSilent { close(TransportFailure(.timedOut(host: host))) }
    }
    guard let end else { return }
    let (hasBegun, words) = state.withLock { ($0.hasBegun, $0.words) }
    finish(
      hasBegun
        ? truncated
        : TransportFailure(
          .connectionFailed(host: host, cause: .ssh(SSHWords.reason(in: words, end: end)))))
  }

  private func listen(to bytes: [UInt8]) -> Bool {
    state.withLock { state in
      state.words = (state.words + bytes).suffix(Self.wordByteLimit)
      return state.failure == nil
    }
  }

  /// - Returns: Whether to continue reading.
  private func receive(_ bytes: [UInt8], _ responses: inout SFTPResponses) -> Bool {
    state.withLock { $0.lastSign = .now }
    responses.append(bytes)
    do throws(SFTPResponses.Fault) {
      while let (number, response) = try responses.next() {
        guard receive(response, number) else {
          refuse()
          return false
        }
      }
      return !hasEnded
    } catch {
      switch error {
      case .text: close(TransportFailure(.connectionFailed(host: host, cause: .printsText)))
      case .malformed: refuse()
      }
      return false
    }
  }

  /// - Returns: Whether it was asked for.
  private func receive(_ response: SFTPResponse, _ number: UInt32) -> Bool {
    let (reply, hasEnded) = state.withLock { state in
      if response == .version { state.hasBegun = true }
      return (state.open.removeValue(forKey: number), state.failure != nil)
    }
    reply?.yield(response)
    reply?.finish()
    return reply != nil || hasEnded
  }
}

/// What ssh says on its standard error, which programs at the server write to as well.
enum SSHWords {
  /// Why ssh has ended: its last line, unless that only says that there was a reason.
  static func reason(in bytes: [UInt8], end: ChildProcess.End) -> String {
    let lines = bytes.split { $0 == 0x0A || $0 == 0x0D }
      .map { TextCleaner.line(bytes: $0, limit: .field) }
      // The rules and the words of "REMOTE HOST IDENTIFICATION HAS CHANGED", which is said below them, too.
      .filter { line in !line.hasPrefix("@") && line.contains { $0.isLetter || $0.isNumber } }
    if let line = lines.last(where: { $0 != "Host key verification failed." }) ?? lines.last {
      return line.last == "." ? String(line.dropLast()) : line
    }
    return switch end {
    case .status(let status): "ssh ended with status \(status)"
    case .signal(let number): "ssh was ended by signal \(number)"
    }
  }
}
