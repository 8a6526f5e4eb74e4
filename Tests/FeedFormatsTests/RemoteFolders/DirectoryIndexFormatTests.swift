import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats
@testable import FolderFormats

@Suite struct DirectoryIndexFormatTests {
  private let root = RecordedServers.url(RecordedServers.root)

  private func listing(
    _ name: String, of folder: String = ""
  ) throws -> RemoteListing {
    try DirectoryIndexFormat(url: root).decode(
      RecordedServers.response(name, at: RecordedServers.root + folder), of: Array(folder.utf8))
  }

  private func page(
    _ rows: String, title: String = "Index of /", of folder: String = ""
  ) throws -> RemoteListing {
    let html = "<html><head><title>\(title)</title></head><body><pre>\(rows)</pre></body></html>"
    return try DirectoryIndexFormat(url: root).decode(
      HTTPResponse(status: 200, body: Array(html.utf8), url: root), of: Array(folder.utf8))
  }

  // MARK: Real servers

  private static let pages = [
    "index-apache.html", "index-apache-F0.html", "index-apache-F1.html", "index-nginx.html",
    "index-nginx.json", "index-lighttpd.html", "index-python.html", "index-rclone.html",
    "index-caddy.html", "index-caddy.json",
  ]

  @Test(arguments: pages)
  func `the list of a real server is read, whatever is in its names`(page: String) throws {
    let listing = try listing(page)

    // nginx and lighttpd hide names that begin with a dot; Apache's own pattern hides `..*`.
    let leavesPointsOut = page.contains("nginx") || page.contains("lighttpd")
    let names = RecordedServers.names.filter { !leavesPointsOut || !$0.hasPrefix(".") }
    expectEqual(listing.fileNames, names.sorted())
    expectEqual(listing.folderNames, RecordedServers.folders)
    expectEqual(listing.skipped.count, 0)
  }

  @Test(arguments: [
    ("index-apache.html", 600), ("index-apache-F0.html", nil), ("index-apache-F1.html", 600),
    ("index-nginx.html", 600), ("index-nginx.json", 600), ("index-lighttpd.html", nil),
    ("index-python.html", nil), ("index-rclone.html", 600), ("index-caddy.html", 600),
    ("index-caddy.json", 600),
  ])
  func `a size counts if it is in bytes`(page: String, size: Int?) throws {
    let listing = try listing(page)

    expectEqual(listing.entry("small.jpg")?.byteCount, size)
    // Apache writes 2.3K.
    let isRounded = page.contains("apache")
    expectEqual(
      listing.entry("IMG 0001.jpg")?.byteCount, (isRounded ? nil : size.map { _ in 2_345 }))
    expectEqual(listing.entry("empty")?.byteCount, nil)
  }

  @Test(arguments: [
    ("index-apache.html", nil), ("index-nginx.html", 60.0), ("index-nginx.json", 1),
    ("index-lighttpd.html", nil),
    ("index-python.html", nil), ("index-rclone.html", 1), ("index-caddy.html", 1),
    ("index-caddy.json", 1),
  ])
  func `a date counts if its zone is known`(page: String, seconds: Double?) throws {
    let date = try listing(page).entry("small.jpg")?.modified

    let expected = seconds.map {
      (RecordedServers.date.timeIntervalSince1970 / $0).rounded(.down) * $0
    }
    expectEqual(date?.timeIntervalSince1970, expected)
  }

  @Test(arguments: [
    "index-apache-bad.html", "index-nginx-bad.html", "index-nginx-bad.json",
    "index-lighttpd-bad.html",
    "index-rclone-bad.html", "index-caddy-bad.html", "index-caddy-bad.json",
  ])
  func `names that aren't UTF-8 keep their bytes`(page: String) throws {
    let paths = try listing(page, of: "bad").entries.map(\.path)

    #expect(paths.contains(Array("bad/b".utf8) + [0xFF] + Array(".jpg".utf8)))
    expectEqual(paths.count, 2)
  }

