import Foundation
import GalleryDomain
import Glibc

/// A folder of files that is deleted after the test.
final class PhotoFolder: Sendable {
  let path: String

  init() throws {
    var template = Array("/tmp/vitrine-sales-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw POSIXError(.EIO) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func path(_ name: String) -> String { "\(path)/\(name)" }

  func file(_ name: String) -> FileReference {
    // The path is neither empty nor has a zero byte.
    FileReference(path: path(name)) ?? FileReference(path: "/")!
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
  }

  /// nil where there is no such file.
  func text(_ name: String) -> String? {
    (try? Data(contentsOf: URL(fileURLWithPath: path(name)))).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}
