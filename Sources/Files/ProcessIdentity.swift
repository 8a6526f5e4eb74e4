import Glibc

/// A process, named so that a later process can tell whether it has ended.
///
/// It is part of what a killed process may leave behind: the names of hidden files and of folders of pictures, and a line in
/// the trash's information about a file. A number alone is not enough: numbers are reused, and mean something else on another
/// machine, after a reboot, and in a container.
package struct ProcessIdentity: Hashable, Sendable {
  package enum State {
    case running, ended
    /// It belongs to another machine, an earlier boot or another container, whose processes can't be seen from here.
    case unknown
  }

  /// A hash of the boot id and of the PID and time namespaces, in which the other two fields have their meaning.
  package let system: UInt64
  package let process: pid_t
  /// Clock ticks between the boot and the start of the process. A process that gets the number of an earlier one
  /// started later.
  package let startTime: UInt64

  /// This process; nil where `/proc` isn't mounted.
  package static let current: ProcessIdentity? = {
    guard let boot = contents("/proc/sys/kernel/random/boot_id"), !boot.isEmpty,
      let start = startTime(of: "self")
    else { return nil }
    // `pid:[4026531836]`; nothing if the kernel doesn't support that namespace.
    let namespaces = ["pid", "time"].map {
      FilePath.linkTarget(of: Array("/proc/self/ns/\($0)".utf8)) ?? []
    }
    let system = namespaces.reduce(StableHash.hash(boot)) { StableHash.hash($1, from: $0) }
    return ProcessIdentity(system: system, process: getpid(), startTime: start)
  }()

  package init(system: UInt64, process: pid_t, startTime: UInt64) {
    self.system = system
    self.process = process
    self.startTime = startTime
  }

  /// - Parameter text: As `text` writes it; nil for anything else.
  package init?(_ text: some Sequence<UInt8>) {
    let text = String(decoding: Array(text), as: UTF8.self)
    let fields = text.split(separator: "-", omittingEmptySubsequences: false)
    guard fields.count == 3, let system = UInt64(fields[0], radix: 16),
      let process = pid_t(fields[1]), process > 0, let start = UInt64(fields[2])
    else { return nil }
    self.init(system: system, process: process, startTime: start)
    guard self.text == text else { return nil }
  }

  /// `0123456789abcdef-4711-98765`: the system, the process, its start.
  package var text: String { "\(StableHash.hex(system))-\(process)-\(startTime)" }

  /// - Parameter observer: The calling process.
  package func state(seenBy observer: ProcessIdentity?) -> State {
    guard let observer, system == observer.system else { return .unknown }
    // Processes of other users can be hidden in /proc (its option `hidepid`), but not from kill(2). A zombie counts as
    // running: the first thread of a program that calls `dispatchMain` is one while the program continues.
    if kill(process, 0) != 0, errno == ESRCH { return .ended }
    guard let start = Self.startTime(of: "\(process)") else { return .running }
    return start == startTime ? .running : .ended
  }

  /// proc_pid_stat(5): the 22nd field. The second is the program's name, in parentheses and with anything in it.
  private static func startTime(of process: String) -> UInt64? {
    guard let status = contents("/proc/\(process)/stat"),
      let end = status.lastIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let fields = status[(end + 1)...].split(separator: UInt8(ascii: " "))
    return fields.count > 19 ? UInt64(String(decoding: fields[19], as: UTF8.self)) : nil
  }

  private static func contents(_ path: String) -> [UInt8]? {
    try? FileReader.read(path.utf8, byteLimit: 1 << 16).bytes
  }
}
