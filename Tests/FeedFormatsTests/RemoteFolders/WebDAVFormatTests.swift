import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats
@testable import FolderFormats

@Suite struct WebDAVFormatTests {
  private func format(_ url: String = RecordedServers.root) throws -> WebDAVFormat {
    try WebDAVFormat(url: RecordedServers.url(url))
  }

  private func listing(
    _ xml: String, of folder: String = "", at url: String = RecordedServers.root
  ) throws -> RemoteListing {
    let response = HTTPResponse(status: 207, body: Array(xml.utf8), url: RecordedServers.url(url))
    return try format(url).decode(response, of: Array(folder.utf8))
  }

  /// An answer with responses of which only the address and whether it is a folder count.
  private func multistatus(_ hrefs: [String]) -> String {
    let responses = hrefs.map { href in
      let type = href.hasSuffix("/") ? "<d:collection/>" : ""
      return "<d:response><d:href>\(href)</d:href><d:propstat><d:prop><d:resourcetype>\(type)"
        + "</d:resourcetype></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>"
    }
    return "<d:multistatus xmlns:d='DAV:'>\(responses.joined())</d:multistatus>"
  }

  private func error(_ body: () throws -> Void) -> PhotoSourceError? {
    do {
      try body()
      return nil
    } catch {
      return error as? PhotoSourceError
    }
  }

  // MARK: Requests

  @Test func `a folder is requested at depth 1, with its slash and every byte encoded`() throws {
    let format = try format("https://anna:secret@photos.example:8443/dav/G%c3%a4ste?x=1#y")
    let request = try format.request(
      for: [0x61, 0x20, 0xFF, 0x2F, 0x2B], isRecursive: false, after: nil)

    expectEqual(
      request.url.absoluteString, "https://photos.example:8443/dav/G%c3%a4ste/a%20%FF/%2B/")
    expectEqual(request.method, .propfind)
    expectEqual(request.headers["Depth"], "1")
    expectEqual(request.headers["Content-Type"], "application/xml; charset=utf-8")
    expectEqual(request.redirects, .sameHost)
    #expect(String(decoding: request.body ?? [], as: UTF8.self).contains("<oc:fileid/>"))
  }

  @Test func `a source is named without secrets, and in every run alike`() throws {
    let format = try format("https://anna:secret@photos.example/dav/2024")

    expectEqual(format.title, "2024 · photos.example")
    expectEqual(format.sourceID, (try self.format("https://photos.example/dav/2024/")).sourceID)
    #expect(!format.sourceID.contains("secret") && !format.sourceID.contains("anna"))
    try expectEqual(self.format("https://photos.example").title, "photos.example")
  }

  @Test(arguments: ["..", "a/../b", ".", "a//b", "a\0b", "/a"])
  func `no URL is made from a name that would be a step`(path: String) throws {
    try expectEqual(format().url(of: Array(path.utf8)), nil)
  }

  @Test(arguments: ["ftp://photos.example/", "https:///x", "https://photos.example/a/../b"])
  func `a URL that isn't a folder's is refused`(url: String) {
    #expect(throws: PhotoSourceError.self) { try format(url) }
  }

  // MARK: Answers of real servers

  @Test(arguments: ["apache", "nginx", "lighttpd", "rclone", "wsgidav"])
  func `the folder of a real server is read, whatever is in its names`(server: String) throws {
    let listing = try format().decode(
      RecordedServers.response("webdav-\(server).xml", status: 207), of: [])

    // nginx hides names that begin with a dot.
    let names = RecordedServers.names.filter { server != "nginx" || !$0.hasPrefix(".") }
    expectEqual(listing.fileNames, names.sorted())
    expectEqual(listing.folderNames, RecordedServers.folders)
    expectEqual(listing.skipped.count, 0)
    expectEqual(listing.next, nil)
    expectEqual(listing.entry("small.jpg")?.byteCount, 600)
    expectEqual(listing.entry("IMG 0001.jpg")?.byteCount, 2_345)
    expectEqual(listing.entry("IMG 0001.jpg")?.modified, RecordedServers.date)
    expectEqual(listing.entry("bad")?.byteCount, nil)
    let tag = listing.entry("small.jpg")?.entityTag
    expectEqual((tag == nil), (server == "nginx"))
  }

