import GalleryDomain
import Glibc

/// What the system says about its battery.
enum PowerSupply {
  /// Whether it runs on a battery of which less than a fifth is left; false if it doesn't say.
  ///
  /// - Parameter folder: Has a folder for each supply (*sysfs-class-power* of the kernel's ABI).
  /// - Complexity: Some ten calls of the system on a computer with a battery.
  static func isLow(in folder: String = "/sys/class/power_supply") -> Bool {
    guard let stream = opendir(folder) else { return false }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = DirectoryContents.name(of: entry)
      guard name.first != UInt8(ascii: ".") else { continue }
      func value(_ file: String) -> String {
        line(ofFile: Array("\(folder)/".utf8) + name + Array("/\(file)".utf8))
      }
      if value("type") == "Battery", value("status") == "Discharging",
        let capacity = Int(value("capacity")), capacity < 20
      {
        return true
      }
    }
    return false
  }

  private static func line(ofFile path: [UInt8]) -> String {
    let descriptor = FilePath.withCString(path) { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = max(0, read(descriptor, &bytes, bytes.count))
    return String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
