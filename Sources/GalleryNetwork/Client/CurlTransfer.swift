import CCurl
import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import Glibc
import Synchronization

/// A request that libcurl is working on, and its response as it arrives: where it leads, whether its body is needed, and
/// the body.
///
/// @unchecked: accessed only on its loop's thread, from `CurlLoop.add` until `ended` is called, and then by the caller
/// that waited for that; the rest is constant, or atomic.
final class CurlTransfer: @unchecked Sendable {
  private let request: HTTPRequest
  private let origin: Origin
  private let configuration: TransportConfiguration
  /// In libcurl's form.
  private let proxy: String?
  /// Whether only addresses on the public internet may be connected to.
  let isPublicOnly: Bool
  private let isDecoded: Bool
  private let redirectCount: Int
  private let bodyWillLeave: @Sendable () -> Void
  private let progress: @Sendable (ImageProgress) -> Void
  private let cancelled = Atomic(false)
  /// Called once, at the end.
  var ended: @Sendable (TransferEnd) -> Void = { _ in }

  /// The response's status; nil before there is a head.
  private(set) var status: Int?
  /// The request to make instead, such as after a redirect; nil if this is the response.
  private(set) var next: HTTPRequest?
  /// Whether the request has to be made again without decompression: libcurl refuses what isn't an encoding, such as the
  /// `utf-8` of some servers.
  private(set) var mustNotDecode = false
  private var headers = HTTPHeaders()
  private var sink: BodySink
  private var takesBody = false

  /// nil before it begins, and after its end.
  private var handle: UnsafeMutablePointer<vitrine_curl_transfer>?
  private var easy: UnsafeMutableRawPointer? { handle?.pointee.easy }
  private var headByteCount = 0
  private var isInHead = false
  private var result: TransferEnd
  private var stop: TransferEnd.Kind?
  private var sentByteCount: Int64 = 0
  private var lastSign = ContinuousClock.now

  /// - Parameters:
  ///   - isDecoded: Whether the body is decompressed.
  ///   - redirectCount: Redirects before this one.
  ///   - sink: Receives the body; that of a failure only if the sink is in memory.
  ///   - bodyWillLeave: As in `HTTPTransport.send`.
  ///   - progress: Reports how much of a successful response's body has arrived.
  init(
    _ request: HTTPRequest, _ origin: Origin, _ configuration: TransportConfiguration,
    proxy: String? = nil, isPublicOnly: Bool = false, isDecoded: Bool = true,
    redirectCount: Int = 0, into sink: BodySink,
    bodyWillLeave: @escaping @Sendable () -> Void = {},
    progress: @escaping @Sendable (ImageProgress) -> Void = { _ in }
  ) {
    (self.request, self.origin, self.configuration) = (request, origin, configuration)
    (self.proxy, self.isPublicOnly) = (proxy, isPublicOnly)
    (self.isDecoded, self.redirectCount, self.sink) = (isDecoded, redirectCount, sink)
    (self.bodyWillLeave, self.progress) = (bodyWillLeave, progress)
    result = TransferEnd(kind: .cancelled, origin: origin)
  }

  deinit {
    free()
  }

  /// Rebuilt from its parts, so that libcurl can't read another host in it than was checked here.
  private var address: String {
    let components = URLComponents(url: request.url, resolvingAgainstBaseURL: true)
    var path = components?.percentEncodedPath ?? ""
    if !path.hasPrefix("/") { path = "/" + path }
    let query = components?.percentEncodedQuery.map { "?" + $0 } ?? ""
    return "\(origin.scheme)://\(origin.urlHost):\(origin.port)\(path)\(query)"
  }

  /// nil for GET.
  private var body: [UInt8]? { request.method == .get ? nil : request.body ?? [] }

  /// For this server only: libcurl follows no redirect.
  private var credentials: ServerCredentials? {
    guard request.headers["Authorization"] == nil else { return nil }
    return request.credentials
      ?? WebAuthorization.separated(from: request.url).authorization?.credentials
  }

  /// From any thread; the loop has to be woken.
  func cancel() { cancelled.store(true, ordering: .releasing) }
  var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  /// When it is given up unless data arrives; libcurl itself watches the time until there is a connection.
  var deadline: ContinuousClock.Instant? {
    result.isConnected ? lastSign + configuration.timeOuts.idle : nil
  }