  @Test(arguments: ["apache", "nginx", "lighttpd", "rclone"])
  func `names that aren't UTF-8 keep their bytes`(server: String) throws {
    let format = try format()
    let listing = try format.decode(
      RecordedServers.response("webdav-\(server)-bad.xml", status: 207), of: Array("bad".utf8))

    let path = Array("bad/b".utf8) + [0xFF] + Array(".jpg".utf8)
    #expect(listing.entries.map(\.path).contains(path))
    expectEqual(listing.entries.count, 2)
    expectEqual(format.url(of: path)?.absoluteString, "https://photos.example/bad/b%FF.jpg")
  }

  @Test func `a folder with another name in the answer is still the folder`() throws {
    // Behind a proxy that shows it elsewhere, with a host of its own; and in another form of Unicode.
    let moved = try listing(
      multistatus(["http://10.0.0.1:8080/files/anna/", "http://10.0.0.1:8080/files/anna/a.jpg"]),
      at: "https://photos.example/dav/")
    expectEqual(moved.fileNames, ["a.jpg"])

    let decomposed = try listing(
      multistatus(["/Gra%CC%88ser/", "/Gra%CC%88ser/a.jpg"]),
      at: "https://photos.example/Gr%C3%A4ser/")
    expectEqual(decomposed.fileNames, ["a.jpg"])
  }

  // MARK: Addresses

  @Test(arguments: [
    (
      "a.jpg",
      [
        "/dav/x/a.jpg", "https://photos.example/dav/x/a.jpg", "http://wrong.example:81/dav/x/a.jpg",
        "/dav//x/a.jpg", "/d%61v/%78/%61.jpg", "a.jpg", "./a.jpg", " /dav/x/a.jpg\n",
        "//other/dav/x/a.jpg",
      ]
    ),
    // Not encoded, or with encoded separators.
    (
      "hash #1?.jpg",
      [
        "/dav/x/hash #1?.jpg", "/dav/x/album #1/../hash #1?.jpg", "/dav/x/hash%20%231%3F.jpg",
        "%2Fdav%2Fx%2Fhash%20%231%3F.jpg", "%2fdav%2fx%2fhash #1?.jpg",
      ]
    ),
    ("#1.jpg", ["/dav/x/#1.jpg"]), ("?.jpg", ["/dav/x/?.jpg"]),
    ("#1?.jpg", ["/dav/x/album/../#1?.jpg"]),
  ])
  func `URLs are compared by their meaning`(name: String, hrefs: [String]) throws {
    for href in hrefs {
      let listing = try listing(
        multistatus(["/dav/x/", href]), of: "x", at: "https://photos.example/dav")

      expectEqual(listing.fileNames, ["x/\(name)"], "\(href)")
      expectEqual(listing.skipped.count, 0, "\(href)")
    }
  }

  @Test(arguments: [
    "/dav/x/../secret.jpg", "/dav/x/%2e%2e", "/dav/x/..%2fy.jpg", "/dav/x/a%00b.jpg", "/etc/passwd",
    "/dav/y/a.jpg", "../a.jpg", "",
    "ftp://photos.example/dav/x/a.jpg",
    "/dav/x/a.jpg?x", "javascript:alert(1)", "/dav/xa.jpg",
  ])
  func `a URL that leads elsewhere is skipped and counted`(href: String) throws {
    let listing = try listing(
      multistatus(["/dav/x/", href, "/dav/x/ok.jpg"]), of: "x", at: "https://photos.example/dav")

    expectEqual(listing.fileNames, ["x/ok.jpg"])
    expectEqual(listing.skipped.count, 1)
  }

  @Test(arguments: [
    ("/dav/x/a%2Fb.jpg", "a slash in its name"), ("/dav/x/a%00.jpg", "a zero byte in its name"),
    ("/dav/y/a.jpg", "outside the folder"), ("/dav/x/a.jpg?x", "outside the folder"),
    ("../a.jpg", "outside the folder"),
  ])
  func `a photo that can't be shown is named with the reason`(href: String, reason: String) throws {
    let listing = try listing(
      multistatus(["/dav/x/", href]), of: "x", at: "https://photos.example/dav")

    #expect(listing.entries.isEmpty)
    expectEqual(listing.skipped.items, [SkippedItem(name: href, reason: reason)])
  }

  @Test func `a server that lists deeper than it was asked to names the folders`() throws {
    let listing = try listing(
      multistatus(["/dav/x/", "/dav/x/deeper/a.jpg", "/dav/", "/dav/x/deeper/b.jpg"]), of: "x",
      at: "https://photos.example/dav")

    expectEqual(listing.folderNames, ["x/deeper"])
    expectEqual(listing.skipped.count, 0)
  }

