/// The outcomes of all requests, as a table.
struct CorpusTable {
  private struct Slow {
    var seconds: Double
    var text: String
  }

  private var counts: [String: [CorpusRequest: Int]] = [:]
  private var named: [String] = []
  private var slowest: [Slow] = []
  /// False if a request had no answer at all.
  private(set) var isAnswered = true

  mutating func note(
    _ outcome: CorpusOutcome, of request: CorpusRequest, path: [UInt8], after time: Duration
  ) {
    counts[outcome.name, default: [:]][request, default: 0] += 1
    let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
    let text = "\(request.name.padded(9)) \(outcome.name): \(Self.readable(path))"
    if outcome.isNamed { named.append(text) }
    if case .unanswered = outcome { isAnswered = false }
    slowest.append(Slow(seconds: seconds, text: text))
    guard slowest.count > 100 else { return }
    keepSlowest()
  }

  private mutating func keepSlowest() {
    slowest = Array(slowest.sorted { $0.seconds > $1.seconds }.prefix(10))
  }

  mutating func print(files: Int, in time: Duration, peakKilobytes: Int) {
    Swift.print("\(files) entries in \(time.components.seconds) s")
    Swift.print("")
    Swift.print("".padded(26), terminator: "")
    for request in CorpusRequest.allCases { Swift.print(request.name.padded(10), terminator: "") }
    Swift.print("")
    for (name, byRequest) in counts.sorted(by: { $0.key < $1.key }) {
      Swift.print(name.padded(26), terminator: "")
      for request in CorpusRequest.allCases {
        Swift.print("\(byRequest[request] ?? 0)".padded(10), terminator: "")
      }
      Swift.print("")
    }
    keepSlowest()
    Swift.print("\nslowest, s:")
    for slow in slowest { Swift.print("  \((slow.seconds * 100).rounded() / 100)  \(slow.text)") }
    if !named.isEmpty {
      Swift.print("\ncost a worker, or too much:")
      for text in named.sorted() { Swift.print("  \(text)") }
    }
    Swift.print("\nlargest worker: \(peakKilobytes / 1024) MB")
  }

  /// Names may contain anything; printed names must not.
  private static func readable(_ path: [UInt8]) -> String {
    String(
      path.map { (0x20..<0x7F).contains($0) ? Character(Unicode.Scalar($0)) : "?" })
  }
}

extension String {
  fileprivate func padded(_ columns: Int) -> String {
    self + String(repeating: " ", count: max(0, columns - count))
  }
}
