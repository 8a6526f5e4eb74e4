/// The server's response to a request, correct or deliberately wrong.
public struct Answer: Sendable {
  /// How the end of the body is indicated.
  public enum Framing: Sendable {
    /// `Content-Length`, correct.
    case contentLength
    /// `Content-Length` as given, correct or not; the connection is closed after the body.
    case statedLength(String)
    /// `Transfer-Encoding: chunked`, one chunk for each piece of the body.
    case chunked
    /// By closing the connection.
    case close
  }

  /// What happens during delivery.
  public enum Delivery: Sendable {
    case whole
    /// Some bytes at a time, each after one step of the gate.
    case drip(byteCount: Int, Gate)
    /// Nothing, not even a status line, before the gate opens; without a gate, for ever (until the client disconnects
    /// or the server stops).
    case hang(Gate?)
    /// The head and part of the body, then as `hang`.
    case hangAfter(byteCount: Int, Gate?)
    /// The head and part of the body, then the connection is reset (RST).
    case resetAfter(byteCount: Int)
    /// The head and part of the body, then the connection is closed as after a response (FIN).
    case closeAfter(byteCount: Int)
  }

  public enum Body: Sendable {
    case bytes([UInt8])
    /// A piece for each index from 0 until nil; `byteCount` for `.contentLength`, if it is known.
    case pieces(byteCount: Int?, @Sendable (Int) -> [UInt8]?)
  }

  public var status: Int
  public var headers: [FeedRequest.Field]
  public var body: Body
  public var framing: Framing
  public var delivery: Delivery
  /// All bytes that are sent, in place of everything else: for responses that are not HTTP.
  public var raw: [UInt8]?

  public init(
    status: Int = 200, headers: KeyValuePairs<String, String> = [:], body: Body = .bytes([]),
    framing: Framing = .contentLength, delivery: Delivery = .whole
  ) {
    self.status = status
    self.headers = headers.map { FeedRequest.Field(name: $0.key, value: $0.value) }
    self.body = body
    self.framing = framing
    self.delivery = delivery
  }

  /// The same with an additional header.
  public func adding(_ name: String, _ value: String) -> Answer {
    var answer = self
    answer.headers.append(FeedRequest.Field(name: name, value: value))
    return answer
  }

  public func framed(_ framing: Framing) -> Answer {
    var answer = self
    answer.framing = framing
    return answer
  }

  public func delivered(_ delivery: Delivery) -> Answer {
    var answer = self
    answer.delivery = delivery
    return answer
  }

  public func with(status: Int) -> Answer {
    var answer = self
    answer.status = status
    return answer
  }

  var gate: Gate? {
    switch delivery {
    case .drip(_, let gate): gate
    case .hang(let gate), .hangAfter(_, let gate): gate
    case .whole, .resetAfter, .closeAfter: nil
    }
  }
}

/// One line for the names of tests: bodies are long.
extension Answer: CustomStringConvertible {
  public var description: String {
    if let raw { return "\(raw.count) bytes that are no answer" }
    let names = headers.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
    return "\(status) [\(names)] \(framing), \(delivery)"
  }
}
