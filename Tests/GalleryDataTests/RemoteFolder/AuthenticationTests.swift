import ExpectationSupport
import FeedFormats
import Foundation
import GalleryDomain
import Synchronization
import Testing

@testable import GalleryData

@Suite(.timeLimit(.minutes(10))) struct AuthenticationTests {
  private static let server = URL(string: "https://cloud.example/dav/") ?? URL(filePath: "/")
  private let anna = ServerSecrets(environment: {
    [ServerSecrets.userVariable: "anna", ServerSecrets.passwordVariable: "s3cret wörd"][$0]
  })

  /// A server that knows its user.
  ///
  /// - Parameter authentication: What it asks for with a 401.
  private static func server(
    _ authentication: HTTPAuthentication = .basic,
    _ status: @escaping @Sendable (HTTPRequest) -> Int
  ) -> ScriptedTransport {
    ScriptedTransport { request in
      var response = HTTPResponse(status: status(request), url: request.url)
      if response.status == 401 { response.authentication = authentication }
      return response
    }
  }

  private func transport(
    _ server: ScriptedTransport, _ secrets: ServerSecrets, user: String? = nil,
    kind: PasswordAuthorizer.Kind = .folder
  ) -> AuthorizedTransport {
    AuthorizedTransport(
      server, server: Self.server,
      authorizer: PasswordAuthorizer(
        server: Self.server, user: user, secrets: secrets, kind: kind))
  }

  /// What is answered for a file or a folder of the server.
  private func status(_ name: String, _ transport: AuthorizedTransport) async throws -> Int {
    try await transport.send(HTTPRequest(url: Self.server.appending(path: name))).status
  }

  @Test(arguments: [HTTPAuthentication.basic, .digest])
  func `no password is looked for before the server asks, then every request has it`(
    authentication: HTTPAuthentication
  ) async throws {
    let server = Self.server(authentication) { $0.credentials == nil ? 401 : 207 }
    let transport = transport(server, anna)
    for address in ["https://cloud.example/dav/", "https://cloud.example:443/dav/"] {
      let url = try #require(URL(string: address))
      try await expectEqual(transport.send(HTTPRequest(url: url)).status, 207)
    }

    expectEqual(server.users, [nil, "anna:s3cret wörd", "anna:s3cret wörd"])
    expectEqual(server.requests.last?.authentication, authentication)
  }

  @Test func `a server that doesn't ask gets no credentials`() async throws {
    let looked = Mutex(0)
    let secrets = ServerSecrets(environment: { _ in
      looked.withLock { $0 += 1 }
      return "x"
    })
    let server = Self.server { _ in 200 }
    _ = try await transport(server, secrets).send(HTTPRequest(url: Self.server))

    expectEqual(looked.withLock { $0 }, 0)
    expectEqual(server.users, [nil])
  }

  @Test func `another server gets no credentials, and its challenge isn't answered here`()
    async throws
  {
    let server = Self.server { $0.credentials == nil ? 401 : 200 }
    let transport = transport(server, anna)
    _ = try await transport.send(HTTPRequest(url: Self.server))
    for other in [
      "https://other.example/", "http://cloud.example/dav/", "https://cloud.example:8443/dav/",
      "https://cloud.example.evil.example/dav/",
    ] {
      let url = try #require(URL(string: other))
      try await expectEqual(transport.send(HTTPRequest(url: url)).status, 401)
    }

    expectEqual(server.users.filter { $0 != nil }.count, 1)
  }

  @Test func `a password that was refused is not tried again`() async throws {
    let server = Self.server { _ in 401 }
    let transport = transport(server, anna)

    try await expectEqual(transport.send(HTTPRequest(url: Self.server)).status, 401)
    await #expect(throws: PhotoSourceError.passwordRefused(host: "cloud.example")) {
      try await transport.send(HTTPRequest(url: Self.server))
    }
    expectEqual(server.users.count, 2)
  }

  @Test func `a password that was accepted may be refused in a folder, but not ten times in a row`()
    async throws
  {
    let server = Self.server { request in
      request.credentials != nil && request.url.path().hasSuffix("/own") ? 207 : 401
    }
    let transport = transport(server, anna)

    for _ in 0..<6 {
      try await expectEqual(status("own", transport), 207)
      try await expectEqual(status("other", transport), 401)
      try await expectEqual(status("other", transport), 401)
    }
    try await expectEqual(status("own", transport), 207)
    for _ in 0..<10 { try await expectEqual(status("other", transport), 401) }
    let count = server.users.count

    await #expect(throws: PhotoSourceError.passwordRefused(host: "cloud.example")) {
      try await status("own", transport)
    }
    expectEqual(server.users.count, count)
  }

  /// Of all folders, `open` needs no password, and `own` takes the user's.
  private static func status(of request: HTTPRequest) -> Int {
    let path = request.url.path()
    if path.contains("/open/") { return 207 }
    return path.contains("/own/") && request.credentials != nil ? 207 : 401
  }

  @Test func `folders that refuse a password don't keep it from the others`() async throws {
    let server = Self.server { Self.status(of: $0) }
    let transport = transport(server, anna)

    // The first ones that ask for it may be other users'.
    for (name, expected) in [("open", 207), ("a", 401), ("b", 401), ("own", 207)] {
      try await expectEqual(status("\(name)/", transport), expected, "\(name)")
    }
    for number in 0..<30 { try await expectEqual(status("c\(number)/", transport), 401) }
    try await expectEqual(status("own/", transport), 207)
    try await expectEqual(status("open/", transport), 207)
  }

  @Test func `a wrong password is tried five times where folders need none, which are still read`()
    async throws
  {
    let server = Self.server { Self.status(of: $0) }
    let transport = transport(server, anna)

    try await expectEqual(status("open/", transport), 207)
    for number in 0..<9 { try await expectEqual(status("c\(number)/", transport), 401) }

    expectEqual(server.users.count { $0 != nil }, 5)
    try await expectEqual(status("open/", transport), 207)
    expectEqual(server.users.count { $0 != nil }, 5)
  }

  @Test func `a folder without a known password doesn't keep back the open ones`() async throws {
    let server = Self.server { $0.url.path().hasSuffix("/open") ? 207 : 401 }
    let transport = transport(server, ServerSecrets(environment: { _ in nil }))

    for _ in 0..<3 {
      try await expectEqual(status("open", transport), 207)
      await #expect(throws: PhotoSourceError.passwordMissing(host: "cloud.example")) {
        try await status("other", transport)
      }
    }
    try await expectEqual(status("open", transport), 207)
    #expect(server.users.allSatisfy { $0 == nil })
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
    let server = Self.server(.digest) { $0.credentials == nil ? 401 : 200 }
    let transport = transport(server, secrets)
    await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<20 {
        group.addTask { try? await transport.send(HTTPRequest(url: Self.server)).status }
      }
      for await status in group { expectEqual(status, 200) }
    }
    expectEqual(runs.withLock { $0 }, 1)
  }

  // MARK: Feeds, and lists of files

  private let file = secrets(netrc: "machine cloud.example login anna password file")

  private static func secrets(netrc: String) -> ServerSecrets {
    ServerSecrets(environment: { _ in "env" }, netrc: { Array(netrc.utf8) })
  }

  @Test func `a feed that asks gets what netrc has for it, and nothing from the environment`()
    async throws
  {
    let server = Self.server { $0.credentials == nil ? 401 : 200 }
    let secrets = Self.secrets(
      netrc: "machine cloud.example login anna password file\ndefault login all password any")
    try await expectEqual(
      transport(server, secrets, kind: .feed).send(HTTPRequest(url: Self.server)).status, 200)
    expectEqual(server.users, [nil, "anna:file"])
  }

  @Test(arguments: [("bob", ["bob:two"]), ("carl", [])])
  func `a feed whose address names a user gets that user's password, or isn't told the name`(
    user: String, sent: [String]
  ) async throws {
    let server = Self.server { $0.credentials == nil ? 401 : 200 }
    let secrets = Self.secrets(
      netrc:
        "machine cloud.example login anna password one machine cloud.example login bob password two"
    )
    try await expectEqual(
      transport(server, secrets, user: user, kind: .feed).send(HTTPRequest(url: Self.server))
        .status,
      sent.isEmpty ? 401 : 200)
    expectEqual(server.users, [nil] + sent)
  }

  @Test func `a feed handles the answer itself if no password is known`() async throws {
    let server = Self.server { _ in 401 }
    // What netrc has for all hosts is not for any that asks.
    let transport = transport(
      server, Self.secrets(netrc: "default login all password any"), kind: .feed)
    try await expectEqual(transport.send(HTTPRequest(url: Self.server)).status, 401)
    expectEqual(server.users, [nil])
  }

  @Test func `a picture that refuses the password doesn't affect the feed`() async throws {
    let server = Self.server { $0.url.path().hasSuffix("protected.jpg") ? 401 : 200 }
    let transport = transport(server, file, kind: .feed)
    let picture = HTTPRequest(url: Self.server.appending(path: "protected.jpg"))
    for _ in 0..<2 {
      try await expectEqual(transport.send(picture).status, 401)
      try await expectEqual(transport.send(HTTPRequest(url: Self.server)).status, 200)
    }
  }

  @Test func `a key that a service refuses is the feed's, and not tried as a password`()
    async throws
  {
    let server = Self.server { _ in 401 }
    let transport = transport(server, file, kind: .feed)
    let request = HTTPRequest(
      url: Self.server, headers: ["Authorization": "Client-ID k"], secretNames: ["authorization"])
    for _ in 0..<2 { try await expectEqual(transport.send(request).status, 401) }
    expectEqual(server.users, [nil, nil])
  }

  @Test func `a login of the feed's own that is refused is not the password's fault`() async throws
  {
    let server = Self.server { $0.credentials?.user == "anna" ? 200 : 401 }
    let transport = transport(server, file, kind: .feed)
    var own = HTTPRequest(url: Self.server)
    own.credentials = ServerCredentials(user: "ck", password: Array("cs".utf8))
    let plain = HTTPRequest(url: Self.server)

    for (request, status) in [(own, 401), (plain, 200), (own, 401), (plain, 200)] {
      try await expectEqual(transport.send(request).status, status)
    }

    expectEqual(server.users, ["ck:cs", nil, "anna:file", "ck:cs", "anna:file"])
  }

  @Test func `descriptions of a password don't contain it`() {
    let credentials = ServerCredentials(user: "anna", password: Array("s3cret".utf8))
    var dumped = ""
    dump(credentials, to: &dumped)
    #expect(!"\(credentials)\(String(reflecting: credentials))\(dumped)".contains("s3cret"))
    #expect(!dumped.contains("115"))
  }
}

extension ScriptedTransport {
  /// The name and the password of each request.
  fileprivate var users: [String?] {
    requests.map { request in
      request.credentials.map { "\($0.user):\(String(decoding: $0.password, as: UTF8.self))" }
    }
  }
}
