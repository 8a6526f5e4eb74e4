import Foundation
import GalleryData
import GalleryDomain

/// A source that was opened: what the screens and the commands ask.
struct OpenSource: Sendable {
  let repository: any PhotoRepository
  /// Names it where what was searched for is kept.
  let id: String
  /// How the pictures are asked for that it names on the network: with the headers that its service wants,
  /// and within its reach.
  let imageRequest: @Sendable (URL) -> HTTPRequest
  /// What writes marks on its photos; nil where they are not one's own.
  let saleMarks: (any SaleMarkRepository)?

  init(
    _ repository: any PhotoRepository, id: String, saleMarks: (any SaleMarkRepository)? = nil,
    imageRequest: @escaping @Sendable (URL) -> HTTPRequest = { HTTPRequest(url: $0) }
  ) {
    self.repository = repository
    self.id = id
    self.saleMarks = saleMarks
    self.imageRequest = imageRequest
  }
}
