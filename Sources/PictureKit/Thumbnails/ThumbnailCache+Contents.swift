import Glibc
import PictureProtocol

extension ThumbnailCache {
  /// What a part of the cache holds.
  nonisolated public struct Part: Hashable, Sendable {
    /// `normal`, `large`, `x-large`, `xx-large`, or `fail`.
    public var name: String
    public var fileCount = 0
    public var byteCount: Int64 = 0
    /// Those of them that Vitrine made.
    public var ownFileCount = 0
    public var ownByteCount: Int64 = 0

    public init(name: String) {
      self.name = name
    }
  }

  /// Counts what is there, the classes by size and then the failures.
  ///
  /// - Complexity: Reads the beginning of every file.
  nonisolated public func contents() -> [Part] {
    var parts = ThumbnailSize.allCases.map { Part(name: $0.folderName) } + [Part(name: "fail")]
    forEachFile { part, file in
      parts[part].fileCount += 1
      parts[part].byteCount += file.byteCount
      guard file.isOwn else { return }
      parts[part].ownFileCount += 1
      parts[part].ownByteCount += file.byteCount
    }
    return parts
  }

  /// Removes files, and nothing but thumbnails and entries of failures.
  ///
  /// - Parameter all: Those of other programs too.
  /// - Returns: What went, and how many could not be removed.
  nonisolated public func clear(all: Bool) -> (
    fileCount: Int, byteCount: Int64, failureCount: Int
  ) {
    var result = (fileCount: 0, byteCount: Int64(0), failureCount: 0)
    forEachFile { _, file in
      guard all || file.isOwn else { return }
      if unlink(file.path) == 0 {
        result.fileCount += 1
        result.byteCount += file.byteCount
      } else {
        result.failureCount += 1
      }
    }
    return result
  }

  private nonisolated struct File {
    var path: String
    var byteCount: Int64
    var isOwn: Bool
  }

  private nonisolated func forEachFile(_ body: (_ part: Int, File) -> Void) {
    for (part, size) in ThumbnailSize.allCases.enumerated() {
      forEachFile(in: folder(of: size)) { body(part, $0) }
    }
    for program in Self.names(in: "\(folder)/fail") {
      forEachFile(in: "\(folder)/fail/\(program)") { body(ThumbnailSize.allCases.count, $0) }
    }
  }

  private nonisolated func forEachFile(in folder: String, _ body: (File) -> Void) {
    for name in Self.names(in: folder) {
      let isTemporary = name.hasPrefix(Self.temporaryPrefix)
      guard isTemporary || name.hasSuffix(".png") else { continue }
      let path = "\(folder)/\(name)"
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      body(
        File(
          path: path, byteCount: Int64(status.st_size), isOwn: isTemporary || Self.isOwn(path)))
    }
  }

  /// Whether Vitrine wrote it: a search for its mark in the beginning, where it puts its texts. Nothing is
  /// decoded.
  private nonisolated static func isOwn(_ path: String) -> Bool {
    let number = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard number >= 0 else { return false }
    let file = OwnedDescriptor(number)
    let beginning = [UInt8](unsafeUninitializedCapacity: 8192) { buffer, count in
      count = max(0, read(file.number, buffer.baseAddress, buffer.count))
    }
    return beginning.firstRange(of: ownMark) != nil
  }

  private nonisolated static let ownMark = Array("tEXtSoftware\0Vitrine ".utf8)

  private nonisolated static func names(in folder: String) -> [String] {
    guard let listing = opendir(folder) else { return [] }
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
