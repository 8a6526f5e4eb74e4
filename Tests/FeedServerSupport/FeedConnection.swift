import Glibc

/// One client's connection: requests one after the other, until either side closes it.
struct FeedConnection {
  private static let headLimit = 1 << 20

  let descriptor: Int32
  let number: Int
  let state: ServerState
  private let watch: @Sendable (FeedServer.Stage) -> Bool
  private var received: [UInt8] = []

  init(
    descriptor: Int32, number: Int, state: ServerState,
    watch: @escaping @Sendable (FeedServer.Stage) -> Bool
  ) {
    self.watch = watch
    self.descriptor = descriptor
    self.number = number
    self.state = state
  }

  func serve(_ route: FeedServer.Route) {
    var connection = self
    while let request = connection.nextRequest() {
      let numbered = state.received(request)
      let answer = route(numbered)
      answer.gate.map(state.guards)
      let isKept = AnswerWriter(descriptor: descriptor, answer: answer).write(
        isHead: request.method == "HEAD")
      state.answered()
      guard isKept, request.header("Connection")?.lowercased() != "close" else { return }
    }
  }

  /// Blocks; nil at the end of the connection, or if the request is malformed.
  private mutating func nextRequest() -> FeedRequest? {
    let separator: [UInt8] = [13, 10, 13, 10]
    while true {
      if let end = received.firstRange(of: separator) {
        let head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
        received.removeSubrange(..<end.upperBound)
        return request(head: head)
      }
      guard received.count < Self.headLimit, receive() else { return nil }
    }
  }

  private mutating func request(head: String) -> FeedRequest? {
    // "\r\n" is a single character in Swift.
    let lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ")
    guard words.count == 3 else { return nil }
    let headers = lines.dropFirst().compactMap { line -> FeedRequest.Field? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      return FeedRequest.Field(name: String(line[..<colon]), value: String(value))
    }
    var request = FeedRequest(
      number: 0, connection: number, method: String(words[0]), target: String(words[1]),
      headers: headers, body: [])
    guard let length = request.header("Content-Length").flatMap({ Int($0) }) else { return request }
    guard watch(.head(line: String(lines[0]))) else { return nil }
    while received.count < length {
      guard receive() else { return nil }
    }
    request.body = Array(received.prefix(length))
    received.removeFirst(length)
    return request
  }

  private mutating func receive() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 16_384)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    guard count > 0 else { return false }
    received += buffer[..<count]
    return true
  }
}
