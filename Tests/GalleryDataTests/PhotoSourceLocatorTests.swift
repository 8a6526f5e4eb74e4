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
    try PhotoSourceLocator(workingDirectory: folder.reference).source(Array(argument.utf8))
  }

  private func error(_ argument: String) -> PhotoSourceLocatorError? {
    do throws(PhotoSourceLocatorError) {
      _ = try PhotoSourceLocator(workingDirectory: folder.reference).source(Array(argument.utf8))
      return nil
    } catch {
      return error
    }
  }

  @Test func `nothing named is the sample gallery`() throws {
    #expect(try PhotoSourceLocator().source(nil) == .sampleGallery)
  }

  @Test func `a path is a folder or a feed file`() throws {
    #expect(try source("feed.json") == .feedFile(folder.file("feed.json")))
    #expect(try source("./500px:x") == .folder(folder.file("./500px:x")))
    #expect(try source(folder.path) == .folder(folder.reference))
    #expect(try source("file://\(folder.path)/feed.json") == .feedFile(folder.file("feed.json")))
    #expect(try source("/") == .folder(try #require(FileReference(path: "/"))))
  }

  @Test(arguments: ["500px:x", "500px:https://host", "woocommerce:shop.example", "RSS:x"])
  func `a preset is known before a path`(argument: String) {
    let name = String(argument.prefix { $0 != ":" }).lowercased()
    #expect(error(argument) == .unsupportedPreset(name: name))
  }

  @Test func `an address is known by its scheme`() {
    #expect(error("https://x.y/feed.json") == .unsupportedAddress(scheme: "https"))
    #expect(error("FTP://x") == .unsupportedAddress(scheme: "ftp"))
  }

  @Test func `a picture is its folder with the picture selected`() throws {
    try folder.write("a.JPG")

    #expect(try source("a.JPG") == .picture("a.JPG", folder: folder.reference))
  }

  @Test func `what is not there or no file is told`() throws {
    mkfifo("\(folder.path)/pipe", 0o600)

    #expect(error("none") == .unavailable(.notFound(name: "none")))
    #expect(error("none:x") == .unavailable(.notFound(name: "none:x")))
    #expect(error("") == .unavailable(.notFound(name: "")))
    #expect(error("a\u{0}b") == .unavailable(.notFound(name: "ab")))
    #expect(error("pipe") == .unavailable(.notAFileOrFolder(name: "pipe")))
    #expect(error("file:///none\u{1B}[1m") == .unavailable(.notFound(name: "file:///none")))
    #expect(error("feed.json/x") == .unavailable(.notFound(name: "feed.json/x")))
  }

  @Test func `a name that is not UTF-8 leads to its folder`() throws {
    folder.create(nameBytes: [0x61, 0xE9])

    let source = try PhotoSourceLocator(workingDirectory: folder.reference).source([0x61, 0xE9])

    let path = FilePath.join(folder.reference.path, [0x61, 0xE9])
    #expect(source == .feedFile(try #require(FileReference(path: path))))
    #expect(RawArguments.bytes(of: "plain") == Array("plain".utf8))
    #expect(RawArguments.bytes(of: "none \u{FFFD}") == Array("none \u{FFFD}".utf8))
  }
}
