import Glibc

/// Writes one response to a connection, following its delivery.
struct AnswerWriter {
  let descriptor: Int32
  let answer: Answer

  /// - Returns: Whether the connection may be used again.
  func write(isHead: Bool) -> Bool {
    if case .hang(let gate) = answer.delivery {
      guard let gate else {
        waitForTheClientToLeave()
        return false
      }
      gate.wait()
    }
    if let raw = answer.raw {
      _ = send(raw[...])
      return false
    }
    guard send(head[...]) else { return false }
    guard !isHead, answer.status != 304, answer.status != 204 else { return true }
    switch answer.delivery {
    case .whole, .hang: return writeBody(limit: nil, step: nil) && isReusable
    case .drip(let byteCount, let gate):
      return writeBody(limit: nil, step: (max(1, byteCount), gate)) && isReusable
    case .hangAfter(let byteCount, let gate):
      guard writeBody(limit: byteCount, step: nil) else { return false }
      if let gate { gate.wait() } else { waitForTheClientToLeave() }
    case .resetAfter(let byteCount):
      guard writeBody(limit: byteCount, step: nil) else { return false }
      var option = linger(l_onoff: 1, l_linger: 0)
      setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    case .closeAfter(let byteCount): _ = writeBody(limit: byteCount, step: nil)
    }
    return false
  }

  private var isReusable: Bool {
    switch answer.framing {
    case .contentLength, .chunked: true
    case .statedLength, .close: false
    }
  }

  private var head: [UInt8] {
    var text = "HTTP/1.1 \(answer.status) \(answer.status == 200 ? "OK" : "Answer")\r\n"
    for field in answer.headers { text += "\(field.name): \(field.value)\r\n" }
    switch answer.framing {
    case .contentLength:
      switch answer.body {
      case .bytes(let bytes): text += "Content-Length: \(bytes.count)\r\n"
      case .pieces(let byteCount?, _): text += "Content-Length: \(byteCount)\r\n"
      case .pieces(nil, _): text += "Connection: close\r\n"
      }
    case .statedLength(let length): text += "Content-Length: \(length)\r\nConnection: close\r\n"
    case .chunked: text += "Transfer-Encoding: chunked\r\n"
    case .close: text += "Connection: close\r\n"
    }
    return Array((text + "\r\n").utf8)
  }

  /// - Parameter limit: How many bytes of the body are written; the end is not indicated then.
  /// - Returns: Whether everything was written.
  private func writeBody(limit: Int?, step: (byteCount: Int, gate: Gate)?) -> Bool {
    var rest = limit ?? Int.max
    var index = 0
    while rest > 0, let piece = piece(index) {
      let part = piece.prefix(rest)
      rest -= part.count
      index += 1
      guard writePiece(part, step: step) else { return false }
    }
    guard limit == nil, case .chunked = answer.framing else { return true }
    return send(Array("0\r\n\r\n".utf8)[...])
  }

  private func piece(_ index: Int) -> [UInt8]? {
    switch answer.body {
    case .bytes(let bytes): index == 0 && !bytes.isEmpty ? bytes : nil
    case .pieces(_, let piece): piece(index)
    }
  }

  private func writePiece(_ piece: ArraySlice<UInt8>, step: (byteCount: Int, gate: Gate)?) -> Bool {
    guard let step else { return writeChunk(piece) }
    var rest = piece
    while !rest.isEmpty {
      step.gate.wait()
      guard writeChunk(rest.prefix(step.byteCount)) else { return false }
      rest = rest.dropFirst(step.byteCount)
    }
    return true
  }

  private func writeChunk(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard case .chunked = answer.framing else { return send(bytes) }
    let size = Array((String(bytes.count, radix: 16) + "\r\n").utf8)
    return send((size + bytes + [13, 10])[...])
  }

  /// If the client has disconnected, this is an error and not SIGPIPE.
  private var noSignal: Int32 { Int32(MSG_NOSIGNAL) }

  private func send(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, noSignal)
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  private func waitForTheClientToLeave() {
    var byte: UInt8 = 0
    while recv(descriptor, &byte, 1, 0) > 0 {}
  }
}
