extension Answer {
  public static func text(_ text: String, type: String = "text/plain; charset=utf-8") -> Answer {
    bytes(Array(text.utf8), type: type)
  }

  public static func json(_ text: String) -> Answer { self.text(text, type: "application/json") }

  public static func html(_ text: String) -> Answer {
    self.text(text, type: "text/html; charset=utf-8")
  }

  public static func bytes(_ bytes: [UInt8], type: String = "application/octet-stream") -> Answer {
    Answer(headers: ["Content-Type": type], body: .bytes(bytes))
  }

  public static func status(_ status: Int) -> Answer { Answer(status: status) }

  public static func redirect(to location: String, status: Int = 302) -> Answer {
    Answer(status: status, headers: ["Location": location])
  }

  /// 429; `retryAfter` is a number of seconds or an HTTP date.
  public static func tooManyRequests(retryAfter: String?) -> Answer {
    let answer = Answer.status(429)
    return retryAfter.map { answer.adding("Retry-After", $0) } ?? answer
  }

  /// Exactly these bytes, then the connection is closed.
  public static func raw(_ text: String) -> Answer {
    var answer = Answer()
    answer.raw = Array(text.utf8)
    return answer
  }

  /// An endless body, in pieces.
  public static func endless(_ piece: [UInt8], type: String = "application/json") -> Answer {
    Answer(
      headers: ["Content-Type": type], body: .pieces(byteCount: nil) { _ in piece },
      framing: .chunked)
  }

  /// Correct responses, compressed (in stored blocks, which every decoder reads).
  public static func gzip(_ bytes: [UInt8], type: String = "application/json") -> Answer {
    Answer(
      headers: ["Content-Type": type, "Content-Encoding": "gzip"],
      body: .bytes(Deflate.gzip(bytes)))
  }

  public static func deflate(_ bytes: [UInt8], type: String = "application/json") -> Answer {
    Answer(
      headers: ["Content-Type": type, "Content-Encoding": "deflate"],
      body: .bytes(Deflate.zlib(bytes)))
  }

  /// Endless zeros, 1,032 for each byte that is sent.
  public static func bomb(encoding: String = "gzip", type: String = "application/json") -> Answer {
    let beginning = encoding == "gzip" ? Deflate.gzipHeader : Deflate.zlibHeader
    let zeros = [UInt8](repeating: 0, count: 16_384)
    return Answer(
      headers: ["Content-Type": type, "Content-Encoding": encoding],
      body: .pieces(byteCount: nil) { $0 == 0 ? beginning + Deflate.zerosBeginning : zeros },
      framing: .chunked)
  }
}

/// Responses in order: the last one is repeated for ever.
public struct AnswerSequence: Sendable {
  private let answers: [Answer]

  public init(_ answers: Answer...) {
    self.answers = answers
  }

  /// - Parameter request: Its number counts, so all requests of a server must go to one sequence.
  public func answer(to request: FeedRequest) -> Answer {
    answers.isEmpty ? .status(404) : answers[min(request.number, answers.count - 1)]
  }
}
