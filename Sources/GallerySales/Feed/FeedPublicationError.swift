import GalleryDomain

/// Why a feed was not written. Names are cleaned.
public enum FeedPublicationError: Error, Hashable, Sendable {
  /// The folder of photos could not be read.
  case source(PhotoSourceError)
  /// The destination holds files that are not of a feed of ours.
  case notEmpty(path: String)
  /// The destination lies in the folder of photos, whose photos its pictures would be.
  case insideSource(path: String)
  /// The destination, or a folder in it, is no folder.
  case noFolder(path: String)
  /// Another Vitrine is writing the feed.
  case busy(path: String)
  /// There is nothing that makes pictures. The feed of before stands.
  case noPictures
  /// `code` is an errno.
  case unwritable(path: String, code: Int32)
}
