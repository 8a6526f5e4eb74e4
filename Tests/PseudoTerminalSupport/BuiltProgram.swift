import Foundation
import Glibc

/// Programs of this package.
public enum BuiltProgram {
  /// The path of a program that was built together with the tests.
  public static func path(_ name: String) throws -> String {
    var buffer = [CChar](repeating: 0, count: 4096)
    var folders: [String] = []
    // The tests run from the folder that contains the products; the runner itself may not be there.
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

  /// A typical terminal environment: UTF-8, 256 colours, crashes without a long trace, and caches and baskets for this
  /// run of the tests, so that the user's own are neither read nor written.
  public static let environment = [
    "PATH": "/usr/bin:/bin", "HOME": "/tmp", "TERM": "xterm-256color", "LANG": "C.UTF-8",
    "SWIFT_BACKTRACE": "enable=no", "XDG_CACHE_HOME": cacheFolder,
    "XDG_STATE_HOME": "\(cacheFolder)/state",
  ]

  /// A folder that is removed when the tests end.
  private static let cacheFolder: String = {
    var template = Array("/tmp/vitrine-cache.XXXXXX".utf8CString)
    // If none can be created, an invalid path: caches are left alone then.
    guard mkdtemp(&template) != nil else { return "/dev/null" }
    atexit { BuiltProgram.removeCacheFolder() }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }()

  private static func removeCacheFolder() {
    guard cacheFolder != "/dev/null" else { return }
    try? FileManager.default.removeItem(atPath: cacheFolder)
  }
}
