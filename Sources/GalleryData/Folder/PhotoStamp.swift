import Files
import Foundation
import GalleryDomain
import Glibc
import PictureProtocol

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

    /// - Parameters:
    ///   - path: Absolute, or in `directory`.
    ///   - directory: A descriptor.
    /// - Returns: nil if there is no such file, or it is neither a regular file nor a link to one.
    init?(at path: [UInt8], in directory: Int32 = AT_FDCWD) {
      var status = stat()
      let result = FilePath.withCString(path) { fstatat(directory, $0, &status, 0) }
      guard result == 0, status.isRegularFile else { return nil }
      self.init(status)
    }

    /// The stamp of a picture without its sidecars, which say nothing about what it looks like.
    var bytes: [UInt8] { PhotoStamp.bytes(of: [self]) }

    /// See `PhotoStamp.isSettled(at:)`.
    func isSettled(at now: Int64) -> Bool { max(changed, modified) <= now - Self.tick }

    private static let tick: Int64 = 2_000_000_000

    static func nanoseconds(_ time: timespec) -> Int64 {
      // A damaged file system may state any date.
      Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
  }

  var file: File
  /// Named by `SidecarName`; nil for a missing one.
  var sidecars: [File?]

  init?(of photo: FileReference) {
    self.init(of: photo.path, in: AT_FDCWD, sidecars: nil)
  }

  /// - Parameters:
  ///   - directory: A descriptor of the directory that the name is in.
  ///   - names: The sidecars in the photo's directory; nil to look for each.
  /// - Returns: nil if stat(2) fails for the file.
  /// - Complexity: Five calls of stat(2), or one if there is no sidecar among `names`.
  init?(of name: [UInt8], in directory: Int32, sidecars names: DirectorySidecars?) {
    guard let file = File(at: name, in: directory) else { return nil }
    self.file = file
    sidecars =
      names?.mayHaveOne(of: name) ?? true
      ? SidecarName.paths(of: name).map { File(at: $0, in: directory) } : Self.noSidecars
  }

  private static let noSidecars: [File?] = [nil, nil, nil, nil]

  var hasSidecar: Bool { sidecars.contains { $0 != nil } }

  /// When the picture was last written.
  var modified: Date { Self.date(file.modified) }

  private static func date(_ time: Int64) -> Date {
    let (seconds, nanoseconds) = time.quotientAndRemainder(dividingBy: 1_000_000_000)
    return Date(timeIntervalSince1970: Double(seconds) + Double(nanoseconds) / 1e9)
  }

  /// Whether any later change will change the stamp, too. Systems date changes by a clock that ticks some hundred times a
  /// second, on some disks every two seconds: what changes twice within a tick has the same date.
  ///
  /// - Parameter now: When the stamp was taken, in nanoseconds since 1970. If a file seems to be from later than that, a
  ///   clock was set back, and nothing is certain.
  func isSettled(at now: Int64) -> Bool {
    file.isSettled(at: now) && sidecars.allSatisfy { $0?.isSettled(at: now) ?? true }
  }

  /// All of it, the same for the same stamp and different for others.
  var bytes: [UInt8] { Self.bytes(of: [file] + sidecars) }

  /// What the bytes of a stamp say of the file itself; nil if they aren't those of a stamp.
  static func file(of bytes: [UInt8]) -> (modified: Date, byteCount: Int)? {
    bytes.withUnsafeBytes { bytes in
      var reader = ByteReader(bytes)
      guard (try? reader.readByte()) == 0, let byteCount = try? reader.readUnsigned(),
        let modified = try? reader.readUnsigned()
      else { return nil }
      return (date(Int64(bitPattern: modified)), Int(Int64(bitPattern: byteCount)))
    }
  }

  private static func bytes(of files: [File?]) -> [UInt8] {
    var writer = ByteWriter()
    writer.bytes.reserveCapacity(36)
    for (index, file) in files.enumerated() {
      guard let file else { continue }
      writer.append(byte: UInt8(index))
      for number in [Int64(file.byteCount), file.modified, file.changed] {
        writer.append(unsigned: UInt64(bitPattern: number))
      }
      writer.append(unsigned: file.inode)
    }
    return writer.bytes
  }
}

/// The names of sidecars in a directory: four of five calls of stat(2) are for sidecars that aren't there.
struct DirectorySidecars: Sendable {
  /// Of the directory: changes when a name is added or removed.
  private let version: PhotoStamp.File
  /// In lower case, because there are file systems that don't tell letters apart.
  private let names: Set<[UInt8]>

  /// - Parameter now: In nanoseconds since 1970.
  /// - Returns: nil if the directory can't be read, or may be changed without another date.
  init?(in directory: [UInt8], now: Int64) {
    guard let status = stat(of: directory) else { return nil }
    version = PhotoStamp.File(status)
    guard version.isSettled(at: now), let entries = FolderEntries(directory) else { return nil }
    var names: Set<[UInt8]> = []
    for entry in entries {
      let name = entry.bytes
      if name.count > 4, name[name.count - 4] == UInt8(ascii: "."),
        Self.lowercased(name.suffix(3)).elementsEqual("xmp".utf8)
      {
        names.insert(Self.lowercased(name))
      }
    }
    self.names = names
  }

  /// Whether no name was added or removed since.
  func isCurrent(in directory: [UInt8]) -> Bool {
    stat(of: directory).map(PhotoStamp.File.init) == version
  }

  /// Whether a photo of the directory may have a sidecar.
  ///
  /// - Parameter photo: The photo's name or path.
  func mayHaveOne(of photo: [UInt8]) -> Bool {
    guard !names.isEmpty else { return false }
    // Other letters than these have cases, too.
    guard FilePath.lastComponent(photo).allSatisfy({ $0 < 0x80 }) else { return true }
    return SidecarName.paths(of: photo).contains {
      names.contains(Self.lowercased(FilePath.lastComponent($0)))
    }
  }

  private static func lowercased(_ name: some Sequence<UInt8>) -> [UInt8] {
    name.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
  }
}
