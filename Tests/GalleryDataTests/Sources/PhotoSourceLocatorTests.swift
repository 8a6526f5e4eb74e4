import ExpectationSupport
import FeedFormats
import Foundation
import GalleryDomain
import Glibc
import Testing

@testable import GalleryData

@Suite struct PhotoSourceLocatorTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("feed.json", "[]")
    try folder.write("500px:x/a.jpg")
  }

  private func source(_ argument: String) throws -> PhotoSource {
    try locator.source(Array(argument.utf8))
  }

  private var locator: PhotoSourceLocator {
    PhotoSourceLocator(workingDirectory: folder.reference) {
      ["500px", "woocommerce", "rss"].contains($0)
    }
  }

  private func error(_ argument: String, preset: String? = nil) -> PhotoSourceLocatorError? {
    do throws(PhotoSourceLocatorError) {
      _ = try locator.source(Array(argument.utf8), preset: preset)
      return nil
    } catch {
      return error
    }
  }

  private static let secret = "a key or a password in an address"

  private func refusal(_ argument: String, preset: String? = nil) -> String? {
    guard case .refused(let complaint)? = error(argument, preset: preset) else { return nil }
    return complaint.words
  }

  private static func url(_ text: String) -> URL { URL(string: text) ?? URL(filePath: "/") }

  private static func webDAV(_ text: String, _ file: String? = nil) -> PhotoSource {
    .remoteFolder(.webDAV(url(text)), selecting: file)
  }

  private static func sftp(_ text: String, _ file: String? = nil) -> PhotoSource {
    .remoteFolder(.sftp(url(text)), selecting: file)
  }

  private static func bucket(_ folder: String, _ file: String? = nil) -> PhotoSource {
    .remoteFolder(.s3(bucket: "photos", folder: folder), selecting: file)
  }

  @Test(arguments: [
    ("500px:x", PhotoSource.preset(name: "500px", argument: "x")),
    ("500px:https://host/a?b", .preset(name: "500px", argument: "https://host/a?b")),
    ("WooCommerce:", .preset(name: "woocommerce", argument: "")),
    ("RSS: x ", .preset(name: "rss", argument: " x ")),
    ("https://x.y/feed.json?q=a b", .address(url("https://x.y/feed.json?q=a%20b"))),
    ("HTTP://x.y", .address(url("HTTP://x.y"))),
    ("davs://cloud.example/dav/files/anna", webDAV("https://cloud.example/dav/files/anna")),
    ("DAV://nas.local:5005/photo", webDAV("http://nas.local:5005/photo")),
    ("webdavs://h", webDAV("https://h")), ("webdav://h/a b", webDAV("http://h/a%20b")),
    ("davs://anna@h/x", webDAV("https://anna@h/x")), ("davs://h/a:b@c", webDAV("https://h/a:b@c")),
    ("davs://anna@h/2024/b%20%C3%A9.JPG", webDAV("https://anna@h/2024/", "b é.JPG")),
    ("dav://h/plain.jpg", webDAV("http://h/", "plain.jpg")),
    ("sftp://nas", sftp("sftp://nas")),
    ("SFTP://anna@nas:2222/~/x", sftp("sftp://anna@nas:2222/~/x")),
    ("sftp://nas/a b/ä", sftp("sftp://nas/a%20b/%C3%A4")),
    ("sftp://nas/a?b#c", sftp("sftp://nas/a%3Fb%23c")),
    ("sftp://nas/a:b@c", sftp("sftp://nas/a:b@c")), ("sftp://[::1]/x", sftp("sftp://[::1]/x")),
    ("sftp://nas/~/x/a b.CR2", sftp("sftp://nas/~/x/", "a b.CR2")),
    ("sftp://nas/a?#1.png", sftp("sftp://nas//", "a?#1.png")),
    ("s3://photos", bucket("")), ("s3://photos/", bucket("")), ("s3://photos/2024", bucket("2024")),
    ("s3://photos/a.jpg/", bucket("a.jpg/")),
    ("s3://photos/2024/a+%b.jpg", bucket("2024/", "a+%b.jpg")),
    ("s3://photos/a.jpg", bucket("", "a.jpg")),
  ])
  func `what is named is recognised by its beginning; a picture's URL is the folder around it`(
    typed: String, expected: PhotoSource
  ) throws {
    try expectEqual(source(typed), expected)
    guard let name = expected.namedPhoto else { return }
    expectEqual(try locator.remoteFile(Array(typed.utf8)), expected, "\(name)")
  }

  @Test func `a table is named by its server, and nothing named is the sample gallery`() throws {
    try expectEqual(
      source("clickhouse:http://db.example:8123/gallery.photos"),
      .clickHouse(try ClickHouseAddress("http://db.example:8123/gallery.photos")))
    try expectEqual(locator.source(nil), .sampleGallery)
  }

  /// What is typed, and how its refusal begins.
  @Test(arguments: [
    ("clickhouse:http://me:secret@db.example/a.b", "clickhouse: takes no user or password"),
    ("clickhouse:", "clickhouse: needs a server and a table"),
    ("clickhouse:http://db.example/photos", "clickhouse: needs a server and a table"),
    ("FTP://x", "can't read ftp:// URLs"), ("https://", "'https://' is not a URL"),
    ("http:///x", "'http:///x' is not a URL"), ("https://a\u{1B}b", "'https://a' is not a URL"),
    ("davs://", "'davs://' is not a URL"), ("sftp://", "'sftp://' is not a URL"),
    ("sftp:///x", "'sftp:///x' is not a URL"), ("davs://anna:s3cret@h/", "\(secret) (davs://)"),
    ("dav://anna:@h/", "\(secret) (dav://)"), ("davs://:x@h", "\(secret) (davs://)"),
    ("davs://a:p@ss/w@h", "\(secret) (davs://)"), ("davs://a:p@ss@h/", "\(secret) (davs://)"),
    ("sftp://anna:s3cret@h/", "\(secret) (sftp://)"), ("sftp://a:p@ss@h", "\(secret) (sftp://)"),
    ("davs:x", "no preset 'davs' and no file 'davs:x'"),
    ("none:x\u{1B}", "no preset 'none' and no file 'none:x'"),
    ("exec:", "exec: names no program"), ("exec: ''", "exec: names no program"),
    ("exec:list 'a", "exec: a quote has no end"),
    ("exec:list a | head", "exec: no shell reads |"),
    ("exec:list $HOME", "exec: no shell reads $"),
  ])
  func `what can't be opened says why, without secrets and escapes`(typed: String, words: String) {
    expectEqual(refusal(typed)?.hasPrefix(words), true)
    expectEqual(refusal(typed)?.contains("s3cret"), false)
  }

  @Test(arguments: [
    ("none", "none"), ("", ""), ("a\u{0}b", "ab"), ("file:///none\u{1B}[1m", "file:///none"),
    ("feed.json/x", "feed.json/x"),
  ])
  func `a file that isn't there is named`(typed: String, name: String) {
    expectEqual(error(typed), .noSuchFile(name: name))
  }

  @Test func `a pipe is neither a folder nor a file`() {
    mkfifo("\(folder.path)/pipe", 0o600)
    expectEqual(error("pipe"), .unavailable(.notAFileOrFolder(name: "pipe")))
  }

  @Test func `a program is named with its words, without a shell`() throws {
    let program = Array("\(folder.path)/bin/list".utf8)
    for text in [
      "exec:bin/list 'a b' c\"d e\"", "EXEC:  bin/list a\\ b  'cd e' ",
    ] {
      guard case .program(let call) = try source(text) else {
        Issue.record("\(text) is no program")
        continue
      }
      expectEqual(call.words, [program, Array("a b".utf8), Array("cd e".utf8)])
      expectEqual(call.name, "list")
      // The stored form names the same program from everywhere.
      let again = PhotoSourceLocator(workingDirectory: FileReference(path: "/")) { _ in false }
      try expectEqual(again.source(Array("exec:\(call.text)".utf8)), .program(call))
    }
    guard case .program(let call) = try source(#"exec:list "a \"b\" \\ \c" 'd\'"#) else { return }
    expectEqual(call.words, ["list", #"a "b" \ \c"#, #"d\"#].map { Array($0.utf8) })
    #expect(throws: Never.self) { try source("exec:curl 'https://a.example/?a=1&b=(2)'") }
  }

  @Test(arguments: ["it's", "a 'b' c", "''", "\\", "~", "~root/x", "a\tb", "$x", "ü", "", " "])
  func `a word comes back from its quotes`(_ word: String) throws {
    let quoted = "exec:list '\(word.replacingOccurrences(of: "'", with: "'\\''"))'"
    guard case .program(let call) = try source(quoted) else { return }
    expectEqual(call.words, ["list", word].map { Array($0.utf8) })
    try expectEqual(source("exec:\(call.text)"), .program(call))
  }

  @Test func `a path is a folder or a feed file`() throws {
    try expectEqual(source("feed.json"), .feedFile(folder.file("feed.json")))
    try expectEqual(source("./500px:x"), .folder(folder.file("500px:x")))
    try expectEqual(source(folder.path), .folder(folder.reference))
    try expectEqual(source("file://\(folder.path)/feed.json"), .feedFile(folder.file("feed.json")))
    try expectEqual(source("/"), .folder(try #require(FileReference(path: "/"))))
  }

  @Test func `a preset's name alone is the preset, unless it is a path`() throws {
    try expectEqual(source("rss"), .preset(name: "rss", argument: ""))
    try expectEqual(source("WooCommerce"), .preset(name: "woocommerce", argument: ""))
    try folder.write("woocommerce", "{}")
    try expectEqual(source("woocommerce"), .feedFile(folder.file("woocommerce")))
    expectEqual(error("./rss"), .noSuchFile(name: "./rss"))
  }

  @Test func `a file to be shown may have any name, and a folder is refused`() throws {
    func file(_ typed: String) throws -> PhotoSource? {
      try locator.remoteFile(Array(typed.utf8))
    }
    try expectEqual(
      file("s3://photos/a/scan"),
      .remoteFolder(.s3(bucket: "photos", folder: "a/"), selecting: "scan"))
    for other in [
      "s3://photos/", "s3://photos", "davs://h/a/", "davs://h", "https://h/a.jpg", "a.jpg",
      "davs:a.jpg", "rss:a.jpg",
    ] {
      try expectEqual(file(other), nil, "\(other)")
    }
    #expect(throws: PhotoSourceLocatorError.self) {
      try file("davs://anna:s3cret@h/a.jpg")
    }
  }

  @Test func `a web URL that looks like a picture's may be one in a list of files`() throws {
    try expectEqual(source("https://h/2024/a%20b.jpg").likelyPhoto, "a b.jpg")
    for other in ["https://h/a", "https://h/a.jpg/", "https://h/a.jpg?x=1", "https://h"] {
      try expectEqual(source(other).likelyPhoto, nil)
    }
  }

  @Test(arguments: ["https://me:s3cret@", "http://me:s3cret@/x", "https://me:s3cret@a\u{1B}b"])
  func `a password in a malformed URL is not shown`(typed: String) {
    expectEqual(refusal(typed)?.hasSuffix(" is not a URL"), true)
    expectEqual(refusal(typed)?.contains("s3cret"), false)
  }

  @Test func `a preset of the command line reads files and addresses, and all else is its own`()
    throws
  {
    let url = try #require(URL(string: "https://x.y/"))
    func source(_ argument: String?, preset: String) throws -> PhotoSource {
      try locator.source(argument.map { Array($0.utf8) }, preset: preset)
    }
    try expectEqual(
      source("feed.json", preset: "RSS"), .feedFile(folder.file("feed.json"), preset: "rss"))
    try expectEqual(source("https://x.y/", preset: "rss"), .address(url, preset: "rss"))
    try expectEqual(
      source("shop.example", preset: "woocommerce"),
      .preset(name: "woocommerce", argument: "shop.example"))
    try expectEqual(source("500px:x", preset: "500px"), .preset(name: "500px", argument: "x"))
    try expectEqual(source(nil, preset: "rss"), .preset(name: "rss", argument: ""))
    expectEqual(
      refusal("feed.json", preset: "nonesuch"),
      "no preset 'nonesuch'; 'vitrine sources' lists them")
  }

  @Test func `a preset of the command line has no argument`() {
    for argument in ["feed.json", "shop.example", "https://x.y/"] {
      expectEqual(
        refusal(argument, preset: "500px:a.example"),
        "no preset '500px'; 'vitrine sources' lists them")
    }
  }

  /// What names a file, or could only name one.
  private static let paths = [
    "./holiday/saved.json", "../saved", "/proc/nonexistent/saved", "~/saved.json", "~",
    "holiday/saved.json",
    "saved.JSON", "feed.xml", "file:///proc/nonexistent/saved",
  ]

  @Test(arguments: paths)
  func `a path that is not there is never a preset's`(path: String) {
    for preset in [nil, "rss", "500px", "woocommerce"] {
      expectEqual(error(path, preset: preset), .noSuchFile(name: path), "\(preset ?? "no preset")")
    }
  }

  @Test func `a path that a preset cannot read is not handed to it either`() throws {
    mkfifo("\(folder.path)/pipe", 0o600)
    try folder.write("a.jpg")

    for path in [".", "..", "./", "./a.jpg", folder.path] {
      expectEqual(
        refusal(path, preset: "rss"), "\(path) is not a feed file; --preset rss reads one")
    }
    expectEqual(error("./pipe", preset: "rss"), .unavailable(.notAFileOrFolder(name: "./pipe")))
    // Bare words are what a preset makes of them, whatever lies in the folder.
    try folder.write("lighthouse/b.jpg")
    for word in ["lighthouse", "a.jpg", "pipe", "none", "x/y", "json"] {
      try expectEqual(
        locator.source(Array(word.utf8), preset: "rss"), .preset(name: "rss", argument: word))
    }
    expectEqual(
      refusal("opnverse:x.json", preset: "rss"),
      "no preset 'opnverse' and no file 'opnverse:x.json'; 'vitrine sources' lists the presets")
  }

  @Test func `a picture is its folder with the picture selected`() throws {
    try folder.write("a.JPG")
    try folder.write("jpeg", jpeg)
    try folder.write("old.CR2", jpeg)

    for name in ["a.JPG", "jpeg", "old.CR2"] {
      try expectEqual(source(name), .picture(name, folder: folder.reference))
    }
    try folder.write("named.json", jpeg)
    try expectEqual(source("named.json"), .feedFile(folder.file("named.json")))
  }

  @Test func `a name that is not UTF-8 leads to its folder`() throws {
    folder.create(nameBytes: [0x61, 0xE9])

    let source = try locator.source([0x61, 0xE9])

    let path = FilePath.join(folder.reference.path, [0x61, 0xE9])
    expectEqual(source, .feedFile(try #require(FileReference(path: path))))
    expectEqual(RawArguments.bytes(of: "plain"), Array("plain".utf8))
    expectEqual(RawArguments.bytes(of: "none \u{FFFD}"), Array("none \u{FFFD}".utf8))
  }
}
