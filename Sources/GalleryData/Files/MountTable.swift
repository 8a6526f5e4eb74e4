import Files
import GalleryDomain

/// The mounted file systems, from mountinfo of proc(5).
package struct MountTable: Sendable {
  package struct Mount: Hashable, Sendable {
    /// Absolute, without links.
    package let point: [UInt8]
    /// The type of the file system, such as `nfs4`.
    package let kind: String
    /// The kernel's whole line about it.
    fileprivate let line: [UInt8]

    /// Whether its files are on another computer, or a program's (FUSE): the kernel doesn't see what others change there, and to
    /// read all of it may take hours.
    package var isRemote: Bool { kind.hasPrefix("fuse.") || Self.remoteKinds.contains(kind) }

    /// Whether a call into it may wait for a server or a program that doesn't answer.
    package var mayBeSilent: Bool { isRemote || kind == "fuseblk" || kind == "autofs" }

    private static let remoteKinds: Set<String> = [
      "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "ceph", "afs", "ncpfs", "fuse", "virtiofs",
      "lustre", "coda", "orangefs", "beegfs", "vboxsf",
    ]
  }

  /// A later one hides an earlier one at the same path.
  private let mounts: [Mount]
  /// Those that are not hidden, by their points.
  private let visible: [[UInt8]: Mount]
  /// Whether there is a mount that may not answer.
  let hasSilentMounts: Bool

  private static let byteLimit = 16 << 20

  /// - Parameter bytes: Of the file; lines that aren't mounts are skipped.
  package init(_ bytes: [UInt8]) {
    mounts = bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      // `36 35 98:0 /root /mount/point options … - type source options`; a space in a name is `\040`.
      let fields = line.split(separator: UInt8(ascii: " "))
      guard fields.count > 6,
        let dash = fields[6...].firstIndex(where: { $0 == [UInt8(ascii: "-")] }),
        fields.indices.contains(dash + 1)
      else { return nil }
      return Mount(
        point: Self.unescaped(fields[4]), kind: String(decoding: fields[dash + 1], as: UTF8.self),
        line: Array(line))
    }
    visible = Dictionary(mounts.map { ($0.point, $0) }, uniquingKeysWith: { $1 })
    hasSilentMounts = visible.values.contains(where: \.mayBeSilent)
  }

  /// As this process sees it now; empty if it can't be read.
  package static func now() -> MountTable {
    let file = FileReference(path: Array("/proc/self/mountinfo".utf8))
    return MountTable(
      file.flatMap { try? FileBytes.read($0, byteLimit: byteLimit).bytes } ?? [])
  }

  /// The mount that a path is in.
  ///
  /// - Parameter path: Absolute, without links.
  package func mount(of path: [UInt8]) -> Mount? {
    var found: Mount?
    for mount in mounts where Self.isAbove(mount.point, path) {
      if mount.point.count >= found?.point.count ?? 0 { found = mount }
    }
    return found
  }

  /// Where a path leads, as far as that can be known without asking a mount that may not answer.
  ///
  /// - Parameters:
  ///   - path: Absolute; with links.
  ///   - target: What a path is a link to; nil if it is none.
  /// - Returns: The path without links, those inside of such a mount excepted; and that mount, nil if the path is in no such mount.
  package func resolve(
    _ path: [UInt8], target: ([UInt8]) -> [UInt8]? = FilePath.linkTarget(of:)
  ) -> (path: [UInt8], silent: Mount?) {
    var rest = Array(path.split(separator: FilePath.separator).reversed())
    var real = [FilePath.separator]
    var linkCount = 0
    if let mount = visible[real], mount.mayBeSilent { return (FilePath.normal(path), mount) }
    while let part = rest.popLast() {
      if part.elementsEqual(".".utf8) { continue }
      if part.elementsEqual("..".utf8) {
        real = FilePath.directory(of: real)
        continue
      }
      let next = FilePath.join(real, part)
      if let mount = visible[next] {
        if mount.mayBeSilent {
          let path = rest.reversed().reduce(into: next) { $0 = FilePath.join($0, $1) }
          return (FilePath.normal(path), mount)
        }
      } else if linkCount < Self.linkLimit, let link = target(next) {
        linkCount += 1
        if link.first == FilePath.separator { real = [FilePath.separator] }
        rest += Array(link).split(separator: FilePath.separator).reversed()
        continue
      }
      real = next
    }
    return (real, nil)
  }

  /// The mount that begins at a folder, if it may not answer.
  ///
  /// - Parameter point: Without links.
  func silentMount(at point: [UInt8]) -> Mount? {
    visible[point].flatMap { $0.mayBeSilent ? $0 : nil }
  }

  /// As many as the system follows (path_resolution(7)).
  private static let linkLimit = 40

  /// The mounts above a folder and inside it: as long as these are the same, so is what can be seen there.
  ///
  /// - Parameter path: As for `mount(of:)`.
  func mounts(around path: [UInt8]) -> [Mount] {
    mounts.filter { Self.isAbove($0.point, path) || Self.isAbove(path, $0.point) }
  }

  /// Whether a path is the folder itself or below it.
  private static func isAbove(_ folder: [UInt8], _ path: [UInt8]) -> Bool {
    FilePath.isInside(path, folder) != nil
  }

  private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      let digits = rest.prefix(3)
      if byte == UInt8(ascii: "\\"), digits.count == 3,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
      {
        bytes.append(value)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }
}
