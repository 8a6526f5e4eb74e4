import ExpectationSupport
import FeedServerSupport
import Foundation
import GalleryTestSupport
import Glibc
import PseudoTerminalSupport
import Testing

extension CommandTests {
  /// `vitrine list` with folders on loopback servers, with a login or public.
  struct PasswordSourceTests {
    private let folder = ScratchFolder()

    private func run(
      _ line: String, environment: [String: String] = [:]
    ) throws -> CommandResult {
      try folder.run(
        line, environment: environment.merging(["HOME": folder.path("home")]) { $1 },
        without: ["NETRC", "VITRINE_DAV_USER"])
    }

    private func list(
      _ arguments: String, environment: [String: String] = [:]
    ) throws -> CommandResult {
      try run("vitrine list \(arguments)", environment: environment)
    }

    private static let password = "s3cret wörd"
    private static let basic = "Basic " + Data("anna:\(password)".utf8).base64EncodedString()

    /// `/dav/` with a picture and a folder, for Anna.
    private static func answer(to request: FeedRequest) -> Answer {
      guard request.header("Authorization") == basic else {
        return Answer(status: 401, headers: ["WWW-Authenticate": "Basic realm=\"photos\""])
      }
      return listing(request)
    }

    private static func listing(_ request: FeedRequest) -> Answer {
      guard request.method == "PROPFIND", request.header("Depth") == "1" else {
        return .status(404)
      }
      return multistatus(
        request.path == "/dav/"
          ? ["/dav/": nil, "/dav/a.jpg": 12, "/dav/2024/": nil]
          : ["/dav/2024/": nil, "/dav/2024/b%20c.jpg": 12])
    }

    /// - Parameter files: With their sizes; folders have none.
    private static func multistatus(_ files: KeyValuePairs<String, Int?>) -> Answer {
      let items = files.map { href, size in
        let property =
          size.map { "<d:getcontentlength>\($0)</d:getcontentlength>" }
          ?? "<d:resourcetype><d:collection/></d:resourcetype>"
        return """
          <d:response><d:href>\(href)</d:href><d:propstat><d:prop>\(property)</d:prop>
          <d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>
          """
      }
      return Answer.text(
        "<d:multistatus xmlns:d=\"DAV:\">\(items.joined())</d:multistatus>", type: "application/xml"
      ).with(status: 207)
    }

    private func address(_ server: FeedServer, user: String = "") -> String {
      "dav://\(user)127.0.0.1:\(server.port)/dav"
    }

    @Test
    func `a WebDAV folder is listed for its user, and the password is stored nowhere`()
      throws
    {
      let server = try FeedServer { Self.answer(to: $0) }

      let result = try list(
        address(server, user: "anna@"), environment: ["VITRINE_DAV_PASSWORD": Self.password])

      expectEqual(result.errorText, "")
      expectEqual(result.ids, ["a.jpg", "2024/b c.jpg"])
      expectEqual(server.requests.first?.header("Authorization"), nil)
      let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path(""))
      for file in files {
        guard let data = FileManager.default.contents(atPath: folder.path(file)) else { continue }
        for secret in [Self.password, String(Self.basic.dropFirst(6))] {
          expectEqual(data.range(of: Data(secret.utf8)), nil, "\(file)")
        }
      }
    }

    @Test func `a picture at a server that knows its users is shown to them`() throws {
      let server = try FeedServer { request in
        guard request.header("Authorization") == Self.basic else {
          return Answer(status: 401, headers: ["WWW-Authenticate": "Basic realm=\"photos\""])
        }
        return request.path == "/dav/a.png" ? .png(width: 40, height: 20) : .status(404)
      }
      func shown(_ environment: [String: String]) throws -> CommandResult {
        try run(
          "vitrine show --graphics symbols dav://anna@127.0.0.1:\(server.port)/dav/a.png",
          environment: environment)
      }

      let unknown = try shown([:])
      let known = try shown(["VITRINE_DAV_PASSWORD": Self.password])

      #expect(unknown.status == 1 && unknown.output.isEmpty)
      #expect(unknown.errorText.contains("127.0.0.1") && unknown.errorLines.count == 1)
      #expect(known.status == 0 && known.errorText == "")
      #expect(known.outputLines.count > 3)
    }

    @Test func `a folder that asks for a password keeps none of the others back`() throws {
      let server = try FeedServer { request in
        if request.path.hasPrefix("/dav/2024") {
          return Answer(status: 401, headers: ["WWW-Authenticate": "Basic realm=\"photos\""])
        }
        return Self.listing(request)
      }

      let result = try list(address(server))

      result.expect(status: 1, ids: ["a.jpg"])
      #expect(result.errorText.contains("2024: 127.0.0.1 needs a user name and a password"))
    }