  @Test func `a name that occurs twice is one`() throws {
    let listing = try listing(multistatus(["/", "/a.jpg", "/%61.jpg"]))

    expectEqual(listing.fileNames, ["a.jpg"])
    expectEqual(listing.skipped.count, 1)
  }

  // MARK: Properties

  @Test func `namespaces count, not prefixes, and only existing properties`() throws {
    let listing = try listing(
      """
      <multistatus xmlns="DAV:" xmlns:z="urn:other"><response><href>/</href></response>
      <response><href>/a.jpg</href><z:href>/b.jpg</z:href>
       <propstat><prop><z:getcontentlength>1</z:getcontentlength><getetag>W/"x"</getetag>
        <getcontentlength> 12 </getcontentlength></prop><status>HTTP/1.1 200 OK</status></propstat>
       <propstat><prop><getcontentlength>99</getcontentlength><getetag/></prop>
        <status>HTTP/1.1 404 Not Found</status></propstat></response>
      <response><href>/gone.jpg</href><status>HTTP/1.1 404 Not Found</status></response>
      <z:response><href>/c.jpg</href></z:response><responsedescription>x</responsedescription></multistatus>
      """)

    expectEqual(listing.fileNames, ["a.jpg"])
    expectEqual(listing.entry("a.jpg")?.byteCount, 12)
    expectEqual(listing.entry("a.jpg")?.entityTag, "W/\"x\"")
    expectEqual(listing.skipped.count, 1)
  }

  @Test(arguments: [
    ("getcontentlength", "-1"), ("getcontentlength", "1e9"),
    ("getcontentlength", "9999999999999999999"),
    ("getcontentlength", ""), ("getlastmodified", "yesterday"), ("getetag", ""),
  ])
  func `a value in the wrong form is ignored`(name: String, value: String) throws {
    let listing = try listing(
      """
      <d:multistatus xmlns:d="DAV:"><d:response><d:href>/a.jpg</d:href><d:propstat><d:prop>
      <d:\(name)>\(value)</d:\(name)></d:prop></d:propstat></d:response></d:multistatus>
      """)

    let entry = try #require(listing.entries.first)
    #expect(entry.byteCount == nil && entry.modified == nil && entry.entityTag == nil)
  }

  private func nextcloud(_ properties: String, at url: String) throws -> RemoteEntry? {
    try nextcloudListing(properties, at: url).entries.first
  }

  private func previewURL(_ properties: String, at url: String) throws -> URL? {
    guard let entry = try nextcloud(properties, at: url), let id = entry.previewID else {
      return nil
    }
    return try WebDAVFormat(url: RecordedServers.url(url)).previewURL(
      of: id, version: entry.version)
  }

  private func nextcloudListing(_ properties: String, at url: String) throws -> RemoteListing {
    try listing(
      """
      <d:multistatus xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns" xmlns:nc="http://nextcloud.org/ns">
      <d:response><d:href>\(RecordedServers.url(url).path(percentEncoded: true))a.jpg</d:href><d:propstat><d:prop>
      <d:resourcetype/>\(properties)</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>
      </d:multistatus>
      """, at: url)
  }

  @Test func `Nextcloud's previews are at the base of the server`() throws {
    let properties =
      "<oc:fileid>42</oc:fileid><oc:size>7</oc:size><nc:has-preview>true</nc:has-preview>"
    let base = "https://cloud.example/next/remote.php/dav/files/anna/"

    try expectEqual(
      previewURL(properties, at: base)?.absoluteString.hasPrefix(
        "https://cloud.example/next/index.php/core/preview?fileId=42&x=512&y=512&a=1&forceIcon=0&v="
      ), true)
    try expectEqual(nextcloud(properties, at: base)?.byteCount, 7)
    // Another version has another address, so that no cache shows the former one.
    let tagged = properties + "<d:getetag>&quot;abc&quot;</d:getetag>"
    #expect(try previewURL(properties, at: base) != previewURL(tagged, at: base))
  }

