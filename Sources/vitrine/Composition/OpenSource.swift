import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import GalleryFiles
import Logging

/// An opened source: what the screens and the commands need of it.
struct OpenSource: Sendable {
  /// Its photos, for any query.
  let repository: LocalQueryRepository
  /// Its key where searches are kept.
  let id: String
  /// The request for a picture on the network: with the headers that the service needs, and within its reach.
  let imageRequest: @Sendable (URL) -> HTTPRequest
  /// The pictures, if the source loads them in its own way.
  let images: (any PhotoImageRepository)?
  /// Writes ratings of its photos and sale marks; nil if they are not written.
  let sidecars: (any SidecarRepository)?
  /// Why they are not written; if they are, the reason for photos that are not the user's own.
  let sidecarRefusal: SidecarError
  /// Copies and moves its photos; nil unless they are the user's own.
  let files: (any FileOperationRepository)?
  /// The address of a file in a folder on a server, by the id of its photo; nil for other sources.
  var fileURL: @Sendable (Photo.ID) -> URL? = { _ in nil }
  /// The list of its photos, if the user can change it; nil for other sources.
  var collection: (any EditableCollection)?
  /// The program that prints it, to be ended with it; nil for other sources.
  var program: ProgramRepository?

  /// - Parameter log: Gets a line for every item that could not be read.
  init(
    _ source: any PhotoRepository, id: String,
    images: (any PhotoImageRepository)? = nil,
    sidecars: (any SidecarRepository)? = nil, sidecarRefusal: SidecarError = .notOwn,
    files: (any FileOperationRepository)? = nil, log: LogFile,
    imageRequest: @escaping @Sendable (URL) -> HTTPRequest = { HTTPRequest(url: $0) }
  ) {
    let logger = log.makeLogger("vitrine.source")
    repository = LocalQueryRepository(source) { item in
      logger.info("skipped \(FeedAddress.hostAlone(item.name)): \(item.reason)")
    }
    self.id = id
    self.images = images
    self.sidecars = sidecars
    self.sidecarRefusal = sidecarRefusal
    self.files = files
    self.imageRequest = imageRequest
  }
}
