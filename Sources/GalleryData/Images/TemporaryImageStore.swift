import Files
import Foundation
import GalleryDomain
import Glibc
import Synchronization

/// Pictures in a folder that is deleted when the program ends, for when there is no writable store.
///
/// The folder is created for the first picture. Names are never reused, so that an outdated name finds nothing rather
/// than another picture. The folder of a killed process is removed by the next one that needs such a folder.
public final actor TemporaryImageStore: ImageStore {
  private struct Entry {
    var image: StoredImage
    var byteCount: Int
  }

  private let places: [String]
  /// For the pictures; downloads have the other half of the limit.
  private let storedByteLimit: Int
  private let downloads: DownloadBudget
  /// In a mutex, so that `removeFolder()` can delete it without waiting for the actor.
  private let folder = Mutex<String?>(nil)
  private var lastNumber = 0
  private var entries: [URL: Entry] = [:]
  /// The URLs, least recently used first.
  private var order: [URL] = []
  private var byteCount = 0

  private static let prefix = "vitrine-pictures"

  /// - Parameters:
  ///   - places: Where to create the folder; the first writable one is used.
  ///   - byteLimit: The most bytes of all pictures and downloads together.
  public init(places: [String], byteLimit: Int = 256 << 20) {
    self.places = places
    storedByteLimit = byteLimit - byteLimit / 2
    downloads = DownloadBudget(byteLimit: byteLimit / 2)
  }

  /// - Parameter environment: `XDG_RUNTIME_DIR` (emptied at logout) before `TMPDIR` and `/tmp`.
  public init(environment: [String: String]) {
    let named = ["XDG_RUNTIME_DIR", "TMPDIR"].compactMap { environment[$0] }
    self.init(places: named.filter { $0.hasPrefix("/") } + ["/tmp"])
  }

  public func image(at url: URL) -> StoredImage? {
    guard let entry = entries[url] else { return nil }
    order.removeAll { $0 == url }
    order.append(url)
    return entry.image
  }

  public func makeFile() -> ImageFile? {
    guard let folder = existingFolder() else { return nil }
    lastNumber += 1
    guard let file = FileReference(path: "\(folder)/\(lastNumber)") else { return nil }
    let descriptor = FilePath.withCString(file.path) {
      open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
    guard descriptor >= 0 else { return nil }
    return ImageFile(file: file, descriptor: descriptor, allowance: downloads.open(file))
  }

  public func save(_ file: ImageFile, for url: URL, validators: HTTPValidators) -> FileReference? {
    var status = stat()
    let isThere = fstat(file.descriptor, &status) == 0
    close(file.descriptor)
    downloads.close(file.file)
    guard isThere else { return nil }
    drop(url)
    let image = StoredImage(file: file.file, validators: validators, storedAt: Date())
    entries[url] = Entry(image: image, byteCount: Int(status.st_size))
    order.append(url)
    byteCount += Int(status.st_size)
    // The latest alone is at most half of the limit, and so is always kept.
    while byteCount > storedByteLimit, order.count > 1 { drop(order[0]) }
    return file.file
  }

  public func confirm(_ url: URL) {}

  public func discard(_ file: ImageFile) {
    close(file.descriptor)
    downloads.close(file.file)
    remove(file.file)
  }

  /// Removes the folder with everything in it, now: for quitting. A later picture creates a new one.
  public nonisolated func removeFolder() {
    let path = folder.withLock { folder in
      defer { folder = nil }
      return folder
    }
    if let path { Self.removeFolder(path) }
  }

  private func drop(_ url: URL) {
    guard let entry = entries.removeValue(forKey: url) else { return }
    order.removeAll { $0 == url }
    byteCount -= entry.byteCount
    remove(entry.image.file)
  }

  private func remove(_ file: FileReference) {
    _ = FilePath.withCString(file.path) { unlink($0) }
  }

  // MARK: The folder

  private func existingFolder() -> String? {
    if let folder = folder.withLock({ $0 }) { return folder }
    for place in places {
      Self.removeLeftovers(in: place)
      let process = ProcessIdentity.current?.text ?? "\(getpid())"
      var name = Array("\(place)/\(Self.prefix)-\(getuid())-\(process)-XXXXXX".utf8CString)
      // Readable only by this user (mkdtemp(3)).
      guard mkdtemp(&name) != nil else { continue }
      let path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
      folder.withLock { $0 = path }
      return path
    }
    return nil
  }

  /// Removes the folders of this user's processes that have ended. Those of a container, whose processes can't be seen
  /// from here, are left to the system.
  private static func removeLeftovers(in place: String) {
    let beginning = "\(prefix)-\(getuid())-"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
    for name in names where name.hasPrefix(beginning) {
      let process = name.dropFirst(beginning.count).utf8.split(separator: UInt8(ascii: "-")).prefix(
        3
      )
      .joined(separator: [UInt8(ascii: "-")])
      guard ProcessIdentity(process)?.state(seenBy: .current) == .ended else { continue }
      removeFolder("\(place)/\(name)")
    }
  }

  private static func removeFolder(_ path: String) {
    var status = stat()
    // A link with that name isn't ours.
    guard lstat(path, &status) == 0, status.isDirectory, status.st_uid == getuid() else { return }
    try? FileManager.default.removeItem(atPath: path)
  }
}
