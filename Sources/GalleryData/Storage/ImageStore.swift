import Foundation
import GalleryDomain
import Synchronization

/// Pictures as they were fetched, each a file. A store that cannot be written answers as an empty one.
///
/// What is being fetched counts: pictures and the files that are still being written never take more together
/// than the store may hold (`DownloadAllowance`).
public protocol ImageStore: Sendable {
  /// - Returns: A file that is there now; it counts as used.
  func image(at url: URL) async -> StoredImage?

  /// A new file to write a picture into, in the store's own folder; nil where there is none.
  func makeFile() async -> ImageFile?

  /// Takes a written file as the picture of an address, in place of an older one. The oldest are thrown
  /// away where the store has become too large.
  ///
  /// - Returns: The file by its lasting name; nil where it could not be kept.
  func save(_ file: ImageFile, for url: URL, validators: HTTPValidators) async -> FileReference?

  /// The server says that the picture has not changed.
  func confirm(_ url: URL) async

  /// Throws a file away that was not saved.
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
  /// Holds the file to what the store has left.
  public let allowance: DownloadAllowance

  public init(
    file: FileReference, descriptor: Int32, allowance: DownloadAllowance = .unlimited
  ) {
    self.file = file
    self.descriptor = descriptor
    self.allowance = allowance
  }
}

/// How far one download may grow. Asked before the bytes are written, on any thread.
public struct DownloadAllowance: Sendable {
  /// The most bytes that any download may have; what an error names.
  public let byteLimit: Int
  private let request: @Sendable (Int) -> Bool

  public static let unlimited = DownloadAllowance(byteLimit: .max) { _ in true }

  init(byteLimit: Int, request: @escaping @Sendable (Int) -> Bool) {
    self.byteLimit = byteLimit
    self.request = request
  }

  /// Whether the file may have that many bytes now; 0 gives back what it had.
  public func allows(byteCount: Int) -> Bool {
    request(byteCount)
  }
}

/// The bytes that all downloads of a store may take together, those of other processes included, so that
/// endless answers end at the store's size instead of the disk's.
///
/// A fixed share of the store rather than what happens to be free: a full store goes on taking pictures, and
/// nothing has to be thrown away for bytes that may never become one.
public final class DownloadBudget: Sendable {
  private struct State {
    var byteCounts: [FileReference: Int] = [:]
    var total = 0
    /// Of other processes, when they were last counted.
    var others = 0
    /// The total of our own at which the others are counted again.
    var nextCount = 0

    /// What all would have if one of them had that many bytes; nil for a file that is not open.
    func total(with byteCount: Int, for file: FileReference) -> Int? {
      byteCounts[file].map { total - $0 + byteCount }
    }
  }

  public let byteLimit: Int
  private let countOthers: @Sendable (Set<FileReference>) -> Int
  private let state = Mutex(State())

  /// - Parameter countOthers: The bytes of the files that are being written beside the named ones. Asked for
  ///   each new file, and each time our own have grown by a sixteenth of the limit.
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
