import CLinux
import Foundation
import Glibc

/// The computer and its system, as far as a report of a problem needs them; nothing that names it or its user.
struct SystemFacts: Equatable, Sendable {
  /// Such as `Debian GNU/Linux 12 (bookworm)`; nil if the system doesn't say.
  var name: String?
  /// Such as `6.1.0-18-amd64`.
  var kernel = ""
  /// Such as `x86_64`.
  var architecture = ""
  /// The processors that this process may use.
  var processorCount = 0
  var memoryBytes: UInt64 = 0
  /// Such as `glibc 2.36`.
  var cLibrary: String?
  /// The namespaces that are not those of the system's first process, as in a container: `user`, `pid` …
  var namespaces: [String] = []

  /// Those of this process.
  static func ofThisProcess() -> SystemFacts {
    var facts = SystemFacts()
    facts.name = (text(of: "/etc/os-release") ?? text(of: "/usr/lib/os-release")).flatMap(name)
    var names = utsname()
    if uname(&names) == 0 {
      facts.kernel = string(of: &names.release)
      facts.architecture = string(of: &names.machine)
    }
    facts.processorCount = ProcessInfo.processInfo.activeProcessorCount
    facts.memoryBytes = vitrine_physical_memory_bytes()
    // _CS_GNU_LIBC_VERSION of <unistd.h>.
    var buffer = [CChar](repeating: 0, count: 64)
    if confstr(2, &buffer, buffer.count) > 0 {
      facts.cLibrary = buffer.withUnsafeBufferPointer { bytes in
        bytes.baseAddress.map { String(cString: $0) }
      }
    }
    facts.namespaces = namespaces()
    return facts
  }

  /// `PRETTY_NAME` of os-release(5).
  static func name(in text: String) -> String? {
    for line in text.split(separator: "\n") where line.hasPrefix("PRETTY_NAME=") {
      let value = line.dropFirst("PRETTY_NAME=".count)
      return String(value.trimmingCharacters(in: ["\"", "'"]))
    }
    return nil
  }

  private static func text(of path: String) -> String? {
    (try? Data(contentsOf: URL(filePath: path))).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func string<Characters>(of characters: inout Characters) -> String {
    withUnsafeBytes(of: &characters) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// The numbers of the first namespaces are fixed (PROC_USER_INIT_INO and others of the kernel's <linux/proc_ns.h>).
  private static let first = [
    "user": 0xEFFF_FFFD, "pid": 0xEFFF_FFFC, "ipc": 0xEFFF_FFFF, "uts": 0xEFFF_FFFE,
    "cgroup": 0xEFFF_FFFB,
  ]

  private static func namespaces() -> [String] {
    first.keys.sorted().filter { name in
      // Such as user:[4026531837].
      guard
        let link = try? FileManager.default.destinationOfSymbolicLink(
          atPath: "/proc/self/ns/\(name)"),
        let number = Int(link.filter(\.isNumber))
      else { return false }
      return number != first[name]
    }
  }
}