  @Test func `Python's names are requested as it writes them`() throws {
    let paths = try listing("index-python-bad.html", of: "bad").entries.map(\.path)

    // A lone surrogate, which it takes for the byte again.
    #expect(paths.contains(Array("bad/b".utf8) + [0xED, 0xB3, 0xBF] + Array(".jpg".utf8)))
  }

  @Test(arguments: ["apache", "nginx", "lighttpd", "rclone", "python", "caddy"])
  func `an empty folder is a list, too`(server: String) throws {
    #expect(try listing("index-\(server)-empty.html").entries.isEmpty)
  }

  @Test(arguments: ["nginx", "caddy"])
  func `an empty folder in JSON is one if a folder was requested`(server: String) throws {
    #expect(try listing("index-\(server)-empty.json").entries.isEmpty)
    let response = try RecordedServers.response("index-\(server)-empty.json")
    #expect(DirectoryIndexFormat.recognising(response, at: root) == nil)
  }

  // MARK: Recognition

  @Test(
    arguments: pages
      + pages.filter { !$0.contains("-F") && $0.hasSuffix("html") }.map {
        $0.replacing(".html", with: "-empty.html")
      })
  func `an answer that lists files is recognised`(page: String) throws {
    let response = try RecordedServers.response(page)
    let format = DirectoryIndexFormat.recognising(response, at: root)

    expectEqual(format?.title, "photos.example")
  }

  @Test(arguments: [
    "<html><head><title>Holidays</title></head><body><a href='a.jpg'>a</a><a href='b.jpg'>b</a></body></html>",
    "<html><head><title>Index of refraction</title></head><body><h1>Index of refraction</h1></body></html>",
    """
    <html><head><title>Index of /r/photos</title></head><body><a href='/'>Home</a><a href='/about'>About</a>
    <a href='https://a.example/'>A</a><a href='https://b.example/'>B</a><a href='/login'>Log in</a></body></html>
    """,
    "<html><body><a href='?sort=name&order=asc'>Name</a><a href='shoes.jpg'>Shoes</a></body></html>",
    "Index of /", "<rss><channel><title>Index of /</title></channel></rss>", "", "[]", "[1,2]",
    #"[{"name":"a","type":"file"}]"#, #"[{"name":"a","url":"./a","size":1}]"#,
    #"[{"name":"a.jpg","type":"image","mtime":"Sun, 22 Nov 2026 03:21:44 GMT"}]"#,
    #"[{"id":1,"name":"a","url":"https://a.example/"}]"#, #"{"name":"a"}"#,
    "<html><head><title>404 Not Found</title></head><body><h1>Not Found</h1></body></html>",
  ])
  func `an ordinary page isn't a list`(body: String) {
    let response = HTTPResponse(status: 200, body: Array(body.utf8), url: root)

    #expect(DirectoryIndexFormat.recognising(response, at: root) == nil)
  }

  @Test func `an error isn't a list, whatever it looks like`() throws {
    var response = try RecordedServers.response("index-nginx.html")
    response.status = 404

    #expect(DirectoryIndexFormat.recognising(response, at: root) == nil)
  }

  @Test func `the folder is where the answer came from, at the same host`() throws {
    let body = try RecordedServers.bytes("index-nginx.html")
    let asked = RecordedServers.url("http://photos.example/2024")
    let same = HTTPResponse(
      status: 200, body: body, url: RecordedServers.url("https://photos.example/2024/"))
    let other = HTTPResponse(
      status: 200, body: body, url: RecordedServers.url("https://other.example/x/"))

    expectEqual(
      DirectoryIndexFormat.recognising(same, at: asked)?.url(of: [0x61])?.absoluteString,
      "https://photos.example/2024/a")
    expectEqual(
      DirectoryIndexFormat.recognising(other, at: asked)?.url(of: [0x61])?.absoluteString,
      "http://photos.example/2024/a")
  }

