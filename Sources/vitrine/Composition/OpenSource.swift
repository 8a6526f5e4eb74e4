import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import Logging

/// A source that was opened: what the screens and the commands ask.
struct OpenSource: Sendable {
  /// Its photos, whatever is asked of them.
  let repository: LocalQueryRepository
  private let source: any PhotoRepository
  /// Names it where what was searched for is kept.
  let id: String
  /// How the pictures are asked for that it names on the network: with the headers that its service wants,
  /// and within its reach.
  let imageRequest: @Sendable (URL) -> HTTPRequest
  /// The pictures, where the source has a way of its own to them.
  let images: (any PhotoImageRepository)?
  /// What writes marks on its photos; nil where they are not one's own.
  let saleMarks: (any SaleMarkRepository)?
  /// What copies and moves its photos; nil where they are not one's own.
  let files: (any FileOperationRepository)?
  /// What writes ratings of its photos; nil where they are not one's own.
  let ratings: (any RatingRepository)?

  init(
    _ source: any PhotoRepository, id: String, images: (any PhotoImageRepository)? = nil,
    saleMarks: (any SaleMarkRepository)? = nil,
    files: (any FileOperationRepository)? = nil, ratings: (any RatingRepository)? = nil,
    logger: Logger? = nil,
    imageRequest: @escaping @Sendable (URL) -> HTTPRequest = { HTTPRequest(url: $0) }
  ) {
    self.source = source
    repository = LocalQueryRepository(source) { item in
      logger?.info("skipped \(item.name): \(item.reason)")
    }
    self.id = id
    self.images = images
    self.saleMarks = saleMarks
    self.files = files
    self.ratings = ratings
    self.imageRequest = imageRequest
  }

  /// The same, with a word in the log of every item that could not be read.
  func logged(by logger: Logger) -> OpenSource {
    OpenSource(
      source, id: id, images: images, saleMarks: saleMarks, files: files, ratings: ratings,
      logger: logger,
      imageRequest: imageRequest)
  }
}
