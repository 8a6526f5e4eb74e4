import TerminalKit

/// Any bytes are keys, clicks, pastes and answers, however they are cut: pieces give the same result as the whole; a
/// pending sequence ends when no more bytes come.
@_cdecl("LLVMFuzzerTestOneInput")
nonisolated public func fuzzInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let first = bytes.first else { return 0 }
  var whole = InputParser()
  whole.isAwaitingAnswers = first & 1 != 0
  whole.mayAnswerBegin = first & 2 != 0
  var parts = whole
  let size = Int(first >> 2) + 1
  let body = bytes.dropFirst()
  var inputs = whole.feed(body)
  var pieces: [TerminalInput] = []
  var rest = body
  while !rest.isEmpty {
    pieces += parts.feed(rest.prefix(size))
    rest = rest.dropFirst(size)
  }
  precondition(inputs == pieces)
  inputs += whole.expire()
  precondition(inputs == pieces + parts.expire())
  precondition(whole.pendingDelay == nil && whole.state == .ground)
  for input in inputs {
    switch input {
    case .paste(let text): precondition(text.utf8.count <= 3 * InputParser.pasteLimit)
    case .mouse(let report): precondition(report.position.column >= 0 && report.position.row >= 0)
    case .key, .privateMode, .ready, .focusGained, .answer: break
    }
  }
  // Whatever came before, a key is a key.
  precondition(whole.feed([UInt8(ascii: "a")]) == [.key(Key(.character("a")))])
  return 0
}
