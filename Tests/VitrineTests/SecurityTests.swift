import ExpectationSupport
import Foundation
import PseudoTerminalSupport
import Testing

extension CommandTests {
  /// What a compromised process can access of the program that started it.
  struct SecurityTests {
    /// The worker here is a script that inspects its parent. Root may inspect anything, so it drops that capability.
    @Test
    func `a process of the same user cannot inspect the program, unless that is requested`()
      throws
    {
      let folder = ScratchFolder()

      let result = try CommandResult(
        """
        cd '\(folder.path(""))'
        echo '#!/bin/sh' >worker
        echo "readlink /proc/\\$PPID/fd/0 >$PWD/seen || echo hidden >$PWD/seen" >>worker
        chmod +x worker
        [ "$(id -u)" != 0 ] || plain='setpriv --bounding-set=-sys_ptrace --inh-caps=-sys_ptrace'
        VITRINE_PICTURES=$PWD/worker $plain "$vitrine" doctor >/dev/null
        cat seen
        VITRINE_DUMPABLE=1 VITRINE_PICTURES=$PWD/worker $plain "$vitrine" doctor >/dev/null
        cat seen
        """)

      expectEqual(result.outputLines, ["hidden", "/dev/null"], "\(result.errorText)")
    }
  }
}

extension InterfaceTests {
  struct DescriptorTests {
    @Test func `the terminal is closed in all programs that it starts`() throws {
      let gallery = try GallerySession.sampleGallery(environment: ["VITRINE_DUMPABLE": "1"])
      _ = try gallery.awaitWorkers()
      let folder = "/proc/\(try gallery.shell.pid())"
      let closeOnExec = 0o2000000

      var count = 0
      for name in try FileManager.default.contentsOfDirectory(atPath: folder + "/fd") {
        let target = try? FileManager.default.destinationOfSymbolicLink(
          atPath: "\(folder)/fd/\(name)")
        guard let number = Int(name), number > 2, let target,
          [gallery.terminal.path, "/dev/tty"].contains(target)
        else { continue }
        let facts = try String(contentsOfFile: "\(folder)/fdinfo/\(name)", encoding: .utf8)
        let flags = facts.split(separator: "\n").first { $0.hasPrefix("flags:") }
        let value = flags.flatMap { Int($0.split(separator: "\t").last ?? "", radix: 8) }
        #expect((value ?? 0) & closeOnExec != 0, "\(name): \(facts)")
        count += 1
      }

      #expect(count > 0)
      try gallery.leave()
    }
  }
}
