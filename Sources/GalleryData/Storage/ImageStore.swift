import Foundation
import GalleryDomain
import Synchronization

/// Pictures as they were fetched, each a file. A store that can't be written behaves like an empty one.
///
/// Running downloads count: pictures and the files that are still being written never take more together than the
/// store's limit (`DownloadAllowance`).
public protocol ImageStore: Sendable {
  /// - Returns: An existing file; it counts as used.
  func image(at url: URL) async -> StoredImage?

  /// A new file to write a picture into, in the store's own folder; nil if there is none.
  func makeFile() async -> ImageFile?

  /// Stores a written file as the picture of a URL, replacing an older one. If the store has become too large, the
  /// oldest pictures are deleted.
  ///
  /// - Returns: The file by its permanent name; nil if it couldn't be kept.
  func save(_ file: ImageFile, for url: URL, validators: HTTPValidators) async -> FileReference?

  /// The server says that the picture has not changed.
  func confirm(_ url: URL) async

  /// Deletes a file that was not saved.
  func discard(_ file: ImageFile) async
}

public struct StoredImage: Hashable, Sendable {
  public var file: FileReference
  public var validators: HTTPValidators
  public var storedAt: Date

  public init(file: FileReference, validators: HTTPValidators, storedAt: Date) {
    self.file = file
    self.validators = validators
    self.storedAt = storedAt
  }
}

/// A file that is being written.
public struct ImageFile: Sendable {
  public let file: FileReference
  /// Open for writing; closed by `save` and `discard`.
  public let descriptor: Int32
  /// Limits the file to what the store has left.
  public let allowance: DownloadAllowance

  public init(
    file: FileReference, descriptor: Int32, allowance: DownloadAllowance = .unlimited
  ) {
    self.file = file
    self.descriptor = descriptor
    self.allowance = allowance
  }
}

/// How far one download may grow. Checked before the bytes are written, on any thread.
public struct DownloadAllowance: Sendable {
  /// The most bytes that any download may have; errors name this limit.
  public let byteLimit: Int
  private let request: @Sendable (Int) -> Bool

  public static let unlimited = DownloadAllowance(byteLimit: .max) { _ in true }

  init(byteLimit: Int, request: @escaping @Sendable (Int) -> Bool) {
    self.byteLimit = byteLimit
    self.request = request
  }

  /// Whether the file may have that many bytes now; 0 releases what it had.
  public func allows(byteCount: Int) -> Bool {
    request(byteCount)
  }
}

/// The bytes that all downloads of a store may take together, those of other processes included, so that
/// endless answers end at the store's size instead of the disk's.
///
/// A fixed share of the store rather than what happens to be free: a full store still accepts pictures, and nothing has
/// to be deleted for bytes that may never become one.
public final class DownloadBudget: Sendable {
  private struct State {
    var byteCounts: [FileReference: Int] = [:]
    var total = 0
    /// Those of other processes, when they were last counted.
    var others = 0
    /// When our own total reaches this, the others are counted again.
    var nextCount = 0

    /// The total if one file had that many bytes; nil for a file that isn't open.
    func total(with byteCount: Int, for file: FileReference) -> Int? {
      byteCounts[file].map { total - $0 + byteCount }
    }
  }

  public let byteLimit: Int
  private let countOthers: @Sendable (Set<FileReference>) -> Int
  private let state = Mutex(State())

  /// - Parameter countOthers: The bytes of files other than the named ones that are being written. Called for each new
  ///   file, and each time our own total has grown by a sixteenth of the limit.
  public init(
    byteLimit: Int, countOthers: @escaping @Sendable (Set<FileReference>) -> Int = { _ in 0 }
  ) {
    self.byteLimit = byteLimit
    self.countOthers = countOthers
  }

  /// The files that are being written now.
  public var files: [FileReference] { state.withLock { Array($0.byteCounts.keys) } }

  public func open(_ file: FileReference) -> DownloadAllowance {
    state.withLock { state in
      state.byteCounts[file] = 0
      state.nextCount = 0
    }
    return DownloadAllowance(byteLimit: byteLimit) { [self] in request($0, for: file) }
  }

  public func close(_ file: FileReference) {
    state.withLock { $0.total -= $0.byteCounts.removeValue(forKey: file) ?? 0 }
  }

  private func request(_ byteCount: Int, for file: FileReference) -> Bool {
    let uncounted = state.withLock { state -> Set<FileReference>? in
      guard byteCount > 0, let total = state.total(with: byteCount, for: file),
        total >= state.nextCount
      else { return nil }
      state.nextCount = total + max(1, byteLimit / 16)
      return Set(state.byteCounts.keys)
    }
    // Outside the lock, since it reads a folder.
    if let uncounted {
      let others = countOthers(uncounted)
      state.withLock { $0.others = others }
    }
    return state.withLock { state in
      guard let current = state.byteCounts[file],
        let total = state.total(with: byteCount, for: file),
        byteCount <= current || total <= byteLimit - state.others
      else { return false }
      state.byteCounts[file] = byteCount
      state.total = total
      return true
    }
  }
}
