import ExpectationSupport
import FeedFormats
import Foundation
import GalleryDomain
import Synchronization
import Testing

@testable import GalleryData

@Suite(.timeLimit(.minutes(10))) struct AuthenticationTests {
  // MARK: Hashes

  @Test(arguments: [
    ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
    ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    (
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
      "d174ab98d277d9f5a5611c2c9f419d9f"
    ),
    (
      "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
      "57edf4a22be3c955ac49da2e2107b67a"
    ),
  ])
  func `MD5 is that of RFC 1321`(text: String, digits: String) {
    expectEqual(
      String(decoding: DigestChallenge.Algorithm.md5.hash(Array(text.utf8)), as: UTF8.self), digits)
  }

  // MARK: Digest

  private let mufasa = ServerCredentials(user: "Mufasa", password: Array("Circle of Life".utf8))
  private let nonce = "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v"
  private let cnonce = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"

  private func digest(_ field: String) throws -> DigestChallenge {
    guard case .digest(let challenge)? = AuthenticationChallenge.best(of: [field]) else {
      throw Missing()
    }
    return challenge
  }

  private struct Missing: Error {}

  /// RFC 7616, 3.9.1.
  @Test(arguments: [
    ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
    ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
  ])
  func `a challenge is answered as in RFC 7616`(algorithm: String, response: String) throws {
    let challenge = try digest(
      """
      Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=\(algorithm), nonce="\(nonce)", \
      opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"
      """)
    let answer = challenge.answer(
      mufasa, method: "GET", uri: "/dir/index.html", count: 1, cnonce: cnonce)

    expectEqual(
      answer,
      """
      Digest username="Mufasa", realm="http-auth@example.org", nonce="\(nonce)", uri="/dir/index.html", \
      response="\(response)", algorithm=\(algorithm), cnonce="\(cnonce)", qop=auth, nc=00000001, \
      opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"
      """)
  }

  /// RFC 2617, 3.5, and the same question as RFC 2069 asked it, without a quality.
  @Test func `old servers are answered, too`() throws {
    let user = ServerCredentials(user: "Mufasa", password: Array("Circle Of Life".utf8))
    let field = "Digest realm=\"testrealm@host.com\", nonce=\"dcd98b7102dd2f0e8b11d0f600bfb0c093\""
    let newer = try digest(field + ", qop=auth")
      .answer(user, method: "GET", uri: "/dir/index.html", count: 1, cnonce: "0a4f113b")
    #expect(newer.contains("response=\"6629fae49393a05397450978507c4ef1\""))
    let older = try digest(field).answer(
      user, method: "GET", uri: "/dir/index.html", count: 1, cnonce: "x")
    #expect(older.contains("response=\"670fd8c2df070c60b045671b8b24ff02\""))
    #expect(!older.contains("qop") && !older.contains("nc=") && !older.contains("cnonce"))
  }

  @Test func `texts from the user and the server are quoted`() throws {
    let challenge = try digest(
      #"Digest realm="a\"b\\c", nonce="x, y=z", algorithm=md5-sess, qop="auth""#)
    expectEqual(challenge.realm, #"a"b\c"#)
    let answer = challenge.answer(
      ServerCredentials(user: #"d"e"#, password: [0xFF]), method: "PROPFIND", uri: "/?q=\"",
      count: 17, cnonce: "0")

    #expect(answer.contains(#"username="d\"e", realm="a\"b\\c", nonce="x, y=z", uri="/?q=\"""#))
    #expect(answer.contains("nc=00000011") && answer.contains("algorithm=md5-sess"))
  }

  @Test(arguments: [
    (["Basic realm=\"x\""], "basic"), (["Negotiate", "basic realm=x"], "basic"),
    (["Negotiate"], "none"),
    ([], "none"), (["Bearer realm=\"Basic\""], "none"),
    (["Basic realm=\"x\", Digest realm=\"y\", nonce=\"1\", qop=auth"], "y"),
    (
      [
        "Digest realm=\"md5\", nonce=1, qop=auth",
        "Digest realm=\"sha\", nonce=1, qop=auth, algorithm=SHA-256",
      ], "sha"
    ),
    (
      ["Digest realm=\"first\", nonce=1, qop=auth", "Digest realm=\"second\", nonce=1, qop=auth"],
      "first"
    ),
    (["Digest realm=x, nonce=1, algorithm=SHA-512-256", "Basic realm=x"], "basic"),
    (["Digest realm=x, nonce=1, qop=auth-int"], "none"), (["Digest realm=x"], "none"),
    (["Basic abc==, ,, =x \"\" Digest"], "basic"),
  ])
  func `the best offered scheme is used`(fields: [String], expected: String) {
    let name =
      switch AuthenticationChallenge.best(of: fields) {
      case .basic?: "basic"
      case .digest(let digest)?: digest.realm
      case nil: "none"
      }
    expectEqual(name, expected)
  }

  @Test func `a field with any bytes ends`() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      let bytes = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
        Array(" ,=\"\\Digest nonce\tx".utf8).randomElement(using: &generator) ?? 0
      }
      _ = AuthenticationChallenge.best(of: [String(decoding: bytes, as: UTF8.self)])
    }
  }

  // MARK: Signing in

  private static let server = URL(string: "https://cloud.example/dav/") ?? URL(filePath: "/")
  private let anna = ServerSecrets(environment: {
    [ServerSecrets.userVariable: "anna", ServerSecrets.passwordVariable: "s3cret wörd"][$0]
  })

  /// A server that knows its user, and counts requests.
  private final class Server: HTTPTransport {
    let requests = Mutex<[HTTPRequest]>([])
    private let answer: @Sendable (HTTPRequest, Int) -> (status: Int, challenge: String?)

    init(_ answer: @escaping @Sendable (HTTPRequest, Int) -> (status: Int, challenge: String?)) {
      self.answer = answer
    }

    func send(_ request: HTTPRequest) async throws(PhotoSourceError) -> HTTPResponse {
      let count = requests.withLock { requests in
        requests.append(request)
        return requests.count
      }
      let (status, challenge) = answer(request, count)
      let headers = challenge.map { HTTPHeaders([.init(name: "WWW-Authenticate", value: $0)]) }
      return HTTPResponse(status: status, headers: headers ?? HTTPHeaders(), url: request.url)
    }

    func download(
      _ request: HTTPRequest, to descriptor: Int32, byteLimit: Int,
      progress: @escaping @Sendable (ImageProgress) -> Void
    ) async throws(PhotoSourceError) -> HTTPResponse {
      try await send(request)
    }

    var authorizations: [String?] { requests.withLock { $0.map { $0.headers["Authorization"] } } }
  }

  private func transport(
    _ server: Server, _ secrets: ServerSecrets, user: String? = nil
  ) -> AuthorizedTransport {
    AuthorizedTransport(
      server, server: Self.server,
      authorizer: PasswordAuthorizer(
        server: Self.server, user: user, secrets: secrets, makeNonce: { "c0" }))
  }

  @Test func `no password is looked for before the server asks, then every request has it`()
    async throws
  {
    let server = Server { request, _ in
      request.headers["Authorization"] == nil ? (401, "Basic realm=\"x\"") : (207, nil)
    }
    let transport = transport(server, anna)
    for _ in 0..<2 {
      try await expectEqual(transport.send(HTTPRequest(url: Self.server)).status, 207)
    }

    let basic = "Basic " + Data("anna:s3cret wörd".utf8).base64EncodedString()
    expectEqual(server.authorizations, [nil, basic, basic])
    #expect(
      server.requests.withLock {
        $0.dropFirst().allSatisfy { $0.secretNames.contains("authorization") }
      })
  }

  @Test func `a server that doesn't ask gets no credentials`() async throws {
    let looked = Mutex(0)
    let secrets = ServerSecrets(environment: { _ in
      looked.withLock { $0 += 1 }
      return "x"
    })
    let server = Server { _, _ in (200, nil) }
    _ = try await transport(server, secrets).send(HTTPRequest(url: Self.server))

    expectEqual(looked.withLock { $0 }, 0)
    expectEqual(server.authorizations, [nil])
  }

  @Test func `another server gets no credentials, and its challenge isn't answered here`()
    async throws
  {
    let server = Server { request, _ in
      request.headers["Authorization"] == nil ? (401, "Basic realm=\"x\"") : (200, nil)
    }
    let transport = transport(server, anna)
    _ = try await transport.send(HTTPRequest(url: Self.server))
    for other in [
      "https://other.example/", "http://cloud.example/dav/", "https://cloud.example:8443/dav/",
    ] {
      let url = try #require(URL(string: other))
      try await expectEqual(transport.send(HTTPRequest(url: url)).status, 401)
    }

    expectEqual(server.authorizations.filter { $0 != nil }.count, 1)
  }

  @Test func `a nonce is used again with another count, until it is stale`() async throws {
    let server = Server { request, count in
      guard request.headers["Authorization"] != nil else {
        return (401, "Digest realm=\"x\", nonce=\"one\", qop=\"auth\"")
      }
      return count == 4
        ? (401, "Digest realm=\"x\", nonce=\"two\", qop=\"auth\", stale=true") : (207, nil)
    }
    let transport = transport(server, anna)
    for _ in 0..<4 {
      try await expectEqual(
        transport.send(HTTPRequest(method: .propfind, url: Self.server)).status, 207)
    }

    let seen = server.authorizations.compactMap { $0 }.map { field in
      AuthenticationChallenge.parameters(in: field).first.map {
        "\($0.parameters["nonce"] ?? "") \($0.parameters["nc"] ?? "")"
      } ?? ""
    }
    expectEqual(
      seen, ["one 00000001", "one 00000002", "one 00000003", "two 00000001", "two 00000002"])
  }

  @Test func `a used nonce that is refused without a reason is replaced by a new one`()
    async throws
  {
    let server = Server { request, _ in
      let field = request.headers["Authorization"]
      if field == nil { return (401, "Digest realm=\"x\", nonce=\"one\", qop=\"auth\"") }
      return field?.contains("nc=00000002") == true
        ? (401, "Digest realm=\"x\", nonce=\"two\", qop=\"auth\"") : (207, nil)
    }
    let transport = transport(server, anna)
    for _ in 0..<2 {
      try await expectEqual(transport.send(HTTPRequest(url: Self.server)).status, 207)
    }
  }

  @Test(arguments: ["Basic realm=\"x\"", "Digest realm=\"x\", nonce=\"one\", qop=\"auth\""])
  func `a password that was refused is not tried again`(challenge: String) async throws {
    let server = Server { _, _ in (401, challenge) }
    let transport = transport(server, anna)

    try await expectEqual(transport.send(HTTPRequest(url: Self.server)).status, 401)
    await #expect(throws: PhotoSourceError.passwordRefused(host: "cloud.example")) {
      try await transport.send(HTTPRequest(url: Self.server))
    }
    expectEqual(server.authorizations.count, 2)
  }

  @Test func `a password that was accepted may be refused in a folder, but not ten times in a row`()
    async throws
  {
    let server = Server { request, _ in
      let isOwn = request.url.path().hasSuffix("/own")
      return request.headers["Authorization"] != nil && isOwn
        ? (207, nil) : (401, "Basic realm=\"x\"")
    }
    let transport = transport(server, anna)
    func status(_ name: String) async throws -> Int {
      try await transport.send(HTTPRequest(url: Self.server.appending(path: name))).status
    }

    for _ in 0..<6 {
      try await expectEqual(status("own"), 207)
      try await expectEqual(status("other"), 401)
      try await expectEqual(status("other"), 401)
    }
    try await expectEqual(status("own"), 207)
    for _ in 0..<10 { try await expectEqual(status("other"), 401) }
    let count = server.authorizations.count

    await #expect(throws: PhotoSourceError.passwordRefused(host: "cloud.example")) {
      try await status("own")
    }
    expectEqual(server.authorizations.count, count)
  }

  /// Of all folders, `open` needs no password, and `own` takes the user's.
  private static func answer(to request: HTTPRequest) -> (Int, String?) {
    let path = request.url.path()
    if path.contains("/open/") { return (207, nil) }
    return path.contains("/own/") && request.headers["Authorization"] != nil
      ? (207, nil) : (401, "Basic realm=\"x\"")
  }

  @Test func `folders that refuse a password don't keep it from the others`() async throws {
    let server = Server { request, _ in Self.answer(to: request) }
    let transport = transport(server, anna)
    func status(_ name: String) async throws -> Int {
      try await transport.send(HTTPRequest(url: Self.server.appending(path: "\(name)/"))).status
    }

    // The first ones that ask for it may be other users'.
    for (name, expected) in [("open", 207), ("a", 401), ("b", 401), ("own", 207)] {
      try await expectEqual(status(name), expected, "\(name)")
    }
    for number in 0..<30 { try await expectEqual(status("c\(number)"), 401) }
    try await expectEqual(status("own"), 207)
    try await expectEqual(status("open"), 207)
  }

  @Test func `a wrong password is tried five times where folders need none, which are still read`()
    async throws
  {
    let server = Server { request, _ in Self.answer(to: request) }
    let transport = transport(server, anna)
    func status(_ name: String) async throws -> Int {
      try await transport.send(HTTPRequest(url: Self.server.appending(path: "\(name)/"))).status
    }

    try await expectEqual(status("open"), 207)
    for number in 0..<9 { try await expectEqual(status("c\(number)"), 401) }

    expectEqual(server.authorizations.count { $0 != nil }, 5)
    try await expectEqual(status("open"), 207)
    expectEqual(server.authorizations.count { $0 != nil }, 5)
  }

  @Test func `a password that isn't found is missing`() async throws {
    let server = Server { _, _ in (401, "Basic realm=\"x\"") }
    await #expect(throws: PhotoSourceError.passwordMissing(host: "cloud.example")) {
      try await transport(server, ServerSecrets(environment: { _ in nil })).send(
        HTTPRequest(url: Self.server))
    }
  }

  @Test func `a folder without a known password doesn't keep back the open ones`() async throws {
    let server = Server { request, _ in
      request.url.path().hasSuffix("/open") ? (207, nil) : (401, "Basic realm=\"x\"")
    }
    let transport = transport(server, ServerSecrets(environment: { _ in nil }))
    func status(_ name: String) async throws -> Int {
      try await transport.send(HTTPRequest(url: Self.server.appending(path: name))).status
    }

    for _ in 0..<3 {
      try await expectEqual(status("open"), 207)
      await #expect(throws: PhotoSourceError.passwordMissing(host: "cloud.example")) {
        try await status("other")
      }
    }
    try await expectEqual(status("open"), 207)
    #expect(server.authorizations.allSatisfy { $0 == nil })
  }

  @Test func `concurrent requests look for the password once`() async throws {
    let runs = Mutex(0)
    let secrets = ServerSecrets(
      environment: { _ in nil },
      servers: ["cloud.example": ServerAccess(user: "anna", passwordCommand: ["pass", "cloud"])],
      run: { (_) async throws(ProgramFault) in
        runs.withLock { $0 += 1 }
        return Array("x".utf8)
      })
    let server = Server { request, _ in
      request.headers["Authorization"] == nil
        ? (401, "Digest realm=\"x\", nonce=\"one\", qop=\"auth\"") : (200, nil)
    }
    let transport = transport(server, secrets)
    await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<20 {
        group.addTask { try? await transport.send(HTTPRequest(url: Self.server)).status }
      }
      for await status in group { expectEqual(status, 200) }
    }
    expectEqual(runs.withLock { $0 }, 1)
    // No count of a nonce comes twice.
    let answers = server.authorizations.compactMap { $0 }
    expectEqual(Set(answers).count, answers.count)
  }

  // MARK: Feeds, and lists of files

  private func feedTransport(_ server: Server, _ secrets: ServerSecrets) -> AuthorizedTransport {
    AuthorizedTransport(
      server, server: Self.server,
      authorizer: PasswordAuthorizer(
        server: Self.server, user: nil, secrets: secrets, kind: .feed))
  }

  @Test func `a feed that asks gets what netrc has for it, and nothing from the environment`()
    async throws
  {
    let server = Server { request, _ in
      request.headers["Authorization"] == nil ? (401, "Basic realm=\"x\"") : (200, nil)
    }
    let netrc = Array(
      "machine cloud.example login anna password file\ndefault login all password any".utf8)
    let secrets = ServerSecrets(environment: { _ in "env" }, netrc: { netrc })
    try await expectEqual(
      feedTransport(server, secrets).send(HTTPRequest(url: Self.server)).status, 200)
    let basic = "Basic " + Data("anna:file".utf8).base64EncodedString()
    expectEqual(server.authorizations, [nil, basic])
  }

  @Test func `a feed handles the answer itself if no password is known`() async throws {
    let server = Server { _, _ in (401, "Basic realm=\"x\"") }
    // What netrc has for all hosts is not for any that asks.
    let netrc = Array("default login all password any".utf8)
    let transport = feedTransport(
      server, ServerSecrets(environment: { _ in "env" }, netrc: { netrc }))
    try await expectEqual(transport.send(HTTPRequest(url: Self.server)).status, 401)
    expectEqual(server.authorizations, [nil])
  }

  @Test func `a picture that refuses the password doesn't affect the feed`() async throws {
    let server = Server { request, _ in
      request.url.path().hasSuffix("protected.jpg") ? (401, "Basic realm=\"x\"") : (200, nil)
    }
    let netrc = Array("machine cloud.example login anna password file".utf8)
    let transport = feedTransport(
      server, ServerSecrets(environment: { _ in nil }, netrc: { netrc }))
    let picture = HTTPRequest(url: Self.server.appending(path: "protected.jpg"))
    for _ in 0..<2 {
      try await expectEqual(transport.send(picture).status, 401)
      try await expectEqual(transport.send(HTTPRequest(url: Self.server)).status, 200)
    }
  }

  @Test func `a key that a service refuses is the feed's, and not tried as a password`()
    async throws
  {
    let server = Server { _, _ in (401, "Basic realm=\"x\"") }
    let netrc = Array("machine cloud.example login anna password file".utf8)
    let transport = feedTransport(
      server, ServerSecrets(environment: { _ in nil }, netrc: { netrc }))
    let request = HTTPRequest(
      url: Self.server, headers: ["Authorization": "Client-ID k"], secretNames: ["authorization"])
    for _ in 0..<2 { try await expectEqual(transport.send(request).status, 401) }
    expectEqual(server.authorizations, ["Client-ID k", "Client-ID k"])
  }

  @Test func `descriptions of a password don't contain it`() {
    let credentials = ServerCredentials(user: "anna", password: Array("s3cret".utf8))
    var dumped = ""
    dump(credentials, to: &dumped)
    #expect(!"\(credentials)\(String(reflecting: credentials))\(dumped)".contains("s3cret"))
    #expect(!dumped.contains("115"))
  }
}
