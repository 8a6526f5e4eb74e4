import ExpectationSupport
import GalleryData
import Testing

struct MountTableTests {
  private let table = MountTable(
    Array(
      """
      22 1 254:0 / / rw,relatime - ext4 /dev/vda rw
      30 22 8:1 / /media/My\\040Card rw,nosuid shared:5 - vfat /dev/sda1 rw
      31 22 8:2 / /media/My rw - ext4 /dev/sda2 rw
      32 31 8:3 / /media/My rw shared:7 master:2 - fuse.sshfs host: rw
      broken
      """.utf8))

  @Test func `mount points are found by whole names, the last one at a path`() {
    func mount(_ path: String) -> String? {
      table.mount(of: Array(path.utf8)).map {
        "\(String(decoding: $0.point, as: UTF8.self)) \($0.kind)"
      }
    }
    expectEqual(mount("/home/a/b"), "/ ext4")
    expectEqual(mount("/media/My Card/DCIM"), "/media/My Card vfat")
    expectEqual(mount("/media/My Card"), "/media/My Card vfat")
    expectEqual(mount("/media/My Cards"), "/ ext4")
    expectEqual(mount("/media/My/a"), "/media/My fuse.sshfs")
    expectEqual(MountTable([]).mount(of: Array("/a".utf8)), nil)
  }

  @Test func `this process has a root`() {
    expectEqual(MountTable.now().mount(of: [0x2F])?.point, [0x2F])
  }

  @Test func `a path is followed up to a mount that may not answer, and no further`() {
    let links = [
      "/home/a/nas": "/media/My/photos", "/home/a/b": "../a/c", "/home/a/loop": "loop",
      "/media/My/inside": "/home",
    ]
    func resolved(_ path: String) -> String {
      let (path, silent) = table.resolve(Array(path.utf8)) { path in
        links[String(decoding: path, as: UTF8.self)].map { Array($0.utf8) }
      }
      return "\(String(decoding: path, as: UTF8.self)) \(silent?.kind ?? "-")"
    }
    expectEqual(resolved("/home/a/nas/x"), "/media/My/photos/x fuse.sshfs")
    expectEqual(resolved("/home/a/b/../d/./e"), "/home/a/d/e -")
    expectEqual(resolved("/media/My/inside"), "/media/My/inside fuse.sshfs")
    expectEqual(resolved("/media/My Card/DCIM"), "/media/My Card/DCIM -")
    expectEqual(resolved("/home/a/loop"), "/home/a/loop -")
    expectEqual(resolved("/"), "/ -")
  }
}
