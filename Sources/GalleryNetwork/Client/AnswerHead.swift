import FeedFormats
import GalleryDomain

/// The head of an answer, line by line as it arrives; interim answers (1xx) before it are skipped.
///
/// libcurl accepts whatever it can make sense of. This accepts only what RFC 9112 allows: a name that isn't a token, an
/// invalid length or two contradictory ones are signs that server and client read different answers.
struct AnswerHead {
  struct Fault: Error, Hashable {
    var cause: ConnectionFault
  }

  /// All lines together, including those of interim answers. nginx and Apache allow 8 kB, browsers 256.
  static let byteLimit = 256 << 10

  private(set) var status = 0
  private(set) var headers = HTTPHeaders()
  private(set) var isComplete = false
  private var fields: [HTTPHeaders.Field] = []
  private var expectsStatus = true
  private var byteCount = 0

  /// - Parameter line: With its end. Ignored if the head is complete: trailers contain nothing that is read here.
  mutating func take(_ line: UnsafeRawBufferPointer) throws(Fault) {
    guard !isComplete else { return }
    byteCount += line.count
    guard byteCount <= Self.byteLimit else { throw Fault(cause: .tooManyHeaders) }
    var end = line.count
    while end > 0, line[end - 1] == 0x0A || line[end - 1] == 0x0D { end -= 1 }
    let text = line[..<end]
    if expectsStatus {
      try takeStatus(text)
    } else if text.isEmpty {
      try complete()
    } else {
      try takeField(text)
    }
  }

  private mutating func takeStatus(_ line: Slice<UnsafeRawBufferPointer>) throws(Fault) {
    let words = line.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: true)
    guard words.count >= 2, words[1].count == 3,
      let status = Int(String(decoding: words[1], as: UTF8.self)), status >= 100
    else { throw Fault(cause: .status) }
    self.status = status
    expectsStatus = false
  }

  private mutating func takeField(_ line: Slice<UnsafeRawBufferPointer>) throws(Fault) {
    guard !line.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else {
      throw Fault(cause: .headers)
    }
    if let first = line.first, first == 0x20 || first == 0x09 {
      // A continuation line (RFC 9112, 5.2: obsolete, and read as a space).
      guard let last = fields.indices.last else { throw Fault(cause: .headers) }
      fields[last].value += " " + Self.value(line[...])
      return
    }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
      line[..<colon].allSatisfy(Self.isToken)
    else { throw Fault(cause: .headers) }
    fields.append(
      HTTPHeaders.Field(
        name: String(decoding: line[..<colon], as: UTF8.self),
        value: Self.value(line[(colon + 1)...])))
  }

  private mutating func complete() throws(Fault) {
    guard status >= 200 else {
      fields = []
      expectsStatus = true
      return
    }
    headers = HTTPHeaders(fields)
    let codings = Self.words(headers.values(of: "Transfer-Encoding"))
    guard codings.allSatisfy({ $0 == "chunked" || $0 == "identity" }) else {
      throw Fault(cause: .transfer)
    }
    let lengths = Self.words(headers.values(of: "Content-Length"))
    for length in lengths {
      guard length == lengths[0], Int(length) != nil, length.utf8.allSatisfy(Self.isDigit)
      else { throw Fault(cause: .length) }
    }
    // Chunks take precedence (RFC 9112, 6.3).
    if codings.contains("chunked") { headers["Content-Length"] = nil }
    isComplete = true
  }

  /// The parts between commas, in lower case.
  private static func words(_ values: [String]) -> [String] {
    values.joined(separator: ",").lowercased().split(separator: ",").map { word in
      String(word.filter { $0 != " " && $0 != "\t" })
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  private static func value(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    guard let first = bytes.firstIndex(where: { !isBlank($0) }),
      let last = bytes.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(decoding: bytes[first...last], as: UTF8.self)
  }

  /// RFC 9110, 5.6.2.
  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
