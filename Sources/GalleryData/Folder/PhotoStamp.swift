import Foundation
import GalleryDomain
import Glibc

/// Changes when a photo's file or its sidecar does.
enum PhotoVersion: Hashable, Sendable {
  case file(PhotoStamp)
  /// As a server's listing has them; the sidecar's is 0 if there is none.
  case listed(UInt64, sidecar: UInt64)
}

/// Changes when a photo's file on the disk or one of its sidecars does, even if its size and its date stay: the system
/// dates each change itself (`st_ctim`), and nothing but the clock can set that.
struct PhotoStamp: Hashable, Sendable {
  struct File: Hashable, Sendable {
    var byteCount: Int
    /// Nanoseconds since 1970.
    var modified: Int64
    /// When its content, its name or its permissions last changed, as `modified`.
    var changed: Int64
    var inode: UInt64

    fileprivate init(_ status: stat) {
      byteCount = Int(status.st_size)
      modified = Self.nanoseconds(status.st_mtim)
      changed = Self.nanoseconds(status.st_ctim)
      inode = UInt64(status.st_ino)
    }

    /// - Returns: nil if there is no such file, or it is neither a regular file nor a link to one.
    fileprivate init?(at path: [UInt8]) {
      var status = stat()
      guard FilePath.withCString(path, { stat($0, &status) }) == 0, status.isRegularFile else {
        return nil
      }
      self.init(status)
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
      // A damaged file system may state any date.
      Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
  }

  var file: File
  /// Named by `SidecarName`; nil for a missing one.
  var sidecars: [File?]

  /// - Returns: nil if stat(2) fails for the file.
  /// - Complexity: Five calls of stat(2).
  init?(of photo: FileReference) {
    guard let file = File(at: photo.path) else { return nil }
    self.file = file
    sidecars = SidecarName.paths(of: photo.path).map(File.init(at:))
  }

  var hasSidecar: Bool { sidecars.contains { $0 != nil } }

  /// When the picture was last written.
  var modified: Date {
    let (seconds, nanoseconds) = file.modified.quotientAndRemainder(dividingBy: 1_000_000_000)
    return Date(timeIntervalSince1970: Double(seconds) + Double(nanoseconds) / 1e9)
  }

  /// Whether any later change will change the stamp, too. Systems date changes by a clock that ticks some hundred times a
  /// second, on some disks every two seconds: what changes twice within a tick has the same date.
  ///
  /// - Parameter now: When the stamp was taken, in nanoseconds since 1970. If a file seems to be from later than that, a
  ///   clock was set back, and nothing is certain.
  func isSettled(at now: Int64) -> Bool {
    ([file] + sidecars.compactMap(\.self)).allSatisfy {
      $0.changed <= now - Self.tick && $0.modified <= now - Self.tick
    }
  }

  private static let tick: Int64 = 2_000_000_000

  /// All of it, the same for the same stamp and different for others.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(36)
    func append(_ value: UInt64) {
      var rest = value
      while rest >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(rest))
    }
    for (place, file) in ([file] + sidecars).enumerated() {
      guard let file else { continue }
      bytes.append(UInt8(place))
      append(UInt64(bitPattern: Int64(file.byteCount)))
      append(UInt64(bitPattern: file.modified))
      append(UInt64(bitPattern: file.changed))
      append(file.inode)
    }
    return bytes
  }
}

/// Where the XMP sidecar of a photo may be; the picture workers' reader (`SidecarNames`) looks in the same places.
package enum SidecarName {
  /// The paths to try, best first: `photo.jpg.xmp` (darktable, digiKam), then `photo.xmp` (Lightroom, exiftool), each
  /// in upper case too.
  package static func paths(of photo: [UInt8]) -> [[UInt8]] {
    let name = FilePath.lastComponent(photo)
    let stem = Array(photo.prefix(photo.count - name.count) + FilePath.stem(name))
    let stems = stem == photo ? [photo] : [photo, stem]
    return stems.flatMap { [$0 + Array(".xmp".utf8), $0 + Array(".XMP".utf8)] }
  }
}