  // MARK: Links

  @Test(arguments: [
    "?C=N;O=D", "?sort=name&order=asc", "./?sort=size", "../", "..", ".", "./", "/", "#top", "",
    "https://photos.example/", "/icons/back.gif", "https://elsewhere.example/",
    "mailto:a@b.example",
    "javascript:alert(1)", "https://photos.example:8443/a.jpg", "page?path=/a/",
  ])
  func `a link that names nothing in the folder is skipped`(href: String) throws {
    let listing = try page("<a href=\"\(href)\">x</a> <a href=\"ok.jpg\">ok</a>")

    expectEqual(listing.fileNames, ["ok.jpg"])
    expectEqual(listing.folderNames, [])
    expectEqual(listing.skipped.count, 0)
  }

  @Test(arguments: [
    ("./a:b.jpg", "a:b.jpg"), ("12:30.jpg", "12:30.jpg"), ("a%3Ab.jpg", "a:b.jpg"),
    ("/a.jpg", "a.jpg"),
    ("https://PHOTOS.example/a.jpg", "a.jpg"), ("http://photos.example:80/a.jpg", "a.jpg"),
    ("//photos.example/a.jpg", "a.jpg"),
    ("a&amp;b.jpg", "a&b.jpg"),
    ("%26amp%3B.jpg", "&amp;.jpg"), ("a.jpg#top", "a.jpg"), ("hash #1.jpg", "hash #1.jpg"),
    ("why?.jpg", "why?.jpg"), ("./b/../a.jpg", "a.jpg"),
  ])
  func `a link to a file in the folder is its name`(href: String, name: String) throws {
    try expectEqual(page("<a href=\"\(href)\">x</a>").fileNames, [name])
  }

  @Test(arguments: [
    ("%2e%2e/", "a name that leads elsewhere"), ("..%2Fa.jpg", "a slash in its name"),
    ("a%00.jpg", "a zero byte in its name"), ("%2e/", "a name that leads elsewhere"),
    ("a/b.jpg", "outside the folder"), ("a.jpg?x=1", "outside the folder"),
    ("../a.jpg", "outside the folder"),
    ("https://elsewhere.example/a.jpg", "on another server"),
    ("//elsewhere.example/a.jpg", "on another server"),
  ])
  func `a photo or a folder that can't be shown is counted and named with the reason`(
    href: String, reason: String
  ) throws {
    let listing = try page("<a href=\"\(href)\">x</a>")

    #expect(listing.entries.isEmpty)
    expectEqual(listing.skipped.unreadableCount, 1)
    expectEqual(
      listing.skipped.items,
      [SkippedItem(name: href.replacing("?x=1", with: ""), reason: reason)])
  }

  @Test func `a folder with an unencoded mark is a folder`() throws {
    try expectEqual(page("<a href=\"album #1/\">x</a>").folderNames, ["album #1"])
  }

  @Test func `icons that are links add no second entry`() throws {
    let listing = try page(
      "<a href=\"a.jpg\"><img src=\"/i.gif\"></a> <a href=\"a.jpg\">a.jpg</a>  22-Nov-2026 03:21  45781\n"
    )

    expectEqual(listing.entries.count, 1)
    expectEqual(listing.entries.first?.byteCount, 45_781)
    expectEqual(listing.skipped.count, 0)
  }

  @Test func `Apache's sizes in thousands and a description aren't sizes in bytes`() throws {
    let listing = try page(
      """
      <a href="a.jpg">a.jpg</a>  2026-11-22 03:21  1.2M  2024
      <a href="b.jpg">b.jpg</a>  2026-11-22 03:21   12 of them
      <a href="c.jpg">c.jpg</a>  45781
      """)

    expectEqual(listing.entries.map(\.byteCount), [nil, 12, nil])
  }

