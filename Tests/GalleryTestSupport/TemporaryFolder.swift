import Files
import Foundation
import GalleryDomain
import Glibc

/// A folder of a test's own, removed with it.
package final class TemporaryFolder: Sendable {
  package let path: String

  /// - Parameter base: Where it is made.
  package init(in base: String = "/tmp") throws {
    var template = Array("\(base)/vitrine-tests-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw POSIXError(.EIO) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// For the property of a suite: without a folder none of its tests can run.
  package static func made() -> TemporaryFolder {
    do {
      return try TemporaryFolder()
    } catch {
      fatalError("\(error)")
    }
  }

  deinit {
    chmod(path, 0o755)
    try? FileManager.default.removeItem(atPath: path)
  }

  package func path(_ name: String) -> String { "\(path)/\(name)" }

  /// - Parameter name: Without a zero byte.
  package func file(_ name: String) -> FileReference {
    // The path is neither empty nor has a zero byte.
    FileReference(path: path(name)) ?? FileReference(path: "/")!
  }

  package var reference: FileReference { FileReference(path: path) ?? file(".") }

  /// All that lies there, hidden files too.
  package var names: [String] { FolderEntries.names(in: path).sorted() }

  /// In folders that are made for it.
  @discardableResult
  package func write(_ name: String, _ content: some Sequence<UInt8> = []) throws -> FileReference {
    if let slash = name.lastIndex(of: "/") { try makeFolder(String(name[..<slash])) }
    try Data(content).write(to: URL(fileURLWithPath: path(name)))
    return file(name)
  }

  @discardableResult
  package func write(_ name: String, _ text: String) throws -> FileReference {
    try write(name, text.utf8)
  }

  @discardableResult
  package func write(_ text: String, to name: String) throws -> FileReference {
    try write(name, text.utf8)
  }

  package func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path(name))), as: UTF8.self)
  }

  /// nil where there is no such file.
  package func text(_ name: String) -> String? { try? read(name) }

  package func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: path(name), withIntermediateDirectories: true)
  }

  /// Creates an empty file whose name is bytes.
  package func create(nameBytes: [UInt8]) {
    let file = FilePath.withCString(Array("\(path)/".utf8) + nameBytes) {
      open($0, O_CREAT | O_WRONLY, 0o600)
    }
    if file >= 0 { close(file) }
  }

  package func link(_ name: String, to target: String) { symlink(target, path(name)) }

  package func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: path(name))
  }
}