  /// libcurl reports what arrives, and has to be asked what has left: a server that receives a long body slowly isn't
  /// silent.
  func noteSentBytes() {
    guard let easy, request.method != .get else { return }
    let count = vitrine_curl_info_offset(easy, CURLINFO_SIZE_UPLOAD_T)
    if count > sentByteCount { (sentByteCount, lastSign) = (count, .now) }
  }

  // MARK: - Begin and end

  /// - Returns: The configured handle; nil if there is no memory.
  func begin() -> UnsafeMutableRawPointer? {
    let handle = UnsafeMutablePointer<vitrine_curl_transfer>.allocate(capacity: 1)
    handle.initialize(to: vitrine_curl_transfer())
    setCallbacks(of: &handle.pointee)
    self.handle = handle
    guard vitrine_curl_begin(handle), let easy else { return nil }
    for (option, number) in [
      // Signals belong to the process; the loop's thread blocks SIGPIPE.
      (CURLOPT_NOSIGNAL, 1), (CURLOPT_PATH_AS_IS, 1), (CURLOPT_SUPPRESS_CONNECT_HEADERS, 1),
      (CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)),
      (CURLOPT_CONNECTTIMEOUT_MS, max(1, configuration.timeOuts.connect.milliseconds)),
      (CURLOPT_MAXAGE_CONN, Int(configuration.timeOuts.unused.components.seconds)),
      // libcurl repeats a request if a kept connection turns out to be closed, which it must not do for one that may be sent
      // only once.
      (CURLOPT_FRESH_CONNECT, request.isRepeatable ? 0 : 1),
    ] { vitrine_curl_set_long(easy, option, number) }
    var texts = [
      (CURLOPT_URL, address), (CURLOPT_PROTOCOLS_STR, "http,https"),
      // Always set: libcurl would read the environment itself.
      (CURLOPT_NOPROXY, ""), (CURLOPT_PROXY, proxy ?? ""),
    ]
    // A header of the request's own replaces the one that this adds.
    if isDecoded { texts.append((CURLOPT_ACCEPT_ENCODING, "gzip, deflate")) }
    // As in OpenSSL and curl, for users whose system has its certificates elsewhere.
    if let file = configuration.environment["SSL_CERT_FILE"], access(file, R_OK) == 0 {
      texts.append((CURLOPT_CAINFO, file))
    }
    for (option, text) in texts { vitrine_curl_set_string(easy, option, text) }
    setCredentials(of: easy)
    let lines = RequestHeader.lines(of: request, origin: origin, userAgent: configuration.userAgent)
    for line in lines { vitrine_curl_add_line(handle, line) }
    if let body {
      vitrine_curl_set_long(easy, CURLOPT_POST, 1)
      if request.method != .post {
        vitrine_curl_set_string(easy, CURLOPT_CUSTOMREQUEST, request.method.rawValue)
      }
      vitrine_curl_set_long(easy, CURLOPT_POSTFIELDSIZE, body.count)
      // Copied, and sent again where a server asks for a password first. An empty array might have no address.
      (body + [0]).withUnsafeBytes {
        _ = vitrine_curl_set_pointer(
          easy, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: $0.baseAddress))
      }
    }
    return easy
  }

  func end(_ kind: TransferEnd.Kind) {
    var end = result
    end.kind = kind
    // Callbacks that libcurl makes while it removes a transfer can stop it, too.
    if case .code = kind, let stop { end.kind = stop }
    if let handle, let easy {
      end.message = String(cString: vitrine_curl_error(handle))
      end.systemError = Int32(clamping: vitrine_curl_info_long(easy, CURLINFO_OS_ERRNO))
      end.verifyResult = vitrine_curl_info_long(easy, CURLINFO_SSL_VERIFYRESULT)
      let isSignedIn = credentials != nil || request.headers["Authorization"] != nil
      let offered = isSignedIn ? 0 : vitrine_curl_info_long(easy, CURLINFO_HTTPAUTH_AVAIL)
      if offered & Int(VITRINE_CURLAUTH_BASIC) != 0 { end.authentication = .basic }
      if offered & Int(VITRINE_CURLAUTH_DIGEST) != 0 { end.authentication = .digest }
      end.proxyStatus = vitrine_curl_info_long(easy, CURLINFO_HTTP_CONNECTCODE)
    }
    free()
    ended(end)
  }

  private func free() {
    guard let handle else { return }
    vitrine_curl_end(handle)
    handle.deallocate()
    self.handle = nil
  }

  // MARK: - Options

  private func setCredentials(of easy: UnsafeMutableRawPointer) {
    guard let credentials else { return }
    let isDigest = request.authentication == .digest
    vitrine_curl_set_long(
      easy, CURLOPT_HTTPAUTH, Int(isDigest ? VITRINE_CURLAUTH_DIGEST : VITRINE_CURLAUTH_BASIC))
    vitrine_curl_set_string(easy, CURLOPT_USERNAME, credentials.user)
    (credentials.password.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer {
      _ = vitrine_curl_set_string(easy, CURLOPT_PASSWORD, $0.baseAddress)
    }
  }

  // MARK: - Callbacks

  private func setCallbacks(of handle: inout vitrine_curl_transfer) {
    // The loop retains the transfer for as long as libcurl has its handle.
    handle.context = Unmanaged.passUnretained(self).toOpaque()
    handle.header = { bytes, size, count, context in
      CurlTransfer.of(context).receive(line: bytes, size * count)
    }
    handle.body = { bytes, size, count, context in
      CurlTransfer.of(context).receive(body: bytes, size * count)
    }
    handle.may_connect = { address, count, context in
      CurlTransfer.of(context).mayConnect(to: UnsafeBufferPointer(start: address, count: count))
    }
    handle.connected = { context, address, _, _, _ in
      CurlTransfer.of(context).connected(to: address)
    }
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> CurlTransfer {
    // libcurl passes what `setCallbacks` gave it.
    Unmanaged<CurlTransfer>.fromOpaque(context!).takeUnretainedValue()
  }

  /// All lines together, also those of interim responses: nginx and Apache allow 8 kB, browsers 256. libcurl limits them
  /// only since 8.3.
  private static let headByteLimit = 256 << 10

  /// - Returns: A number other than `count` to end the transfer.
  private func receive(line bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    headByteCount += count
    guard headByteCount <= Self.headByteLimit else {
      stop = .code(TransferEnd.tooLarge)
      return -1
    }
    lastSign = .now
    let line = UnsafeRawBufferPointer(start: bytes, count: count)
    if line.starts(with: "HTTP/".utf8) { isInHead = true }
    // An empty line ends a head; trailers contain nothing that is read here.
    guard isInHead, line.first == 0x0D || line.first == 0x0A, let easy else { return count }
    isInHead = false
    let status = vitrine_curl_info_long(easy, CURLINFO_RESPONSE_CODE)
    guard status >= 200 else { return count }
    return receive(count) { () throws(PhotoSourceError) in
      try receive(status: status, headers: headers(of: easy))
    }
  }

  private func headers(of easy: UnsafeMutableRawPointer) -> HTTPHeaders {
    var fields: [HTTPHeaders.Field] = []
    var next = vitrine_curl_next_header(easy, nil)
    while let header = next {
      // libcurl 7.88 leaves the end of the line in an empty value.
      let value = String(cString: header.pointee.value).trimmingCharacters(
        in: .whitespacesAndNewlines)
      fields.append(HTTPHeaders.Field(name: String(cString: header.pointee.name), value: value))
      next = vitrine_curl_next_header(easy, header)
    }
    return HTTPHeaders(fields)
  }

  private func receive(body bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    lastSign = .now
    return receive(count) { () throws(PhotoSourceError) in
      try receive(body: UnsafeRawBufferPointer(start: bytes, count: count))
    }
  }

  /// - Parameter use: Returns whether to continue.
  private func receive(_ count: Int, _ use: () throws(PhotoSourceError) -> Bool) -> Int {
    do throws(PhotoSourceError) {
      if try use() { return count }
      stop = .stopped
    } catch {
      stop = .refused(error)
    }
    // Not 0, which libcurl takes for success if there are no bytes.
    return -1
  }

  private func mayConnect(to address: UnsafeBufferPointer<UInt8>) -> Bool {
    guard isPublicOnly, PrivateAddress.contains(Array(address)) else { return true }
    result.isPrivate = true
    return false
  }

  /// Called for each request, even over a kept connection, before anything of it is sent.
  private func connected(to address: UnsafeMutablePointer<CChar>?) -> Int32 {
    result.isConnected = true
    lastSign = .now
    if request.method != .get { bodyWillLeave() }
    result.address = address.flatMap { PrivateAddress.literal(String(cString: $0)) }
    return CURL_PREREQFUNC_OK
  }

  // MARK: - The response

  func response() -> HTTPResponse {
    var response = HTTPResponse(status: status ?? 0, headers: headers, url: request.url)
    if isDecoded, isEncoded {
      response.headers["Content-Encoding"] = nil
      response.headers["Content-Length"] = nil
    }
    response.body = sink.bytes
    return response
  }

  /// The head of a response, whose body follows if there is one. Interim responses (1xx) aren't reported.
  ///
  /// - Returns: Whether to continue; if not, the transfer ends successfully. A response that announces no body ends by
  ///   itself immediately, and leaves its connection open for the next request; for any other one the connection would
  ///   have to be closed or read to a distant end.
  private func receive(status: Int, headers: HTTPHeaders) throws(PhotoSourceError) -> Bool {
    (self.status, self.headers, result.hasHead) = (status, headers, true)
    next = try RedirectRule.next(
      after: request, status: status, location: headers["Location"], count: redirectCount)
    mustNotDecode =
      isDecoded && request.isRepeatable
      && encodings.contains { !Self.knownEncodings.contains($0) }
    if next != nil || mustNotDecode { return announcesNoBody }
    // libcurl answers a challenge itself, and reports another head afterwards.
    if status == 401, request.credentials != nil, request.authentication == .digest { return true }
    if case .file = sink.destination, !(200...299).contains(status) { return announcesNoBody }
    try sink.begin()
    if let stated = statedByteCount, !request.cutsResponse, stated > sink.byteLimit {
      // If the length is wrong, the body would end too soon.
      throw .tooLarge(name: sink.name, byteCount: stated, byteLimit: sink.byteLimit)
    }
    takesBody = true
    return true
  }

  /// A part of the body, decompressed: at most 16 kB.
  ///
  /// - Returns: Whether the requested part isn't complete yet.
  private func receive(body bytes: UnsafeRawBufferPointer) throws(PhotoSourceError) -> Bool {
    guard takesBody else { return true }
    if request.cutsResponse { return try sink.appendBeginning(of: bytes) }
    try sink.append(bytes)
    progress(ImageProgress(receivedByteCount: sink.byteCount, expectedByteCount: statedByteCount))
    return true
  }

  private var announcesNoBody: Bool { headers["Content-Length"] == "0" }

  /// The length of the body that arrives; no memory is reserved for it. nil for a compressed one.
  private var statedByteCount: Int? {
    guard !isEncoded, headers["Transfer-Encoding"] == nil else { return nil }
    return headers["Content-Length"].flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
  }

  private var isEncoded: Bool { encodings.contains { $0 != "identity" } }

  private var encodings: [String] {
    headers.values(of: "Content-Encoding")
      .flatMap { $0.split(separator: ",") }
      .map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
      .filter { !$0.isEmpty }
  }

  /// IANA's registry of content codings, November 2026.
  private static let knownEncodings: Set = [
    "aes128gcm", "br", "compress", "dcb", "dcz", "deflate", "exi", "gzip", "identity",
    "pack200-gzip", "x-compress", "x-gzip", "zstd",
  ]
}

/// The head of a request, in libcurl's form.
enum RequestHeader {
  /// Lines of the form `Name: value`, `Name;` for an empty value and `Name:` for one that libcurl must not add.
  static func lines(of request: HTTPRequest, origin: Origin, userAgent: String) -> [String] {
    // A header that could contain the start of another one is dropped: names and values may come from the environment.
    var headers = HTTPHeaders(
      request.headers.fields.filter { field in
        !field.name.isEmpty && !field.name.utf8.contains(where: { ":; ".utf8.contains($0) })
          && !(field.name + field.value).utf8.contains(where: { $0 < 32 && $0 != 9 })
      })
    if headers["User-Agent"] == nil { headers["User-Agent"] = userAgent }
    // Without an encoding, the ranges and entity tags are those of the file itself; the others are libcurl's matter.
    if headers["Accept-Encoding"]?.lowercased() != "identity" { headers["Accept-Encoding"] = nil }
    headers["Host"] = origin.hostHeader
    var lines = headers.fields.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    // Headers that libcurl would add by itself.
    for name in ["Accept", "Content-Type", "Expect"] where headers[name] == nil {
      lines.append("\(name):")
    }
    return lines
  }
}

extension Duration {
  /// Rounded down.
  var milliseconds: Int { Int(clamping: Int64(self / .milliseconds(1))) }
}