  // MARK: Hostile answers

  @Test(arguments: pages)
  func `an answer cut anywhere doesn't trap`(page: String) throws {
    let bytes = try RecordedServers.bytes(page)
    let format = try DirectoryIndexFormat(url: root)
    for count in stride(from: 0, to: bytes.count, by: 97) {
      let response = HTTPResponse(status: 200, body: Array(bytes.prefix(count)), url: root)
      _ = try? format.decode(response, of: [])
      _ = DirectoryIndexFormat.recognising(response, at: root)
    }
  }

  @Test(arguments: [
    #"[{"name":1,"type":"file","mtime":"Sun, 22 Nov 2026 03:21:44 GMT"}]"#,
    #"[{"name":"a","type":"file","mtime":"x"},{"name":"b"}]"#, #"[[[[[[]]]]]]"#, #"[{"#,
    #"[{"name":"a","type":"file","mtime":"x","size":{}}] x"#,
  ])
  func `JSON of another kind isn't a list`(body: String) throws {
    let format = try DirectoryIndexFormat(url: root)
    #expect(throws: PhotoSourceError.self) {
      try format.decode(HTTPResponse(status: 200, body: Array(body.utf8), url: root), of: [])
    }
  }

  @Test func `names in JSON that lead elsewhere are skipped and counted`() throws {
    let date = "Sun, 22 Nov 2026 03:21:44 GMT"
    let names = ["..", "a/b", "", "a\\u0000", "ok.jpg", "ok.jpg", "/etc/passwd"]
    let items = names.map { #"{"name":"\#($0)","type":"file","mtime":"\#(date)","size":-1}"# }
    let listing = try DirectoryIndexFormat(url: root).decode(
      HTTPResponse(status: 200, body: Array("[\(items.joined(separator: ","))]".utf8), url: root),
      of: [])

    expectEqual(listing.fileNames, ["ok.jpg"])
    expectEqual(listing.entries.first?.byteCount, nil)
    expectEqual(listing.skipped.count, 6)

    let urls = ["https://elsewhere.example/a.jpg", "../a.jpg", "./ok.jpg"]
    let caddy = urls.map {
      #"{"name":"x","url":"\#($0)","is_dir":false,"mod_time":"2026-11-22T03:21:44Z"}"#
    }
    let other = try DirectoryIndexFormat(url: root).decode(
      HTTPResponse(status: 200, body: Array("[\(caddy.joined(separator: ","))]".utf8), url: root),
      of: [])
    expectEqual(other.fileNames, ["ok.jpg"])
    expectEqual(other.skipped.count, 2)
  }

  @Test func `statuses and pages become the right errors`() throws {
    let format = try DirectoryIndexFormat(url: root)
    func error(_ status: Int, _ body: String) -> PhotoSourceError? {
      do {
        _ = try format.decode(
          HTTPResponse(status: status, body: Array(body.utf8), url: root), of: [])
        return nil
      } catch {
        return error
      }
    }
    expectEqual(error(401, ""), .passwordRefused(host: "photos.example"))
    expectEqual(error(403, ""), .permissionDenied(name: "photos.example"))
    expectEqual(error(404, ""), .notFound(name: "photos.example"))
    guard case .notAFeed(_, _, content: .webPage)? = error(200, "<html><body>My page</body></html>")
    else {
      Issue.record("a web page is not told")
      return
    }
  }

  @Test func `a folder is requested with its slash, and JSON is accepted`() throws {
    let format = try DirectoryIndexFormat(
      url: RecordedServers.url("http://nas.local:8080/photos?C=M"))
    let request = try format.request(for: Array("a b".utf8), isRecursive: false, after: nil)

    expectEqual(request.url.absoluteString, "http://nas.local:8080/photos/a%20b/")
    expectEqual(request.headers["Accept"]?.contains("application/json"), true)
    expectEqual(request.redirects, .sameHost)
  }
}