    @Test func `the password can also come from a program or netrc`() throws {
      let server = try FeedServer { Self.answer(to: $0) }
      let text = """
        [servers."127.0.0.1:\(server.port)"]
        user = "anna"
        password_command = ["printf", "\(Self.password)\\\\nx"]
        """
      try folder.write(text, to: "config/vitrine/config.toml")
      expectEqual(try list(address(server)).ids, ["a.jpg", "2024/b c.jpg"])

      try FileManager.default.removeItem(atPath: folder.path("config/vitrine/config.toml"))
      #expect(try list(address(server)).errorText.contains("needs a user name and a password"))

      let entry = "machine 127.0.0.1 login anna password \"\(Self.password)\"\n"
      try folder.write(entry, to: "home/.netrc")
      chmod(folder.path("home/.netrc"), 0o600)
      expectEqual(try list(address(server)).ids, ["a.jpg", "2024/b c.jpg"])
    }

    @Test func `a feed that asks for a password says so, and gets that of the user in its address`()
      throws
    {
      let bob = "Basic " + Data("bob:two".utf8).base64EncodedString()
      let server = try FeedServer { request in
        guard request.header("Authorization") == bob else {
          return Answer(status: 401, headers: ["WWW-Authenticate": "Basic realm=\"photos\""])
        }
        return .text(
          """
          <rss version="2.0"><channel><title>Dunes</title><item><title>Dune</title>
          <enclosure url="http://127.0.0.1/a.jpg" type="image/jpeg" length="9"/></item></channel></rss>
          """, type: "application/rss+xml")
      }

      let unknown = try list("\(server.address)/feed")
      expectEqual(unknown.status, 1)
      #expect(unknown.errorText.contains("needs a user name and a password"))

      let entries = """
        machine 127.0.0.1 login anna password one
        machine 127.0.0.1 login bob password two
        machine shop.localhost login bob password two
        """
      try folder.write(entries, to: "home/.netrc")
      chmod(folder.path("home/.netrc"), 0o600)
      let named = server.address.replacing("http://", with: "http://bob@")
      expectEqual(try list("\(named)/feed").outputLines.count, 1)
      #expect(try list("\(server.address)/feed").status == 1)
      // Unencrypted, since nobody is on the way.
      expectEqual(try list("http://shop.localhost:\(server.port)/feed").outputLines.count, 1)
    }

    @Test func `ssh asks on the terminal, wherever messages go, and nothing without one`() throws {
      try SSHServer.writeProgram(
        "echo \"$@\" >'\(folder.path("words"))'; exit 255", to: folder.path("ssh"))
      var environment = BuiltProgram.environment
      environment["PATH"] = "\(folder.path):\(environment["PATH"] ?? "")"
      environment["HOME"] = folder.path("home")
      let asksNothing = {
        String(decoding: try folder.read("words"), as: UTF8.self).contains("BatchMode=yes")
      }

      let session = try ShellSession(
        "\(BuiltProgram.path("vitrine")) list sftp://nas/ 2>\(folder.path("messages"))",
        environment: environment)
      try expectEqual(session.status(), 1)
      try expectEqual(asksNothing(), false)
      _ = try CommandResult("vitrine list sftp://nas/", environment: environment)
      try expectEqual(asksNothing(), true)
    }

    @Test func `a password does not follow a redirect to another server`() throws {
      let other = try FeedServer { _ in .status(401).adding("WWW-Authenticate", "Basic realm=\"x\"")
      }
      let server = try FeedServer { request in
        request.header("Authorization") == nil
          ? Self.answer(to: request) : .redirect(to: other.address + request.target, status: 307)
      }

      let result = try list(
        address(server, user: "anna@"), environment: ["VITRINE_DAV_PASSWORD": Self.password])

      expectEqual(result.status, 1)
      #expect(result.errorText.contains("did not follow a redirect"))
      expectEqual(other.requestCount, 0)
    }

    /// A folder with one raw file.
    private static func answer(
      to request: FeedRequest, _ file: [UInt8], givesRanges: Bool
    ) -> Answer {
      guard request.method == "GET" else {
        return multistatus(["/dav/": nil, "/dav/a.arw": file.count])
      }
      let places = (request.header("Range") ?? "").dropFirst(6).split(separator: "-").compactMap {
        Int($0)
      }
      guard givesRanges, places.count == 2, places[0] < file.count else {
        return Answer(body: .bytes(file))
      }
      let end = min(places[1] + 1, file.count)
      return Answer(
        status: 206,
        headers: [
          "Content-Range": "bytes \(places[0])-\(end - 1)/\(file.count)", "ETag": "\"t\"",
        ], body: .bytes(Array(file[places[0]..<end])))
    }

    @Test func `a raw file's metadata are read from its beginning, with one request`() throws {
      try folder.addRawFile("raw.arw", as: "a.arw")
      let file = try folder.read("a.arw") + [UInt8](repeating: 0, count: 400_000)

      for givesRanges in [true, false] {
        let server = try FeedServer { Self.answer(to: $0, file, givesRanges: givesRanges) }

        let result = try list("--json \(address(server))")

        expectEqual(result.outputLines.first?.contains("ILCE-7M3"), true)
        let asked = server.requests.filter { $0.method == "GET" }
        expectEqual(asked.map { $0.header("Range") }, ["bytes=0-262143"])
      }
    }
  }
}