  @Test(arguments: [
    "<oc:fileid>42</oc:fileid><nc:has-preview>false</nc:has-preview>",
    "<nc:has-preview>true</nc:has-preview>",
    "<oc:fileid>4&amp;x=1</oc:fileid><nc:has-preview>true</nc:has-preview>",
    "<oc:fileid>42</oc:fileid>",
    // As a number it would come back as a different text.
    "<oc:fileid>0042</oc:fileid><nc:has-preview>true</nc:has-preview>",
  ])
  func `a preview needs both its number and the property that says there is one`(properties: String)
    throws
  {
    let url = "https://cloud.example/remote.php/dav/files/anna/"
    try expectEqual(previewURL(properties, at: url), nil)
  }

  @Test func `a server other than Nextcloud has no previews`() throws {
    let properties = "<oc:fileid>42</oc:fileid><nc:has-preview>true</nc:has-preview>"
    try expectEqual(previewURL(properties, at: "https://cloud.example/dav/"), nil)
  }

  // MARK: Errors

  private func error(status: Int, _ body: String = "") throws -> PhotoSourceError? {
    let response = HTTPResponse(
      status: status, body: Array(body.utf8), url: RecordedServers.url(RecordedServers.root))
    let format = try format()
    return error { _ = try format.decode(response, of: []) }
  }

  @Test func `a status becomes the right error`() throws {
    let host = "photos.example"
    try expectEqual(error(status: 401), .passwordRefused(host: host))
    try expectEqual(error(status: 403), .permissionDenied(name: host))
    try expectEqual(error(status: 404), .notFound(name: host))
    try expectEqual(error(status: 503), .serverOverloaded)
    try expectEqual(error(status: 500), .serverFailed(host: host, status: 500))
    for status in [200, 204, 400, 405, 415, 501] {
      try expectEqual(
        error(status: status, "<html></html>"),
        .notAFeed(name: host, beginning: "\(status)", content: .noWebDAV))
    }
  }

  @Test func `a file is distinguished from a folder`() throws {
    let format = try format("https://photos.example/small.jpg")
    let response = try RecordedServers.response(
      "webdav-apache-file.xml", status: 207, at: "https://photos.example/small.jpg/")

    let error = error { _ = try format.decode(response, of: []) }
    guard case .notAFeed(_, _, content: .file)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: [
    "", "<html><body>hello</body></html>", "{}", "<d:multistatus xmlns:d='urn:x'/>",
    "<multistatus/>",
    "\u{FF}\u{FE}", "<d:multistatus xmlns:d='DAV:'>",
    "<d:multistatus xmlns:d='DAV:'><d:response><d:href>/a",
    "<d:multistatus xmlns:d='DAV:'><d:response></d:multistatus>",
  ])
  func `an answer that isn't a multistatus, or is cut, is an error`(body: String) throws {
    #expect(try error(status: 207, body) != nil)
  }

  @Test func `an answer cut anywhere doesn't trap`() throws {
    let bytes = try RecordedServers.bytes("webdav-apache-bad.xml")
    let format = try format()
    for count in stride(from: 0, to: bytes.count - 20, by: 7) {
      let response = HTTPResponse(
        status: 207, body: Array(bytes.prefix(count)),
        url: RecordedServers.url(RecordedServers.root))
      #expect(throws: PhotoSourceError.self) { try format.decode(response, of: []) }
    }
  }

  @Test func `entities are not expanded, and a deep document is refused`() throws {
    let laughs = """
      <!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>
      <d:multistatus xmlns:d="DAV:"><d:response><d:href>/&b;&c;.jpg</d:href></d:response></d:multistatus>
      """
    try expectEqual(listing(laughs).fileNames, ["&b;&c;.jpg"])

    let deep = "<d:multistatus xmlns:d='DAV:'>" + String(repeating: "<d:response>", count: 100_000)
    #expect(try error(status: 207, deep) != nil)
  }

  @Test func `names keep their control bytes until they are shown`() throws {
    let listing = try listing(multistatus(["/", "/a%1B%5B31m%0A.jpg"]))

    expectEqual(listing.entries.first?.path, Array("a\u{1B}[31m\n.jpg".utf8))
    try expectEqual(
      format().url(of: Array("a\u{1B}[31m\n.jpg".utf8))?.absoluteString.hasSuffix(
        "/a%1B%5B31m%0A.jpg"), true)
  }

  @Test func `a hundred thousand files are listed`() throws {
    let listing = try listing(multistatus(["/"] + (0..<100_000).map { "/\($0).jpg" }))

    expectEqual(listing.entries.count, 100_000)
  }
}
