import CLinux
import GalleryDomain
import Glibc

/// Lists of strings in C's form.
package enum CStrings {
  package static func with<Result>(
    _ strings: [[UInt8]], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { bytes in FilePath.withCString(bytes) { strdup($0) } }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}

/// The environment for a child process.
package enum ProgramEnvironment {
  /// That of this process, byte by byte, with other values for some variables; nil removes one.
  package static func entries(_ variables: [String: [UInt8]?]) -> [[UInt8]] {
    var entries: [[UInt8]] = []
    var next = vitrine_environment()
    while let entry = next?.pointee {
      let bytes = Array(UnsafeBufferPointer(start: entry, count: strlen(entry)))
        .map(UInt8.init(bitPattern:))
      let name = String(decoding: bytes.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
      if variables[name] == nil { entries.append(bytes) }
      next = next?.successor()
    }
    for (name, value) in variables.sorted(by: { $0.key < $1.key }) {
      if let value { entries.append(Array("\(name)=".utf8) + value) }
    }
    return entries
  }
}
