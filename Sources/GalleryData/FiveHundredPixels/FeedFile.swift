import Foundation
import GalleryDomain

/// A feed file as it was read.
struct FeedFile: Sendable {
  /// Larger ones are refused before a byte is read.
  static let byteLimit = 256 * 1_024 * 1_024

  let document: FeedDocument
  let stamp: FileStamp

  /// - Throws: The one message about a bad feed, with its place.
  /// - Complexity: O(*bytes*), off the caller; memory of the file and twelve bytes a photo.
  @concurrent
  static func read(
    _ file: FileReference, byteLimit: Int = FeedFile.byteLimit
  ) async throws(PhotoSourceError) -> FeedFile {
    let (raw, stamp) = try FileBytes.read(file, byteLimit: byteLimit)
    let name = FilePath.shownName(file)
    let bytes: [UInt8]
    do throws(TextEncoding.Fault) {
      bytes = try TextEncoding.utf8(raw, byteLimit: byteLimit)
    } catch {
      throw PhotoSourceError(error, name: name)
    }
    do throws(FeedFault) {
      return FeedFile(document: try FeedDocument(bytes), stamp: stamp)
    } catch {
      throw PhotoSourceError(error, name: name, bytes: bytes)
    }
  }
}

extension PhotoSourceError {
  init(_ fault: FeedFault, name: String, bytes: [UInt8]) {
    switch fault {
    case .notAFeed: self = .notAFeed(bytes, name: name)
    case .malformed(let offset, let reason):
      let place = TextPlace(offset: offset, in: bytes)
      self = .malformed(name: name, line: place.line, column: place.column, reason: reason)
    }
  }
}
