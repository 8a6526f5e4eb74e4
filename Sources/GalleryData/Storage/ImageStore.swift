import Foundation
import GalleryDomain

/// Pictures as they were fetched, each a file. What can't be kept is kept as long as the program runs.
public protocol ImageStore: Sendable {
  /// - Returns: An existing file; it counts as used.
  func image(at url: URL) async -> StoredImage?

  /// A new file to write a picture into, in the store's own folder; nil if no folder can be written.
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
  /// Open for reading and writing; closed by `save` and `discard`.
  public let descriptor: Int32
  /// The most bytes that it may have, so that an endless response ends long before the disk is full.
  public let byteLimit: Int

  public init(file: FileReference, descriptor: Int32, byteLimit: Int = .max) {
    self.file = file
    self.descriptor = descriptor
    self.byteLimit = byteLimit
  }
}
