import Foundation
import GalleryDomain
import Testing

@testable import GalleryData

/// The error that a repository gives for a page; nil where it gives the page.
func failure(
  _ repository: some PhotoRepository, _ request: PageRequest = PageRequest()
) async -> PhotoSourceError? {
  do throws(PhotoSourceError) {
    _ = try await repository.page(for: request)
    return nil
  } catch {
    return error
  }
}

let utc = TimeZone.gmt
