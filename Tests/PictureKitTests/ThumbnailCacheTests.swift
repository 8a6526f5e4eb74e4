import ExpectationSupport
import Foundation
import GalleryTestSupport
import Glibc
import PictureProtocol
import Testing

@testable import PictureKit

private nonisolated let here = FileManager.default.currentDirectoryPath

/// Names, paths and permissions of the desktop's thumbnails.
struct ThumbnailCacheTests {
  /// RFC 1321, appendix A.5.
  @Test func `every byte is escaped as in GLib`() {
    // g_filename_to_uri() of "/" and the bytes 1...255 but for the slash, GLib 2.74.
    let plain =
      "!%22%23$%25&'()*+,-.0123456789:%3B%3C=%3E%3F@ABCDEFGHIJKLMNOPQRSTUVWXYZ"
      + "%5B%5C%5D%5E_%60abcdefghijklmnopqrstuvwxyz%7B%7C%7D~"
    func escaped(_ range: ClosedRange<UInt8>) -> String {
      range.map { byte in
        let text = String(byte, radix: 16, uppercase: true)
        return "%\(text.count < 2 ? "0" : "")\(text)"
      }
      .joined()
    }
    let bytes = [UInt8(ascii: "/")] + (1...255).filter { $0 != UInt8(ascii: "/") }

    expectEqual(FileURI.make(of: bytes), "file:///\(escaped(1...32))\(plain)\(escaped(127...255))")
  }

  @Test(arguments: [
    ("/a/b.jpg", "/a/b.jpg"), ("//a///b.jpg", "/a/b.jpg"), ("/a/./b/../c.jpg", "/a/c.jpg"),
    ("/../..", "/"), ("b.jpg", "\(here)/b.jpg"), ("a/../b.jpg", "\(here)/b.jpg"),
    ("...", "\(here)/..."),
  ])
  func `paths are made canonical without following links`(path: String, canonical: String) {
    let name = ThumbnailCache(folder: "/thumbnails").name(of: Array(path.utf8))

    expectEqual(name, ThumbnailName(canonicalPath: Array(canonical.utf8)))
  }

  /// The example of the Thumbnail Managing Standard, section 3.
  @Test func `the name is that of the standard's example`() {
    let name = ThumbnailName(canonicalPath: Array("/home/jens/photos/me.png".utf8))

    expectEqual(name.uri, "file:///home/jens/photos/me.png")
    expectEqual(name.fileName, "c6ee772d9e49320e97ec29a7eb5b1697.png")
  }

  @Test(arguments: [
    (["XDG_CACHE_HOME": "/x"], "/x/thumbnails"),
    (["XDG_CACHE_HOME": "/x", "HOME": "/h"], "/x/thumbnails"),
    (["XDG_CACHE_HOME": "", "HOME": "/h"], "/h/.cache/thumbnails"),
    (["XDG_CACHE_HOME": "relative", "HOME": "/h"], "/h/.cache/thumbnails"),
    (["HOME": "h"], nil), ([:], nil), (["HOME": "/h", "VITRINE_CACHE": "off"], nil),
  ])
  func `the cache is where the environment says`(environment: [String: String], folder: String?) {
    expectEqual(ThumbnailCache(environment: environment)?.folder, folder)
  }

  @Test func `files in the cache itself get no thumbnails, whatever their names`() throws {
    let folder = try TemporaryFolder()
    let cache = ThumbnailCache(folder: "\(folder.path)/thumbnails")
    let path = "\(folder.path)/thumbnails"

    expectEqual(cache.name(of: Array("\(path)/large/a.png".utf8)), nil)
    expectEqual(cache.name(of: Array("\(path)/../thumbnails//fail/x/a.png".utf8)), nil)
    #expect(cache.name(of: Array("\(path)-other/a.png".utf8)) != nil)
  }

  @Test func `a stored thumbnail is readable for its owner only, complete, and found by its size`()
    throws
  {
    let scratch = try ScratchCache()
    let (cache, name) = (scratch.cache, scratch.name)

    #expect(cache.open(name, for: .normal) == nil)
    #expect(cache.store([1, 2, 3], as: name, size: .large))

    expectEqual(mode(cache.folder), 0o700)
    expectEqual(mode(cache.folder(of: .large)), 0o700)
    expectEqual(mode(cache.path(of: name, size: .large)), 0o600)
    // The smallest one that is large enough; otherwise the largest one.
    #expect(cache.open(name, for: .normal) != nil)
    #expect(cache.open(name, for: .xxLarge) != nil)
    expectEqual(scratch.files, ["large"])
  }

  @Test func `links, folders and empty or oversized files are not thumbnails`() throws {
    let scratch = try ScratchCache()
    let (cache, name) = (scratch.cache, scratch.name)
    #expect(cache.store([1], as: name, size: .large))
    let path = cache.path(of: name, size: .large)
    unlink(path)

    symlink("/etc/passwd", path)
    #expect(cache.open(name, for: .large) == nil)
    unlink(path)
    mkdir(path, 0o700)
    #expect(cache.open(name, for: .large) == nil)
    rmdir(path)
    let file = open(path, O_CREAT | O_WRONLY, 0o600)
    #expect(cache.open(name, for: .large) == nil)
    ftruncate(file, off_t(PictureProtocolLimits.thumbnailBytes) + 1)
    #expect(cache.open(name, for: .large) == nil)
    close(file)
  }

  @Test func `nothing happens if nothing can be written`() {
    let cache = ThumbnailCache(folder: "/dev/null/thumbnails")
    let name = ThumbnailName(canonicalPath: Array("/a.jpg".utf8))

    #expect(!cache.store([1], as: name, size: .large))
    #expect(cache.open(name, for: .large) == nil)
  }

  @Test func `clearing removes our own thumbnails, and all others only on request`() throws {
    let scratch = try ScratchCache()
    let (cache, name) = (scratch.cache, scratch.name)
    // A path of nothing but escaped letters, as long as it may be.
    let uri = String(repeating: "%C3", count: 4_095)
    let own = Array("\u{89}PNG tEXtThumb::URI\0file://\(uri) tEXtSoftware\0Vitrine 0.1.0".utf8)
    #expect(cache.store(own, as: name, size: .normal))
    #expect(
      cache.store(Array("tEXtSoftware\0GNOME::ThumbnailFactory".utf8), as: name, size: .large))
    // Former versions kept failures.
    let failures = "\(cache.folder)/fail/vitrine-1.0.0.2"
    try FileManager.default.createDirectory(atPath: failures, withIntermediateDirectories: true)
    try Data(own).write(to: URL(filePath: "\(failures)/\(name.fileName)"))

    expectEqual(scratch.files, ["fail", "large", "normal"])
    expectEqual(cache.clear(all: false).fileCount, 2)
    expectEqual(scratch.files, ["large"])
    expectEqual(cache.clear(all: true).fileCount, 1)
    expectEqual(scratch.files, [])
  }

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }
}

/// A cache in a folder that is removed with it.
final class ScratchCache {
  private let folder: TemporaryFolder
  let cache: ThumbnailCache
  let name = ThumbnailName(canonicalPath: Array("/a.jpg".utf8))

  init() throws {
    folder = try TemporaryFolder()
    cache = ThumbnailCache(folder: "\(folder.path)/thumbnails")
  }

  /// In which folders of the cache files are.
  var files: [String] {
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: cache.folder)) ?? []
    return paths.filter { $0.hasSuffix(".png") }.map { String($0.prefix { $0 != "/" }) }.sorted()
  }

  isolated deinit {
    try? FileManager.default.removeItem(atPath: cache.folder)
  }
}
