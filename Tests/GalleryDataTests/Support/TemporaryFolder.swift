import Foundation
import GalleryDomain
import Glibc
import Testing

@testable import GalleryData

/// A folder of its own for one test, gone when the test ends.
final class TemporaryFolder: Sendable {
  let path: String
  let reference: FileReference

  init() throws {
    path = NSTemporaryDirectory() + "vitrine-tests-\(UUID().uuidString)"
    reference = try #require(FileReference(path: path))
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// - Parameter name: Without a zero byte.
  func file(_ name: String) -> FileReference {
    FileReference(path: "\(path)/\(name)") ?? reference
  }

  @discardableResult
  func write(_ name: String, _ content: some Sequence<UInt8> = []) throws -> FileReference {
    let file = file(name)
    let folder = (file.shownPath as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(content).write(to: URL(fileURLWithPath: file.shownPath))
    return file
  }

  @discardableResult
  func write(_ name: String, _ text: String) throws -> FileReference {
    try write(name, Array(text.utf8))
  }

  /// Creates an empty file whose name is bytes.
  func create(nameBytes: [UInt8]) {
    let bytes = Array("\(path)/".utf8) + nameBytes
    let descriptor = FilePath.withCString(bytes) { open($0, O_CREAT | O_WRONLY, 0o600) }
    if descriptor >= 0 { close(descriptor) }
  }

  func link(_ name: String, to target: String) {
    symlink(target, "\(path)/\(name)")
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: "\(path)/\(name)")
  }
}

extension FileReference {
  var shownPath: String { String(decoding: path, as: UTF8.self) }
}

/// How a JPEG begins.
let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF".utf8)
