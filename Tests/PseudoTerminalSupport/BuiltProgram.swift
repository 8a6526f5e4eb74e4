import Foundation
import Glibc

/// Programs of this package.
public enum BuiltProgram {
  /// The path of a program that was built together with the tests.
  public static func path(_ name: String) throws -> String {
    var buffer = [CChar](repeating: 0, count: 4096)
    var folders: [String] = []
    // The tests run from the folder that holds the products; the runner itself may not.
    for file in [CommandLine.arguments[0], "/proc/self/exe"] + CommandLine.arguments.dropFirst() {
      guard realpath(file, &buffer) != nil else { continue }
      let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      let path = String(decoding: bytes, as: UTF8.self)
      folders.append(path.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 })
    }
    for folder in folders where access("\(folder)/\(name)", X_OK) == 0 {
      return "\(folder)/\(name)"
    }
    throw NotBuilt(name: name, folders: folders)
  }

  public struct NotBuilt: Error {
    public let name: String
    public let folders: [String]
  }

  /// A usual environment of a terminal: UTF-8, 256 colours, crashes without a long trace, and caches and
  /// baskets of this run of the tests, so that nobody's own are read or written.
  public static let environment = [
    "PATH": "/usr/bin:/bin", "HOME": "/tmp", "TERM": "xterm-256color", "LANG": "C.UTF-8",
    "SWIFT_BACKTRACE": "enable=no", "XDG_CACHE_HOME": cacheFolder,
    "XDG_STATE_HOME": "\(cacheFolder)/state",
  ]

  /// A folder that goes when the tests end.
  private static let cacheFolder: String = {
    var template = Array("/tmp/vitrine-cache.XXXXXX".utf8CString)
    // Where none can be made, an address that is none: caches are then left alone.
    guard mkdtemp(&template) != nil else { return "/dev/null" }
    atexit { BuiltProgram.removeCacheFolder() }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }()

  private static func removeCacheFolder() {
    guard cacheFolder != "/dev/null" else { return }
    try? FileManager.default.removeItem(atPath: cacheFolder)
  }
}
