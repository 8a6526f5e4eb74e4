import Foundation
import GalleryData
import GalleryDomain
import Glibc

/// Pictures in a folder of the test, remembered in memory.
actor FolderImageStore: ImageStore {
  private let folder = TemporaryFolder.made()
  private(set) var images: [URL: StoredImage] = [:]
  private(set) var confirmed: [URL] = []
  private(set) var discardCount = 0
  private var lastNumber = 0
  /// Whether saving fails, as when the disk is full.
  private var refusesToSave = false
  private var isReadOnly = false

  func refuseToSave() { refusesToSave = true }

  func becomeReadOnly() { isReadOnly = true }

  /// How many files there are, saved or not.
  var fileCount: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path).count) ?? 0
  }

  func removeFile(of url: URL) {
    if let file = images[url]?.file { unlink(file.shownPath) }
  }

  func image(at url: URL) -> StoredImage? {
    images[url].flatMap { access($0.file.shownPath, F_OK) == 0 ? $0 : nil }
  }

  func makeFile() -> ImageFile? {
    guard !isReadOnly else { return nil }
    lastNumber += 1
    let file = folder.file("\(lastNumber)")
    let descriptor = open(file.shownPath, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    return descriptor >= 0 ? ImageFile(file: file, descriptor: descriptor) : nil
  }

  func save(_ file: ImageFile, for url: URL, validators: HTTPValidators) -> FileReference? {
    close(file.descriptor)
    guard !refusesToSave else {
      unlink(file.file.shownPath)
      return nil
    }
    images[url] = StoredImage(file: file.file, validators: validators, storedAt: Date())
    return file.file
  }

  func confirm(_ url: URL) { confirmed.append(url) }

  func discard(_ file: ImageFile) {
    close(file.descriptor)
    unlink(file.file.shownPath)
    discardCount += 1
  }
}
