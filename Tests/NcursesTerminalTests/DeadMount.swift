import Glibc
import Synchronization

/// A FUSE mount whose server takes every request and answers none: a call on it ends only with the mount, whatever signal
/// comes.
final class DeadMount: Sendable {
  let path: String
  private let server: Int32
  private let isEnded = Mutex(false)

  /// Whether mounting is allowed.
  static let isPossible: Bool = {
    guard let mount = DeadMount() else { return false }
    mount.end()
    return true
  }()

  init?() {
    var template = Array("/tmp/vitrine-mount-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { return nil }
    path = String(cString: made)
    server = open("/dev/fuse", O_RDWR | O_CLOEXEC)
    let options = "fd=\(server),rootmode=40000,user_id=\(getuid()),group_id=\(getgid())"
    guard server >= 0, mount("vitrine", path, "fuse", 0, options) == 0, answerInit() else {
      end()
      return nil
    }
  }

  /// Ends all calls on it.
  func end() {
    let wasEnded = isEnded.withLock { isEnded in
      defer { isEnded = true }
      return isEnded
    }
    guard !wasEnded else { return }
    if server >= 0 { close(server) }
    _ = umount2(path, 2)
    rmdir(path)
  }

  /// FUSE_INIT of the kernel's <linux/fuse.h>: version 7.22, whose reply has 24 bytes after the head, and no features.
  private func answerInit() -> Bool {
    var request = [UInt32](repeating: 0, count: 1 << 14)
    guard read(server, &request, request.count * 4) >= 40, request[1] == 26 else { return false }
    var reply = [UInt32](repeating: 0, count: 10)
    // The length of all, no error, the request's number; major and minor version.
    (reply[0], reply[2], reply[3], reply[4], reply[5]) = (40, request[2], request[3], 7, 22)
    return write(server, reply, 40) == 40
  }

  /// Takes the next request, which the caller of a system call then waits for.
  func takeRequest() {
    var request = [UInt8](repeating: 0, count: 1 << 16)
    _ = read(server, &request, request.count)
  }
}

// <sys/mount.h>, which Swift's Glibc module leaves out.

@_silgen_name("mount")
private func mount(
  _ source: UnsafePointer<CChar>, _ target: UnsafePointer<CChar>, _ type: UnsafePointer<CChar>,
  _ flags: UInt, _ options: UnsafePointer<CChar>
) -> Int32

@_silgen_name("umount2")
private func umount2(_ target: UnsafePointer<CChar>, _ flags: Int32) -> Int32
