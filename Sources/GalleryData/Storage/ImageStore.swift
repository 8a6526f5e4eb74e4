import Foundation
import GalleryDomain

/// Pictures as they were fetched, each a file. A store that cannot be written answers as an empty one.
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
public struct ImageFile: Hashable, Sendable {
  public let file: FileReference
  /// Open for writing; closed by `save` and `discard`.
  public let descriptor: Int32

  public init(file: FileReference, descriptor: Int32) {
    self.file = file
    self.descriptor = descriptor
  }
}
